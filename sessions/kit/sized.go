package kit

import "arcade/sessions/ui"

// Sized is a board of several sizes that a screen draws by itself, such as a river or a course of nodes.
type Sized struct {
	// Size returns the n-th size for a look, counted from 0, the largest first; false if there are fewer.
	Size func(l Look, n int) (s Size, ok bool)
	// Paint draws the n-th size.
	Paint func(l Look, g ui.Region, n int)
}

// SizeAt returns the n-th size.
func (b Sized) SizeAt(l Look, n int) (Size, bool) { return b.Size(l, n) }

// Least returns the lowest size that has room in w cells, or else the narrowest.
func (b Sized) Least(l Look, w int) Size { return LeastOf(b, l, w) }

// Wish returns the height of the largest size that has room in w cells.
func (b Sized) Wish(l Look, w int) int { return WishOf(b, l, w) }

// Draw draws the largest size that has room, in the middle.
func (b Sized) Draw(l Look, g ui.Region) {
	for n := 0; ; n++ {
		s, ok := b.Size(l, n)
		if !ok {
			return
		}
		if s.fits(g.W(), g.H()) {
			b.Paint(l, g.Sub(g.Rect().Centered(s.W, s.H)), n)
			return
		}
	}
}

// Yields is a board that is omitted if what stands beside it has no room otherwise.
type Yields struct{ Board }

// SizeAt returns the n-th size, and after the last one none at all.
func (b Yields) SizeAt(l Look, n int) (Size, bool) {
	s, ok := b.Board.SizeAt(l, n)
	if !ok && n > 0 {
		_, last := b.Board.SizeAt(l, n-1)
		return Size{}, last
	}
	return s, ok
}

// Least returns nothing.
func (b Yields) Least(Look, int) Size { return Size{} }

// Draw draws the board if it has room.
func (b Yields) Draw(l Look, g ui.Region) {
	if b.Board.Least(l, g.W()).fits(g.W(), g.H()) {
		b.Board.Draw(l, g)
	}
}
