package client

import (
	"context"
	"errors"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Model is what a [Program] runs: a tea.Model that shows its frames on the program's
// [Client] from View, and is woken by others.
type Model interface {
	tea.Model
	// Attach gives the model its client, once, before Init.
	Attach(*Client)
	// Wake has a token when there is news for the model, which is then sent Woken.
	Wake() <-chan struct{}
	// Notice is closed once, and the model is then sent the message.
	Notice() (<-chan struct{}, tea.Msg)
}

// Woken reports news to a [Model]; Ticked reports that the time came for which the model asked
// in [Frame.Due].
type (
	Woken  struct{}
	Ticked struct{}
)

var (
	// ErrHangup ends a program whose client has gone.
	ErrHangup = errors.New("the client has gone")
	// ErrPanic ends a program that has failed; the details are in the log.
	ErrPanic = errors.New("the program has failed")
)

// Program is a tea.Program for one connection. Its input is the client's [Source]; its
// renderer is the client's [Display], on which the model shows its frames from View. Bubble
// Tea's own reader and renderer are off.
type Program struct {
	*tea.Program
	client *Client
}

// New makes the program of a model. The caller must call Run, and then Close. The
// program quits when ctx ends, the client hangs up, stops reading (ErrSlow) or floods
// (ErrFlood), or the model panics (ErrPanic).
func New(ctx context.Context, cfg Config, model Model) *Program {
	c := newClient(ctx, cfg)
	p := tea.NewProgram(model,
		tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithoutRenderer(),
		tea.WithoutSignalHandler(),                                                // signals are the process's, not a session's
		tea.WithEnvironment([]string{}), tea.WithColorProfile(colorprofile.NoTTY), // the process's play no part
		tea.WithFilter(c.filter))
	c.program = p
	model.Attach(c)
	return &Program{p, c}
}

// Run runs the program to its end. It is for programs that no middleware runs.
func (p *Program) Run() error {
	_, err := p.Program.Run()
	return err
}

// Close has the display take leave of a client that still reads, and returns why the program
// ended: nil where the model quit. Nothing of the program runs on but what the model began
// with [Client.Go].
func (p *Program) Close() error { return p.client.close() }

// start begins what runs beside the event loop. The event loop calls it with its first
// message, for before that a Send would block.
func (c *Client) start(model Model) {
	c.quit = context.AfterFunc(c.ctx, c.program.Quit)
	// Without a renderer Bubble Tea's ticker still ticks, at least once a second in each
	// session. ReleaseTerminal is what stops it; there is no terminal to release.
	go func() { _ = c.program.ReleaseTerminal() }()
	c.listen()
	go c.safely("news", func() { c.follow(model) })
}

// follow brings the model what others have for it.
func (c *Client) follow(model Model) {
	wake := model.Wake()
	stops, notice := model.Notice()
	resizes := c.t.Resizes
	for {
		select {
		case <-wake:
			c.inTurn(Woken{})
		case <-stops:
			stops = nil
			c.program.Send(notice)
		case size, ok := <-resizes:
			if !ok {
				resizes = nil
				break
			}
			c.program.Send(tea.WindowSizeMsg(size))
		case <-c.ctx.Done():
			return
		}
	}
}

// listen takes what the client sends. Nobody waits for the source's goroutines: only the client's
// end may stop a Read.
func (c *Client) listen() {
	send := throttleKeys(c.t.Keys, c.ctx.Done(), func() { c.cancel(ErrFlood) }, func(msg tea.Msg) {
		if keyed(msg) {
			c.read.CompareAndSwap(0, int64(time.Since(c.opened)))
		}
		c.hold()
		c.program.Send(msg)
	})
	c.t.Source.Listen(send, func() { c.program.Send(hangup{}) }, func(f func()) { c.safely("input", f) })
}

// filter sees each message before the model. It takes what is the client's own, and notes
// how long the model needs for what it passes on.
func (c *Client) filter(m tea.Model, msg tea.Msg) tea.Msg {
	if !c.started {
		c.started = true
		c.start(m.(Model))
	}
	if _, quits := msg.(tea.QuitMsg); quits {
		c.over = true
		return msg
	}
	if t, ok := msg.(turn); ok {
		msg, c.turn = t.msg, t.over
	}
	if c.over || c.ctx.Err() != nil {
		return nil
	}
	c.began = time.Now()
	msg = c.pass(msg)
	if msg == nil && c.ctx.Err() == nil {
		c.rest() // the model shows nothing after it, but keys of the same read may wait to be painted
	}
	return msg
}

// pass takes a message that is the client's own, and returns nil; it returns the model's message otherwise.
func (c *Client) pass(msg tea.Msg) tea.Msg {
	if c.t.Display.Take(msg) {
		return nil
	}
	if keyed(msg) {
		c.urgent = true
		if read := c.read.Swap(0); c.asked == 0 {
			c.asked = time.Duration(read)
		}
	}
	switch msg := msg.(type) {
	case hangup:
		c.cancel(ErrHangup)
		return nil
	case written:
		c.freed()
		c.paint()
		return nil
	case Attached:
		c.Repaint()
		c.paint()
		return nil
	case timeUp:
		if c.due() {
			return Ticked{}
		}
		return nil
	case tea.WindowSizeMsg:
		size, ok := Size(msg).Clamp()
		if !ok {
			return nil
		}
		c.t.Display.Resize()
		c.urgent = true
		return tea.WindowSizeMsg(size)
	case tea.SuspendMsg, tea.InterruptMsg, tea.ColorProfileMsg, tea.EnvMsg:
		return nil
	}
	return msg
}

// keyed reports whether the user waits for an answer to the message.
func keyed(msg tea.Msg) bool {
	switch msg.(type) {
	case Typed, tea.KeyPressMsg, tea.KeyReleaseMsg, tea.MouseClickMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg, tea.PasteMsg:
		return true
	}
	return false
}
