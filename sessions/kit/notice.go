package kit

import (
	"fmt"
	"strings"

	"arcade/sessions/ui"
)

// Notice is a sentence over a board that goes away by itself: a bar shows the time that is left. A click on it, and
// Key, end it at once.
type Notice struct {
	Title       string // where there are lines
	Text, More  string // More is a warning, "" for none
	Part, Whole int    // of the time, in ms
	Key         ui.Key
}

// The cells around a notice's text, and the rows.
const noticeX, noticeRows = 3, 5

// lines returns the rows of the text.
func (n Notice) lines(w int) []string { return ui.Wrap(n.Text, max(w-2*noticeX, longestWord(n.Text))) }

// Least returns the size of the texts, with a row for the warning.
func (n Notice) Least(_ Look, w int) Size {
	s := Text{Text: n.Text}.Least(Look{}, max(w-2*noticeX, 1))
	more := Text{Text: n.More}.Least(Look{}, max(w-2*noticeX, 1))
	return Size{max(s.W, more.W, ui.Width(n.Title)+4, 14) + 2*noticeX, s.H + max(more.H, 1) + noticeRows}
}

// Wish returns the least height.
func (n Notice) Wish(l Look, w int) int { return n.Least(l, w).H }

// Draw draws the sheet or the panel, the texts and the time.
func (n Notice) Draw(l Look, g ui.Region) {
	in, ink, bold := g, ui.Panel, ui.Panel
	if l.Rich {
		g.Sheet(g.Rect(), ui.Raised)
		g.Strip(ui.Rect{W: g.W(), H: 1}, ui.Warn)
		ink, bold = ui.Warn, ui.Strong|ui.Bold
	} else {
		g.Panel(g.Rect(), n.Title)
	}
	in = g.Sub(ui.Rect{X: noticeX, Y: 2, W: g.W() - 2*noticeX, H: g.H() - 2})
	y := 0
	for _, line := range n.lines(g.W()) {
		in.Text(0, y, bold, line)
		y++
	}
	for _, line := range ui.Wrap(n.More, max(in.W(), 2)) {
		in.Text(0, y, ink, line)
		y++
	}
	y = in.H() - 2
	if l.Rich {
		in.Meter(0, y, in.W(), n.Part, n.Whole, ui.Warn)
	} else {
		time := fmt.Sprintf("%d.%d", n.Part/1000, n.Part%1000/100)
		bar := in.W() - 2 - ui.Width(time)
		full := min(bar*n.Part/max(n.Whole, 1), bar)
		in.Text(0, y, ui.Panel, strings.Repeat("#", full)+strings.Repeat(".", bar-full)+"  "+time)
	}
	g.Hit(g.Rect(), ui.Press(n.Key))
}

// Ends is a row with words at its left and its right end; those at the right are omitted if there is no room.
type Ends struct {
	Left, Right string
	Ink         ui.Token // of the left words
}

// Least returns the size of the words at the left.
func (e Ends) Least(_ Look, w int) Size { return Text{Text: e.Left}.Least(Look{}, w) }

// Wish returns the least height.
func (e Ends) Wish(l Look, w int) int { return e.Least(l, w).H }

// Draw draws the words.
func (e Ends) Draw(l Look, g ui.Region) {
	Text{e.Ink, e.Left}.Draw(l, g)
	if ui.Width(e.Left)+2+ui.Width(e.Right) <= g.W() {
		g.TextRight(g.W(), 0, ui.Muted, e.Right)
	}
}
