package stones

import (
	"fmt"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// space is the layout of a rich screen of one of the two sizes: its river and the places of the parts
// below.
type space struct {
	*bed
	g      ui.Region
	full   bool
	margin int // left and right of the sheets
	top    int // the first row of the sheets
}

// spaceOf returns the layout for a canvas.
func spaceOf(c *ui.Canvas) space {
	g := ui.Body(c)
	if ui.Full(c.W(), c.H()) {
		return space{broad, g.Sub(ui.Rect{X: (g.W() - 120) / 2, Y: (g.H() - 37) / 2, W: 120, H: 37}), true, 2, 21}
	}
	return space{narrow, g, false, 1, 13}
}

// watched reports whether the viewer only watches the choice in focus.
func watched(s *play.Scene) bool { return s.Replay || s.You == games.Nobody }

// drawRich draws a run on ui.LevelRich: the river, and below it the choices with their possible cells, the
// way so far, and on a large screen the player's own runs.
func (v *gameView) drawRich(a *app.App, sp space, s *play.Scene, view stones.View) {
	see := crossing{rewards: view.Rewards, way: wayOf(view), percents: !a.Set.NoHints}
	moving := s.Unrest(a, v) > 0
	at := v.cell(a, s, view)
	see.walkers = []walker{{cell: at, coat: coats[0], air: moving && at != view.Cell}}
	list := outlooks(view)
	if o := list[v.at]; o != nil && picking(s, view) && !watched(s) && !moving {
		see.odds = o.Landing
	}
	sp.draw(a, sp.g, &see)
	v.rolled(a, sp, s)
	if picking(s, view) {
		v.cards(a, sp, s, view, list)
	}
	if sp.slim() {
		v.wayLines(a, sp, s, view)
		return
	}
	if !sp.full {
		v.wayLine(a, sp, s, view)
		return
	}
	v.waySheet(a, sp, view)
	v.ownSheet(a, sp, s)
	if !s.Replay {
		v.note(a, sp.g, sp.margin+2, 35, s)
	}
}

// rolled describes the effect of the last roll on the water.
func (v *gameView) rolled(a *app.App, sp space, s *play.Scene) {
	step, ok := lastStep(s)
	if !ok || s.Unrest(a, v) > 0 {
		return
	}
	text := a.Short("st.said.roll", "c", int(step.Choice), "d", fmt.Sprintf("%+d", step.Roll), "a", step.From, "n", step.To)
	switch {
	case step.To == stones.Goal:
		text += "   " + a.T("st.reach16")
	case step.Clamped:
		text += "   " + a.T("st.clamp0")
	}
	text = ui.Cut(text, sp.w-4)
	sp.write(sp.g, min(8, max(0, sp.w-4-ui.Width(text))), 0, numTok, sp.water[0], text)
}

// wayOf returns the cells of a run so far.
func wayOf(view stones.View) []int {
	way := []int{0}
	for _, step := range view.History {
		way = append(way, step.To)
	}
	return way
}

// wayLine draws the last row of a small screen: the way so far, or the effect of the last roll, and the
// picks left.
func (v *gameView) wayLine(a *app.App, sp space, s *play.Scene, view stones.View) {
	const y, right = 20, 57
	if !s.Replay { // the slider has the row
		v.way(a, sp.g.Sub(ui.Rect{X: 2, Y: y, W: right - 14, H: 1}), s, view)
	}
	text := a.T("st.rich.left")
	sp.g.TextRight(right-1, y, ui.Muted, text)
	drawPicks(sp.g, right, y, view.Left)
	sp.g.TextRight(78, y, ui.Text, fmt.Sprintf("%d/%d", view.Left, stones.Picks))
}

// way writes the last cells that fit, and in gold the cells that the choice in focus can reach.
func (v *gameView) way(a *app.App, g ui.Region, s *play.Scene, view stones.View) {
	const gap = " › "
	x := g.Text(0, 0, ui.Muted, a.T("st.path")) + 1
	next := ""
	if picking(s, view) && !watched(s) && s.Unrest(a, v) == 0 {
		next = spanText(view.Cell, v.at) + "?"
	}
	cells, room := wayOf(view), g.W()-x-ui.Width(next)-5
	from := len(cells)
	for from > 0 && room >= ui.Width(app.Itoa(cells[from-1]))+3 {
		from--
		room -= ui.Width(app.Itoa(cells[from])) + 3
	}
	if from > 0 {
		x += g.Text(x, 0, ui.Faint, "..")
	}
	for i, cell := range cells[from:] {
		if i > 0 || from > 0 {
			x += g.Text(x, 0, ui.Faint, gap)
		}
		x += g.Text(x, 0, ui.Text|ui.Bold, app.Itoa(cell))
	}
	if next != "" {
		x += g.Text(x, 0, ui.Faint, gap)
		g.Text(x, 0, ui.Accent|ui.Bold, next)
	}
}

// drawPicks draws the picks of a run as dots; the remaining ones are filled.
func drawPicks(g ui.Region, x, y, left int) {
	for i := range stones.Picks {
		if i < left {
			g.Text(x+2*i, y, face.Accent, "●")
		} else {
			g.Text(x+2*i, y, ui.Faint, "○")
		}
	}
}

// waySheet lists the picks so far.
func (v *gameView) waySheet(a *app.App, sp space, view stones.View) {
	in := sheets.Panel(sp.g, ui.Rect{X: 2, Y: 30, W: 57, H: 5}, a.T("st.path"), "")
	head := sp.g.Sub(ui.Rect{X: 2, Y: 30, W: 57, H: 1})
	drawPicks(head, 30, 0, view.Left)
	head.TextRight(55, 0, ui.Text, a.T("st.rich.more", "n", view.Left))
	const rows = 4
	for i, step := range view.History {
		at := in.Sub(ui.Rect{X: 27 * (i / rows), Y: i % rows, W: 27, H: 1})
		at.Text(0, 0, ui.Muted, choiceName(a, step.Choice))
		at.TextRight(8, 0, ui.Text, fmt.Sprintf("%+d", step.Roll))
		at.TextRight(17, 0, ui.Text, fmt.Sprintf("%d › %d", step.From, step.To))
		gradeChip(a, at, 19, 0, view.Rewards[step.To])
	}
}

// ownSheet shows the results of the player's own runs.
func (v *gameView) ownSheet(a *app.App, sp space, s *play.Scene) {
	if s.You == games.Nobody || v.stats.Runs == 0 {
		return
	}
	mean, _ := means(v.stats)
	note := a.T("st.rich.mean", "v", fmt.Sprintf("%.2f", mean))
	in := sheets.Panel(sp.g, ui.Rect{X: 61, Y: 30, W: 57, H: 5}, a.T("st.mine", "n", v.stats.Runs), note)
	gradeBars(a, in, v.stats.Rewards, v.stats.Runs)
}

// gradeChip draws a grade's letter on its colour; it returns the number of cells.
func gradeChip(a *app.App, g ui.Region, x, y int, r stones.Reward) int {
	word := " " + letter(a, r) + " "
	g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(word), H: 1}, grades[r].tok)
	return g.Text(x, y, grades[r].ink|ui.Bold, word)
}

// gradeBars draws the number of runs for each grade, the best first, a row each.
func gradeBars(a *app.App, g ui.Region, counts [stones.Rewards]int, total int) {
	y, end := 0, g.W()
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		if !given(r) && counts[r] == 0 || y >= g.H() {
			continue
		}
		gradeChip(a, g, 0, y, r)
		g.TextCut(5, y, 11, ui.Text, gradeName(a, r))
		g.Bar(16, y, end-16-14, counts[r], total, grades[r].tok, ui.Track)
		g.TextRight(end-7, y, ui.Strong|ui.Bold, app.Itoa(counts[r]))
		share := "-"
		if total > 0 {
			share = fmt.Sprintf("%.1f%%", 100*float64(counts[r])/float64(total))
		}
		g.TextRight(end, y, ui.Muted, share)
		y++
	}
}
