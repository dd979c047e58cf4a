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

// Scene returns what the drawn canvas c has besides its cells.
func (a *App) Scene(c *ui.Canvas) client.Scene { return &scene{a: a, c: c} }

// aimed is a screen with a focus: Aim returns the message of the area in focus, or its words; nil for none.
type aimed interface{ Aim(a *App) any }

// speaker is a screen with its own sentences for people who cannot see it: Spoken returns what is to be done, and how
// many of the last events stand in that.
type speaker interface {
	Spoken(a *App) (now []string, events int)
}

// Title returns the name of the place that the screen shows.
func (s *scene) Title() string { return s.c.Place }

// Lang returns the language of the screen.
func (s *scene) Lang() string { return s.a.Lang.String() }

// Place returns the addresses of the open screens without overlays, and the last step of the browser's history
// that has been followed.
func (s *scene) Place() ([]string, int) { return s.a.addresses(), s.a.went }

// Areas returns the clickable areas in reading order, each with its meaning, and among them what is only told.
func (s *scene) Areas() []client.Area {
	if s.areas != nil {
		return s.areas
	}
	commands, all := s.a.commands(), append(s.c.Areas(), s.c.Told()...)
	slices.SortStableFunc(all, func(x, y ui.Area) int { return cmp.Or(x.Y-y.Y, x.X-y.X) })
	for _, at := range all {
		_, drags := at.Msg.(ui.Dragger)
		_, slides := at.Msg.(ui.SlideHit)
		s.msgs = append(s.msgs, at.Msg)
		s.areas = append(s.areas, client.Area{
			X: at.X, Y: at.Y, W: at.W, H: at.H, AtX: at.AtX, AtY: at.AtY,
			Label: s.label(at, commands), Drags: drags, Slides: slides, Told: at.Msg == nil,
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

// Spoken returns the events, and the screen's own sentences or the message row and what has the focus.
func (s *scene) Spoken(since int) (is client.Spoken) {
	is.Events, is.First = s.a.events.since(since)
	is.Last = s.a.events.last
	if sp, ok := s.a.Top().(speaker); ok {
		now, within := sp.Spoken(s.a)
		is.Now, is.Events = now, is.Events[:max(0, len(is.Events)-within)]
		return is
	}
	if s.c.Message != "" {
		is.Now = append(is.Now, s.a.Noticed(s.c.Message))
	}
	if aim := s.aim(); aim != "" && !strings.Contains(s.c.Message, aim) {
		is.Now = append(is.Now, aim)
	}
	return is
}

// commands returns the commands of the top screen.
func (a *App) commands() []Command {
	if c, ok := a.Top().(commander); ok {
		return c.Commands(a)
	}
	return nil
}
