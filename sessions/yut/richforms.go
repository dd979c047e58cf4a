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
