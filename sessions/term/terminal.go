// Package term is the terminal's end of a session: the bytes that show a frame and those by
// which it says what was typed, and what is known of it by its type.
package term

import (
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"

	"arcade/sessions/client"
	"arcade/sessions/paint"
)

// Size is a terminal's size in cells.
type Size = client.Size

// Size is the size at the start: as the client says it, within bounds, or 80x24 where it
// says none.
func (t Terminal) Size() Size {
	if size, ok := (Size{Width: t.Width, Height: t.Height}).Clamp(); ok {
		return size
	}
	return Size{Width: 80, Height: 24}
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

// ErrTerminal refuses a client whose terminal cannot show a screen.
var ErrTerminal = errors.New("this terminal cannot show screens")

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
		case key == "NO_COLOR" && value != "": // any value counts, also one that does not parse as true
			env = append(env, "NO_COLOR=1")
		case key == "COLORTERM", key == "LANG", strings.HasPrefix(key, "LC_"):
			env = append(env, kv)
		}
	}
	return env
}

// AsksColour reports whether to ask the terminal for true colour: SSH carries no
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
