package kit

import "arcade/sessions/ui"

// Look is what an arrangement depends on besides its size.
type Look struct {
	Rich  bool // pictures, in shades: ui.LevelRich
	Touch bool // a finger points: what can be tapped is at least three rows high
}

// Size is a size in cells.
type Size struct{ W, H int }

// fits reports whether s has room in w by h cells.
func (s Size) fits(w, h int) bool { return s.W <= w && s.H <= h }

// Block is something that a screen shows. It is a value for one frame.
type Block interface {
	// Least returns the smallest size in which nothing of the block is cut if it is at most w cells wide. A width
	// above w means that it has no room in w.
	Least(l Look, w int) Size
	// Wish returns the height that it would take in w cells, at least the least.
	Wish(l Look, w int) int
	// Draw draws the block in the whole of g.
	Draw(l Look, g ui.Region)
}

// Draw draws a block in a region. A strict canvas records a region below the block's least.
func Draw(b Block, l Look, g ui.Region) {
	if g.Strict() {
		if s := b.Least(l, g.W()); !s.fits(g.W(), g.H()) {
			g.Fail("%T of at least %dx%d has %dx%d", b, s.W, s.H, g.W(), g.H())
		}
	}
	b.Draw(l, g)
}

// Fits reports whether a block has room in a region.
func Fits(b Block, l Look, g ui.Region) bool { return b.Least(l, g.W()).fits(g.W(), g.H()) }

// Show draws what a screen shows. In a window in which not every screen has room it notes on the canvas if this one has
// none.
func Show(b Block, l Look, c *ui.Canvas, g ui.Region) {
	if w := c.Cells(); !ui.Fits(w.W(), w.H()) && !Fits(b, l, g) {
		c.Short = true
		return
	}
	Draw(b, l, g)
}

// slim is a block that knows its smallest width without being arranged in it.
type slim interface {
	narrowest(l Look) int
}

// narrowest returns the smallest width in which a block is not cut.
func narrowest(b Block, l Look) int {
	if b, ok := b.(slim); ok {
		return b.narrowest(l)
	}
	return b.Least(l, 1).W
}

// Pad keeps cells free around a block: X on both sides, Top above and Bottom below it.
type Pad struct {
	Block
	X, Top, Bottom int
}

// Least returns the block's least with the pad.
func (p Pad) Least(l Look, w int) Size {
	s := p.Block.Least(l, max(w-2*p.X, 1))
	return Size{s.W + 2*p.X, s.H + p.Top + p.Bottom}
}

// narrowest returns the block's smallest width with the pad.
func (p Pad) narrowest(l Look) int { return narrowest(p.Block, l) + 2*p.X }

// Wish returns the block's wish with the pad.
func (p Pad) Wish(l Look, w int) int {
	return p.Block.Wish(l, max(w-2*p.X, 1)) + p.Top + p.Bottom
}

// Draw draws the block inside the pad.
func (p Pad) Draw(l Look, g ui.Region) {
	Draw(p.Block, l, g.Sub(ui.Rect{X: p.X, Y: p.Top, W: max(0, g.W()-2*p.X), H: max(0, g.H()-p.Top-p.Bottom)}))
}

// Snug is a block that takes no more rows than it wishes, where it fills.
type Snug struct{ Block }

// most returns the wish.
func (s Snug) most(l Look, w int) int { return s.Block.Wish(l, w) }

// Low is a block that wishes no more than its least.
type Low struct{ Block }

// Wish returns the block's least height.
func (b Low) Wish(l Look, w int) int { return b.Least(l, w).H }

// Middle is a block in the middle, at most W cells wide and with no more rows than it wishes.
type Middle struct {
	W int
	Block
}

// Draw draws the block in the middle of the region.
func (m Middle) Draw(l Look, g ui.Region) {
	w := min(g.W(), m.W)
	Draw(m.Block, l, g.Sub(g.Rect().Centered(w, min(g.H(), m.Block.Wish(l, w)))))
}

// Least returns the block's least in at most W cells.
func (m Middle) Least(l Look, w int) Size { return m.Block.Least(l, min(w, m.W)) }

// Wish returns the block's wish in at most W cells.
func (m Middle) Wish(l Look, w int) int { return m.Block.Wish(l, min(w, m.W)) }

// Picture is a block that a screen draws by itself, such as a board's emblem or a list of tracks.
type Picture struct {
	Size
	More  int  // the rows that it would take above its size
	Art   bool // it is omitted where there are no pictures
	Paint func(l Look, g ui.Region)
}

// Least returns the picture's size.
func (p Picture) Least(l Look, _ int) Size {
	if p.Art && !l.Rich {
		return Size{}
	}
	return p.Size
}

// Wish returns its size and the rows it would take more.
func (p Picture) Wish(l Look, w int) int {
	if p.Art && !l.Rich {
		return 0
	}
	return p.H + p.More
}

// Draw paints it.
func (p Picture) Draw(l Look, g ui.Region) {
	if !p.Art || l.Rich {
		p.Paint(l, g)
	}
}

// Portrait is the symbol of a name, where there are pictures.
func Portrait(bot, name string) Picture {
	return Picture{Size: Size{ui.IdenticonW, ui.IdenticonH}, Art: true, Paint: func(_ Look, g ui.Region) { ui.Portrait(g, 0, 0, bot, name) }}
}
