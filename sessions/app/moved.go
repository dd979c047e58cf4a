package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
)

// moved covers the screens of a window while another window of the player has taken over. Any key goes on here, but
// the one that closes the window.
type moved struct{ Ask }

func (m *moved) Open(a *App) {
	m.Title = a.T("moved.title")
	m.Lines = []string{a.T("sh.moved")}
	m.Answers = []Answer{{Key: "enter", Label: a.T("moved.here"), Do: goOn}, {Key: "q", Label: a.T("key.close"), Do: (*App).away}}
}

func (m *moved) Handle(a *App, msg tea.Msg) {
	if key, ok := msg.(ui.Key); ok && key != "" {
		closes := m.Answers[1]
		if key == closes.Key || key == closes.pressed(1) {
			closes.Do(a)
			return
		}
		goOn(a)
	}
}

func (m *moved) Draw(a *App, c *ui.Canvas) { a.DrawOver(c, m.Overlay(a)) }

// Overlay is the question with its own keys.
func (m *moved) Overlay(a *App) Overlay {
	o := m.Ask.Overlay(a)
	o.Keys, o.Usual = a.Items("enter", "moved.here", "q", "key.close"), a.T("sh.moved")
	return o
}

// goOn makes this window the active one again.
func goOn(a *App) {
	a.Fail(a.Visit.GoOn())
	a.CatchUp()
}

// away closes a window whose player is in another one.
func (a *App) away() {
	a.bye = a.T("moved.bye")
	a.Quit()
}

// rests covers the screens if another window has taken over, and uncovers them when this one goes on. It reports
// whether they are covered.
func (a *App) rests() bool {
	over := a.Visit.Superseded()
	switch {
	case over == a.covered():
	case over:
		a.invite = nil
		a.active() // the player was here until now
		a.Push(&moved{})
	default:
		a.Stack = slices.DeleteFunc(a.Stack, isMoved)
		a.look()
	}
	return over
}

// covered reports whether the screens are covered.
func (a *App) covered() bool { return slices.ContainsFunc(a.Stack, isMoved) }

// Beside reports whether the player is in another window too, which this one would take over from.
func (a *App) Beside() bool { return !a.Visit.Active() && a.Visit.MayPlay() == nil }

func isMoved(s Screen) bool {
	_, ok := s.(*moved)
	return ok
}
