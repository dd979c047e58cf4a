package ui

import (
	"arcade/lobby/text"
	"arcade/sessions/paint"
)

// Rect is an area in cells; X and Y count from 0 at the top left.
type Rect struct{ X, Y, W, H int }

// Contains reports whether the cell at x, y is in r.
func (r Rect) Contains(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// Intersect returns the common part of r and s, of size 0 if there is none.
func (r Rect) Intersect(s Rect) Rect {
	x, y := max(r.X, s.X), max(r.Y, s.Y)
	return Rect{x, y, max(0, min(r.X+r.W, s.X+s.W)-x), max(0, min(r.Y+r.H, s.Y+s.H)-y)}
}

// Centered returns an area of w by h in the middle of r.
func (r Rect) Centered(w, h int) Rect { return Rect{r.X + (r.W-w)/2, r.Y + (r.H-h)/2, w, h} }

// Region is a part of a canvas with its own coordinates: 0, 0 is its top left cell. Nothing drawn through
// it leaves it. It is a small value, for one drawing.
type Region struct {
	c      *Canvas
	bounds Rect // on the canvas
	clip   Rect // the part on the canvas and within its parent regions
}

// W returns the region's width in cells.
func (g Region) W() int { return g.bounds.W }

// H returns the region's height in cells.
func (g Region) H() int { return g.bounds.H }

// Rect returns the region in its own coordinates.
func (g Region) Rect() Rect { return Rect{0, 0, g.bounds.W, g.bounds.H} }

// Sub returns a part of the region.
func (g Region) Sub(r Rect) Region {
	r.X += g.bounds.X
	r.Y += g.bounds.Y
	return Region{g.c, r, r.Intersect(g.clip)}
}

// Text draws s at x, y and returns the cells taken. An ink keeps the surface below. Text that does not
// fit ends with ".."; a strict canvas records an error, because a layout should have measured before.
func (g Region) Text(x, y int, tok Token, s string) int {
	if w := g.W() - x; g.c.Strict && (Width(s) > w || x < 0 || y < 0 || y >= g.H()) {
		g.c.fail("text %q at %d,%d does not fit in %dx%d", s, x, y, g.W(), g.H())
	}
	return g.TextCut(x, y, g.W()-x, tok, s)
}

// TextCut draws at most w cells of s, for text that may be too long; it returns the cells taken.
func (g Region) TextCut(x, y, w int, tok Token, s string) int {
	s = Cut(s, min(w, g.W()-x))
	if g.c.Strict {
		g.c.overlap(g.bounds.X+x, g.bounds.Y+y, s)
	}
	from := x
	for len(s) > 0 {
		r, cells, n := text.Next(s)
		if cells > 0 {
			if !g.c.Rich {
				r = lined(r)
			}
			g.put(x, y, tok, r, cells)
			x += cells
		}
		s = s[n:]
	}
	return x - from
}

// TextRight draws s so that its last cell is left of the column x, and returns the cells taken.
func (g Region) TextRight(x, y int, tok Token, s string) int {
	if w := Width(s); w > x {
		g.c.fail("text %q does not fit left of %d,%d", s, x, y)
		s = Cut(s, x)
	}
	return g.Text(x-Width(s), y, tok, s)
}

// textCenter draws s in the middle of the row y.
func (g Region) textCenter(y int, tok Token, s string) int {
	return g.Text(max(0, (g.W()-Width(s))/2), y, tok, s)
}

// put draws one character of 1 or 2 cells, or a blank if only half of it would be inside.
func (g Region) put(x, y int, tok Token, r rune, cells int) {
	x += g.bounds.X
	y += g.bounds.Y
	if cells == 2 && g.clip.Contains(x, y) && g.clip.Contains(x+1, y) {
		g.c.set(x, y, tok, r)
		g.c.set(x+1, y, tok, paint.Tail)
		return
	}
	if cells == 2 {
		r = ' '
	}
	for i := range cells {
		if g.clip.Contains(x+i, y) {
			g.c.set(x+i, y, tok, r)
		}
	}
}

// Fill empties r. A surface or a paint covers the old ground, an ink leaves the surface.
func (g Region) Fill(r Rect, tok Token) {
	r.X += g.bounds.X
	r.Y += g.bounds.Y
	r = r.Intersect(g.clip)
	if r.W <= 0 {
		return
	}
	for y := r.Y; y < r.Y+r.H; y++ {
		row := g.c.cells.Blank(r.X, y, r.W)
		lay(&row[0], tok)
		if !isPaint(tok) && !isSurface(tok&^Bold) {
			for i := range row {
				row[i].Ink = row[0].Ink
			}
			continue
		}
		for i := range row {
			row[i] = row[0]
		}
	}
}

// Rich reports whether the layouts of LevelRich are drawn.
func (g Region) Rich() bool { return g.c.Rich }

// Paint changes the look of r and leaves its text: a focused row, a picked cell. A paint changes the
// ground only.
func (g Region) Paint(r Rect, tok Token) {
	r.X += g.bounds.X
	r.Y += g.bounds.Y
	r = r.Intersect(g.clip)
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			if at := g.c.cells.At(x, y); isPaint(tok) {
				at.Surface = surface(tok)
			} else {
				look(at, tok)
			}
		}
	}
}

// HLine draws a line of w cells to the right of x, y.
func (g Region) HLine(x, y, w int, tok Token) {
	for i := range w {
		g.put(x+i, y, tok, '─', 1)
	}
}

// VLine draws a line of h cells down from x, y.
func (g Region) VLine(x, y, h int, tok Token) {
	for i := range h {
		g.put(x, y+i, tok, '│', 1)
	}
}

// Box draws a border along the inside of r, with the title in it, and returns the inside, which stays;
// Fill it first for a panel.
func (g Region) Box(r Rect, title string, tok Token, double bool) Region {
	in := g.Sub(Rect{r.X + 1, r.Y + 1, max(0, r.W-2), max(0, r.H-2)})
	if r.W < 2 || r.H < 2 {
		return in
	}
	line := [6]rune{'┌', '─', '┐', '│', '└', '┘'}
	if double {
		line = [6]rune{'╔', '═', '╗', '║', '╚', '╝'}
	}
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	for x := r.X + 1; x < right; x++ {
		g.put(x, r.Y, tok, line[1], 1)
		g.put(x, bottom, tok, line[1], 1)
	}
	for y := r.Y + 1; y < bottom; y++ {
		g.put(r.X, y, tok, line[3], 1)
		g.put(right, y, tok, line[3], 1)
	}
	g.put(r.X, r.Y, tok, line[0], 1)
	g.put(right, r.Y, tok, line[2], 1)
	g.put(r.X, bottom, tok, line[4], 1)
	g.put(right, bottom, tok, line[5], 1)
	if title != "" {
		if Width(title) > r.W-6 {
			g.c.fail("title %q does not fit in a box of %d", title, r.W)
		}
		if s := Cut(title, r.W-6); s != "" {
			g.Text(r.X+2, r.Y, tok, " "+s+" ")
		}
	}
	return in
}

// Hit makes r an area whose click has the message msg. Where two areas overlap, the later one wins, as
// later drawing covers earlier.
func (g Region) Hit(r Rect, msg any) {
	r.X += g.bounds.X
	r.Y += g.bounds.Y
	if r = r.Intersect(g.clip); r.W > 0 && r.H > 0 {
		g.c.hits = append(g.c.hits, hit{Rect: r, msg: msg})
	}
}

// HitNamed is Hit for an area that shows no words: name returns what the area i is called for people who do not see
// it. It is called only when somebody asks.
func (g Region) HitNamed(r Rect, msg any, name func(i int) string, i int) {
	before := len(g.c.hits)
	g.Hit(r, msg)
	if len(g.c.hits) > before {
		g.c.hits[before].name, g.c.hits[before].of = name, i
	}
}

// Tells has r, which is no target, told to people who do not see it: a picture, numbers in a row. name is as in HitNamed.
func (g Region) Tells(r Rect, name func(i int) string, i int) {
	before := len(g.c.hits)
	g.HitNamed(r, nil, name, i)
	if len(g.c.hits) > before {
		g.c.hits[before].told = true
	}
}

// Leaves notes on the canvas that an overlay in r leaves the board in view; see [Canvas.Free].
func (g Region) Leaves(r Rect) {
	g.c.Free = Rect{}
	if r.W > 0 && r.H > 0 {
		r.X += g.bounds.X - g.c.bounds.X
		r.Y += g.bounds.Y - g.c.bounds.Y
		g.c.Free = r
	}
}

// BlockClicks disables the areas below r.
func (g Region) BlockClicks(r Rect) { g.Hit(r, nil) }

// setCursor puts the terminal's own cursor at x, y, in a text field, so that input methods show their
// composition there.
func (g Region) setCursor(x, y int) {
	x += g.bounds.X
	y += g.bounds.Y
	if g.clip.Contains(x, y) {
		g.c.cells.SetCursor(x, y)
	}
}

// Button draws "[ label ]", or "[>label ]" if focused, as an area that presses key; it returns its width.
func (g Region) Button(x, y int, label string, key Key, focused bool) int {
	if g.Rich() {
		g.buttonCap(x, y, label, key, focused)
		return ButtonWidth(label)
	}
	tok, mark := Mark(focused, ButtonFocus, Button)
	w := g.Text(x, y, tok, "["+mark+label+" ]")
	g.Hit(Rect{x, y, w, 1}, Press(key))
	return w
}

// ButtonWidth returns the width of a Button, in cells.
func ButtonWidth(label string) int { return Width(label) + 4 }

// Strict reports whether layout mistakes are collected; see [Canvas.Strict].
func (g Region) Strict() bool { return g.c.Strict }

// Fail records a layout mistake on a strict canvas.
func (g Region) Fail(format string, args ...any) { g.c.fail(format, args...) }

// Place returns the region's bounds on the canvas.
func (g Region) Place() Rect { return g.bounds }
