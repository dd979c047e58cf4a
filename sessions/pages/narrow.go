package pages

import (
	"strings"

	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// narrowPitch is the number of rows of a table in 48 columns, with the blank one.
const narrowPitch = 4

// DrawNarrow draws the lobby in 48 columns: three rows a table.
func (v *lobbyView) DrawNarrow(a *app.App, g ui.Region) bool {
	if !g.Rich() {
		return false
	}
	ui.Tabs(g, 1, 0, []string{a.T("lobby.tables", "n", len(v.tables)), v.peopleLabel(a)}, v.tab, func(i int) any { return ui.TabHit(i) })
	foot := g.H() - 1
	g.Keycap(1, foot, "a", a.T("lobby.code"), "a", false)
	if v.tab == 1 {
		v.narrowPeople(a, g.Sub(ui.Rect{Y: 2, W: g.W(), H: foot - 3}))
		return true
	}
	g.TextRight(g.W()-1, foot, ui.Muted, ui.Cut(v.you(a, a.Short), g.W()-ui.Width(a.T("lobby.code"))-9))
	if len(v.tables) == 0 {
		v.narrowNone(a, g)
		return true
	}
	focus := v.list[0].Focus
	from, to := ui.Window(focus, len(v.tables), (foot-2)/narrowPitch)
	for i := from; i < to; i++ {
		v.narrowTable(a, g.Sub(ui.Rect{X: 1, Y: 2 + (i-from)*narrowPitch, W: g.W() - 2, H: narrowPitch - 1}), i, i == focus)
	}
	if n := len(v.tables) - (to - from); n > 0 {
		g.TextRight(g.W()-1, 0, ui.Muted, "+"+app.Itoa(n))
	}
	return true
}

// narrowTable draws the i-th table in three rows.
func (v *lobbyView) narrowTable(a *app.App, g ui.Region, i int, focused bool) {
	s := v.tables[i]
	if focused {
		g.Fill(g.Rect(), ui.Raised)
		g.Edge(0, 0, g.H(), ui.Accent)
	}
	g.Hit(g.Rect(), ui.RowHit(i))
	tileOf(a, g, 2, 0, s.Game)
	const x = 9
	right := g.W() - 1
	n := g.Text(x, 0, ui.Strong|ui.Bold, a.Game(s.Game, s.Options)) + 2
	v.tableState(a, g, right, 0, s)
	g.TextCut(x+n, 0, right-x-n-ui.Width(v.state(a, s))-1, ui.Muted, terms(a, s))
	half := (right - x) / 2
	for k, seat := range firstOf(s.Seats, 2) {
		drawSeat(a, g, x+k*(half+1), 1, half, seat)
	}
	kind, ink := "tb.unrated", ui.Muted
	if s.Rated {
		kind, ink = "tb.rated", ui.Info
	}
	n = g.Text(x, 2, ink, a.T(kind)) + 2
	g.Text(x+n, 2, ui.Muted, s.ID)
	switch {
	case focused:
		g.Keycap(right-7, 2, "Enter", "", "enter", true)
	case s.Watchers > 0:
		g.TextRight(right, 2, ui.Muted, a.T("tb.watchers", "n", s.Watchers))
	}
}

// narrowPeople draws the people here, two rows each.
func (v *lobbyView) narrowPeople(a *app.App, g ui.Region) {
	const pitch = 3
	focus := v.list[1].Focus
	from, to := ui.Window(focus, len(v.people), g.H()/pitch)
	for i := from; i < to; i++ {
		row := ui.Rect{X: 1, Y: (i - from) * pitch, W: g.W() - 2, H: pitch - 1}
		in := g.Sub(row)
		if i == focus {
			in.Fill(in.Rect(), ui.Raised)
			in.Edge(0, 0, in.H(), ui.Accent)
		}
		cells := v.person(a, v.people[i])
		in.TextCut(2, 0, row.W-3, ui.Strong|ui.Bold, cells[0])
		in.TextCut(2, 1, row.W-3, ui.Muted, strings.TrimSpace(cells[1]+"  "+cells[2]))
		g.Hit(row, ui.RowHit(i))
	}
}

// narrowNone draws the place of the tables if there are none.
func (v *lobbyView) narrowNone(a *app.App, g ui.Region) {
	p := g.Sheet(ui.Rect{X: 1, Y: 3, W: g.W() - 2, H: 8}, ui.Panel)
	p.Text(2, 1, ui.Strong|ui.Bold, a.T("lobby.empty"))
	hint := v.named(a, a.T(app.Either(play.GameOf(v.name()).Alone(), "lobby.hint.run", "lobby.hint.none")))
	for i, line := range firstOf(ui.Wrap(hint, p.W()-4), 3) {
		p.Text(2, 2+i, ui.Muted, line)
	}
	p.Keycap(2, 6, "Enter", a.T(v.entering(a)), "enter", true)
}
