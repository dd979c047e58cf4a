package ui

import "arcade/sessions/paint"

// A cell of LevelRich holds two pixels, one above the other. They are drawn as the lower half block, ink
// below and ground above, because some terminals draw a line of the ground at the top of each cell
// (LOOK.md, "Seen in terminals").
const lowerHalf = '▄'

// SolidInk returns a token's colour as an ink that looks the same on any ground; for a surface its ground.
func SolidInk(tok Token) Token {
	switch tok &^= Bold; {
	case isSurface(tok):
		return tok - Page | paint.GroundInk
	case tok < Page:
		return tokens.solid[tok]
	}
	return tok
}

// Cell draws one character in an ink on a ground, over any content. The ground may be any token.
func (g Region) Cell(x, y int, r rune, fg, bg Token) {
	x, y = x+g.bounds.X, y+g.bounds.Y
	if !g.clip.Contains(x, y) {
		return
	}
	at := g.c.cells.Put(x, y, r)
	at.Surface, at.Ink = surface(bg), ink(fg)
}

// Pixel draws the pixel at x, y; y counts half cells. The other half of the cell stays as it is. The
// colour is any token's; for a surface its ground.
func (g Region) Pixel(x, y int, tok Token) {
	lower := y&1 == 1
	x, y = x+g.bounds.X, (y>>1)+g.bounds.Y
	if !g.clip.Contains(x, y) {
		return
	}
	at := g.c.cells.At(x, y)
	above := at.Surface
	below := uint16(SolidInk(groundOf(at.Surface)))
	if at.Rune == lowerHalf {
		below = at.Ink
	}
	if lower {
		below = uint16(SolidInk(tok))
	} else {
		above = surface(tok)
	}
	g.c.cells.Put(x, y, lowerHalf)
	at.Surface, at.Ink = above, below
	if below == uint16(SolidInk(groundOf(above))) { // one colour: a blank
		at.Rune, at.Ink = ' ', ink(Text)
	}
}

// groundOf returns the token of a cell's surface.
func groundOf(surface uint16) Token {
	if surface >= paint.FirstPaint {
		return Token(surface)
	}
	return Page + Token(surface)
}

// At returns the ground of the cell at x, y; Page outside the canvas.
func (g Region) At(x, y int) Token {
	x, y = x+g.bounds.X, y+g.bounds.Y
	if !g.clip.Contains(x, y) {
		return Page
	}
	return groundOf(g.c.cells.At(x, y).Surface)
}

// Pixels draws rows of pixels from x, y on, in half cells. A letter of a row is a key of colours; other
// letters are skipped.
func (g Region) Pixels(x, y int, rows []string, colours map[rune]Token) {
	for j, row := range rows {
		i := 0
		for _, r := range row {
			if tok, ok := colours[r]; ok {
				g.Pixel(x+i, y+j, tok)
			}
			i++
		}
	}
}

// Dim dims r under an overlay: 60 % of the way to the page.
func (g Region) Dim(r Rect) {
	r.X += g.bounds.X
	r.Y += g.bounds.Y
	r = r.Intersect(g.clip)
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			g.c.cells.At(x, y).Ink |= paint.DimInk
		}
	}
}

// dimmed reports whether the cell at x, y is dimmed.
func (g Region) dimmed(x, y int) bool {
	x, y = x+g.bounds.X, y+g.bounds.Y
	return g.clip.Contains(x, y) && g.c.cells.At(x, y).Ink&paint.DimInk != 0
}

// Pair draws a cell of two pixels, one above the other, or a blank for one colour.
func (g Region) Pair(x, y int, above, below Token) {
	if above == below {
		g.Cell(x, y, ' ', Text, above)
		return
	}
	g.Cell(x, y, lowerHalf, SolidInk(below), above)
}
