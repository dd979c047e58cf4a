package stones

import (
	"fmt"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
)

// drawRich draws the form on ui.LevelRich: of each mode the river and what best play gets out
// of it, the rows of the form, and the three choices.
func (s *setup) drawRich(a *app.App, g ui.Region) {
	y := 0
	for i, m := range stones.Modes() {
		r := ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 6}
		g.Hit(r, app.PickHit{Row: 0, At: i})
		in, ink := g.Sub(r), ui.Text
		switch {
		case m.Number != s.mode():
			g.Sheet(r, ui.Panel)
		case s.In().ID == "mode":
			g.SheetEdge(r, ui.Raised, ui.Accent)
			ink = ui.Strong | ui.Bold
		default:
			g.Sheet(r, ui.Raised)
			ink = ui.Strong | ui.Bold
		}
		x := 2
		if m.Number == s.mode() {
			in.Text(x, 0, ui.Accent, "●")
		} else {
			in.Text(x, 0, ui.Faint, "○")
		}
		in.Text(x+2, 0, ink, a.T("st.mode", "n", m.Number))
		best, start := stones.BestPlay(m.Number), stones.Begin()
		in.TextRight(r.W-2, 0, ui.Muted, a.T("st.setup.best", "g", gradeName(a, stones.SuperEpic),
			"p", app.Percent(best.Final(start)[stones.SuperEpic]), "v", fmt.Sprintf("%.2f", best.Value(start))))
		drawStream(a, in.Sub(ui.Rect{X: 1, Y: 1, W: r.W - 2, H: 5}), m.Rewards)
		y += 7
	}
	in := g.Sub(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: g.H() - y})
	s.Form.Draw(in, 0, 1, a.T("solo.kind"), 10)
	in.Text(12, 1, ui.Muted, s.about(a))
	solo.SeedRow(a, in, 2, &s.Form, a.T("st.seed.empty"))
	in.Text(2, 5, ui.Text, a.T("st.setup.rules", "n", stones.Picks))
	x := 2
	for choice := stones.Choice(1); choice <= stones.Choices; choice++ {
		uses := a.T("st.nolimit")
		if choice.Limit() > 0 {
			uses = a.T("st.times", "n", choice.Limit())
		}
		x += in.Chip(x, 6, choiceName(a, choice), ui.Cap) + 1
		x += in.Text(x, 6, ui.Strong|ui.Bold, moveText(choice)) + 1
		x += in.Text(x, 6, ui.Muted, uses) + 3
	}
}

// drawStream draws the stones of a mode in one row on water, 76 cells wide and 5 high: small
// stones with their letters, and their numbers.
func drawStream(a *app.App, g ui.Region, rewards [stones.Cells]stones.Reward) {
	for y := range 4 {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, narrow.water[3+y])
	}
	for cell, r := range rewards {
		x, look := 4+4*cell, grades[r]
		for i := range 3 {
			g.Pixel(x+i, 1, look.tok)
			g.Pixel(x+i, 4, smallFeet[r])
		}
		g.Fill(ui.Rect{X: x, Y: 1, W: 3, H: 1}, look.tok)
		word := letter(a, r)
		g.Text(x+(3-ui.Width(word))/2, 1, look.ink|ui.Bold, word)
		number := app.Itoa(cell)
		narrow.write(g, x+1-(ui.Width(number)-1)/2, 3, numTok, narrow.water[6], number)
	}
}

// smallFeet are the feet of small stones, by grade.
var smallFeet = func() (list [stones.Rewards]ui.Token) {
	for r := range list {
		list[r] = ui.NewPaint(grades[r].foot)
	}
	return list
}()
