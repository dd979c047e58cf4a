package kit

import (
	"slices"

	"arcade/sessions/ui"
)

// Reel is a column of blocks, such as the rows of a form. If not all have room, those around the focus are in view.
type Reel struct {
	Gap    int // between two, if there is room for all
	Focus  int
	Blocks []Block
}

// leastReel is the number of blocks in view at least.
const leastReel = 3

// heights returns the least height of each block.
func (r Reel) heights(l Look, w int) (list []int) {
	for _, b := range r.Blocks {
		list = append(list, b.Least(l, w).H)
	}
	return list
}

// Least returns the size with the highest blocks in view.
func (r Reel) Least(l Look, w int) (s Size) {
	for _, b := range r.Blocks {
		s.W = max(s.W, b.Least(l, w).W)
	}
	list := r.heights(l, w)
	slices.Sort(list)
	for _, h := range list[max(len(list)-leastReel, 0):] {
		s.H += h
	}
	return s
}

// Wish returns the height of all blocks with the gaps.
func (r Reel) Wish(l Look, w int) int {
	h := r.Gap * (len(r.Blocks) - 1)
	for _, b := range r.heights(l, w) {
		h += b
	}
	return max(h, r.Least(l, w).H)
}

// Draw draws the blocks in view.
func (r Reel) Draw(l Look, g ui.Region) {
	list := r.heights(l, g.W())
	all, from, to := 0, 0, len(list)
	for _, h := range list {
		all += h
	}
	for all > g.H() && to-from > 1 { // omits what is farthest from the focus
		if to-1-r.Focus >= r.Focus-from {
			to--
			all -= list[to]
		} else {
			all -= list[from]
			from++
		}
	}
	gap := 0
	if n := to - from - 1; n > 0 {
		gap = min(r.Gap, (g.H()-all)/n)
	}
	y := 0
	for i := from; i < to; i++ {
		Draw(r.Blocks[i], l, g.Sub(ui.Rect{Y: y, W: g.W(), H: list[i]}))
		y += list[i] + gap
	}
	scrollBar(l, g, 0, max(y-gap, 0), from, to, len(list))
}
