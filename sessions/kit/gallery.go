package kit

import (
	"strconv"
	"strings"

	"arcade/sessions/ui"
)

// Gallery sets blocks of equal size beside and below each other, as many as have room; the others are omitted.
type Gallery struct {
	W      int // the least cells of a block
	Gap    int // between two rows
	Blocks []Block
}

// galleryGap is the number of cells between two blocks beside each other.
const galleryGap = 2

// place returns the number of blocks in a row of w cells, and the size of each.
func (n Gallery) place(l Look, w int) (k int, s Size) {
	k = max(1, (w+galleryGap)/(n.W+galleryGap))
	s.W = (w - galleryGap*(k-1)) / k
	for _, b := range n.Blocks {
		s.H = max(s.H, b.Least(l, max(s.W, 1)).H)
	}
	return k, s
}

// Least returns the size of one row.
func (n Gallery) Least(l Look, w int) Size {
	if len(n.Blocks) == 0 {
		return Size{}
	}
	least := n.W
	for _, b := range n.Blocks {
		least = max(least, narrowest(b, l))
	}
	_, s := n.place(l, w)
	return Size{least, s.H}
}

// Wish returns the height with all blocks.
func (n Gallery) Wish(l Look, w int) int {
	if len(n.Blocks) == 0 {
		return 0
	}
	k, s := n.place(l, w)
	rows := (len(n.Blocks) + k - 1) / k
	return rows*(s.H+n.Gap) - n.Gap
}

// Draw draws the blocks that have room.
func (n Gallery) Draw(l Look, g ui.Region) {
	k, s := n.place(l, g.W())
	for i, b := range n.Blocks {
		at := ui.Rect{X: i % k * (s.W + galleryGap), Y: i / k * (s.H + n.Gap), W: s.W, H: s.H}
		if at.Y+at.H > g.H() {
			return
		}
		Draw(b, l, g.Sub(at))
	}
}

// Glimpse is something that goes on elsewhere: a picture of 8 by 4 cells with lines beside it, or one row of text.
type Glimpse struct {
	Picture func(g ui.Region)
	Lines   []GlimpseLine // at most four
	Row     string        // in place of picture and lines; names at its end may be cut
}

// GlimpseLine is a line beside a picture; More follows it if there is room.
type GlimpseLine struct {
	Text, More string
	Ink        ui.Token
	Name       bool // people's names, which may be cut
}

// The size of a small picture, and the column of the lines beside it.
const pictureWidth, pictureHeight, pictureText = 8, 4, 10

// Least returns the size of the picture with its lines, or of the row.
func (n Glimpse) Least(l Look, _ int) Size {
	if !l.Rich {
		return Size{nameLeast, 1}
	}
	w := nameLeast
	for _, line := range n.Lines {
		if !line.Name {
			w = max(w, ui.Width(line.Text))
		}
	}
	return Size{pictureText + w, pictureHeight}
}

// Wish returns the same height.
func (n Glimpse) Wish(l Look, w int) int { return n.Least(l, w).H }

// Draw draws the picture and the lines.
func (n Glimpse) Draw(l Look, g ui.Region) {
	if !l.Rich {
		g.TextCut(0, 0, g.W(), ui.Text, n.Row)
		return
	}
	n.Picture(g)
	for i, line := range n.Lines[:min(len(n.Lines), pictureHeight)] {
		w := g.TextCut(pictureText, i, g.W()-pictureText, line.Ink, line.Text)
		if x := pictureText + w + 2; line.More != "" && x+ui.Width(line.More) <= g.W() {
			g.Text(x, i, ui.Muted, line.More)
		}
	}
}

// Names are people's names in a row, as many as have room in a few lines, then the number of the others.
type Names struct {
	N    int
	Name func(i int) string
	Most int // lines
}

// lines breaks the names into at most most lines of w cells.
func (n Names) lines(w, most int) (lines []string) {
	var b strings.Builder
	for i := range n.N {
		name := ui.Cut(n.Name(i), w)
		rest := "  +" + strconv.Itoa(n.N-i)
		more := 0 // what follows on the last line
		if len(lines) == most-1 && i+1 < n.N {
			more = ui.Width(rest)
		}
		if b.Len() > 0 && ui.Width(b.String())+2+ui.Width(name)+more > w {
			if len(lines) == most-1 {
				return append(lines, ui.Cut(b.String(), max(w-ui.Width(rest), 1))+rest)
			}
			lines = append(lines, b.String())
			b.Reset()
		}
		if b.Len() > 0 {
			b.WriteString("  ")
		}
		b.WriteString(name)
	}
	return append(lines, b.String())
}

// Least returns one line.
func (n Names) Least(Look, int) Size { return Size{nameLeast, 1} }

// Wish returns the number of lines.
func (n Names) Wish(_ Look, w int) int { return len(n.lines(max(w, 1), max(n.Most, 1))) }

// Draw draws the names.
func (n Names) Draw(_ Look, g ui.Region) {
	for y, line := range n.lines(g.W(), max(min(n.Most, g.H()), 1)) {
		g.TextCut(0, y, g.W(), ui.Muted, line)
	}
}
