package ui

import (
	"fmt"
	"unicode"

	"arcade/lobby/text"
)

// tail is what the right cell of a wide character holds.
const tail = -1

// cell is one place of the screen. ink may be the surface itself: its own ink.
type cell struct {
	r            rune
	surface, ink Token
}

type hit struct {
	Rect
	msg any
}

// Canvas is a screen to draw on: characters, what they mean, and what a click
// on them means. A session keeps one and draws each frame on it after Reset;
// its memory is used again. It is not for several goroutines.
type Canvas struct {
	Region // all of it

	// Strict makes the canvas collect in Errors what a layout did wrong: text
	// that does not fit where it was drawn, or is written over other text. Tests set it; otherwise such text is
	// cut.
	Strict bool
	Errors []error

	w, h      int
	cells     []cell
	hits      []hit
	cursor    [2]int
	hasCursor bool
	out       []byte
}

// New makes an empty canvas of w by h cells.
func New(w, h int) *Canvas {
	c := new(Canvas)
	c.Reset(w, h)
	return c
}

// Reset empties the canvas and gives it the size w by h.
func (c *Canvas) Reset(w, h int) {
	c.w, c.h = max(0, w), max(0, h)
	if n := c.w * c.h; cap(c.cells) < n || cap(c.cells) > 4*n {
		c.cells = make([]cell, n) // a terminal that became small again frees the memory
		c.out = nil
	} else {
		c.cells = c.cells[:n]
	}
	for i := range c.cells {
		c.cells[i] = cell{' ', Page, Text}
	}
	clear(c.hits)
	c.hits = c.hits[:0]
	c.hasCursor = false
	c.Errors = nil
	all := Rect{0, 0, c.w, c.h}
	c.Region = Region{c, all, all}
}

// set writes one cell that is on the canvas. The other half of a wide character
// that loses one becomes blank.
func (c *Canvas) set(x, y int, tok Token, r rune) {
	row := c.cells[y*c.w : (y+1)*c.w]
	at := &row[x]
	if at.r == tail && r != tail {
		row[x-1].r = ' '
	}
	if x+1 < len(row) && row[x+1].r == tail {
		row[x+1].r = ' '
	}
	at.r = r
	c.ink(at, tok)
}

// paint changes the look of one cell that is on the canvas.
func (c *Canvas) paint(x, y int, tok Token) { c.ink(&c.cells[y*c.w+x], tok) }

func (c *Canvas) ink(at *cell, tok Token) {
	at.ink = tok
	if tok >= firstSurface {
		at.surface = tok
	}
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
		if y >= 0 && y < c.h && x >= 0 && x < c.w && cells > 0 && r != ' ' {
			if was := c.cells[y*c.w+x].r; was == tail || was != ' ' && !isLine(was) {
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

// Cursor is where the terminal's cursor belongs; not ok where it is to be hidden.
func (c *Canvas) Cursor() (x, y int, ok bool) { return c.cursor[0], c.cursor[1], c.hasCursor }

// Render is the frame for the terminal: h lines parted by line feeds, each
// ending in the terminal's plain state. Blanks at a line's end are left out
// where they show nothing.
func (c *Canvas) Render(t *Theme, g Glyphs) string {
	out := c.out[:0]
	for y := range c.h {
		if y > 0 {
			out = append(out, '\n')
		}
		row := c.cells[y*c.w : (y+1)*c.w]
		for len(row) > 0 {
			if last := row[len(row)-1]; last.r != ' ' || t.look(last.surface, Text) != "" {
				break
			}
			row = row[:len(row)-1]
		}
		state := ""
		surface, ink := tokens, tokens // of the cell before
		for _, at := range row {
			if at.r == tail {
				continue
			}
			// A blank shows its surface only: it needs no change of ink.
			if at.surface != surface || at.ink != ink && at.r != ' ' {
				surface, ink = at.surface, at.ink
				if look := t.look(surface, ink); look != state {
					if look == "" {
						out = append(out, "\x1b[m"...)
					} else {
						out = append(out, look...)
					}
					state = look
				}
			}
			out = appendRune(out, at.r, g)
		}
		if state != "" {
			out = append(out, "\x1b[m"...)
		}
	}
	c.out = out
	return string(out)
}

// Plain is the frame's text alone, without blanks at the ends of lines. It is
// the same in every theme.
func (c *Canvas) Plain(g Glyphs) string {
	out := c.out[:0]
	for y := range c.h {
		if y > 0 {
			out = append(out, '\n')
		}
		row := c.cells[y*c.w : (y+1)*c.w]
		for len(row) > 0 && row[len(row)-1].r == ' ' {
			row = row[:len(row)-1]
		}
		for _, at := range row {
			if at.r != tail {
				out = appendRune(out, at.r, g)
			}
		}
	}
	c.out = out
	return string(out)
}

func appendRune(out []byte, r rune, g Glyphs) []byte {
	if g == Safe {
		r = text.Plain(r)
	}
	if r < 0x80 {
		return append(out, byte(r))
	}
	return append(out, string(r)...)
}

// Lint looks for what must not be on any screen: a symbol without a blank after
// it, and characters outside the house list. Tests call it on every frame.
func (c *Canvas) Lint() []error {
	var errs []error
	for i, at := range c.cells {
		x, y := i%c.w, i/c.w
		switch {
		case at.r == tail || at.r < 0x80:
		case isSymbol(at.r):
			if x+1 < c.w && c.cells[i+1].r != ' ' {
				errs = append(errs, fmt.Errorf("%q at %d,%d has no blank after it", at.r, x, y))
			}
		case text.Plain(at.r) == at.r && !unicode.In(at.r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana):
			errs = append(errs, fmt.Errorf("%q at %d,%d is not of the house list", at.r, x, y))
		}
	}
	return errs
}
