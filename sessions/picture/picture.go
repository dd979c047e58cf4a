// Package picture writes a terminal's screen to files: SVG and PNG.
package picture

import (
	"fmt"
	"strings"

	"arcade/sessions/paint"
)

// Cell is a character of a picture, with its colours as 0xRRGGBB. Width 0 marks the right half of the
// character before it.
type Cell struct {
	Text        string
	Width       int
	Fg, Bg      uint32
	Bold, Faint bool
}

// Picture is a grid of cells and the ground around them.
type Picture struct {
	W, H   int
	At     func(x, y int) Cell
	Ground uint32
}

// Of returns the picture of a canvas in the colours of a palette of 24 bits.
func Of(c *paint.Canvas, p *paint.Palette) Picture {
	rgb := func(colour paint.Colour) uint32 { v, _ := colour.Shade(); return v }
	at := func(x, y int) Cell {
		cell := c.At(x, y)
		if cell.Rune == paint.Tail {
			return Cell{}
		}
		s := p.Look(cell.Surface, cell.Ink)
		wide := 1
		if x+1 < c.W() && c.At(x+1, y).Rune == paint.Tail {
			wide = 2
		}
		return Cell{Text: string(cell.Rune), Width: wide, Fg: rgb(s.Fg), Bg: rgb(s.Bg), Bold: s.Attr&paint.Bold != 0}
	}
	return Picture{W: c.W(), H: c.H(), At: at, Ground: rgb(p.Look(0, 0).Bg)}
}

// Together returns pictures beside each other in rows of at most w cells, each below its title.
func Together(w int, titles []string, list []Picture) Picture {
	const gap = 2
	type place struct {
		x, y int
		of   Picture
	}
	var places []place
	sum := Picture{W: w}
	x, y, high := gap, 2, 0
	for _, p := range list {
		if x > gap && x+p.W+gap > w {
			x, y, high = gap, y+high+3, 0
		}
		places = append(places, place{x, y, p})
		x, high, sum.Ground = x+p.W+gap, max(high, p.H), p.Ground
	}
	sum.H = y + high + 1
	sum.At = func(x, y int) Cell {
		for i, at := range places {
			switch title := []rune(titles[i]); {
			case x < at.x || x >= at.x+at.of.W || y < at.y-1 || y >= at.y+at.of.H:
			case y >= at.y:
				return at.of.At(x-at.x, y-at.y)
			case x-at.x < len(title):
				return Cell{Text: string(title[x-at.x]), Width: 1, Fg: 0xFFFFFF, Bg: 0x404040}
			}
		}
		return Cell{Width: 1, Bg: 0x404040}
	}
	return sum
}

// rect is a part of a cell, in cells: its left top corner, width and height.
type rect struct{ x, y, w, h float64 }

// quarters lists the quadrants that a character fills, left to right and top to bottom.
var quarters = map[rune]string{
	'▘': "1000", '▝': "0100", '▖': "0010", '▗': "0001", '▛': "1110", '▜': "1101", '▙': "1011", '▟': "0111", '▚': "1001", '▞': "0110", '▀': "1100", '▐': "0101",
}

const (
	fromBelow = "▁▂▃▄▅▆▇█" // by eighths
	fromLeft  = "▏▎▍▌▋▊▉"
)

// blocks returns the parts of its cell that a block character fills; none for other characters.
func blocks(r rune) (list []rect) {
	if n := strings.IndexRune(fromBelow, r); n >= 0 {
		h := float64(n/len("█")+1) / 8
		return []rect{{0, 1 - h, 1, h}}
	}
	if n := strings.IndexRune(fromLeft, r); n >= 0 {
		return []rect{{0, 0, float64(n/len("▏")+1) / 8, 1}}
	}
	if r == '▔' {
		return []rect{{0, 0, 1, 1. / 8}}
	}
	for i, bit := range quarters[r] {
		if bit == '1' {
			list = append(list, rect{float64(i%2) / 2, float64(i/2) / 2, 0.5, 0.5})
		}
	}
	return list
}

func hex(rgb uint32) string { return fmt.Sprintf("#%06x", rgb) }
