package kit

import (
	"slices"

	"arcade/sessions/ui"
)

// Column is a column of a list.
type Column struct {
	Head  string
	W     int  // the cells that its texts need at most
	Right bool // numbers: flush right
	Drop  int  // above 0: omitted if there is no room, the highest first
	Name  bool // people's names, which may be cut
}

// List is a list of rows with a focus; a click on a row is a ui.RowHit. If there is no room for all columns, the
// ones to omit first are omitted; for a finger they are a second line of each row.
type List struct {
	Cols  []Column
	N     int
	Skip  int // so many of the first rows stand elsewhere
	Focus int // -1 for none
	Row   func(i int) []string
	Empty string
	Ink   func(i, col int) ui.Token // of a text where there are pictures; 0 for the usual ink; may be nil
	// Paint replaces the texts of a row where there are pictures, a mouse, and at least PaintW cells.
	Paint  func(g ui.Region, i int, focus bool)
	PaintW int
	PaintH int // the rows of an entry that is a picture; 0 for one
	// Airy lets entries that are pictures stand a row apart if all of them have room; higher ones always do. Such an
	// entry may paint the row below it, too.
	Airy bool
	// Detail is about the entry in focus. It stands below a list whose entries are texts; nil for none.
	Detail Block
	// Head draws the headings above painted rows; nil for none.
	Head func(g ui.Region)
}

// The columns left of the texts, between two of them, and right of them; the rows that a list shows at least; the
// rows of an entry for a finger; the least cells of a name.
const (
	listLeft, listGap, listRight = 2, 2, 2
	leastRows                    = 3
	touchRows                    = 3
	nameLeast                    = 12
)

// kept returns the columns that have room in w cells, and the width that the rest of them need.
func (t List) kept(w int) (kept []int, need int) {
	n := Line{Tight: listGap}
	for _, c := range t.Cols {
		n.Items = append(n.Items, Item{Drop: c.Drop})
	}
	kept = n.kept(make([]int, 0, len(n.Items)), w-listLeft-listRight, t.width, nil)
	need = listLeft + listRight - listGap
	for _, i := range kept {
		need += t.width(i) + listGap
	}
	return kept, need
}

// width returns the least cells of a column.
func (t List) width(i int) int {
	c := t.Cols[i]
	if c.Name {
		return max(min(c.W, nameLeast), ui.Width(c.Head))
	}
	return max(c.W, ui.Width(c.Head))
}

// pitch returns the rows of an entry in w cells, and those with the gap below it.
func (t List) pitch(l Look, w int) (high, pitch int) {
	switch {
	case l.Touch:
		return touchRows, touchRows
	case t.painted(l, w) && t.PaintH > 1:
		return t.PaintH, t.PaintH + 1
	}
	return 1, 1
}

// detail returns the rows below the entries in w cells.
func (t List) detail(l Look, w int) int {
	if t.Detail == nil || t.painted(l, w) {
		return 0
	}
	return t.Detail.Least(l, max(w-listLeft-listRight, 1)).H + 1
}

// head returns the rows of the headings.
func (t List) head(l Look, w int) int {
	if t.painted(l, w) && t.Head == nil || !slices.ContainsFunc(t.Cols, func(c Column) bool { return c.Head != "" }) {
		return 0
	}
	return 1
}

// headAlways returns the rows of headings that give way to nothing.
func (t List) headAlways(l Look, w int) int {
	if l.Touch {
		return 0
	}
	return t.head(l, w)
}

// headIn returns the rows of the headings in w by h cells. For a finger they give way to the rows that a list shows at
// least, and to the last row of all.
func (t List) headIn(l Look, w, h int) int {
	head := t.head(l, w)
	if all := t.Wish(l, w); l.Touch && (h < t.Least(l, w).H+head || h >= all && h < all+head) {
		return 0
	}
	return head
}

// painted reports whether the rows are pictures in w cells.
func (t List) painted(l Look, w int) bool {
	return t.Paint != nil && l.Rich && !l.Touch && w >= t.PaintW
}

// Least returns the size with a few rows.
func (t List) Least(l Look, w int) Size {
	if t.N-t.Skip <= 0 {
		if t.N > 0 {
			return Size{}
		}
		s := Text{Text: t.Empty}.Least(l, max(w-listLeft, 1))
		return Size{s.W + listLeft, s.H}
	}
	_, need := t.kept(w)
	high, pitch := t.pitch(l, w)
	return Size{need, t.headAlways(l, w) + min(t.N-t.Skip, leastRows)*pitch - (pitch - high) + t.detail(l, w)}
}

// Wish returns the height with all rows.
func (t List) Wish(l Look, w int) int {
	if t.N-t.Skip <= 0 {
		return t.Least(l, w).H
	}
	high, pitch := t.pitch(l, w)
	return t.headAlways(l, w) + (t.N-t.Skip)*pitch - (pitch - high) + t.detail(l, w)
}

// Draw draws the rows around the focus.
func (t List) Draw(l Look, g ui.Region) {
	if t.N-t.Skip <= 0 {
		if t.N > 0 {
			return
		}
		Text{ui.Muted, t.Empty}.Draw(l, g.Sub(ui.Rect{X: listLeft, W: max(0, g.W()-listLeft), H: g.H()}))
		return
	}
	cols := t.layout(g.W(), l.Touch)
	y := t.headIn(l, g.W(), g.H())
	switch {
	case y > 0 && t.painted(l, g.W()):
		t.Head(g.Sub(ui.Rect{W: g.W(), H: 1}))
	case y > 0:
		ink := ui.Muted
		if l.Rich {
			ink = ui.Faint
		}
		for _, c := range cols {
			if c.line == 0 { // in the second line of a row each number says what it counts
				c.put(g, 0, ink, c.Head)
			}
		}
	}
	high, pitch := t.pitch(l, g.W())
	if pitch == 1 && t.Airy && t.painted(l, g.W()) && y+2*(t.N-t.Skip)-1 <= g.H() {
		pitch = 2
	}
	below := t.detail(l, g.W())
	from, to := ui.Window(max(t.Focus-t.Skip, 0), t.N-t.Skip, (g.H()-y-below+pitch-high)/pitch)
	for i := from + t.Skip; i < to+t.Skip; i++ {
		row := g.Sub(ui.Rect{Y: y + (i-from-t.Skip)*pitch, W: g.W(), H: high})
		t.row(l, row, cols, i)
		if t.painted(l, g.W()) {
			t.Paint(g.Sub(ui.Rect{Y: y + (i-from-t.Skip)*pitch, W: g.W(), H: pitch}), i, i == t.Focus)
		}
		row.Hit(row.Rect(), ui.RowHit(i))
	}
	scrollBar(l, g, y, (to-from)*pitch, from, to, t.N-t.Skip)
	if below > 0 {
		at := y + (to-from)*pitch + 1
		Draw(t.Detail, l, g.Sub(ui.Rect{X: listLeft, Y: at, W: max(0, g.W()-listLeft-listRight), H: g.H() - at}))
	}
}

// placed is a column at its place; line is 1 in the second line of a row.
type placed struct {
	Column
	of, x, w, line int
}

// put draws a text in the column.
func (c placed) put(g ui.Region, y int, tok ui.Token, text string) {
	if c.Name {
		text = ui.Cut(text, c.w)
	}
	x := c.x
	switch {
	case c.Right && c.line == 0:
		x += c.w - ui.Width(text)
	case c.Right && text != "":
		text = c.Head + " " + text
	}
	g.Text(x, y+c.line, tok, text)
}

// layout places the columns: what is left goes between them, first to names. For a finger, those without room
// stand in the second line, one after the other.
func (t List) layout(w int, touch bool) (list []placed) {
	kept, need := t.kept(w)
	left := max(w-need, 0)
	x := listLeft
	for k, i := range kept {
		c := placed{Column: t.Cols[i], of: i, x: x, w: t.width(i)}
		if c.Name {
			more := min(max(c.W-c.w, 0), left)
			c.w, left = c.w+more, left-more
		}
		x += c.w + listGap
		list = append(list, c)
		if more := len(kept) - 1 - k; more > 0 { // spread over the gaps, not too far
			gap := min(left/more, 8)
			if !(c.Right || k+1 < len(kept) && t.Cols[kept[k+1]].Right && more > 1) {
				x, left = x+gap, left-gap
			}
		}
	}
	if !touch {
		return list
	}
	x = listLeft
	for i := range t.Cols {
		shown := false
		for _, k := range kept {
			shown = shown || k == i
		}
		c := placed{Column: t.Cols[i], of: i, x: x, w: t.Cols[i].W, line: 1}
		if c.Right { // a number says what it counts
			c.w += ui.Width(c.Head) + 1
		}
		if !shown && x+c.w <= w-listRight {
			list = append(list, c)
			x += c.w + listGap
		}
	}
	return list
}

// row draws an entry.
func (t List) row(l Look, g ui.Region, cols []placed, i int) {
	first, rest := ui.Text, ui.Text
	focus, y := i == t.Focus, 0
	if l.Touch && !slices.ContainsFunc(cols, func(c placed) bool { return c.line > 0 }) {
		y = touchRows / 2 // one line stands in the middle
	}
	switch {
	case l.Rich && focus:
		g.Fill(g.Rect(), ui.Raised)
		g.Edge(0, 0, g.H(), ui.Accent)
		first, rest = ui.Strong|ui.Bold, ui.Text
	case l.Rich:
		rest = ui.Muted
	case focus:
		g.Fill(g.Rect(), ui.Focus)
		g.Text(0, y, ui.Focus, ">")
		first, rest = ui.Focus, ui.Focus
	}
	if t.painted(l, g.W()) {
		return
	}
	texts := t.Row(i)
	for k, c := range cols {
		ink := rest
		if k == 0 {
			ink = first
		}
		if t.Ink != nil && l.Rich {
			if own := t.Ink(i, c.of); own != 0 {
				ink = own
			}
		}
		c.put(g, y, ink, texts[c.of])
	}
}

// scrollBar shows which part of all rows is in view, at the right of rows cells below y.
func scrollBar(l Look, g ui.Region, y, rows, from, to, all int) {
	switch {
	case to-from >= all:
	case !l.Rich:
		if from > 0 {
			g.Text(g.W()-1, y, ui.Muted, "^")
		}
		if to < all {
			g.Text(g.W()-1, y+rows-1, ui.Muted, "v")
		}
	default:
		for i := range rows {
			tok := ui.Track
			if k := i * all; k >= from*rows && k < to*rows {
				tok = ui.Muted
			}
			g.Cell(g.W()-1, y+i, '▐', ui.SolidInk(tok), g.At(g.W()-1, y+i))
		}
	}
}
