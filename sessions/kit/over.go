package kit

import "arcade/sessions/ui"

// Over is a block in the middle over another one, which is dimmed and takes no clicks. Without room around it, it takes
// the whole.
type Over struct {
	Below, Block Block
	W            int      // of the block, at most
	Title        string   // with lines
	Edge         ui.Token // with pictures: the strip above it
}

// The cells beside a block over another one, and the rows above and below it.
const overX, overY = 3, 1

// Least returns what both have room in.
func (o Over) Least(l Look, w int) Size {
	s, over := o.Below.Least(l, w), o.Block.Least(l, w)
	return Size{max(s.W, over.W), max(s.H, over.H)}
}

// Wish returns the wish of the one below.
func (o Over) Wish(l Look, w int) int { return max(o.Below.Wish(l, w), o.Least(l, w).H) }

// Draw draws both.
func (o Over) Draw(l Look, g ui.Region) {
	Draw(o.Below, l, g)
	g.BlockClicks(g.Rect())
	w := min(o.W, g.W()-2*overX)
	least := o.Block.Least(l, max(w, 1))
	if w < 1 || least.W > w || least.H+2*overY > g.H() {
		g.Fill(g.Rect(), ui.Page)
		Draw(o.Block, l, g)
		return
	}
	h := min(max(o.Block.Wish(l, w), least.H)+2*overY, g.H())
	box := g.Rect().Centered(w+2*overX, h)
	if l.Rich {
		g.Dim(g.Rect())
		g.Sheet(box, ui.Panel).Strip(ui.Rect{W: box.W, H: 1}, o.Edge)
	} else {
		g.Panel(box, o.Title)
	}
	Draw(o.Block, l, g.Sub(ui.Rect{X: box.X + overX, Y: box.Y + overY, W: w, H: h - 2*overY}))
}
