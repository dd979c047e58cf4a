package ui

import "strings"

// alternatives draws alternatives in a row, the picked one in brackets: " a [b] c ". Each takes the same
// cells whether picked or not. msg returns the message of a click on the i-th. It returns the cells
// taken. On LevelRich the picked one has a dot, or a cap, which is gold in a focused row.
func alternatives(g Region, x, y int, labels []string, picked int, dots, focused bool, msg func(i int) any) int {
	from := x
	for i, label := range labels {
		w := 0
		switch {
		case g.Rich() && i == picked && dots && focused:
			w = Width(label) + 2
			g.Fill(Rect{x - 1, y, w + 2, 1}, Focus)
			g.Text(x, y, Focus|Bold, "● "+label)
		case g.Rich() && i == picked && dots:
			w = g.Text(x, y, Accent, "●") + 1
			w += g.Text(x+w, y, Strong|Bold, label)
		case g.Rich() && i == picked:
			w = g.Chip(x, y, label, Cap)
		case g.Rich():
			w = g.Text(x, y, Muted, " "+label+" ")
		case i == picked:
			w = g.Text(x, y, Picked, "["+label+"]")
		default:
			w = g.Text(x, y, Text, " "+label+" ")
		}
		g.Hit(Rect{x, y, w, 1}, msg(i))
		x += w
		if Width(label) > 2 && i+1 < len(labels) {
			x++
		}
	}
	return x - from
}

// Slider draws a line with a knob in the middle of r, all of which can be clicked: a finger needs more than a row.
func Slider(g Region, r Rect, pos, total int, msg func(pos int) any) {
	x, y, w := r.X, r.Y+r.H/2, r.W
	n := w - 2
	if n < 2 {
		return
	}
	total = max(0, total)
	pos = min(max(0, pos), total)
	knob := SliderCell(w, pos, total) - 1
	if g.Rich() {
		g.Meter(x, y, w, knob+1, w, Accent)
		g.Cell(x+1+knob, y, '●', SolidInk(Accent), g.At(x+1+knob, y))
	} else {
		g.Text(x, y, Text, "["+strings.Repeat("=", knob)+"O"+strings.Repeat("-", n-1-knob)+"]")
		g.Paint(Rect{x + 1 + knob, y, 1, 1}, Focus)
	}
	g.Hit(Rect{x, r.Y, 1, r.H}, msg(0))
	for i := range n {
		at := (i*total + (n-1)/2) / (n - 1)
		if i == knob {
			at = pos // a click on the knob moves nothing
		}
		g.Hit(Rect{x + 1 + i, r.Y, 1, r.H}, msg(at))
	}
	g.Hit(Rect{x + w - 1, r.Y, 1, r.H}, msg(total))
}

// SliderCell returns the cell of a position in a slider of w cells, counted from the slider's first.
func SliderCell(w, pos, total int) int {
	if total <= 0 {
		return 1
	}
	return 1 + (min(max(0, pos), total)*(w-3)+total/2)/total
}

// Window returns the part [from, to) of a list of total rows that is shown in rows rows, with the focus
// in it and, if possible, in the middle.
func Window(focus, total, rows int) (from, to int) {
	if rows <= 0 || total <= 0 {
		return 0, 0
	}
	from = min(max(0, focus-rows/2), max(0, total-rows))
	return from, min(total, from+rows)
}

// BarText returns "#####...": part of whole, w cells wide. A part above zero shows at least one cell.
func BarText(part, whole, w int) string {
	n := 0
	if whole > 0 && w > 0 {
		part = min(max(0, part), whole)
		n = part * w / whole
		if n == 0 && part > 0 {
			n = 1
		}
	}
	return strings.Repeat("#", n) + strings.Repeat(".", max(0, w-n))
}
