package term

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"arcade/sessions/paint"
)

// maxWidth and maxHeight are the largest terminal that is drawn, in cells: a frame's
// time and bytes grow with the area.
const maxWidth, maxHeight = 500, 200

// Size is a terminal's size in cells.
type Size struct{ Width, Height int }

// Clamp cuts a size to what is drawn; false where it is none, as those that
// clients without a terminal, or at the end of a session, send.
func (s Size) Clamp() (Size, bool) {
	if s.Width <= 0 || s.Height <= 0 {
		return Size{}, false
	}
	return Size{min(s.Width, maxWidth), min(s.Height, maxHeight)}, true
}

// Terminal is the client's end of a session.
type Terminal struct {
	// In is what the client types. Run closes it; a blocked Read must return then, or
	// at the latest when the transport is closed.
	In io.ReadCloser
	// Out is the client's screen, without any translation on the way.
	Out io.Writer
	// Close closes the transport under In and Out, so that a blocked Write
	// returns. It may be called more than once.
	Close func() error
	// Term is the terminal's type, and Env what else the client said of itself,
	// as "key=value". The server's own environment plays no part.
	Term string
	Env  []string
	// TrueColour tells that it has said that it has 24-bit colours, whatever its type.
	TrueColour bool
	// Width and Height are the size at the start, in cells, as the client says it.
	Width, Height int
	// Resizes has the newest size after each change; nil or closed means none.
	Resizes <-chan Size
	// Keys is how many keys, clicks and the like are taken each second; what comes
	// faster waits, and a client that goes on with it is sent away (ErrFlood). 0: all.
	Keys int
	// Spent is told how long each message and each frame took, and tells for how long no
	// more keys are taken; nil for nobody.
	Spent func(took time.Duration) (hold time.Duration)
	// Log takes what went wrong; nil for the default logger.
	Log *slog.Logger
}

// Feed runs beside a program and sends it messages, until its context ends. Its
// send waits for the program alone, and gives up when the program has ended.
type Feed func(ctx context.Context, send func(tea.Msg))

var (
	// ErrTerminal refuses a client whose terminal cannot show a screen.
	ErrTerminal = errors.New("this terminal cannot show screens")
	// ErrHangup ends a program whose client has gone.
	ErrHangup = errors.New("the client has gone")
	// ErrPanic ends a program that has failed; the details are in the log.
	ErrPanic = errors.New("the program has failed")
)

// CheckTerm tells, with ErrTerminal, that a terminal of this type gets no screen.
func CheckTerm(term string) error {
	if term == "" || term == "dumb" || len(term) > 64 ||
		strings.ContainsFunc(term, func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-+._", r))
		}) {
		return ErrTerminal
	}
	return nil
}

// Model is what a session is: Bubble Tea's messages and commands, and a frame that it
// paints when it is asked to. All of it is called by one goroutine.
type Model interface {
	// Init is the first command; the size of the terminal is the first message.
	Init() tea.Cmd
	Update(msg tea.Msg) tea.Cmd
	// Paint appends to dst what makes the screen show the newest state. It is not
	// asked while a client has not taken the frame before.
	Paint(s *paint.Screen, dst []byte) []byte
}

// What a model may have besides; each is asked for by type, and costs no goroutine.
type (
	// Waker is a model that others wake: for each token of the channel it is sent Woken.
	Waker interface{ Wake() <-chan struct{} }
	// Timed is a model that is sent Ticked when the time has come that Due gives; the
	// zero time is never. It is asked anew after each message.
	Timed interface{ Due() time.Time }
	// Quieter is a model that tells, after a message, that it shows what it did before.
	Quieter interface{ Quiet() bool }
	// Noticed is a model that is sent a message once, when a channel is closed.
	Noticed interface {
		Notice() (<-chan struct{}, tea.Msg)
	}
)

// Woken tells a Waker that there is news, Ticked a Timed that its time has come.
type (
	Woken  struct{}
	Ticked struct{}
)

// repaint, clipboard and confirmed are for the terminal.
type (
	repaint   struct{}
	clipboard string
	confirmed string
)

// Repaint is a command: it makes the next frame a whole one, whatever the terminal shows.
func Repaint() tea.Msg { return repaint{} }

// Clipboard is the command that puts a text on the clipboard of the client's desk,
// where its terminal lets it.
func Clipboard(text string) tea.Cmd { return func() tea.Msg { return clipboard(text) } }

// Confirmed is Clipboard that then asks the terminal what its clipboard has. Where it
// tells, which few do, the model is sent a tea.ClipboardMsg.
func Confirmed(text string) tea.Cmd { return func() tea.Msg { return confirmed(text) } }

// Run runs a model on a client's terminal until it quits (nil), the client goes
// (ErrHangup), stops reading (ErrSlow), sends too much (ErrFlood), the model fails (ErrPanic) or ctx ends
// (its cause). The terminal is restored where the client still reads. When Run
// returns nothing of it runs on but commands of the model that have not
// returned; no client can make anybody else wait.
//
// Of Bubble Tea's own messages it knows Quit, Interrupt, Batch and Raw.
func Run(ctx context.Context, t Terminal, model Model, feeds ...Feed) error {
	if err := CheckTerm(t.Term); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	s := newSession(ctx, cancel, t, model)
	s.safely("screen", func() { s.run(feeds) })
	cause := context.Cause(ctx)
	cancel(nil)
	s.end()
	return cause
}

// Environment is all that is known of the client's terminal.
func Environment(t Terminal) []string {
	env := []string{"TERM=" + t.Term, "SSH_TTY=1"}
	for _, kv := range t.Env {
		key, value, _ := strings.Cut(kv, "=")
		switch {
		case key == "NO_COLOR" && value != "": // any value counts, not only those that parse as true
			env = append(env, "NO_COLOR=1")
		case key == "COLORTERM", key == "LANG", strings.HasPrefix(key, "LC_"):
			env = append(env, kv)
		}
	}
	return env
}

// AsksColour tells whether to ask the terminal for true colour: SSH carries no
// COLORTERM, and only descendants of xterm take the question silently.
func AsksColour(term string, profile colorprofile.Profile) bool {
	return profile > colorprofile.ASCII && profile < colorprofile.TrueColor &&
		slices.ContainsFunc([]string{"xterm", "tmux", "rxvt", "vte", "konsole", "mintty"},
			func(p string) bool { return strings.HasPrefix(term, p) })
}

// depth is how many colours a terminal of a profile has.
func depth(profile colorprofile.Profile) paint.Depth {
	switch {
	case profile <= colorprofile.ASCII:
		return paint.NoColours
	case profile == colorprofile.ANSI:
		return paint.Colours16
	}
	return paint.Colours256
}

// asksSyncs tells whether to ask the terminal for synchronized updates: others than
// these may print the question.
func asksSyncs(term string) bool {
	return slices.ContainsFunc([]string{"ghostty", "wezterm", "alacritty", "kitty", "rio"},
		func(p string) bool { return strings.Contains(term, p) })
}
