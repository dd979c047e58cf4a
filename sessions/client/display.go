// Package client is the program of one connection, whatever is at its other end: when frames
// are shown and keys taken. Only a Display knows how a client shows a frame, and only a Source how
// it reports input. Package term has both for terminals.
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
	// Save has the client keep what one of the house's commands writes as a file, where it can.
	Save(dst []byte, name, command string) []byte
	// Resize notes that the client has another size, Repaint that nobody knows what it shows:
	// the next picture is a whole one.
	Resize()
	Repaint()
	// Take sees each message before the model. It returns true for messages that only the display
	// needs.
	Take(msg tea.Msg) bool
	// Close takes leave.
	Close(dst []byte) []byte
}

// Source is what a client sends.
type Source interface {
	// Listen begins to emit messages, in order, and returns at once; ended is called at the client's end.
	// Both are called from other goroutines. Those of its own run by safely, which contains a panic.
	Listen(emit func(tea.Msg), ended func(), safely func(func()))
	// More reports whether more messages of what was read at once follow.
	More() bool
	// Close ends it, at the latest when the transport is closed. No message follows.
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
	// Meter is told what the program costs and how long its user waits; nil for nobody.
	Meter Meter
	// Log takes what went wrong; nil for the default logger.
	Log *slog.Logger
}

// Meter is told what a program costs, and how long its user waits for it. Its methods are called from several goroutines.
type Meter interface {
	// Spent is told how long a message took with the frame that followed it, and returns for how long no more keys
	// are taken.
	Spent(took time.Duration) (hold time.Duration)
	// Shown is told how long the user waited for a frame, until the transport had taken its last byte: for the first
	// since the program's beginning, for another since the first key that it answers was read.
	Shown(first bool, waited time.Duration)
}

// Frame is what a model shows.
type Frame struct {
	// Quiet says that the model shows what it showed before.
	Quiet bool
	// Due returns when the model is sent Ticked, zero for never. It is asked once the frame is
	// painted, for what was drawn may say when it reads otherwise; nil: never.
	Due func() time.Time
	// Paint has the display show the newest state; it appends to dst what that takes.
	Paint func(d Display, dst []byte) []byte
	// By are who paints it.
	By *Painters
}

// due is Due of a frame that may have none.
func (f Frame) due() time.Time {
	if f.Due == nil {
		return time.Time{}
	}
	return f.Due()
}

// Picture is a frame as it was drawn.
type Picture struct {
	paint.Frame
	// Scene is what else the frame has, for displays of more than cells.
	Scene Scene
}

// Scene is what a frame has besides its cells. It is valid while the frame is shown.
type Scene interface {
	// Title is where the user is.
	Title() string
	// Lang is the language of the texts, such as "en".
	Lang() string
	// Place are the addresses of the screens that are open, the one in view last, and the number of the
	// last [Went] that has been followed.
	Place() (addresses []string, went int)
	// Areas are what can be clicked.
	Areas() []Area
	// Keys are the keys of the key bar.
	Keys() []Key
	// Tabs reports whether the Tab key does something here.
	Tabs() bool
	// Field is the text field that takes what is typed; not ok where there is none.
	Field() (Field, bool)
	// Spoken are the sentences that say what has happened after the event with a number, and what is to be done.
	Spoken(since int) Spoken
}

// Spoken are sentences for people who do not see the screen. Each event is to be said once, even when the frame in
// which it happened was skipped.
type Spoken struct {
	// Events are what has happened, in its order, and First is the number of the first of them. Older ones may be
	// gone.
	Events []string
	First  int
	// Last is the number of the last event of all, which may stand in Now.
	Last int
	// Now is what is to be done and what has the focus.
	Now []string
}

// Area is a rectangle of cells that can be clicked, or is only told to people who do not see it.
type Area struct {
	X, Y, W, H int
	// At is a cell of it that no other area covers.
	AtX, AtY int
	// Label is what a click does or on what it is.
	Label string
	// Drags reports whether it can be dragged elsewhere, Slides whether the button is moved
	// over it, Told whether nothing is clicked there.
	Drags, Slides, Told bool
}

// Key is a key of the key bar: its name as in package ui, and what it does.
type Key struct{ Key, Label string }

// Field is a text field as it is shown.
type Field struct {
	X, Y, W int
	Text    string
	At      int // the cursor, in characters
	Max     int // the longest text, in characters
	// Of tells one field from another.
	Of any
}

// Typed is the whole text of a field as the client has it, and the cursor in characters. No is the
// text's number, with which the display confirms it; Of is the field's number.
type Typed struct {
	Text       string
	At, No, Of int
}

// Went is that the user has gone elsewhere in the browser's history, back or forward: to the place of a screen
// among the open ones, or to Command, which leads there. No is its number.
type Went struct {
	Depth, No int
	Command   []string
}

// Prefers is what a client's user prefers: light grounds, high contrast, a finger in place of a mouse.
type Prefers struct{ Light, Clear, Finger bool }

// Attached reports that another screen is there in place of the one before, which shows nothing yet.
type Attached struct{}

// maxWidth and maxHeight are the largest screen that is drawn, in cells: a frame's
// time and bytes grow with the area.
const maxWidth, maxHeight = 500, 200

// Size is the size of a client's screen in cells.
type Size struct{ Width, Height int }

// Clamp cuts a size to the largest that is drawn. It returns false for an empty size, as clients
// send without a terminal or at the end of a session.
func (s Size) Clamp() (Size, bool) {
	if s.Width <= 0 || s.Height <= 0 {
		return Size{}, false
	}
	return Size{min(s.Width, maxWidth), min(s.Height, maxHeight)}, true
}
