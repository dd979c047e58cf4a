package pages

import (
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// drawRich draws the list on ui.LevelRich: grades as tabs, and for each deal the length of the solver's way
// and whether the player has solved it.
func (l *DealList) drawRich(a *app.App, g ui.Region) {
	draws := []string{a.T("kp.draw.1"), a.T("kp.draw.3")}
	ui.Tabs(g, g.W()-ui.Width(draws[0]+draws[1])-6, 1, draws, l.drawn/2, func(i int) any { return drawHit(1 + 2*i) })
	var labels []string
	for _, grade := range l.grades {
		labels = append(labels, dealGrade(a, grade)+" "+app.Itoa(l.counts[grade]))
	}
	ui.Tabs(g, 1, 1, append(labels, a.T("kp.fav")+" "+app.Itoa(len(l.fav))), l.tab, func(i int) any { return ui.TabHit(i) })
	cols := []ui.Column{
		{X: 2, W: 1}, {X: 4, W: 15, Heading: "kp.col.deal"}, {X: 20, W: 14, Heading: "kp.col.id"}, {X: 35, W: 10, Heading: "kl.ids.rules"},
		{X: 56, W: 4, Right: true}, {X: 62, W: 1}, {X: 64, W: 15, Heading: "kp.col.best"},
	}
	meter := 46
	if g.W() > ui.MinWidth {
		cols = []ui.Column{
			{X: 3, W: 1}, {X: 6, W: 15, Heading: "kp.col.deal"}, {X: 22, W: 48, Heading: "kp.col.id"}, {X: 72, W: 15, Heading: "kl.ids.rules"},
			{X: 98, W: 4, Right: true}, {X: 104, W: 1}, {X: 106, W: 13, Heading: "kp.col.best"},
		}
		meter = 88
	}
	const y, long = 3, 10
	rows := g.H() - y - 3
	longest := 1
	for _, d := range l.Found {
		longest = max(longest, d.Moves)
	}
	richList(a, g, y, rows, cols, l.List(a), 1, func(i int) []inked {
		d, row := l.Found[i], l.row(a, l.Found[i])
		solved := d.Best.Match != ""
		return []inked{
			{app.When(row[0] != "", "♥"), ui.Bad}, {row[1], ui.Text}, {row[2], ui.Muted}, {row[3], ui.Muted}, {row[4], ui.Text},
			{app.Either(solved, "■", "□"), app.Either(solved, ui.OK, ui.Muted)}, {row[5], ui.Text},
		}
	})
	from, to := ui.Window(l.scroll.Focus, len(l.Found), rows)
	if len(l.Found) > 0 {
		g.TextRight(cols[4].X+4, y, ui.Faint, a.T("kp.col.way"))
	}
	for i := from; i < to; i++ {
		if moves := l.Found[i].Moves; moves > 0 {
			g.Meter(meter, y+1+i-from, long, moves, longest, cards.Face.Accent)
		}
	}
	l.footer(a, g, y+2)
}
