package ui

import "strings"

// eighths are the blocks that fill a cell from the left, columns the ones from below, by eighths.
var eighths, columns = []rune(" ▏▎▍▌▋▊▉"), []rune(" ▁▂▃▄▅▆▇")

// Bar draws part of whole as a bar of w cells, exact to an eighth of a cell, in a colour on a track; with lines in
// signs. A part above zero shows.
func (g Region) Bar(x, y, w, part, whole int, tok, track Token) {
	if !g.Rich() {
		if isPaint(tok) { // a ground, and no ink
			tok = Info
		}
		g.Text(x, y, tok, BarText(part, whole, w))
		return
	}
	n := 0
	if whole > 0 {
		part = min(max(0, part), whole)
		if n = (16*w*part + whole) / (2 * whole); n == 0 && part > 0 {
			n = 1
		}
	}
	for i := range w {
		switch k := n - 8*i; {
		case k >= 8:
			g.Cell(x+i, y, ' ', Text, tok)
		case k > 0:
			g.Cell(x+i, y, eighths[k], SolidInk(tok), track)
		default:
			g.Fill(Rect{x + i, y, 1, 1}, track)
		}
	}
}

// Balance draws two parts of whole as bars of w cells towards each other, the first one from the left, each in its
// colour on a track; with lines in signs.
func (g Region) Balance(x, y, w int, parts [2]int, whole int, toks [2]Token, track Token) {
	if !g.Rich() {
		first := min(w*parts[0]/whole, w)
		second := min(w*parts[1]/whole, w-first)
		g.Text(x, y, Text, strings.Repeat("#", first))
		g.Text(x+first, y, Muted, strings.Repeat(".", w-first-second))
		g.Text(x+w-second, y, Strong, strings.Repeat("=", second))
		return
	}
	g.Bar(x, y, w, parts[0], whole, toks[0], track)
	n := (2*8*w*parts[1] + whole) / (2 * whole)
	for i := range w {
		switch k := n - 8*(w-1-i); {
		case k >= 8:
			g.Cell(x+i, y, ' ', Text, toks[1])
		case k > 0:
			g.Cell(x+i, y, fromRight[k], g.At(x+i, y), toks[1])
		}
	}
}

// fromRight are the blocks that leave so many eighths of a cell free at the right.
var fromRight = []rune("█▉▊▋▌▍▎▏")

// Meter draws part of whole as a thin line of w cells: clocks, lists. With lines it is a [Region.Bar].
func (g Region) Meter(x, y, w, part, whole int, tok Token) {
	if !g.Rich() {
		g.Bar(x, y, w, part, whole, tok, Track)
		return
	}
	n := 0
	if whole > 0 {
		n = (2*w*min(max(0, part), whole) + whole) / (2 * whole)
	}
	for i := range w {
		ink := SolidInk(Track)
		if i < n {
			ink = SolidInk(tok)
		}
		g.Cell(x+i, y, '━', ink, g.At(x+i, y))
	}
}

// Spark draws values as columns one row high, from 0 to most.
func (g Region) Spark(x, y int, values []int, most int, tok Token) {
	for i, v := range values {
		n := 0
		if most > 0 {
			n = min(max(0, v), most) * 8 / most
		}
		g.column(x+i, y, n, tok)
	}
}

// Columns draws a histogram h rows high, a column w cells wide for each value, from 0 to most. A value
// above zero shows. mark is the column in another colour, -1 for none.
func (g Region) Columns(x, y, w, h int, values []int, most int, tok Token, mark int, marked Token) {
	for i, v := range values {
		n := 0
		if most > 0 {
			if n = min(max(0, v), most) * 8 * h / most; n == 0 && v > 0 {
				n = 1
			}
		}
		ink := tok
		if i == mark {
			ink = marked
		}
		for j := range h {
			for k := range w {
				g.column(x+i*w+k, y+h-1-j, min(max(0, n-8*j), 8), ink)
			}
		}
	}
}

// column fills n eighths of a cell from below. With lines a whole cell is one eighth short, because only that is in
// every set of symbols.
func (g Region) column(x, y, n int, tok Token) {
	switch {
	case n > 0 && !g.Rich():
		if isPaint(tok) {
			tok = Info
		}
		g.Text(x, y, tok, string(columns[min(n, len(columns)-1)]))
	case n >= 8:
		g.Cell(x, y, ' ', Text, tok)
	case n > 0:
		g.Cell(x, y, columns[n], SolidInk(tok), g.At(x, y))
	}
}
