package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"arcade/sessions/client"
	"arcade/sessions/ui"
)

// scene has the data of a drawn frame besides its cells.
type scene struct {
	a     *App
	c     *ui.Canvas
	areas []client.Area // made once
	msgs  []any         // their messages
}

// aimed is a screen with a focus: Aim returns the message of the area in focus, or its words; nil for none.
type aimed interface{ Aim(a *App) any }

// speaker is a screen with its own sentences for people who cannot see it.
type speaker interface{ Spoken(a *App) []string }

// Title returns the name of the place that the screen shows.
func (s *scene) Title() string { return s.c.Place }

// Lang returns the language of the screen.
func (s *scene) Lang() string { return s.a.Lang.String() }

// Place returns the addresses of the open screens without overlays, and the last step of the browser's history
// that has been followed.
func (s *scene) Place() ([]string, int) { return s.a.addresses(), s.a.went }

// Areas returns the clickable areas in reading order, each with its meaning.
func (s *scene) Areas() []client.Area {
	if s.areas != nil {
		return s.areas
	}
	commands, all := s.a.commands(), s.c.Areas()
	slices.SortStableFunc(all, func(x, y ui.Area) int { return cmp.Or(x.Y-y.Y, x.X-y.X) })
	for _, at := range all {
		_, drags := at.Msg.(ui.Dragger)
		_, slides := at.Msg.(ui.SlideHit)
		s.msgs = append(s.msgs, at.Msg)
		s.areas = append(s.areas, client.Area{
			X: at.X, Y: at.Y, W: at.W, H: at.H, AtX: at.AtX, AtY: at.AtY,
			Label: s.label(at, commands), Drags: drags, Slides: slides,
		})
	}
	return s.areas
}

// aim returns the words of what has the focus, "" for none.
func (s *scene) aim() string {
	var aim any
	switch top := s.a.Top().(type) {
	case aimed:
		aim = top.Aim(s.a)
	case lister:
		aim = ui.RowHit(top.List(s.a).Scroll.Focus)
	}
	if text, ok := aim.(string); ok || aim == nil {
		return text
	}
	for i, at := range s.Areas() {
		if s.msgs[i] == aim {
			return at.Label
		}
	}
	return ""
}

// Tabs reports whether the screen uses the Tab key.
func (s *scene) Tabs() bool {
	return slices.ContainsFunc(s.a.commands(), func(c Command) bool { return !c.Off && slices.Contains(c.Keys(), "tab") })
}

// label returns the meaning of a click on an area: its own label, its command, or the words on it.
func (s *scene) label(at ui.Area, commands []Command) string {
	if at.Name != "" {
		return at.Name
	}
	words := s.c.Words(at.Rect)
	if key, ok := at.Msg.(ui.Press); ok {
		for _, c := range commands {
			if slices.Contains(c.Keys(), ui.Key(key)) && c.Bar+c.Menu != "" {
				return s.a.T(If(c.Bar != "", c.Bar, c.Menu))
			}
		}
		if words == "" && ui.Key(key) == ui.YesKey { // it stands alone beside what it accepts
			return s.a.T("key.accept")
		}
		return If(words != "", words, string(key))
	}
	if named, ok := at.Msg.(fmt.Stringer); ok {
		return named.String()
	}
	return words
}

// Keys returns the keys of the key bar that do something, none if the frame has buttons for them.
func (s *scene) Keys() (list []client.Key) {
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
func (s *scene) Field() (client.Field, bool) {
	f, at := s.c.Field()
	if f == nil || f != s.a.typing() {
		return client.Field{}, false
	}
	return client.Field{X: at.X, Y: at.Y, W: at.W, Text: f.String(), At: f.At(), Max: f.MaxRunes, Of: f}, true
}

// Again returns a sentence that is said for the n-th time, every other time with a no-break space at the
// end. The page announces only a changed sentence, so it is announced again.
func Again(text string, n int) string { return text + TextIf(n%2 > 0, "\u00a0") }

// Spoken returns the notices, the screen's own sentences or the prompt, and what has the focus.
func (s *scene) Spoken() (list []string) {
	for _, t := range s.a.Toasts {
		list = append(list, Again(t.text, t.no))
	}
	if sp, ok := s.a.Top().(speaker); ok {
		return append(list, sp.Spoken(s.a)...)
	}
	if s.c.Message != "" {
		list = append(list, s.a.Noticed(s.c.Message))
	}
	if aim := s.aim(); aim != "" && !strings.Contains(s.c.Message, aim) {
		list = append(list, aim)
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
