package app

import (
	tea "charm.land/bubbletea/v2"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// List is a screen's list: the router moves its focus, and treats a click on the focused row as Enter.
type List struct {
	*ui.Scroll
	N     int        // number of rows
	Page  int        // rows that a page key moves
	Still bool       // Enter does something other than open the row: a click only moves the focus
	Moved func(*App) // called when a key or a click has moved the focus; may be nil
}

// take handles a key or a click in the list; it returns false if that has no meaning there.
func (l List) take(a *App, msg tea.Msg) (ok bool) {
	switch msg := msg.(type) {
	case ui.RowHit:
		if l.Focus == int(msg) && !l.Still {
			a.Send(a.Top(), ui.Key("enter"))
			return true
		}
		l.Focus, ok = int(msg), true
	case ui.Key:
		ok = l.Key(msg, l.N, l.Page)
	}
	if ok && l.Moved != nil {
		l.Moved(a)
	}
	return ok
}

// In reports whether the focus is on a row: the list is not empty.
func (l List) In() bool { return l.Focus < l.N }

// Block returns the list for the kit, with the texts of a row or the text of an empty list.
func (l List) Block(cols []kit.Column, empty string, row func(i int) []string) kit.List {
	return kit.List{Cols: cols, N: l.N, Focus: l.Focus, Empty: empty, Row: row}
}
