package stones

import (
	"fmt"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
)

// drawRich draws the form on ui.LevelRich: for each mode the river and the result of best play, the rows of
// the form, and the three choices.
func (s *setup) drawRich(a *app.App, g ui.Region) {
	y, beds := 0, 1
	if g.W() < ui.MinWidth { // the river in two rows
		beds = 2
	}
	for i, m := range stones.Modes() {
		r := ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 1 + 5*beds}
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
		x += 3 + in.Text(x+2, 0, ink, a.T("st.mode", "n", m.Number))
		best, start := stones.BestPlay(m.Number), stones.Begin()
		in.TextRight(r.W-2, 0, ui.Muted, ui.Cut(a.T("st.setup.best", "g", gradeName(a, stones.SuperEpic),
			"p", app.Percent(best.Final(start)[stones.SuperEpic]), "v", fmt.Sprintf("%.2f", best.Value(start))), r.W-2-x))
		for k := range beds {
			from, to := k*stones.Cells/beds, (k+1)*stones.Cells/beds
			drawStream(a, in.Sub(ui.Rect{X: 1, Y: 1 + 5*k, W: r.W - 2, H: 5}), m.Rewards, from, to)
		}
		y += r.H + 2 - beds
	}
	in := g.Sub(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: g.H() - y})
	s.Form.Draw(in, 0, 1, a.T("solo.kind"), 10)
	solo.SeedRow(a, in, 2, &s.Form, a.T("st.seed.empty"))
	if beds > 1 {
		s.narrowRules(a, in)
		return
	}
	in.Text(12, 1, ui.Muted, s.about(a))
	in.Text(2, 5, ui.Text, a.T("st.setup.rules", "n", stones.Picks))
	x := 2
	for choice := stones.Choice(1); choice <= stones.Choices; choice++ {
		x += in.Chip(x, 6, choiceName(a, choice), ui.Cap) + 1
		x += in.Text(x, 6, ui.Strong|ui.Bold, moveText(choice)) + 1
		x += in.Text(x, 6, ui.Muted, uses(a, choice)) + 3
	}
}

// uses returns the number of uses of a choice in words.
func uses(a *app.App, choice stones.Choice) string {
	if choice.Limit() == 0 {
		return a.T("st.nolimit")
	}
	return a.T("st.times", "n", choice.Limit())
}

// narrowRules explains the choices below the rows of the form, in 48 columns.
func (s *setup) narrowRules(a *app.App, g ui.Region) {
	for i, line := range ui.Wrap(s.about(a), g.W()-3) {
		g.TextCut(2, 3+i, g.W()-3, ui.Muted, line)
	}
	for choice := stones.Choice(1); choice <= stones.Choices; choice++ {
		y := 4 + int(choice)
		x := 3 + g.Chip(2, y, choiceName(a, choice), ui.Cap)
		x += g.Text(x, y, ui.Strong|ui.Bold, moveText(choice)) + 1
		g.Text(x, y, ui.Muted, uses(a, choice))
	}
}

// DrawNarrow draws the form in 48 columns.
func (s *setup) DrawNarrow(a *app.App, g ui.Region) bool {
	if !g.Rich() {
		return false
	}
	s.drawRich(a, g)
	return true
}

// drawStream draws some stones of a mode in one row on water, 5 high: small stones with their
// letters, and their numbers.
func drawStream(a *app.App, g ui.Region, rewards [stones.Cells]stones.Reward, from, to int) {
	for y := range 4 {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, narrow.water[3+y])
	}
	for cell := from; cell < to; cell++ {
		r := rewards[cell]
		x, look := 4+4*(cell-from), grades[r]
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

// smallFeet has the feet of small stones, by grade.
var smallFeet = func() (list [stones.Rewards]ui.Token) {
	for r := range list {
		list[r] = ui.NewPaint(grades[r].foot)
	}
	return list
}()
