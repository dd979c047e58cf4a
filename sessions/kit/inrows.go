package kit

import "arcade/sessions/ui"

// InRows sets words beside each other, in as many rows as they need: Next gives each its place.
type InRows struct {
	W    int // the cells of a row
	X    int // where the first row begins
	High int // the height of a row, 0 for one
	Gap  int // between two words
	y    int
	wide int
}

// Next returns the place of the next word, of so many cells.
func (r *InRows) Next(cells int) ui.Rect {
	if high := max(r.High, 1); r.X > 0 && r.X+cells > r.W {
		r.X, r.y = 0, r.y+high
	}
	at := ui.Rect{X: r.X, Y: r.y, W: cells, H: max(r.High, 1)}
	r.wide = max(r.wide, r.X+cells)
	r.X += cells + r.Gap
	return at
}

// Size returns the size of all words so far.
func (r *InRows) Size() Size { return Size{r.wide, r.y + max(r.High, 1)} }
