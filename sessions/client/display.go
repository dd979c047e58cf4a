// Package client is the program of one connection, whatever is at its other end: when frames
// are shown and keys taken. How a client shows a frame and how it says what a person does is
// known by a Display and a Source alone: package term has those of terminals.
package client

import (
	"io"
	"log/slog"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/paint"
)

// Display turns what a client is to show into the bytes that are sent to it. Its methods
// append them to dst; the event loop alone calls them.
type Display interface {
	// Show shows a picture, by the least that changes what the client shows.
	Show(dst []byte, p Picture) []byte
	// Ring sounds the client's bell.
	Ring(dst []byte) []byte
	// Copy puts a text on the clipboard, and with ask asks what is on it.
	Copy(dst []byte, text string, ask bool) []byte
	// Resize notes that the client has another size, Repaint that nobody knows what it shows:
	// the next picture is a whole one.
	Resize()
	Repaint()
	// Take sees each message before the model. It returns true for those that are the
	// display's alone.
	Take(msg tea.Msg) bool
	// Close takes leave.
	Close(dst []byte) []byte
}

// Source is what a client sends.
type Source interface {
	// Listen emits messages, in order, until the client's end. What it has run elsewhere it
	// runs by safely, which contains a panic.
	Listen(emit func(tea.Msg), safely func(func()))
	// More reports whether more messages of what was read at once follow.
	More() bool
	// Close ends Listen, at the latest when the transport is closed. No message follows.
	Close()
}

// Config is what a program needs of its client.
type Config struct {
	Display Display
	Source  Source
	// Out is where the bytes of the display go.
	Out io.Writer
	// Close closes the transport under Out and the source, so that a blocked Write
	// returns. It may be called more than once.
	Close func() error
	// Resizes has the newest size after each change; nil or closed means none.
	Resizes <-chan Size
	// Keys is how many keys, clicks and the like are taken each second; what comes
	// faster waits, and a client that goes on with it is sent away (ErrFlood). 0: all.
	Keys int
	// Spent is told how long each message took with the frame that followed it, and returns
	// for how long no more keys are taken; nil for nobody.
	Spent func(took time.Duration) (hold time.Duration)
	// Log takes what went wrong; nil for the default logger.
	Log *slog.Logger
}

// Frame is what a model shows.
type Frame struct {
	// Quiet says that the model shows what it showed before.
	Quiet bool
	// Due is when the model is sent Ticked; zero: never.
	Due time.Time
	// Paint has the display show the newest state; it appends to dst what that takes.
	Paint func(d Display, dst []byte) []byte
}

// Picture is a frame as it was drawn.
type Picture struct {
	paint.Frame
}

// maxWidth and maxHeight are the largest screen that is drawn, in cells: a frame's
// time and bytes grow with the area.
const maxWidth, maxHeight = 500, 200

// Size is the size of a client's screen in cells.
type Size struct{ Width, Height int }

// Clamp cuts a size to what is drawn; false where it is none, as those that
// clients without a terminal, or at the end of a session, send.
func (s Size) Clamp() (Size, bool) {
	if s.Width <= 0 || s.Height <= 0 {
		return Size{}, false
	}
	return Size{min(s.Width, maxWidth), min(s.Height, maxHeight)}, true
}
