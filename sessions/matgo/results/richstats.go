package results

import (
	"strings"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// drawRich draws the statistics on ui.LevelRich: four numbers in pixels, the tallies, the frequency of
// events, and the latest rounds.
func (v *StatsView) drawRich(a *app.App, g ui.Region) {
	margin, gap, y, height := 1, 2, 0, 8
	large := g.W() > ui.MinWidth
	if large {
		margin, gap, y, height = 2, 4, 1, 12
	}
	all, in := matgoSum(v.shown()), g.W()-2*margin
	rate := strings.TrimSuffix(percentOf(all.Won, all.Rounds), "%")
	if before, _, ok := strings.Cut(rate, "."); ok {
		rate = before + "%"
	}
	tile := (in - 3*gap) / 4
	for i, t := range []struct{ value, key string }{
		{app.Itoa(all.Rounds), "mp.stat.rounds"}, {app.Itoa(all.Won) + "-" + app.Itoa(all.Lost) + "-" + app.Itoa(all.Nagari), "mp.stat.record"},
		{rate, "mp.stat.rate"}, {app.Itoa(all.Best), "mp.stat.best"},
	} {
		sheets.Tile(g, ui.Rect{X: margin + i*(tile+gap), Y: y, W: tile, H: 5}, t.value, a.T(t.key), app.Either(i == 3, ui.Gold, ui.White))
	}
	y += app.Either(large, 6, 5)
	w := (in - gap) / 2
	left := g.Sheet(ui.Rect{X: margin, Y: y, W: w, H: height}, ui.Panel)
	v.tallies(a, left.Sub(ui.Rect{X: 2, W: w - 4, H: height}))
	v.events(a, sheets.Panel(g, ui.Rect{X: margin + w + gap, Y: y, W: w, H: height}, a.T("mp.stat.events"), ""))
	y += height
	cols := []ui.Column{
		{X: 3, W: 9, Heading: "mt.col.id"}, {X: 14, W: 14, Heading: "mt.col.opponent"}, {X: 30, W: 16, Heading: "mt.col.result"},
		{X: 47, W: 13, Heading: "mp.col.gold", Right: true}, {X: 62, W: 6, Heading: "mp.col.kind"}, {X: 69, W: 10, Heading: "mt.col.when"},
	}
	v.List(a).Draw(a, g, y, g.H()-y-2, cols, func(i int) []string { return v.row(a, v.rounds.Matches[i]) }, "", a.T("mp.stats.none"))
}

// matgoSum returns the sum of rated rounds and the others.
func matgoSum(s matgo.Stats) (t matgo.Tally) {
	for _, x := range []matgo.Tally{s.Rated, s.Practice} {
		t.Rounds, t.Won, t.Lost, t.Nagari = t.Rounds+x.Rounds, t.Won+x.Won, t.Lost+x.Lost, t.Nagari+x.Nagari
		t.Best = max(t.Best, x.Best)
	}
	return t
}

// tallies draws rated rounds and the others beside each other.
func (v *StatsView) tallies(a *app.App, g ui.Region) {
	others := tallyFacts(v.shown().Practice)
	one, two := g.W()-11, g.W()
	for _, f := range others {
		one = min(one, two-1-ui.Width(f[1]))
	}
	g.TextRight(one, 0, ui.Muted, a.T("mp.stat.rated"))
	g.TextRight(two, 0, ui.Muted, a.T("mp.stat.practice"))
	skip := map[string]bool{}
	if g.H() < len(others)+1 { // the tiles show these
		skip = map[string]bool{"mp.stat.rounds": true, "mp.stat.best": true, "mp.stat.gorate": true}
	}
	y := 1
	for i, f := range tallyFacts(v.shown().Rated) {
		if skip[f[0]] || y >= g.H() {
			continue
		}
		g.TextCut(0, y, one-1-ui.Width(f[1]), ui.Text, a.T(f[0]))
		g.TextRight(one, y, ui.Strong, f[1])
		g.TextRight(two, y, ui.Text, others[i][1])
		y++
	}
}

// events draws the frequency of events, and the share of rounds with them, as meters; in two columns if
// rows are few.
func (v *StatsView) events(a *app.App, g ui.Region) {
	s := v.shown()
	rated, more := eventCounts(s.Rated.Events), eventCounts(s.Practice.Events)
	rounds := s.Rated.Rounds + s.Practice.Rounds
	columns := app.Either(g.H() < len(rated), 2, 1)
	w := (g.W() - 2*(columns-1)) / columns
	rows := (len(rated) + columns - 1) / columns
	for i, e := range rated {
		n := e.n + more[i].n
		col := g.Sub(ui.Rect{X: i / rows * (w + 2), Y: i % rows, W: w, H: 1})
		number := app.Itoa(n)
		if columns == 1 {
			number += "  " + perRound(n, rounds)
		}
		sheets.Share{Label: a.T(e.key), Part: n, Whole: max(rounds, n), Number: number, Ink: hwatu.Face.Accent}.Draw(col, 0, app.Either(columns == 1, 14, 11), ui.Width(number))
	}
}
