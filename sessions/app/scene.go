package app

import (
	"fmt"
	"slices"

	"arcade/sessions/client"
	"arcade/sessions/ui"
)

// scene has the data of a drawn frame besides its cells.
type scene struct {
	a *App
	c *ui.Canvas
}

// speaker is a screen with its own sentences for people who cannot see it.
type speaker interface{ Spoken(a *App) []string }

// Title returns the name of the place that the screen shows.
func (s scene) Title() string { return s.c.Place }

// Lang returns the language of the screen.
func (s scene) Lang() string { return s.a.Lang.String() }

// Place returns the addresses of the open screens without overlays, and the last step of the browser's history
// that has been followed.
func (s scene) Place() ([]string, int) { return s.a.addresses(), s.a.went }

// Areas returns the clickable areas, each with its meaning.
func (s scene) Areas() (list []client.Area) {
	commands := s.a.commands()
	for _, at := range s.c.Areas() {
		_, drags := at.Msg.(ui.Dragger)
		_, slides := at.Msg.(ui.SlideHit)
		list = append(list, client.Area{
			X: at.X, Y: at.Y, W: at.W, H: at.H, AtX: at.AtX, AtY: at.AtY,
			Label: s.label(at, commands), Drags: drags, Slides: slides,
		})
	}
	return list
}

// label returns the meaning of a click on an area: its command, its own label, the words on it, or else
// its place.
func (s scene) label(at ui.Area, commands []Command) string {
	words := s.c.Words(at.Rect)
	if key, ok := at.Msg.(ui.Press); ok {
		for _, c := range commands {
			if slices.Contains(c.Keys(), ui.Key(key)) && c.Bar+c.Menu != "" {
				return s.a.T(Either(c.Bar != "", c.Bar, c.Menu))
			}
		}
		return Either(words != "", words, string(key))
	}
	if at.Name != "" {
		return at.Name
	}
	if named, ok := at.Msg.(fmt.Stringer); ok {
		return named.String()
	}
	return Either(words != "", words, s.a.T("web.place", "x", Itoa(at.X+1), "y", Itoa(at.Y+1)))
}

// Keys returns the keys of the key bar that do something, none if the frame has buttons for them.
func (s scene) Keys() (list []client.Key) {
	if s.c.Touch {
		return nil
	}
	for _, it := range s.a.Bar(s.a.commands()) {
		if it.Key != "" {
			list = append(list, client.Key{Key: string(it.Key), Label: it.Label})
		}
	}
	return list
}

// Field returns the text field that takes typed text.
func (s scene) Field() (client.Field, bool) {
	f, at := s.c.Field()
	if f == nil || f != s.a.typing() {
		return client.Field{}, false
	}
	return client.Field{X: at.X, Y: at.Y, W: at.W, Text: f.String(), At: f.At(), Max: f.MaxRunes, Of: f}, true
}

// Again returns a sentence that is said for the n-th time, every other time with a no-break space at the
// end. The page announces only a changed sentence, so it is announced again.
func Again(text string, n int) string { return text + When(n%2 > 0, "\u00a0") }

// Spoken returns the notices, the screen's own sentences, and the prompt.
func (s scene) Spoken() (list []string) {
	for _, t := range s.a.Toasts {
		list = append(list, Again(t.text, t.no))
	}
	if sp, ok := s.a.Top().(speaker); ok {
		return append(list, sp.Spoken(s.a)...)
	}
	if s.c.Message != "" {
		list = append(list, s.a.Noticed(s.c.Message))
	}
	return list
}

// commands returns the commands of the top screen.
func (a *App) commands() []Command {
	if c, ok := a.Top().(commander); ok {
		return c.Commands(a)
	}
	return nil
}
