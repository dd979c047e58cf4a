package kit

import "arcade/sessions/ui"

// Reel is a column of blocks, such as the rows of a form. If they have no room together, those around the focus are in
// view.
type Reel struct {
	Gap    int // between two, if there is room
	Blocks []Block
	Focus  int
}

// all returns the blocks as a column.
func (r Reel) all() Line {
	col := Col(r.Gap, 0)
	for _, b := range r.Blocks {
		col.Items = append(col.Items, Item{Block: b, First: true})
	}
	return col
}

// Least returns the size of the highest block.
func (r Reel) Least(l Look, w int) (s Size) {
	for _, b := range r.Blocks {
		least := b.Least(l, w)
		s = Size{max(s.W, least.W), max(s.H, least.H)}
	}
	return s
}

// Wish returns the height of all blocks.
func (r Reel) Wish(l Look, w int) int { return max(r.all().Wish(l, w), r.Least(l, w).H) }

// Draw draws the blocks that have room.
func (r Reel) Draw(l Look, g ui.Region) {
	all := r.all()
	if len(r.Blocks) == 0 || all.Least(l, g.W()).H <= g.H() {
		all.Draw(l, g)
		return
	}
	need := func(i int) int { return r.Blocks[i].Least(l, g.W()).H }
	from := min(max(r.Focus, 0), len(r.Blocks)-1)
	to, left := from+1, g.H()-need(from)
	for grown := true; grown; {
		grown = false
		if to < len(r.Blocks) && need(to) <= left {
			left, to, grown = left-need(to), to+1, true
		}
		if from > 0 && need(from-1) <= left {
			from, left, grown = from-1, left-need(from-1), true
		}
	}
	part := Reel{r.Gap, r.Blocks[from:to], 0}.all()
	part.Draw(l, g)
	if from > 0 {
		g.TextRight(g.W(), 0, ui.Muted, "^")
	}
	if to < len(r.Blocks) {
		g.TextRight(g.W(), g.H()-1, ui.Muted, "v")
	}
}
