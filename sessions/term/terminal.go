// Package term is the terminal's end of a session: it writes frames as bytes, reads keys from bytes, and
// knows the terminal's properties by its type.
package term

import (
	"cmp"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"arcade/sessions/client"
	"arcade/sessions/paint"
)

// Size returns the size at the start: the client's, within bounds, or 80x24 if it reports none.
func (t Terminal) Size() client.Size {
	if size, ok := (client.Size{Width: t.Width, Height: t.Height}).Clamp(); ok {
		return size
	}
	return client.Size{Width: 80, Height: 24}
}

// Terminal is the client's end of a session.
type Terminal struct {
	// In has the client's keys. The session closes it; a blocked Read must return then, or at the latest when the
	// transport closes.
	In io.ReadCloser
	// Out is the client's screen, without any translation on the way.
	Out io.Writer
	// Close closes the transport under In and Out, so that a blocked Write
	// returns. It may be called more than once.
	Close func() error
	// Term is the terminal's type, Env the client's other variables, as "key=value". The server's own
	// environment plays no part.
	Term string
	Env  []string
	// ASCII reports whether it shows no other characters; see [Legacy].
	ASCII bool
	// Width and Height are the client's size at the start, in cells.
	Width, Height int
	// Resizes has the newest size after each change; nil or closed means none.
	Resizes <-chan client.Size
	// Keys limits the keys, clicks and the like taken each second; faster ones wait, and a client that
	// continues is sent away (ErrFlood). 0: no limit.
	Keys int
	// Meter is told what the program costs and how long its user waits; nil for nobody.
	Meter client.Meter
	// Log takes errors; nil for the default logger.
	Log *slog.Logger
}

// ErrTerminal refuses a client whose terminal cannot show a screen.
var ErrTerminal = errors.New("this terminal cannot show screens")

// CheckTerm returns ErrTerminal if a terminal of this type gets no screen.
func CheckTerm(term string) error {
	if term == "" || term == "dumb" || len(term) > 64 ||
		strings.ContainsFunc(term, func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-+._", r))
		}) {
		return ErrTerminal
	}
	return nil
}

// Environment returns all known variables of the client's terminal.
func Environment(t Terminal) []string {
	env := []string{"TERM=" + t.Term, "SSH_TTY=1"}
	for _, kv := range t.Env {
		key, value, _ := strings.Cut(kv, "=")
		switch {
		case key == "NO_COLOR" && value != "": // any value counts, even if it does not parse as true
			env = append(env, "NO_COLOR=1")
		case key == "COLORTERM", key == "LANG", strings.HasPrefix(key, "LC_"):
			env = append(env, kv)
		}
	}
	return env
}

// Legacy reports whether the client's locale says that its terminal is Korean in another encoding than UTF-8,
// such as ko_KR.eucKR.
func Legacy(env []string) bool {
	all := map[string]string{}
	for _, kv := range env {
		key, value, _ := strings.Cut(kv, "=")
		all[key] = value
	}
	locale := strings.ToLower(cmp.Or(all["LC_ALL"], all["LC_CTYPE"], all["LANG"]))
	locale, _, _ = strings.Cut(locale, "@")
	lang, charset, named := strings.Cut(locale, ".")
	return named && strings.HasPrefix(lang, "ko") && charset != "utf-8" && charset != "utf8"
}

// AsksColour reports whether to ask the terminal for true colour: SSH carries no
// COLORTERM, and only descendants of xterm take the question silently.
func AsksColour(term string, profile colorprofile.Profile) bool {
	return profile > colorprofile.ASCII && profile < colorprofile.TrueColor &&
		slices.ContainsFunc([]string{"xterm", "rxvt", "vte", "konsole", "mintty"},
			func(p string) bool { return strings.HasPrefix(term, p) })
}

// depth returns the number of colours of a terminal with a profile.
func depth(profile colorprofile.Profile) paint.Depth {
	switch {
	case profile <= colorprofile.ASCII:
		return paint.NoColours
	case profile == colorprofile.ANSI:
		return paint.Colours16
	}
	return paint.TrueColour // the palette says how many of them it uses
}

// Multiplexed reports whether a terminal of this type is one inside another. It gets the outer one's
// colours through an environment that may be another terminal's, so only a setting proves that it passes 24
// bits on.
func Multiplexed(term string) bool {
	return strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen")
}
