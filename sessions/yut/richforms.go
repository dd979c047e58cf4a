package yut

import (
	"arcade/sessions/app"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// drawRich is Draw on ui.LevelRich: the form on a sheet, below it the boards' first rows and
// the player's own runs.
func (s *setup) drawRich(a *app.App, g ui.Region) {
	x := 2
	if !g.Folded() {
		for i, back := range []bool{true, false} {
			g.Show(1+3*i, 0, upright(back))
		}
		x = 8
	}
	g.Text(x, 0, face.Accent|ui.Bold, a.T("yt.title"))
	g.TextCut(x, 1, 72, ui.Text, a.T("yt.intro1"))
	g.TextCut(x, 2, 72, ui.Muted, a.T("yt.intro2"))
	form := g.Sheet(ui.Rect{X: 0, Y: 4, W: 80, H: 5}, ui.Panel)
	s.Form.Draw(form, 1, 0, a.T("solo.kind"), 10)
	form.Text(12, 2, ui.Muted, s.about(a))
	solo.SeedRow(a, form, 3, &s.Form, a.T("yt.seed.hint"))
	for i, key := range []string{"solo.tab.ranked", "solo.tab.today", "solo.tab.yesterday"} {
		sheet := g.Sheet(ui.Rect{X: 27 * i, Y: 10, W: 26, H: 7}, ui.Panel)
		sheet.Text(2, 0, ui.Strong|ui.Bold, a.T(key))
		for k, row := range s.tops[i] {
			tok := app.Either(row.Player == a.Visit.Me().ID, ui.Accent|ui.Bold, ui.Text)
			sheet.Text(2, 1+k, ui.Muted, app.Itoa(k+1))
			sheet.Text(4, 1+k, tok, ui.Cut(a.Marked(row.Name, row.ByBot), 12))
			sheet.TextRight(25, 1+k, tok, score(a, "", true, row))
		}
		if len(s.tops[i]) == 0 {
			sheet.TextCut(2, 2, 23, ui.Muted, a.T("yt.nobody"))
		}
	}
	for i, line := range ownLines(a, s.stats) {
		g.Text(2, 18+i, app.Either(i == 0, ui.Text, ui.Muted), line)
	}
}

// upright draws a stick of 2 by 3 cells.
func upright(back bool) *ui.Picture {
	p := ui.NewPicture(2, 3, app.Either(back, board.BackFace, board.FrontFace))
	for y := range p.H {
		switch {
		case !back && y%2 == 1:
			p.Set(y/2%2, y, board.BackFace)
		case back:
			p.Set(1, y, air[1].Token)
		}
	}
	return p
}

// drawRich is Draw on ui.LevelRich: numbers, runs by turns as bars, the results of the relics.
func (v *statsView) drawRich(a *app.App, g ui.Region) {
	s := v.stats
	head := g.Sheet(ui.Rect{X: 1, W: g.W() - 2, H: 2}, ui.Panel)
	for i, line := range ownLines(a, s) {
		head.TextCut(2, i, head.W()-4, []ui.Token{ui.Strong | ui.Bold, ui.Text}[i], line)
	}
	half := g.W() / 2
	left := g.Sub(ui.Rect{X: 2, Y: 3, W: half - 4, H: g.H() - 3})
	left.Text(0, 0, ui.Muted, a.T("yt.chart"))
	rows := buckets(s, left.H()-5)
	most := 0
	for _, b := range rows {
		most = max(most, b.runs)
	}
	for i, b := range rows {
		best := s.Best != nil && b.low <= s.Best.Turns && s.Best.Turns <= b.high
		left.TextRight(7, 1+i, app.Either(best, ui.Accent|ui.Bold, ui.Text), b.String())
		if b.runs > 0 {
			left.Bar(8, 1+i, left.W()-14, b.runs, most, app.Either(best, ui.Accent, face.Accent), ui.Page)
		}
		left.TextRight(left.W(), 1+i, ui.Text, app.Itoa(b.runs))
	}
	if len(rows) == 0 {
		left.Text(0, 2, ui.Text, a.T("yt.stats.none"))
	}
	v.drawFoot(a, left, left.H()-3)
	right := g.Sheet(ui.Rect{X: half, Y: 3, W: g.W() - half - 1, H: g.H() - 4}, ui.Panel)
	cols := []ui.Column{{X: 2, W: 20, Heading: "yt.col.relic"}, {X: 23, W: 6, Heading: "yt.col.taken", Right: true}, {X: 30, W: 6, Heading: "yt.col.mean", Right: true}}
	list := v.relics
	v.List(a).Draw(a, right, 0, right.H()-5, cols, func(i int) []string {
		return []string{list[i].entry.Name.In(a.Lang.String()), app.Itoa(list[i].stats.Taken), list[i].meanText()}
	})
	if len(list) == 0 {
		right.TextCut(2, 2, right.W()-4, ui.Text, a.T("yt.relics.none"))
		return
	}
	if v.scroll.Focus < len(list) {
		k := column{a: a}
		k.relic(right, 2, right.H()-3, right.W()-13, list[v.scroll.Focus].entry.ID)
	}
}
