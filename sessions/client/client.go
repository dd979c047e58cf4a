package client

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	// pause is the least time between two frames of what comes by itself: clocks,
	// motion, news. A player who presses a key sees the answer at once.
	pause = 50 * time.Millisecond
	// maxWrite is how long the transport may take for one slice.
	maxWrite = 10 * time.Second
	// maxDrain is how long a program that has ended waits for its last bytes to go out.
	maxDrain = 3 * time.Second
	// slice is the most that is handed to the transport at once: the slowest
	// client that is served takes slice bytes in maxWrite. x/crypto/ssh keeps two
	// buffers as large as the largest packet of a channel for as long as that lives.
	slice = 4 << 10
	// gathered is how many keys of one read the model takes before a frame is painted.
	gathered = 32
	// maxRaw is how many bytes beside the frames may wait: a clipboard's text, bells.
	maxRaw = 256 << 10
)

// ErrSlow ends a program whose client takes its output too slowly or not at all.
var ErrSlow = errors.New("the client does not read its output")

// buffers are the free buffers for frames.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// hangup comes after all that the client has sent, written when a frame has gone out or
// failed, timeUp when the timer has fired.
type (
	hangup  struct{}
	written struct{}
	timeUp  struct{}
)

// Client is the client's end of a [Program]: where the model shows frames, and what else
// it asks of a terminal. While bytes are under way nothing is painted, so a slow client
// falls behind in frames, and at most one of them is ever kept for it.
//
// Its exported methods are for the model's Update and View, Go excepted. Fields without a
// lock belong to the event loop.
type Client struct {
	t       Config
	program *tea.Program
	ctx     context.Context // ends when the program has to
	cancel  context.CancelCauseFunc
	quit    func() bool    // takes back what ctx does at its end
	wg      sync.WaitGroup // the writer
	free    chan error     // how a frame went out

	started bool // the event loop runs
	over    bool // the model has quit
	frame   Frame
	dirty   bool          // there is something newer than what was painted
	urgent  bool          // and somebody waits for it
	raw     []byte        // what goes out after the next frame
	painted time.Time     // when the last frame that nobody waited for was
	skipped int           // keys since a frame was painted
	busy    bool          // bytes are under way
	lost    bool          // the transport has failed, or was given up
	began   time.Time     // when the message in hand came
	turn    chan struct{} // of the message in hand, nil where it came at once
	timer   *time.Timer

	opened time.Time
	read   atomic.Int64  // how long after opened the first key was read that the event loop has not taken, 0 for none
	asked  time.Duration // the same for the first key that no frame has answered
	shown  bool          // a frame was painted
	held   atomic.Int64  // how long after opened keys are taken again
	taken  atomic.Int64  // how long after opened the transport last took something, or was first asked to
}

// newClient makes one; nothing of it runs yet.
func newClient(ctx context.Context, t Config) *Client {
	if t.Log == nil {
		t.Log = slog.Default()
	}
	c := &Client{t: t, free: make(chan error, 1), opened: time.Now(), dirty: true, urgent: true}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	c.timer = time.AfterFunc(never, func() { c.inTurn(timeUp{}) })
	return c
}

// never is longer than any program runs.
const never = 1000 * 24 * time.Hour

// safely runs what runs beside the event loop. A panic in it ends this program only.
func (c *Client) safely(part string, f func()) {
	defer c.Contain(part)
	f()
}

// Contain ends the program, with ErrPanic, at a panic in part, and logs it. It must be
// deferred itself.
func (c *Client) Contain(part string) {
	if r := recover(); r != nil {
		c.t.Log.Error("panic in a session", "part", part, "panic", r, "stack", string(debug.Stack()))
		c.cancel(ErrPanic)
	}
}

// Go runs f beside the program and sends the model its result; nil sends nothing. Nothing stops f:
// a long f watches the model's context.
func (c *Client) Go(f func() tea.Msg) {
	go c.safely("command", func() {
		if msg := f(); msg != nil {
			c.program.Send(msg)
		}
	})
}

// Ring sounds the client's bell.
func (c *Client) Ring() { c.beside(c.t.Display.Ring(c.raw)) }

// Copy puts a text on the clipboard of the client's desk, where that is allowed. With ask it
// also asks what the clipboard has; a client that answers, as few do, sends a
// tea.ClipboardMsg.
func (c *Client) Copy(text string, ask bool) { c.beside(c.t.Display.Copy(c.raw, text, ask)) }

// Save has the client keep what one of the house's commands writes as a file; a terminal cannot.
func (c *Client) Save(name, command string) { c.beside(c.t.Display.Save(c.raw, name, command)) }

// beside keeps what goes out after the next frame, if there is room.
func (c *Client) beside(raw []byte) {
	if len(raw) <= maxRaw {
		c.raw = raw
	}
}

// Repaint makes the next frame a whole one, whatever the client shows.
func (c *Client) Repaint() {
	c.t.Display.Repaint()
	c.dirty, c.urgent = true, true
}

// Show shows a frame as soon as the way to the client is free: at once after a key, at
// most 20 times a second otherwise. It is called from View, after each message.
func (c *Client) Show(f Frame) {
	if c.over || c.ctx.Err() != nil {
		return
	}
	c.frame = f
	c.dirty = c.dirty || !f.Quiet
	c.skipped++
	c.rest()
}

// rest ends the handling of a message. It paints unless more of what was read at once follows.
func (c *Client) rest() {
	if !c.t.Source.More() || c.skipped >= gathered {
		c.paint()
	}
	c.spent()
	c.endTurn()
}

// spent tells how long the message in hand took.
func (c *Client) spent() {
	if c.t.Meter == nil || c.began.IsZero() {
		return
	}
	if hold := c.t.Meter.Spent(time.Since(c.began)); hold > 0 {
		c.held.Store(int64(time.Since(c.opened) + hold))
	}
}

// hold waits while no keys are taken.
func (c *Client) hold() {
	if left := time.Duration(c.held.Load()) - time.Since(c.opened); left > 0 {
		select {
		case <-time.After(left):
		case <-c.ctx.Done():
		}
	}
}

// paint sends what the model shows, if the way is free and it is time, and sets the timer.
func (c *Client) paint() {
	defer c.arm()
	if c.busy || c.frame.Paint == nil {
		return
	}
	if !c.dirty && len(c.raw) == 0 {
		c.asked = 0 // the keys changed nothing
		return
	}
	if now := time.Now(); !c.urgent {
		if now.Before(c.painted.Add(pause)) {
			return
		}
		c.painted = now
	}
	b := buffers.Get().(*[]byte)
	first := c.dirty && !c.shown
	if *b = (*b)[:0]; c.dirty {
		c.shown = true
		c.frame.By.run(func() {
			defer c.Contain("view")
			*b = c.frame.Paint(c.t.Display, *b)
		})
	}
	*b = append(*b, c.raw...)
	asked := c.asked
	c.raw, c.dirty, c.urgent, c.skipped, c.asked = nil, false, false, 0, 0
	c.put(b, func() {
		if c.t.Meter != nil && (first || asked > 0) {
			c.t.Meter.Shown(first, time.Since(c.opened)-asked)
		}
	})
}

// put sends a frame and then calls sent, or gives its buffer back where there is none.
func (c *Client) put(b *[]byte, sent func()) {
	if len(*b) == 0 {
		buffers.Put(b)
		return
	}
	c.busy = true
	c.taken.Store(int64(time.Since(c.opened)))
	c.wg.Go(func() {
		err := c.write(*b)
		buffers.Put(b)
		if err == nil {
			sent()
		}
		c.free <- err
		c.program.Send(written{})
	})
}

// write hands bytes to the transport, slice by slice.
func (c *Client) write(b []byte) error {
	for len(b) > 0 {
		n := min(len(b), slice)
		if _, err := c.t.Out.Write(b[:n]); err != nil {
			return err
		}
		b = b[n:]
		c.taken.Store(int64(time.Since(c.opened)))
	}
	return nil
}

// freed notes that a frame has gone out, or failed.
func (c *Client) freed() {
	select {
	case err := <-c.free:
		c.went(err)
	default:
	}
}

// went takes how a frame went out.
func (c *Client) went(err error) {
	if c.busy = false; err != nil {
		c.giveUp(ErrHangup)
	}
}

// giveUp ends the program and closes the transport, so that a Write returns.
func (c *Client) giveUp(err error) {
	c.cancel(err)
	c.lost = true
	_ = c.t.Close()
}

// arm sets the timer to when there is something to do though nothing comes: the model's
// time, a frame's, or the end of a client that does not read.
func (c *Client) arm() {
	next := c.frame.due()
	earlier := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	switch {
	case c.busy:
		earlier(c.late())
	case c.dirty || len(c.raw) > 0:
		earlier(c.painted.Add(pause))
	}
	if next.IsZero() {
		c.timer.Stop()
	} else {
		c.timer.Reset(time.Until(next))
	}
}

// late is when a client has taken too long for what is under way.
func (c *Client) late() time.Time { return c.opened.Add(time.Duration(c.taken.Load()) + maxWrite) }

// due is called when the timer fires. It reports whether the model's time has come; else it
// paints a frame that was put off, or gives up a client that does not read.
func (c *Client) due() bool {
	now := time.Now()
	if c.busy && !now.Before(c.late()) {
		c.giveUp(ErrSlow)
		return false
	}
	if due := c.frame.due(); !due.IsZero() && !now.Before(due) {
		return true
	}
	c.paint()
	return false
}

// close is [Program.Close].
func (c *Client) close() error {
	cause := context.Cause(c.ctx)
	if c.quit != nil {
		c.quit()
	}
	c.cancel(nil)
	c.timer.Stop()
	c.t.Source.Close()
	late := time.NewTimer(maxDrain)
	defer late.Stop()
	c.drained(late)
	if !c.lost {
		b := buffers.Get().(*[]byte)
		*b = c.t.Display.Close((*b)[:0])
		c.put(b, func() {})
		c.drained(late)
	}
	c.wg.Wait()
	return cause
}

// drained waits until what is under way has gone out, or it is too late.
func (c *Client) drained(late *time.Timer) {
	for c.busy && !c.lost {
		select {
		case err := <-c.free:
			c.went(err)
		case <-late.C:
			c.giveUp(ErrSlow)
		}
	}
}
