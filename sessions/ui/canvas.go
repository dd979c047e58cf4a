package ui

import (
	"fmt"
	"unicode"

	"arcade/lobby/text"
	"arcade/sessions/paint"
)

type hit struct {
	Rect
	msg any
}

// Canvas is a screen to draw on: characters, what they mean, and what a click
// on them means. A session keeps one and draws each frame on it after Reset;
// its memory is used again. It is not for several goroutines.
type Canvas struct {
	Region // what screens draw on: all of it, of a larger window the middle

	// Strict makes the canvas collect in Errors what a layout did wrong: text
	// that does not fit where it was drawn, or is written over other text. Tests set it; otherwise such text is
	// cut.
	Strict bool
	// Rich makes screens and the kit draw the layouts of LevelRich.
	Rich bool
	// Folded says that what is drawn will be folded to 48 columns: what only adorns, beside the
	// rest, is left out.
	Folded bool
	Errors []error

	// Place and Message are what the frame says there; see [FrameSpec].
	Place, Message string
	// Spec is what the frame was last asked to say, Over where the last panel or dialogue stands:
	// package narrow shows both anew on a screen that is not so wide.
	Spec FrameSpec
	Over Rect

	body  Rect // of a screen that is spread, else the zero Rect
	cells paint.Canvas
	hits  []hit
	field drawnField // the text field that takes what is typed
}

// New makes an empty canvas of w by h cells.
func New(w, h int) *Canvas {
	c := new(Canvas)
	c.Reset(w, h)
	return c
}

// Reset empties the canvas and gives it the size w by h.
func (c *Canvas) Reset(w, h int) {
	c.cells.Reset(w, h, paint.Cell{Rune: ' ', Surface: surface(Page), Ink: uint16(Text)})
	clear(c.hits)
	c.hits = c.hits[:0]
	c.Errors, c.Place, c.Message, c.Spec, c.Over, c.field = nil, "", "", FrameSpec{}, Rect{}, drawnField{}
	c.body = Rect{}
	all := Rect{0, 0, c.cells.W(), c.cells.H()}
	in := all.Centered(Wide(all.W), min(all.H, fullHeight)) // prompt and keys stay with the board
	if Narrow(w, h) {
		in = all
	}
	c.Region = Region{c, in, in}
}

// Grow gives a screen that is a list all rows of a high terminal, up to maxHeight. It is
// called before anything is drawn.
func (c *Canvas) Grow() {
	all := Rect{0, 0, c.cells.W(), c.cells.H()}
	if Full(all.W, all.H) {
		in := all.Centered(Wide(all.W), min(all.H, maxHeight))
		c.Region = Region{c, in, in}
	}
}

// Spread lets a screen of LevelRich use a roomy window. Its body, w cells wide and rows high (0 for
// as high as there is room), moves to the left; [Canvas.Aside] and [Canvas.Under] are the room beside
// and below it. It is called before anything is drawn, and reports whether the window is roomy; in a
// smaller one it does nothing.
func (c *Canvas) Spread(w, rows int) (spread bool) {
	all := Rect{0, 0, c.cells.W(), c.cells.H()}
	if !c.Rich || !Roomy(all.W, all.H) {
		return false
	}
	in := all.Centered(min(all.W, w+asideGap+maxAside), min(all.H, maxHeight))
	c.Region = Region{c, in, in}
	c.body = Rect{0, 1, w, in.H - 3}
	if rows > 0 {
		c.body.H = min(c.body.H, rows)
	}
	return true
}

// asideGap is the number of columns between the body of a screen that is spread and [Canvas.Aside].
const asideGap = 2

// Area is where a screen draws: between the frame's rows.
func (c *Canvas) Area() Rect {
	if c.body.W > 0 {
		return c.body
	}
	return BodyRect(c.W(), c.H())
}

// Aside is the room right of the body of a screen that is spread.
func (c *Canvas) Aside() Region {
	x := c.body.W + asideGap
	return c.Sub(Rect{x, 1, max(0, c.W()-x-frameMargin), c.H() - 3})
}

// Under is the room below the body of a screen that is spread.
func (c *Canvas) Under() Region {
	y := c.body.Y + c.body.H
	return c.Sub(Rect{frameMargin, y, max(0, c.body.W-2*frameMargin), max(0, c.H()-3-y)})
}

// Cells is what has been drawn, for the painter.
func (c *Canvas) Cells() *paint.Canvas { return &c.cells }

// isSurface and isPaint tell the kinds of tokens; the others are inks.
func isSurface(tok Token) bool { return tok >= Page && tok < paint.FirstPaint }
func isPaint(tok Token) bool   { return tok&^Bold >= paint.FirstPaint }

// surface and ink are a token's numbers in a cell. The ink of a surface is the
// last: its own. An ink as a surface is the paint of its colour.
func surface(tok Token) uint16 {
	switch {
	case isPaint(tok):
		return uint16(tok)
	case tok < Page:
		return uint16(tokens.solid[tok])
	}
	return uint16(tok - Page)
}

func ink(tok Token) uint16 {
	if isPaint(tok) {
		return uint16(tok)
	}
	return uint16(min(tok&^Bold, maxInks-1) | tok&Bold)
}

// set writes one cell that is on the canvas.
func (c *Canvas) set(x, y int, tok Token, r rune) { look(c.cells.Put(x, y, r), tok) }

// look changes how a cell looks.
func look(at *paint.Cell, tok Token) {
	at.Ink = ink(tok)
	if isSurface(tok &^ Bold) {
		at.Surface = surface(tok &^ Bold)
	}
}

// lay makes a cell's ground a surface or a paint, with that one's own or the ordinary ink.
func lay(at *paint.Cell, tok Token) {
	if isPaint(tok) {
		at.Surface, at.Ink = surface(tok), ink(Text)
		return
	}
	look(at, tok)
}

func (c *Canvas) fail(format string, args ...any) {
	if c.Strict {
		c.Errors = append(c.Errors, fmt.Errorf(format, args...))
	}
}

// overlap takes note of text that is written over other text, and not over a
// line or what Fill has emptied: two columns that meet.
func (c *Canvas) overlap(x, y int, s string) {
	from := x
	for len(s) > 0 {
		r, cells, n := text.Next(s)
		s = s[n:]
		if y >= 0 && y < c.cells.H() && x >= 0 && x < c.cells.W() && cells > 0 && r != ' ' {
			if was := c.cells.At(x, y).Rune; was == paint.Tail || was != ' ' && !isLine(was) && !isRich(was) {
				c.fail("text from %d,%d is written over %q at %d", from, y, was, x)
				return
			}
		}
		x += cells
	}
}

// isLine tells the characters of lines and borders.
func isLine(r rune) bool { return r >= 0x2500 && r <= 0x257F }

// HitAt is what a click on the cell at x, y stands for; not ok where nothing
// was drawn to be clicked, or where it is shaded.
func (c *Canvas) HitAt(x, y int) (msg any, ok bool) {
	for i := len(c.hits) - 1; i >= 0; i-- {
		if c.hits[i].Contains(x, y) {
			return c.hits[i].msg, c.hits[i].msg != nil
		}
	}
	return nil, false
}

// Plain is the frame's text alone, without blanks at the ends of lines. It is
// the same in every theme.
func (c *Canvas) Plain(g Level) string {
	var out []rune
	for y := range c.cells.H() {
		if y > 0 {
			out = append(out, '\n')
		}
		row := c.cells.Row(y)
		for len(row) > 0 && row[len(row)-1].Rune == ' ' {
			row = row[:len(row)-1]
		}
		for _, at := range row {
			if at.Rune != paint.Tail {
				r := at.Rune
				if g == LevelPlain {
					r = text.Plain(r)
				}
				out = append(out, r)
			}
		}
	}
	return string(out)
}

// Lint looks for what must not be on any screen: a symbol without a blank after
// it, and characters outside the house list. Tests call it on every frame.
func (c *Canvas) Lint() []error {
	var errs []error
	w := c.cells.W()
	for y := range c.cells.H() {
		row := c.cells.Row(y)
		for x, at := range row {
			switch r := at.Rune; {
			case r == paint.Tail || r < 0x80:
			case c.Rich && isRich(r):
			case isSymbol(r):
				if c.Rich {
					continue // two colours of ground keep them apart
				}
				if x+1 < w && row[x+1].Rune != ' ' {
					errs = append(errs, fmt.Errorf("%q at %d,%d has no blank after it", r, x, y))
				}
			case text.Plain(r) == r && !unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana):
				errs = append(errs, fmt.Errorf("%q at %d,%d is not of the house list", r, x, y))
			}
		}
	}
	return errs
}
