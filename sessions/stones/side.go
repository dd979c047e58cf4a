package stones

import (
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Parts shows a run: the river, and below it the choices, the way so far, and if there is room the player's own runs.
func (v *gameView) Parts(a *app.App, s *play.Scene) play.Parts {
	view, ok := s.View.(stones.View)
	if !ok {
		return play.Parts{}
	}
	moving := s.MotionLeft(a, v) > 0
	if before, ok := s.Before.(stones.View); ok && moving {
		view = before // no text reveals the effect of a roll before the roll comes to rest
	}
	at := v.cell(a, s, view)
	board := course{a: a, own: at, see: crossing{
		rewards: view.Rewards, way: wayOf(view), percents: !a.Set.NoHints,
		walkers: []walker{{cell: at, coat: coats[0], air: moving && at != view.Cell}},
	}}
	if step, ok := lastStep(s); ok && !moving {
		board.at = landed(a, step)
	}
	choices := v.trio(a, s, view)
	if o := choices.list[v.at]; o != nil && picking(s, view) && !watched(s) && !moving {
		board.see.odds = o.Landing
	}
	return play.Parts{Board: board.block(), Wide: true, Side: []kit.Item{{Block: v.below(a, s, view, choices), Fill: 1}}}
}

// below arranges what stands below the river: the choices beside each other with further facts, or below each other.
func (v *gameView) below(a *app.App, s *play.Scene, view stones.View, choices trio) kit.Block {
	way := v.way(a, s, view)
	facts := []kit.Item{
		{Block: v.records(a, s, view, way), Drop: 1, First: true},
		{Block: legend(a, view.Rewards), Drop: 3},
		{Block: kit.Text{Ink: ui.Muted, Text: v.note(a, s)}, Drop: 2},
	}
	if !picking(s, view) {
		return kit.Col(1, 0, facts...)
	}
	with := func(block kit.Block, more ...kit.Item) kit.Line {
		return kit.Col(1, 0, append([]kit.Item{{Block: block, First: true}}, more...)...)
	}
	return kit.Fit{
		with(choices.beside(), facts...), with(choices.below(), kit.Item{Block: way}), choices.below(),
		with(choices.flat(false), kit.Item{Block: way, Drop: 1}), with(choices.flat(true), kit.Item{Block: way, Drop: 1}),
	}
}

// note returns the price of hints, or says that they are on.
func (v *gameView) note(a *app.App, s *play.Scene) string {
	switch {
	case s.You == games.Nobody || s.Result != nil:
		return a.T("st.uniform")
	case s.Best:
		return a.T("st.note.on")
	case s.Hinted || s.Seeded:
		return a.T("st.note.free")
	case play.NoHints(a, s.Daily):
		return a.T("st.note.day")
	}
	return a.T("st.note.off")
}

// wayOf returns the cells of a run so far.
func wayOf(view stones.View) []int {
	way := []int{0}
	for _, step := range view.History {
		way = append(way, step.To)
	}
	return way
}

// way is the way so far and the picks left, in a row if there is room.
func (v *gameView) way(a *app.App, s *play.Scene, view stones.View) kit.Block {
	next := ""
	if picking(s, view) && !watched(s) && s.MotionLeft(a, v) == 0 {
		next = spanText(view.Cell, v.at) + "?"
	}
	path, left := path{a, wayOf(view), next}, picks{a, view.Left, view.Picks()}
	return kit.Fit{kit.Row(2, kit.Item{Block: path, Fill: 1}, kit.Item{Block: left}), kit.Col(0, 0, kit.Item{Block: path, Drop: 1}, kit.Item{Block: left})}
}

// path writes the cells of a run, and those that the choice in focus can reach.
type path struct {
	a    *app.App
	way  []int
	next string
}

// pathLeast is the least width of a way: its heading, a few cells, and the next ones.
const pathLeast = 36

// Least returns a row.
func (p path) Least(kit.Look, int) kit.Size { return kit.Size{W: pathLeast, H: 1} }

// Wish returns a row.
func (p path) Wish(kit.Look, int) int { return 1 }

// Draw writes the last cells that have room.
func (p path) Draw(_ kit.Look, g ui.Region) {
	const gap = " › "
	x := g.Text(0, 0, ui.Muted, p.a.T("st.path")) + 1
	room := g.W() - x - ui.Width(p.next) - 5
	from := len(p.way)
	for from > 0 && room >= ui.Width(app.Itoa(p.way[from-1]))+3 {
		from--
		room -= ui.Width(app.Itoa(p.way[from])) + 3
	}
	if from > 0 {
		x += g.Text(x, 0, ui.Faint, "..")
	}
	for i, cell := range p.way[from:] {
		if i > 0 || from > 0 {
			x += g.Text(x, 0, ui.Faint, gap)
		}
		x += g.Text(x, 0, ui.Text|ui.Bold, app.Itoa(cell))
	}
	if p.next != "" {
		x += g.Text(x, 0, ui.Faint, gap)
		g.Text(x, 0, ui.Accent|ui.Bold, p.next)
	}
}

// picks are the picks of a run as dots, the remaining ones filled, with their number.
type picks struct {
	a       *app.App
	left, n int
}

// Least returns a row.
func (p picks) Least(kit.Look, int) kit.Size {
	return kit.Size{W: ui.Width(p.a.T("st.rich.left")) + 1 + 2*p.n + 4, H: 1}
}

// Wish returns a row.
func (p picks) Wish(kit.Look, int) int { return 1 }

// Draw draws the heading, the dots and the number.
func (p picks) Draw(_ kit.Look, g ui.Region) {
	x := g.Text(0, 0, ui.Muted, p.a.T("st.rich.left")) + 1
	drawPicks(g, x, 0, p.left, p.n)
	g.Text(x+2*p.n+1, 0, ui.Text, fmt.Sprintf("%d/%d", p.left, p.n))
}

// drawPicks draws the n picks of a run as dots; the remaining ones are filled.
func drawPicks(g ui.Region, x, y, left, n int) {
	for i := range n {
		if i < left {
			g.Text(x+2*i, y, face.Accent, "●")
		} else {
			g.Text(x+2*i, y, ui.Faint, "○")
		}
	}
}

// records are the picks so far beside the results of the player's own runs; with little room the way in a row.
func (v *gameView) records(a *app.App, s *play.Scene, view stones.View, way kit.Block) kit.Block {
	head := kit.Row(2, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: a.T("st.path")}, Fill: 1}, kit.Item{Block: picks{a, view.Left, view.Picks()}})
	blocks := []kit.Block{kit.Panel{Title: a.T("st.path"), Head: head, Body: steps{a, view}}}
	if s.You != games.Nobody && v.stats.Runs > 0 {
		mean, _ := means(v.stats)
		note := a.T("st.rich.mean", "v", fmt.Sprintf("%.2f", mean))
		blocks = append(blocks, kit.Panel{Title: a.T("st.mine", "n", v.stats.Runs), Note: note, Body: results{a, v.stats}})
	}
	return kit.Fit{kit.Equal(2, blocks...), way}
}

// steps lists the picks of a run in two columns.
type steps struct {
	a    *app.App
	view stones.View
}

// stepW is the width of a pick, stepRows the rows of all in two columns.
const stepW, stepRows = 27, stones.Picks / 2

// Least returns the rows of a whole run.
func (p steps) Least(kit.Look, int) kit.Size { return kit.Size{W: 2 * stepW, H: stepRows} }

// Wish returns the same rows.
func (p steps) Wish(kit.Look, int) int { return stepRows }

// Draw writes the picks.
func (p steps) Draw(l kit.Look, g ui.Region) {
	for i, step := range p.view.History {
		at := g.Sub(ui.Rect{X: stepW * (i / stepRows), Y: i % stepRows, W: stepW, H: 1})
		at.Text(0, 0, ui.Muted, choiceName(p.a, step.Choice))
		at.TextRight(8, 0, ui.Text, fmt.Sprintf("%+d", step.Roll))
		at.TextRight(17, 0, ui.Text, fmt.Sprintf("%d › %d", step.From, step.To))
		gradeChip(p.a, at, 19, 0, p.view.Rewards[step.To])
	}
}

// results are the numbers of a player's runs by grade.
type results struct {
	a     *app.App
	stats stones.Stats
}

// Least returns the rows of the grades.
func (r results) Least(kit.Look, int) kit.Size { return kit.Size{W: 40, H: stepRows} }

// Wish returns the same rows.
func (r results) Wish(kit.Look, int) int { return stepRows }

// Draw draws a bar for each grade.
func (r results) Draw(_ kit.Look, g ui.Region) { gradeBars(r.a, g, r.stats.Rewards, r.stats.Runs) }

// legend explains the letters and marks of the grades that a mode gives.
func legend(a *app.App, rewards [stones.Cells]stones.Reward) (list kit.Legend) {
	for r := range stones.Reward(stones.Rewards) {
		if slices.Contains(rewards[:], r) {
			sign := strings.TrimRight(letter(a, r)+" "+strings.TrimSpace(marks(r)), " ")
			list = append(list, kit.Point{Sign: sign, SignInk: gradeTokens[r], Text: gradeName(a, r)})
		}
	}
	return list
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

// given reports whether some mode gives the grade.
func given(r stones.Reward) bool {
	return slices.ContainsFunc(stones.Modes(), func(m stones.Mode) bool { return slices.Contains(m.Rewards[:], r) })
}
