package kit

import (
	"slices"

	"arcade/sessions/ui"
)

// Paper is a list of sentences of any length, such as a history; those that are too long are wrapped. The rows around
// the one in focus are in view.
type Paper struct {
	Lines []string
	Focus int
	Few   int // so many rows are in view at least, if there are as many
	Most  int // so many at most; 0 for any number
}

// The cells left of the sentences, further ones of later rows, and those right of them.
const paperLeft, paperIn, paperRight = 2, 4, 2

// row is a row of a sentence.
type paperRow struct {
	of   int
	x    int
	text string
}

// rows returns all rows in w cells.
func (p Paper) rows(w int) (list []paperRow) {
	room := max(w-paperLeft-paperRight, 2)
	for i, line := range p.Lines {
		x := paperLeft
		parts := slices.Collect(wrap(line, room))
		if len(parts) > 1 {
			parts = ui.Wrap(line, max(room-paperIn, 2))
		}
		for k, part := range parts {
			if k == 1 {
				x += paperIn
			}
			list = append(list, paperRow{i, x, part})
		}
	}
	return list
}

// Least returns the size of a few rows.
func (p Paper) Least(_ Look, w int) (s Size) {
	for _, r := range p.rows(w) {
		s.W = max(s.W, r.x+ui.Width(r.text)+paperRight)
	}
	s.H = min(len(p.rows(w)), max(p.Few, 1))
	return s
}

// Wish returns all rows.
func (p Paper) Wish(_ Look, w int) int {
	h := len(p.rows(w))
	if p.Most > 0 {
		h = min(h, p.Most)
	}
	return h
}

// Draw draws the rows around the focus.
func (p Paper) Draw(l Look, g ui.Region) {
	rows := p.rows(g.W())
	at := 0
	for i, r := range rows {
		if r.of == p.Focus {
			at = i
			break
		}
	}
	from, to := ui.Window(at, len(rows), g.H())
	for i := from; i < to; i++ {
		r, y, ink := rows[i], i-from, ui.Text
		if r.of == p.Focus {
			if l.Rich {
				g.FocusRow(y)
				ink = ui.Cap | ui.Bold
			} else {
				g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, ui.Focus)
				ink = ui.Focus
				if i == at {
					g.Text(0, y, ui.Focus, ">")
				}
			}
		}
		g.Text(r.x, y, ink, r.text)
	}
	if to-from < len(rows) {
		scrollBar(l, g, 0, to-from, from, to, len(rows))
	}
}
