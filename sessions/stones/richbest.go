package stones

import (
	"fmt"
	"sync"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// tones are the grounds of the states of the table of best play, by worth; toneInk is the ink on them.
var (
	tones = [5]ui.Token{
		ui.NewPaint(ui.Paint{Night: 0x123c44, Day: 0xdcebe9, Dark: 236, Light: 254}), ui.NewPaint(ui.Paint{Night: 0x14505a, Day: 0xc3e0de, Dark: 23, Light: 195}),
		ui.NewPaint(ui.Paint{Night: 0x176873, Day: 0xa5d3d2, Dark: 30, Light: 152}), ui.NewPaint(ui.Paint{Night: 0x1a7a85, Day: 0x84c4c5, Dark: 37, Light: 116}),
		ui.NewPaint(ui.Paint{Night: 0x33b4be, Day: 0x62b3b7, Dark: 80, Light: 80}),
	}
	toneInks = [5]ui.Token{toneInk, toneInk, darkInk, darkInk, ui.NewPaint(lit(0x0a0c10, 16))}
	toneInk  = ui.NewPaint(ui.Paint{Night: 0xffffff, Day: 0x0a0c10, Dark: 231, Light: 16})
	darkInk  = ui.NewPaint(ui.Paint{Night: 0xffffff, Day: 0x0a0c10, Dark: 16, Light: 16})
	neverTok = ui.NewPaint(ui.Paint{Night: 0x12141c, Day: 0xddd3bd, Dark: 232, Light: 253})
)

// toneFrom is the worth of the first tone, toneStep the step to the next.
const toneFrom, toneStep = 2.0, 0.4

// tone returns the tone of a worth.
func tone(value float64) int { return min(max(int((value-toneFrom)/toneStep), 0), len(tones)-1) }

// place is a cell with so many picks left, over all uses with which best play reaches it: the first of
// them, and whether the choice depends on the uses.
type place struct {
	state   stones.State
	comes   bool
	depends bool
}

// places returns the values of best play by mode, picks left and cell. Most processes never need them.
var places = sync.OnceValue(func() (list [][stones.Picks + 1][stones.Cells]place) {
	for _, m := range stones.Modes() {
		list = append(list, placesOf(m.Number))
	}
	return list
})

// placesOf follows best play through all rolls from the start.
func placesOf(mode int) (list [stones.Picks + 1][stones.Cells]place) {
	solution := stones.BestPlay(mode)
	now := map[stones.State]bool{stones.Begin(): true}
	for len(now) > 0 {
		next := map[stones.State]bool{}
		for s := range now {
			if s.Over() {
				continue
			}
			c := solution.Best(s)
			p := &list[s.Left][s.Cell]
			switch {
			case !p.comes:
				*p = place{state: s, comes: true}
			default:
				p.depends = p.depends || c != solution.Best(p.state)
				if fewer(s, p.state) {
					p.state = s
				}
			}
			low, high := landing(s.Cell, c)
			for cell := low; cell <= high; cell++ {
				after := s
				after.Cell, after.Left = cell, s.Left-1
				after.Used[c-1]++
				next[after] = true
			}
		}
		now = next
	}
	return list
}

// fewer reports whether a state has fewer uses of the choices 2 and 3 than another.
func fewer(s, than stones.State) bool {
	return s.Used[1] < than.Used[1] || s.Used[1] == than.Used[1] && s.Used[2] < than.Used[2]
}

// drawRich draws the table on ui.LevelRich: in each place the choice on a ground for its worth, and below
// it the three choices in the place in focus.
func (b *bestPlay) drawRich(a *app.App, c *ui.Canvas) {
	sp := spaceOf(c)
	y, h, cw, rows, x0 := 0, 11, 4, 1, 8
	if sp.full {
		y, h, cw, rows, x0 = 1, 21, 6, 2, 12
	}
	in := sp.g.Sheet(ui.Rect{X: sp.margin, Y: y, W: sp.g.W() - 2*sp.margin, H: h}, ui.Panel)
	x0 -= sp.margin
	in.Text(2, 0, ui.Strong|ui.Bold, a.T("st.best.used", "a", b.used2, "b", b.used3))
	in.Text(2, 1, ui.Muted, a.T("st.tile.left"))
	for cell := range stones.Goal {
		in.Text(x0+cw*cell+(cw-1-ui.Width(app.Itoa(cell)))/2, 1, ui.Text, app.Itoa(cell))
	}
	for left := stones.Picks; left > 0; left-- {
		at := 2 + (stones.Picks-left)*rows + rows - 1
		in.TextRight(x0-2, at, ui.Text|ui.Bold, app.Itoa(left))
		for cell := range stones.Goal {
			r := ui.Rect{X: x0 + cw*cell, Y: at, W: cw - 1, H: 1}
			in.Hit(ui.Rect{X: r.X, Y: r.Y, W: cw, H: rows}, stateHit{cell, left})
			b.drawPlace(in, r, cell, left)
		}
	}
	b.legendRich(a, in, h-1)
	b.details(a, sp, y+h+1)
}

// shown returns the state for a place: with the chosen uses if a run can reach it with them, else with the
// fewest of best play.
func (b *bestPlay) shown(cell, left int) (s stones.State, depends, ok bool) {
	p := places()[b.mode-1][left][cell]
	if s, ok := b.state(cell, left); ok {
		return s, p.depends, true
	}
	return p.state, p.depends, p.comes
}

// drawPlace draws one place of the table.
func (b *bestPlay) drawPlace(g ui.Region, r ui.Rect, cell, left int) {
	s, depends, ok := b.shown(cell, left)
	ground, ink, text := neverTok, ui.Muted, ""
	if ok {
		solution := stones.BestPlay(b.mode)
		t := tone(solution.Value(s))
		ground, ink, text = tones[t], toneInks[t], app.Itoa(int(solution.Best(s)))
		if depends {
			text += "*"
		}
	}
	if cell == b.cell && left == b.left {
		ground, ink = ui.Focus, ui.Focus
		text = "›" + text
	}
	g.Fill(r, ground)
	g.Text(r.X+(r.W-ui.Width(text))/2, r.Y, ink|ui.Bold, text)
}

// legendRich explains the grounds and the star.
func (b *bestPlay) legendRich(a *app.App, g ui.Region, y int) {
	x := 2 + g.Text(2, y, ui.Muted, a.T("st.tile.mean")) + 2
	for i, tok := range tones {
		g.Fill(ui.Rect{X: x, Y: y, W: 5, H: 1}, tok)
		g.Text(x+1, y, toneInks[i]|ui.Bold, fmt.Sprintf("%.1f", toneFrom+toneStep*float64(i)))
		x += 5
	}
	g.TextCut(x+2, y, g.W()-x-4, ui.Muted, a.T("st.tile.star"))
}

// details draws the three choices in the place in focus: the cells, the worth, and the reward at
// the end.
func (b *bestPlay) details(a *app.App, sp space, y int) {
	s, _, ok := b.shown(b.cell, b.left)
	left, right := sp.margin+1, sp.g.W()-sp.margin-1
	if !ok {
		sp.g.Text(left, y+1, ui.Muted, a.T("st.best.never"))
		return
	}
	solution := stones.BestPlay(b.mode)
	sp.g.Text(left, y, ui.Strong|ui.Bold, a.T("sd.left", "a", s.Cell, "n", s.Left)+"   "+a.T("st.best.used", "a", s.Used[1], "b", s.Used[2]))
	sp.g.TextRight(right, y, ui.Muted, a.T("st.best.end"))
	pitch := 2
	if sp.full {
		pitch = 3
		y++
	}
	for i, o := range solution.Outlooks(s) {
		at := sp.g.Sub(ui.Rect{X: sp.margin, Y: y + 1 + i*pitch, W: sp.g.W() - 2*sp.margin, H: 1})
		ink, mark := ui.Text, " "
		if o.Choice == solution.Best(s) {
			at.Fill(at.Rect(), ui.Raised)
			at.Edge(0, 0, 1, ui.Accent)
			ink, mark = ui.Accent|ui.Bold, "*"
		}
		at.Text(2, 0, ink, mark+" "+choiceName(a, o.Choice))
		at.Text(9, 0, ui.Text, a.T("st.rich.cells", "to", spanText(s.Cell, o.Choice)))
		at.Text(21, 0, ink, fmt.Sprintf("%.4f", o.Value))
		gradeBar(a, at, 29, 0, at.W()-31, o.Final)
	}
	sp.g.TextCut(left, y+1+3*pitch, right-left, ui.Muted, a.T("st.best.note"))
}
