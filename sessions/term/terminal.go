package term

import (
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

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

// Size is the size at the start: as the client says it, within bounds, or 80x24 where it
// says none.
func (t Terminal) Size() Size {
	if size, ok := (Size{t.Width, t.Height}).Clamp(); ok {
		return size
	}
	return Size{80, 24}
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
	// Width and Height are the size at the start, in cells, as the client says it.
	Width, Height int
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
		slices.ContainsFunc([]string{"xterm", "rxvt", "vte", "konsole", "mintty"},
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
	return paint.TrueColour // the palette says how many of them are used
}

// Multiplexed reports whether a terminal of this type is one inside another. The outer one's
// colours reach it in an environment that may be another terminal's, so nothing but a setting
// proves that it passes 24 bits on.
func Multiplexed(term string) bool {
	return strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen")
}

// asksSyncs tells whether to ask the terminal for synchronized updates: others than
// these may print the question.
func asksSyncs(term string) bool {
	return slices.ContainsFunc([]string{"ghostty", "wezterm", "alacritty", "kitty", "rio"},
		func(p string) bool { return strings.Contains(term, p) })
}

// reportsSyncs reports whether a terminal says that it knows synchronized updates, which are off.
func reportsSyncs(msg tea.ModeReportMsg) bool {
	return msg.Mode == ansi.ModeSynchronizedOutput && msg.Value == ansi.ModeReset
}
