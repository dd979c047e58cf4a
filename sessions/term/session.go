package term

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"arcade/sessions/paint"
)

const (
	// pause is the least time between two frames of what comes by itself: clocks,
	// motion, news. Who presses a key sees the answer at once.
	pause = 50 * time.Millisecond
	// maxWrite is how long the transport may take for one slice.
	maxWrite = 10 * time.Second
	// maxDrain is how long a session that has ended waits for its last bytes to go out.
	maxDrain = 3 * time.Second
	// slice is the most that is handed to the transport at once: the slowest
	// client that is served takes slice bytes in maxWrite.
	slice = 16 << 10
	// queued is how many messages may wait for the model before their senders do,
	// and gathered how many it takes in a row before it paints.
	queued, gathered = 8, 32
	// maxRaw is how many bytes beside the frames may wait: a clipboard's text, bells.
	maxRaw = 256 << 10
)

// ErrSlow ends a session whose client takes its output too slowly or not at all.
var ErrSlow = errors.New("the client does not read its output")

// buffers are those of frames that are not under way.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// hangup comes after all that the client has sent.
type hangup struct{}

// session runs a model: one goroutine takes what happens and paints, one reads what
// the client sends, and one writes while there are bytes under way. Meanwhile nothing
// is painted, so that a client that is slow falls behind in frames, and not more than
// one of them is ever kept for it.
type session struct {
	t      Terminal
	model  Model
	ctx    context.Context // ends when the session has to
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
	input  *input
	screen paint.Screen

	msgs chan tea.Msg
	wake <-chan struct{} // the model's
	told <-chan struct{} // it too; nil once note has been sent
	note tea.Msg
	free chan error // how a frame went out

	over    bool      // the model has quit
	dirty   bool      // there is something newer than what was painted
	urgent  bool      // and somebody waits for it
	raw     []byte    // what goes out after the next frame
	painted time.Time // when the last frame that nobody waited for was
	busy    bool      // bytes are under way
	lost    bool      // the transport has failed, or was given up
	start   time.Time
	held    atomic.Int64 // how long after start keys are taken again
	taken   atomic.Int64 // how long after start the transport last took something, or was first asked to
}

// newSession makes one; nothing of it runs yet.
func newSession(ctx context.Context, cancel context.CancelCauseFunc, t Terminal, model Model) *session {
	if t.Log == nil {
		t.Log = slog.Default()
	}
	profile := colorprofile.Env(Environment(t))
	s := &session{
		t: t, model: model, ctx: ctx, cancel: cancel, start: time.Now(),
		msgs: make(chan tea.Msg, queued), free: make(chan error, 1),
		screen: paint.Screen{Terminal: paint.Terminal{Depth: depth(profile), Erases: paint.ErasesAs(t.Term)}},
	}
	send := throttleKeys(t.Keys, ctx.Done(), func() { cancel(ErrFlood) }, func(msg tea.Msg) { s.hold(); s.send(msg) })
	s.input = newInput(func(event tea.Msg) { send(translate(event)) }, func(f func()) { s.safely("input", f) })
	if t.TrueColour {
		s.screen.Depth = paint.Colours256
	}
	if asksSyncs(t.Term) {
		s.raw = append(s.raw, paint.AskSyncs...)
	}
	return s
}

// safely runs a part of the session, whose panic ends it and nobody else.
func (s *session) safely(part string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			s.t.Log.Error("panic in a session", "part", part, "panic", r, "stack", string(debug.Stack()))
			s.cancel(ErrPanic)
		}
	}()
	f()
}

// spawn is safely beside the rest; the session's end waits for it.
func (s *session) spawn(part string, f func()) { s.wg.Go(func() { s.safely(part, f) }) }

// send gives the model a message, and gives up when the session ends.
func (s *session) send(msg tea.Msg) {
	if msg == nil || s.ctx.Err() != nil {
		return
	}
	select {
	case s.msgs <- msg:
	case <-s.ctx.Done():
	}
}

// run is the session until it ends.
func (s *session) run(feeds []Feed) {
	s.listen()
	for _, feed := range feeds {
		s.spawn("feed", func() { feed(s.ctx, s.send) })
	}
	if w, ok := s.model.(Waker); ok {
		s.wake = w.Wake()
	}
	if n, ok := s.model.(Noticed); ok {
		s.told, s.note = n.Notice()
	}
	timed, _ := s.model.(Timed)
	s.do(s.model.Init())
	size, ok := Size{s.t.Width, s.t.Height}.Clamp()
	if !ok {
		size = Size{80, 24}
	}
	s.update(tea.WindowSizeMsg(size))
	s.urgent = true

	timer := time.NewTimer(0)
	defer timer.Stop()
	for n := 1; s.going(); n++ {
		if n%gathered == 0 || len(s.msgs)+len(s.t.Resizes)+len(s.wake) == 0 {
			n = 0
			s.paint()
		}
		var due time.Time
		if timed != nil {
			due = timed.Due()
		}
		if next := s.next(due); next.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(time.Until(next))
		}
		select {
		case msg := <-s.msgs:
			s.take(msg)
		case size, ok := <-s.t.Resizes:
			s.resize(size, ok)
		case <-s.wake:
			s.update(Woken{})
		case <-s.told:
			s.told = nil
			s.update(s.note)
		case err := <-s.free:
			s.freed(err)
		case <-timer.C:
			if !due.IsZero() && !time.Now().Before(due) {
				s.update(Ticked{})
			}
		case <-s.ctx.Done():
		}
	}
}

// listen takes what the client sends.
func (s *session) listen() {
	take := func(p []byte, err error) {
		if s.input.feed(p, err != nil); err != nil {
			s.send(hangup{})
		}
	}
	if in, ok := s.t.In.(feeder); ok {
		in.Feed(func(p []byte, err error) { s.safely("input", func() { take(p, err) }) })
		return
	}
	go s.safely("input", func() { // waited for by nobody: only the client's end may stop it
		p := make([]byte, 256)
		for {
			n, err := s.t.In.Read(p)
			if take(p[:n], err); err != nil {
				return
			}
		}
	})
}

// feeder is an input that has a goroutine of its own, and hands over what it reads.
type feeder interface {
	Feed(sink func(p []byte, err error))
}

// going tells that the session has not ended.
func (s *session) going() bool { return !s.over && s.ctx.Err() == nil }

// take does what a message asks for, or gives it to the model.
func (s *session) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.QuitMsg, tea.InterruptMsg:
		s.over = true
	case hangup:
		s.cancel(ErrHangup)
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.do(cmd)
		}
	case tea.RawMsg:
		s.beside(fmt.Sprint(msg.Msg))
	case clipboard:
		s.beside(ansi.SetSystemClipboard(string(msg)))
	case confirmed:
		s.beside(ansi.SetSystemClipboard(string(msg)) + ansi.RequestSystemClipboard)
	case repaint:
		s.screen.Repaint()
		s.dirty, s.urgent = true, true
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeSynchronizedOutput && msg.Value == ansi.ModeReset {
			s.screen.Syncs = true
		}
	case tea.KeyPressMsg, tea.KeyReleaseMsg, tea.MouseClickMsg, tea.MouseReleaseMsg, tea.MouseWheelMsg, tea.PasteMsg:
		s.update(msg)
		s.urgent = true
	default:
		s.update(msg)
	}
}

// beside puts bytes after the next frame, if there is room.
func (s *session) beside(raw string) {
	if len(s.raw)+len(raw) <= maxRaw {
		s.raw = append(s.raw, raw...)
	}
}

// resize takes a new size; not ok is the end of them.
func (s *session) resize(size Size, ok bool) {
	if !ok {
		s.t.Resizes = nil
	} else if size, ok = size.Clamp(); ok {
		s.screen.Resized()
		s.update(tea.WindowSizeMsg(size))
		s.urgent = true
	}
}

// update gives the model a message and does what it wants.
func (s *session) update(msg tea.Msg) {
	defer s.spent(time.Now())
	s.do(s.model.Update(msg))
	if q, ok := s.model.(Quieter); !ok || !q.Quiet() {
		s.dirty = true
	}
}

// spent tells how long something took that the processor did for the session.
func (s *session) spent(since time.Time) {
	if s.t.Spent == nil {
		return
	}
	if hold := s.t.Spent(time.Since(since)); hold > 0 {
		s.held.Store(int64(time.Since(s.start) + hold))
	}
}

// hold waits while no keys are taken.
func (s *session) hold() {
	if left := time.Duration(s.held.Load()) - time.Since(s.start); left > 0 {
		select {
		case <-time.After(left):
		case <-s.ctx.Done():
		}
	}
}

// do runs a command beside the session, which does not wait for it: nobody can stop one.
func (s *session) do(cmd tea.Cmd) {
	if cmd != nil {
		go s.safely("command", func() { s.send(cmd()) })
	}
}

// paint sends what the model shows, if the way is free and it is time.
func (s *session) paint() {
	if s.busy || !s.dirty && len(s.raw) == 0 {
		return
	}
	if now := time.Now(); !s.urgent {
		if now.Before(s.painted.Add(pause)) {
			return
		}
		s.painted = now
	}
	b := buffers.Get().(*[]byte)
	if *b = (*b)[:0]; s.dirty {
		start := time.Now()
		*b = s.model.Paint(&s.screen, *b)
		s.spent(start)
	}
	*b = append(*b, s.raw...)
	s.raw, s.dirty, s.urgent = nil, false, false
	s.put(b)
}

// put sends a frame, or gives its buffer back where there is none.
func (s *session) put(b *[]byte) {
	if len(*b) == 0 {
		buffers.Put(b)
		return
	}
	s.busy = true
	s.taken.Store(int64(time.Since(s.start)))
	s.spawn("output", func() {
		err := s.write(*b)
		buffers.Put(b)
		s.free <- err
	})
}

// write hands bytes to the transport, slice by slice.
func (s *session) write(b []byte) error {
	for len(b) > 0 {
		n := min(len(b), slice)
		if _, err := s.t.Out.Write(b[:n]); err != nil {
			return err
		}
		b = b[n:]
		s.taken.Store(int64(time.Since(s.start)))
	}
	return nil
}

// freed takes note that a frame has gone out, or cannot.
func (s *session) freed(err error) {
	if s.busy = false; err != nil {
		s.giveUp(ErrHangup)
	}
}

// giveUp ends the session and closes the transport, so that a Write returns.
func (s *session) giveUp(err error) {
	s.cancel(err)
	s.lost = true
	_ = s.t.Close()
}

// next is when there will be something to do though nothing comes: the model's time,
// a frame's, or that of a client that does not read, who is sent away here. Zero is never.
func (s *session) next(due time.Time) time.Time {
	switch {
	case s.busy:
		late := s.start.Add(time.Duration(s.taken.Load()) + maxWrite)
		if !time.Now().Before(late) {
			s.giveUp(ErrSlow)
		}
		if due.IsZero() || late.Before(due) {
			return late
		}
	case s.dirty || len(s.raw) > 0:
		if frame := s.painted.Add(pause); due.IsZero() || frame.Before(due) {
			return frame
		}
	}
	return due
}

// end restores the terminal and waits for all that the session has begun.
func (s *session) end() {
	_ = s.t.In.Close()
	s.input.close()
	late := time.NewTimer(maxDrain)
	defer late.Stop()
	s.drained(late)
	if !s.lost {
		b := buffers.Get().(*[]byte)
		*b = s.screen.Close((*b)[:0])
		s.put(b)
		s.drained(late)
	}
	s.wg.Wait()
}

// drained waits until what is under way has gone out, or it is too late.
func (s *session) drained(late *time.Timer) {
	for s.busy && !s.lost {
		select {
		case err := <-s.free:
			s.freed(err)
		case <-late.C:
			s.giveUp(ErrSlow)
		}
	}
}
