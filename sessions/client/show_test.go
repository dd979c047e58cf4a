package client

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// shownModel shows a frame after each message.
type shownModel struct {
	to *Client
}

func (m *shownModel) Attach(c *Client)                   { m.to = c }
func (m *shownModel) Wake() <-chan struct{}              { return nil }
func (m *shownModel) Notice() (<-chan struct{}, tea.Msg) { return nil, nil }
func (m *shownModel) Init() tea.Cmd                      { return nil }
func (m *shownModel) Update(tea.Msg) (tea.Model, tea.Cmd) {
	return m, nil
}

func (m *shownModel) View() tea.View {
	m.to.Show(Frame{Paint: func(d Display, dst []byte) []byte { return d.Show(dst, Picture{}) }})
	return tea.View{}
}

// report is a message that only the display needs.
type report struct{}

// countingDisplay counts frames, and keeps the newest message.
type countingDisplay struct {
	frames int
	newest tea.Msg
}

func (d *countingDisplay) Show(dst []byte, _ Picture) []byte        { d.frames++; return dst }
func (d *countingDisplay) Ring(dst []byte) []byte                   { return dst }
func (d *countingDisplay) Copy(dst []byte, _ string, _ bool) []byte { return dst }
func (d *countingDisplay) Save(dst []byte, _, _ string) []byte      { return dst }
func (d *countingDisplay) Resize()                                  {}
func (d *countingDisplay) Repaint()                                 {}
func (d *countingDisplay) Close(dst []byte) []byte                  { return dst }

func (d *countingDisplay) Take(msg tea.Msg) bool {
	d.newest = msg
	_, ok := msg.(report)
	return ok
}

// oneRead is a source with a key and another message of one read.
type oneRead struct {
	display *countingDisplay
	last    tea.Msg
	end     chan struct{}
}

func (s *oneRead) Listen(emit func(tea.Msg), ended func(), _ func(func())) {
	go func() {
		emit(tea.KeyPressMsg{Code: 'f', Text: "f"})
		emit(s.last)
		<-s.end
		ended()
	}()
}

func (s *oneRead) More() bool {
	_, key := s.display.newest.(tea.KeyPressMsg)
	return key
}

func (s *oneRead) Close() { close(s.end) }

// A key is painted at once although the rest of its read never reaches the model: a report for the display,
// a size that is none, a message that sessions do not have.
func TestKeyBeforeDroppedMessages(t *testing.T) {
	for _, last := range []tea.Msg{report{}, tea.WindowSizeMsg{}, tea.SuspendMsg{}} {
		synctest.Test(t, func(t *testing.T) {
			d := &countingDisplay{}
			s := &oneRead{display: d, last: last, end: make(chan struct{})}
			p := New(t.Context(), Config{Display: d, Source: s, Out: io.Discard, Close: func() error { return nil }}, &shownModel{})
			done := make(chan error, 1)
			go func() { done <- p.Run() }()
			synctest.Wait()
			if d.frames != 2 {
				t.Errorf("%T: %d frames, want the first one and the key's", last, d.frames)
			}
			p.Quit()
			<-done
			_ = p.Close()
			time.Sleep(time.Second) // Bubble Tea's ReleaseTerminal waits half a second
		})
	}
}
