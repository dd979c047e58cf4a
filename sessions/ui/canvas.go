package ui

import (
	"fmt"
	"unicode"

	"arcade/lobby/text"
	"arcade/sessions/paint"
)

type hit struct {
	Rect
	msg  any
	name func(i int) string // of the area of, for people who do not see it; nil for its words
	of   int
	told bool // it is only told: a click goes to what is below it
}

// Canvas is a screen to draw on: characters, their tokens, and the messages of clicks. A session keeps
// one and draws each frame on it after Reset, which reuses its memory. It is not safe for concurrent use.
type Canvas struct {
	Region // the screens' area: the whole canvas, or the middle of a larger window

	// Strict makes the canvas collect layout mistakes in Errors: text that does not fit, or is written
	// over other text. Tests set it; otherwise such text is cut.
	Strict bool
	// Rich makes screens and the kit draw the layouts of LevelRich.
	Rich bool
	// Touch makes the frame one for a finger.
	Touch  bool
	Errors []error

	// Place and Message are the frame's texts; see [FrameSpec].
	Place, Message string
	// Free is the part of a table in which an overlay leaves the board in view, the zero Rect for none.
	Free Rect
	// Short reports that the screen has no room in a window in which not all have room; see [Fits].
	Short bool
	// Spec is the frame's last spec. An overlay draws the frame again with its own keys and message.
	Spec FrameSpec

	body       Rect // of a spread or composed screen, else the zero Rect
	column     Rect // of the frame beside it, on a phone that lies, else the zero Rect
	buttonRows int  // of the frame for a finger
	cells      paint.Canvas
	hits       []hit
	field      drawnField // the text field that takes typed text
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
	c.Errors, c.Place, c.Message, c.Spec, c.Free, c.field = nil, "", "", FrameSpec{}, Rect{}, drawnField{}
	c.body, c.column, c.Touch, c.Short = Rect{}, Rect{}, false, false
	all := Rect{0, 0, c.cells.W(), c.cells.H()}
	in := all.Centered(Wide(all.W), min(all.H, fullHeight)) // prompt and keys stay with the board
	if Narrow(w, h) {
		in = all
	}
	c.Region = Region{c, in, in}
}

// composedWidth is the most columns of a screen that the kit arranges.
const composedWidth = 160

// Compose gives a screen that the kit arranges the whole window, or the middle of a very large one, with the frame
// for a finger or a mouse; for a finger, many keys get two rows of buttons, and on a phone that lies a column beside
// the screen. It is called before anything is drawn.
func (c *Canvas) Compose(touch bool, keys []KeyItem) { c.compose(touch, keys, composedWidth) }

// ComposeWide is Compose for a board, which may take more columns than texts.
func (c *Canvas) ComposeWide(touch bool, keys []KeyItem) { c.compose(touch, keys, c.cells.W()) }

func (c *Canvas) compose(touch bool, keys []KeyItem, most int) {
	all := Rect{0, 0, c.cells.W(), c.cells.H()}
	in := all.Centered(min(all.W, most), min(all.H, maxHeight))
	if touch {
		in = all
	}
	c.Region, c.Touch, c.buttonRows, c.column = Region{c, in, in}, touch, 1, Rect{}
	if touch && len(touchItems(keys)) > mostButtons {
		c.buttonRows = 2
	}
	if touch && Lying(all.W, all.H) {
		c.column = Rect{X: all.W - lyingColumn, Y: lyingAbove, W: lyingColumn - touchMargin, H: all.H - lyingAbove}
		c.body = Rect{Y: lyingAbove, W: c.column.X - touchMargin, H: all.H - lyingAbove}
		return
	}
	above, below := c.frameRows()
	c.body = Rect{0, above, in.W, max(0, in.H-above-below)}
}

// Area returns the screen's area between the frame's rows.
func (c *Canvas) Area() Rect {
	if c.body.W > 0 {
		return c.body
	}
	return BodyRect(c.W(), c.H())
}

// Cells returns the drawn cells, for the painter.
func (c *Canvas) Cells() *paint.Canvas { return &c.cells }

// isSurface and isPaint report the kind of a token; all other tokens are inks.
func isSurface(tok Token) bool { return tok >= Page && tok < paint.FirstPaint }
func isPaint(tok Token) bool   { return tok&^Bold >= paint.FirstPaint }

// surface and ink return a token's numbers in a cell. The ink of a surface is the last number: its own.
// An ink as a surface is the paint of its colour.
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

// look sets the look of a cell.
func look(at *paint.Cell, tok Token) {
	at.Ink = ink(tok)
	if isSurface(tok &^ Bold) {
		at.Surface = surface(tok &^ Bold)
	}
}

// lay sets a cell's ground to a surface or a paint, with that one's own or the ordinary ink.
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

// overlap records text that is written over other text, but not over a line or an emptied area: two
// columns that meet.
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

// isLine reports whether r is a character of lines and borders.
func isLine(r rune) bool { return r >= 0x2500 && r <= 0x257F }

// HitAt returns the message of a click on the cell at x, y; ok is false if nothing clickable is there, or
// if it is shaded.
func (c *Canvas) HitAt(x, y int) (msg any, ok bool) {
	for i := len(c.hits) - 1; i >= 0; i-- {
		if c.hits[i].Contains(x, y) && !c.hits[i].told {
			return c.hits[i].msg, c.hits[i].msg != nil
		}
	}
	return nil, false
}

// Plain returns the frame's text alone, without blanks at the ends of lines. It is the same in every
// theme.
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

// Lint records characters that no screen may show: a symbol without a blank after it, and characters
// outside the house list. Tests call it on every frame.
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
					continue // different grounds separate them
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
