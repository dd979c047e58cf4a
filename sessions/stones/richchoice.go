package stones

import (
	"fmt"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// cardRects returns the sheets of the three choices.
func cardRects(sp space, h int) (list [stones.Choices]ui.Rect) {
	if sp.slim() { // below each other
		for i := range list {
			list[i] = ui.Rect{Y: sp.top + i*slimCard, W: sp.g.W(), H: slimCard}
		}
		return list
	}
	gap := 1
	w := (sp.g.W() - 2*sp.margin - 2*gap) / stones.Choices
	for i := range list {
		list[i] = ui.Rect{X: sp.margin + i*(w+gap), Y: sp.top, W: w, H: h}
	}
	last := &list[stones.Choices-1]
	last.W = sp.g.W() - sp.margin - last.X
	return list
}

// cards draws the three choices: the move, the uses left, the cells, the rewards that this roll can give,
// and if shown the rewards under best play after it.
func (v *gameView) cards(a *app.App, sp space, s *play.Scene, view stones.View, list [stones.Choices + 1]*stones.Outlook) {
	h := 7
	if sp.full {
		h = 8
	}
	best := stones.BestPlay(view.Mode).Best(view.State())
	for i, r := range cardRects(sp, h) {
		c := stones.Choice(i + 1)
		sp.g.Hit(r, choiceHit(c))
		cap := ui.Cap
		if c == v.at && !watched(s) {
			cap = ui.Focus
			sp.g.SheetEdge(r, app.Either(sp.full, ui.Raised, ui.Panel), ui.Accent)
		} else {
			sp.g.Sheet(r, ui.Panel)
		}
		in := sp.g.Sub(r).Sub(ui.Rect{X: 2, Y: 1, W: r.W - 4, H: r.H - 1})
		if sp.slim() {
			in = sp.g.Sub(r).Sub(ui.Rect{X: 2, W: r.W - 4, H: r.H})
		}
		o := list[c]
		head := ui.Strong | ui.Bold
		if o == nil {
			head = ui.Muted
		}
		in.Chip(0, 0, app.Itoa(int(c)), cap)
		in.Text(4, 0, head, moveText(c))
		in.TextRight(in.W(), 0, ui.Muted, usesText(a, c, view.Used))
		if o == nil {
			for y, line := range ui.Wrap(v.usedUp(a, c), in.W()) {
				in.Text(0, 2+y, ui.Muted, line)
			}
			continue
		}
		v.card(a, in, s, view, o, c == best)
	}
}

// card draws a choice's outlook, below its first row.
func (v *gameView) card(a *app.App, g ui.Region, s *play.Scene, view stones.View, o *stones.Outlook, best bool) {
	w := g.W()
	g.Text(0, 1, ui.Text, a.T("st.rich.cells", "to", spanText(view.Cell, o.Choice)))
	if o.Landing[stones.Goal] > 0 {
		g.TextRight(w, 1, ui.Bad, a.T("st.rich.ends"))
	}
	if !a.Set.NoHints {
		gradeBar(a, g, 0, 2, w, o.Grades)
	}
	y := 3
	if g.H() > 6 {
		y = 4
	}
	if !s.Best {
		cellChips(g, view, o, y+1)
		return
	}
	ink, text := ui.Text, fmt.Sprintf("%.2f", o.Value)
	if best {
		ink, text = ui.Accent|ui.Bold, "* "+text
	}
	g.Text(0, y, ui.Muted, a.T("st.rich.best"))
	g.TextRight(w, y, ink, text)
	gradeBar(a, g, 0, y+1, w, o.Final)
}

// cellChips draws the cells that a choice can reach, each on the colour of its reward.
func cellChips(g ui.Region, view stones.View, o *stones.Outlook, y int) {
	x := 0
	for cell, p := range o.Landing {
		if p == 0 {
			continue
		}
		look := grades[view.Rewards[cell]]
		g.Fill(ui.Rect{X: x, Y: y, W: 3, H: 1}, look.tok)
		g.Text(x, y, look.ink|ui.Bold, ui.Center(app.Itoa(cell), 3))
		x += 3
		if g.W() > 24 {
			x++
		}
	}
}

// gradeBar draws a bar of w cells split by the grades' chances, the best first, with a grade's letter and
// percent if they fit.
func gradeBar(a *app.App, g ui.Region, x, y, w int, chances stones.Chances) {
	end, last := x+w, stones.None
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		if chances[r] > 0 {
			last = r
		}
	}
	for r := stones.Reward(stones.Rewards - 1); r >= 0; r-- {
		p := chances[r]
		if p <= 0 {
			continue
		}
		n := min(max(int(p*float64(w)+0.5), 1), end-x)
		if r == last {
			n = end - x
		}
		if n <= 0 {
			return
		}
		g.Fill(ui.Rect{X: x, Y: y, W: n, H: 1}, grades[r].tok)
		word := letter(a, r)
		if r == stones.None {
			word = "- "
		}
		if full := word + app.Itoa(app.Percent(p)); ui.Width(full) <= n {
			word = full
		}
		if ui.Width(word) <= n {
			g.Text(x+(n-ui.Width(word))/2, y, grades[r].ink|ui.Bold, word)
		}
		x += n
	}
}
