package kit

import "arcade/sessions/ui"

// Number is a value with its label.
type Number struct {
	Value, Label string
	Best         bool // in gold
}

// Numbers are values beside each other: in pixels on sheets if there is room, else as words. A value that is too
// wide for its sheet in pixels stands there as a word.
type Numbers struct {
	List []Number
	// Large takes no other form than pixels where there are pictures, and Small none but words.
	Large, Small bool
}

// The rows of a number in pixels and in words, and the cells between two.
const (
	pixelRows  = 5
	wordRows   = 2
	numbersGap = 2
)

// inARow returns how many of the numbers stand in a row of w cells, and whether even one has room.
func (n Numbers) inARow(w int, pixels bool) (k int, ok bool) {
	most := 0
	for _, x := range n.List {
		need := max(ui.Width(x.Value), ui.Width(x.Label))
		if pixels {
			need += 2*margin - 1
		}
		most = max(most, need)
	}
	k = min((w+numbersGap)/(most+numbersGap), len(n.List))
	if k < 1 {
		return 1, false
	}
	rows := (len(n.List) + k - 1) / k
	return (len(n.List) + rows - 1) / rows, true // five are three and two, not four and one
}

// size returns the size in one of the two forms.
func (n Numbers) size(w int, pixels bool) Size {
	if len(n.List) == 0 {
		return Size{}
	}
	k, ok := n.inARow(w, pixels)
	each := wordRows
	if pixels {
		each = pixelRows
	}
	s := Size{w, (len(n.List) + k - 1) / k * each}
	if !ok {
		for s.W = w + 1; ; s.W++ {
			if _, ok := n.inARow(s.W, pixels); ok {
				break
			}
		}
	}
	return s
}

// Least returns the size as words, or in pixels if the numbers have no other form.
func (n Numbers) Least(l Look, w int) Size { return n.size(w, l.Rich && n.Large) }

// Wish returns the height in pixels where there are pictures.
func (n Numbers) Wish(l Look, w int) int {
	if s := n.size(w, l.Rich && !n.Small); s.W <= w {
		return s.H
	}
	return n.size(w, false).H
}

// Draw draws the numbers.
func (n Numbers) Draw(l Look, g ui.Region) {
	if len(n.List) == 0 {
		return
	}
	pixels, each := l.Rich && !n.Small && n.size(g.W(), true).fits(g.W(), g.H()), wordRows
	if pixels {
		each = pixelRows
	}
	k, _ := n.inARow(g.W(), pixels)
	for from, y := 0, 0; from < len(n.List); from, y = from+k, y+each {
		row := n.List[from:min(from+k, len(n.List))]
		x := 0
		for i, number := range row {
			w := (g.W() - x - numbersGap*(len(row)-1-i)) / (len(row) - i)
			number.draw(g.Sub(ui.Rect{X: x, Y: y, W: w, H: each}), pixels)
			x += w + numbersGap
		}
	}
}

// draw draws a number in its part.
func (n Number) draw(g ui.Region, pixels bool) {
	ink, shade := ui.Strong|ui.Bold, ui.White
	if n.Best {
		ink, shade = ui.Accent|ui.Bold, ui.Gold
	}
	if !pixels {
		g.Text(0, 0, ink, n.Value)
		g.Text(0, 1, ui.Muted, n.Label)
		return
	}
	in := g.Sheet(g.Rect(), ui.Panel)
	if w := ui.LettersWidth(n.Value, 1); w > 0 && w <= g.W()-2*margin && ui.HasLetters(n.Value) {
		in.Letters(margin, 1, n.Value, 1, shade)
	} else {
		in.Text(margin, 2, ink, n.Value)
	}
	in.Text(margin, pixelRows-1, ui.Muted, n.Label)
}

// Rows returns the numbers as text: a label and a value a row.
func (n Numbers) Rows() (rows [][]string) {
	for _, x := range n.List {
		rows = append(rows, []string{x.Label, x.Value})
	}
	return rows
}
