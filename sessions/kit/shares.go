package kit

import "arcade/sessions/ui"

// Share is a part of a whole: a label, a bar, and the number in words.
type Share struct {
	Label       string
	Part, Whole int
	Number      string
	Best        bool     // stands out
	Ink         ui.Token // of the bar; 0 for that of all
}

// Shares are shares below each other, in several columns if rows are few.
type Shares struct {
	List  []Share
	Ink   ui.Token        // of the bars
	Thick bool            // bars as high as a row
	Right bool            // labels are numbers: flush right
	Few   int             // so many of the first are enough; 0 for all
	Hit   func(i int) any // of a click with a mouse; nil for none
}

// The least cells of a bar that is worth drawing, and those between two columns.
const (
	leastBar  = 4
	sharesGap = 3
)

// widths returns the cells of the longest label and number.
func (s Shares) widths() (label, number int) {
	for _, x := range s.List {
		label, number = max(label, ui.Width(x.Label)), max(number, ui.Width(x.Number))
	}
	return label, number
}

// columns returns the most columns in w cells, at least one.
func (s Shares) columns(w int) int {
	label, number := s.widths()
	return max(1, min((w+sharesGap)/(label+1+number+sharesGap), 3, len(s.List)))
}

// Least returns the size in as many columns as have room.
func (s Shares) Least(_ Look, w int) Size {
	if len(s.List) == 0 {
		return Size{}
	}
	label, number := s.widths()
	k, n := s.columns(w), len(s.List)
	if s.Few > 0 {
		n = min(n, s.Few)
	}
	return Size{(label+1+number)*k + sharesGap*(k-1), (n + k - 1) / k}
}

// Wish returns a row for each.
func (s Shares) Wish(Look, int) int { return len(s.List) }

// Draw draws the shares in as few columns as have room.
func (s Shares) Draw(l Look, g ui.Region) {
	if len(s.List) == 0 {
		return
	}
	label, number := s.widths()
	k := 1
	for most := s.columns(g.W()); k < most && (len(s.List)+k-1)/k > g.H(); {
		k++
	}
	rows := (len(s.List) + k - 1) / k
	if s.Few > 0 && rows > g.H() { // the last ones are omitted
		rows = g.H()
		s.List = s.List[:min(rows*k, len(s.List))]
	}
	w := (g.W() - sharesGap*(k-1)) / k
	for i, x := range s.List {
		row := g.Sub(ui.Rect{X: i / rows * (w + sharesGap), Y: i % rows, W: w, H: 1})
		if s.Hit != nil && !l.Touch {
			row.Hit(row.Rect(), s.Hit(i))
		}
		ink := ui.Text
		if x.Best {
			ink = ui.Accent | ui.Bold
		}
		if s.Right {
			row.TextRight(label, 0, ink, x.Label)
		} else {
			row.Text(0, 0, ink, x.Label)
		}
		row.TextRight(w, 0, ui.Text, x.Number)
		if bar := w - label - number - 2; bar >= leastBar {
			s.bar(row, label+1, bar, x)
		}
	}
}

// bar draws a share's bar.
func (s Shares) bar(g ui.Region, x, w int, of Share) {
	ink := s.Ink
	if of.Ink != 0 {
		ink = of.Ink
	}
	if of.Best {
		ink = ui.Accent
	}
	if s.Thick {
		g.Bar(x, 0, w, of.Part, of.Whole, ink, g.At(x, 0))
		return
	}
	g.Meter(x, 0, w, of.Part, of.Whole, ink)
}

// Rows returns the shares as text: a label and a number a row, between them a bar if labels are numbers.
func (s Shares) Rows() (rows [][]string) {
	const bar = 20
	width, _ := s.widths()
	for _, x := range s.List {
		if s.Right {
			rows = append(rows, []string{ui.PadLeft(x.Label, width), ui.BarText(x.Part, x.Whole, bar), x.Number})
			continue
		}
		rows = append(rows, []string{x.Label, x.Number})
	}
	return rows
}
