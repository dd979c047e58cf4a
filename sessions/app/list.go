package app

import (
	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
)

// List is a screen's list: the router moves its focus, and takes a click on the row in
// focus for Enter.
type List struct {
	*ui.Scroll
	N     int        // how many rows there are
	Page  int        // how many a page key goes
	Still bool       // Enter is for something else than the row: a click takes the focus only
	Moved func(*App) // told when a key has moved the focus; may be nil
}

// take does what a key or a click means in the list; false where it means nothing.
func (l List) take(a *App, msg tea.Msg) (ok bool) {
	switch msg := msg.(type) {
	case ui.RowHit:
		if l.Focus == int(msg) && !l.Still {
			a.Send(a.Top(), ui.Key("enter"))
			return true
		}
		l.Focus = int(msg)
		return true
	case ui.Key:
		if l.Key(msg, l.N, l.Page) {
			if l.Moved != nil {
				l.Moved(a)
			}
			return true
		}
	}
	return false
}

// In reports whether the focus is on a row: the list is not empty.
func (l List) In() bool { return l.Focus < l.N }

// Draw draws the list as a table from row y on: headings, a rule, and the rows around
// the focus, as many as there is room for; of an empty list what is said in their place.
func (l List) Draw(a *App, g ui.Region, y, rows int, cols []ui.Column, row func(i int) []string, empty ...string) {
	a.Grid(g, y, cols, l.N, l.Focus, rows, row)
	if l.N == 0 {
		for i, line := range empty {
			g.Text(3, y+2+i, ui.Text, line)
		}
	}
}
