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

// sum returns the least height of each block, and of all.
func (r Reel) sum(l Look, w int) (list []int, all int) {
	list = r.heights(l, w)
	for _, h := range list {
		all += h
	}
	return list, all
}

// Least returns the size with the highest blocks in view, with lines beside the signs that there are more.
func (r Reel) Least(l Look, w int) (s Size) {
	if !l.Rich {
		w = max(w-listRight, 1)
		defer func() { s.W += listRight }()
	}
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

// Wish returns the height of all blocks with their wishes and the gaps.
func (r Reel) Wish(l Look, w int) int {
	h := r.Gap * (len(r.Blocks) - 1)
	for i, least := range r.heights(l, w) {
		h += max(r.Blocks[i].Wish(l, w), least)
	}
	return max(h, r.Least(l, w).H)
}

// grow gives the blocks in view their wishes, as far as left rows suffice, the one in focus first. It returns the rows
// that are left.
func (r Reel) grow(l Look, w int, heights []int, from, to, left int) int {
	give := func(i int) {
		if more := r.Blocks[i].Wish(l, w) - heights[i]; more > 0 && more <= left {
			heights[i], left = heights[i]+more, left-more
		}
	}
	if r.Focus >= from && r.Focus < to {
		give(r.Focus)
	}
	for i := from; i < to; i++ {
		give(i)
	}
	return left
}

// Draw draws the blocks in view.
func (r Reel) Draw(l Look, g ui.Region) {
	w, from, to := g.W(), 0, len(r.Blocks)
	list, all := r.sum(l, w)
	if all > g.H() && !l.Rich { // beside the signs that there are more
		w -= listRight
		list, all = r.sum(l, w)
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
	left, gap := r.grow(l, w, list, from, to, g.H()-all), 0
	if n := to - from - 1; n > 0 {
		gap = min(r.Gap, max(left, 0)/n)
	}
	y := 0
	for i := from; i < to; i++ {
		Draw(r.Blocks[i], l, g.Sub(ui.Rect{Y: y, W: w, H: list[i]}))
		y += list[i] + gap
	}
	scrollBar(l, g, 0, max(y-gap, 0), from, to, len(list))
}
