package kit

import (
	"math"
	"slices"

	"arcade/sessions/ui"
)

// Item is a block in a [Line].
type Item struct {
	Block
	Fix   int  // its extent along the line; 0 for what it needs
	Fill  int  // its share of what is left; 0 for none
	Drop  int  // above 0: omitted if there is no room, the highest first
	First bool // gets its wish before gaps grow
}

// Line sets blocks below each other (Down) or beside each other. Between two there are Tight cells at least, and
// Gap if there is room. A block without any size, such as art where there are no pictures, takes no gap either.
type Line struct {
	Down       bool
	Gap, Tight int
	Items      []Item
}

// Col sets blocks below each other.
func Col(gap, tight int, items ...Item) Line {
	return Line{Down: true, Gap: gap, Tight: tight, Items: items}
}

// Row sets blocks beside each other, gap cells apart.
func Row(gap int, items ...Item) Line { return Line{Gap: gap, Tight: gap, Items: items} }

// Equal sets blocks of equal width beside each other.
func Equal(gap int, blocks ...Block) Line {
	n := Row(gap)
	for _, b := range blocks {
		n.Items = append(n.Items, Item{Block: b, Fill: 1})
	}
	return n
}

// extent is the size of an item along its line, and whether it is out of it.
type extent struct {
	least, wish int
	out         bool
}

// nothing reports whether an item of the least size s and the wish h shows nothing in this look: it has no gap either.
func (it Item) nothing(s Size, h int) bool {
	return s == Size{} && h == 0 && it.Fix == 0 && it.Fill == 0
}

// fewItems is the number of items up to which a line is arranged without allocating.
const fewItems = 16

// scratch has room for the numbers of a line while it is arranged. It stays with the caller, on the stack.
type scratch struct {
	sizes                      [fewItems]extent
	kept, along, least, filled [fewItems]int
}

// sized returns the first n of buf, or as many new ones if it has less.
func sized[T any](buf []T, n int) []T {
	if n > len(buf) {
		return make([]T, n)
	}
	return buf[:n]
}

// kept appends to list the indexes of the items that have room along the line. out reports whether an item is out of
// it: it is nothing in this look, or would be cut across the line and may be omitted; nil for none.
func (n Line) kept(list []int, room int, least func(i int) int, out func(i int) bool) []int {
	sum := -n.Tight
	for i := range n.Items {
		if out == nil || !out(i) {
			list, sum = append(list, i), sum+least(i)+n.Tight
		}
	}
	for sum > room {
		at := -1
		for k, i := range list {
			if d := n.Items[i].Drop; d > 0 && (at < 0 || d >= n.Items[list[at]].Drop) {
				at = k
			}
		}
		if at < 0 {
			break
		}
		sum -= least(list[at]) + n.Tight
		list = slices.Delete(list, at, at+1)
	}
	return list
}

// down returns the kept items in w by h cells, their heights, and the gap between them.
func (n Line) down(l Look, w, h int, s *scratch) (kept, heights []int, gap int) {
	sizes := sized(s.sizes[:], len(n.Items))
	for i, it := range n.Items {
		least := it.Least(l, w)
		if sizes[i] = (extent{it.Fix, it.Fix, it.Drop > 0 && least.W > w}); it.Fix == 0 {
			sizes[i].least = least.H
			sizes[i].wish = max(it.Wish(l, w), least.H)
			sizes[i].out = sizes[i].out || it.nothing(least, sizes[i].wish)
		}
	}
	kept = n.kept(s.kept[:0], h, func(i int) int { return sizes[i].least }, func(i int) bool { return sizes[i].out })
	left := h + n.Tight
	heights = sized(s.along[:], len(kept))
	fill := 0
	for k, i := range kept {
		heights[k] = sizes[i].least
		left -= heights[k] + n.Tight
		fill += n.Items[i].Fill
	}
	grow := func(first bool) {
		for k, i := range kept {
			if more := min(sizes[i].wish-heights[k], left); n.Items[i].First == first && more > 0 {
				heights[k], left = heights[k]+more, left-more
			}
		}
	}
	grow(true)
	gap = n.Tight
	for gap < n.Gap && left >= len(kept)-1 {
		gap, left = gap+1, left-(len(kept)-1)
	}
	grow(false)
	for k, i := range kept {
		if f := n.Items[i].Fill; f > 0 && left > 0 {
			more := left * f / fill
			more = min(more, max(most(n.Items[i].Block, l, w)-heights[k], 0))
			heights[k], left, fill = heights[k]+more, left-more, fill-f
		}
	}
	return kept, heights, gap
}

// bounded is a block that is empty below a height.
type bounded interface {
	most(l Look, w int) int
}

// unbounded is the height of a block that is never empty.
const unbounded = math.MaxInt32

// most returns the height below which a block is empty.
func most(b Block, l Look, w int) int {
	if b, ok := b.(bounded); ok {
		return b.most(l, w)
	}
	return unbounded
}

// anyHeight is no bound of the height.
const anyHeight = -1

// across returns the kept items in w by h cells and their widths.
func (n Line) across(l Look, w, h int, s *scratch) (kept, widths []int) {
	least := sized(s.least[:], len(n.Items))
	for i, it := range n.Items {
		if least[i] = it.Fix; it.Fix == 0 {
			least[i] = narrowest(it.Block, l)
		}
	}
	kept = n.kept(s.kept[:0], w, func(i int) int { return least[i] }, func(i int) bool {
		it := n.Items[i]
		return least[i] == 0 && it.nothing(it.Block.Least(l, 1), 0)
	})
	kept = slices.DeleteFunc(kept, func(i int) bool { // not before: another one would come into its place
		return h != anyHeight && n.Items[i].Drop > 0 && n.Items[i].Block.Least(l, max(least[i], 1)).H > h
	})
	for widths = n.widths(l, w, kept, least, s); h != anyHeight; widths = n.widths(l, w, kept, least, s) {
		at := -1 // a block may need more rows in more columns, where it has more parts
		for k, i := range kept {
			if n.Items[i].Drop > 0 && widths[k] > least[i] && n.Items[i].Block.Least(l, widths[k]).H > h {
				at = k
			}
		}
		if at < 0 {
			break
		}
		kept = slices.Delete(kept, at, at+1)
	}
	return kept, widths
}

// widths shares w cells among the kept items, of which each gets its least.
func (n Line) widths(l Look, w int, kept, least []int, s *scratch) (widths []int) {
	widths = sized(s.along[:], len(kept))
	left := w - n.Tight*(len(kept)-1)
	for _, i := range kept {
		left -= least[i]
	}
	for k, i := range kept { // what does not fill has the width that it needs
		if it := n.Items[i]; it.Fill == 0 {
			widths[k] = least[i]
			if it.Fix == 0 && left > 0 {
				more := max(min(it.Least(l, w).W-least[i], left), 0)
				widths[k], left = least[i]+more, left-more
			}
		}
	}
	open := s.filled[:0] // what fills and has no width yet, as places in kept
	fill := 0
	for k, i := range kept {
		if f := n.Items[i].Fill; f > 0 {
			open, fill, left = append(open, k), fill+f, left+least[i]
		}
	}
	for again := true; again; { // they share what is left, but none gets less than its least
		again = false
		for at, k := range open {
			if i := kept[k]; left*n.Items[i].Fill/fill < least[i] {
				widths[k] = least[i]
				left, fill = left-least[i], fill-n.Items[i].Fill
				open, again = slices.Delete(open, at, at+1), true
				break
			}
		}
	}
	for _, k := range open {
		f := n.Items[kept[k]].Fill
		widths[k] = left * f / fill
		left, fill = left-widths[k], fill-f
	}
	return widths
}

// Least returns the least of the items that are never omitted.
func (n Line) Least(l Look, w int) (s Size) {
	if n.Down {
		s.H = -n.Tight
		for _, it := range n.Items {
			if it.Drop > 0 {
				continue
			}
			least := Size{H: it.Fix}
			if it.Fix == 0 {
				if least = it.Block.Least(l, w); least == (Size{}) && it.nothing(least, it.Block.Wish(l, w)) {
					continue
				}
			}
			s.W, s.H = max(s.W, least.W), s.H+least.H+n.Tight
		}
		return Size{s.W, max(s.H, 0)}
	}
	var buf scratch
	kept, widths := n.across(l, w, anyHeight, &buf)
	s.W = -n.Tight
	for k, i := range kept {
		it := n.Items[i]
		least := it.Block.Least(l, max(widths[k], 1))
		if it.Drop == 0 {
			s.H = max(s.H, least.H)
		}
		if it.Fix > 0 {
			least.W = it.Fix
		}
		s.W += least.W + n.Tight
	}
	return Size{max(s.W, 0), s.H}
}

// narrowest returns the smallest width of the items that are never omitted.
func (n Line) narrowest(l Look) (w int) {
	if n.Down {
		for _, it := range n.Items {
			if it.Drop == 0 && it.Fix == 0 {
				w = max(w, narrowest(it.Block, l))
			}
		}
		return w
	}
	w = -n.Tight
	for _, it := range n.Items {
		if it.Drop > 0 {
			continue
		}
		least := it.Fix
		if it.Fix == 0 {
			least = narrowest(it.Block, l)
		}
		if least > 0 || !it.nothing(it.Block.Least(l, 1), 0) {
			w += least + n.Tight
		}
	}
	if w < 1 { // it has only what may be omitted, and that may have room in a cell
		return n.Least(l, 1).W
	}
	return w
}

// Wish returns the height with all wishes and gaps.
func (n Line) Wish(l Look, w int) (h int) {
	if n.Down {
		h = -n.Gap
		for _, it := range n.Items {
			if it.Fix > 0 {
				h += it.Fix + n.Gap
				continue
			}
			least := it.Block.Least(l, w)
			if it.Drop > 0 && least.W > w {
				continue // it has no room
			}
			wish := max(it.Block.Wish(l, w), least.H)
			if !it.nothing(least, wish) {
				h += wish + n.Gap
			}
		}
		return max(h, 0)
	}
	var buf scratch
	kept, widths := n.across(l, w, anyHeight, &buf)
	for k, i := range kept {
		h = max(h, n.Items[i].Block.Wish(l, max(widths[k], 1)))
	}
	return h
}

// Draw draws the items that have room.
func (n Line) Draw(l Look, g ui.Region) {
	var buf scratch
	if n.Down {
		kept, heights, gap := n.down(l, g.W(), g.H(), &buf)
		y := 0
		for k, i := range kept {
			Draw(n.Items[i].Block, l, g.Sub(ui.Rect{Y: y, W: g.W(), H: heights[k]}))
			y += heights[k] + gap
		}
		return
	}
	kept, widths := n.across(l, g.W(), g.H(), &buf)
	x := 0
	for k, i := range kept {
		Draw(n.Items[i].Block, l, g.Sub(ui.Rect{X: x, W: widths[k], H: g.H()}))
		x += widths[k] + n.Tight
	}
}
