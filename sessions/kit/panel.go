package kit

import "arcade/sessions/ui"

// Panel is a block under a title: a sheet with pictures, a heading with lines.
type Panel struct {
	Title string
	Note  string // muted, at the right of the title; omitted if there is no room
	Head  Block  // a row in place of the title, if it has room; nil for none
	Body  Block
}

// margin is the number of cells of a sheet beside its content.
const margin = 2

// inset returns the cells beside the content.
func inset(l Look) int {
	if l.Rich {
		return margin
	}
	return 0
}

// Least returns the least of the content with the title.
func (p Panel) Least(l Look, w int) Size {
	in := 2 * inset(l)
	s := p.Body.Least(l, max(w-in, 1))
	title := Text{Text: p.Title}.Least(l, max(w-in, 1))
	return Size{max(s.W, title.W) + in, s.H + title.H}
}

// Wish returns the wish of the content with the title.
func (p Panel) Wish(l Look, w int) int {
	w = max(w-2*inset(l), 1)
	return p.Body.Wish(l, w) + Text{Text: p.Title}.Least(l, w).H
}

// Draw draws the sheet, the title and the content.
func (p Panel) Draw(l Look, g ui.Region) {
	in := g
	if l.Rich {
		in = g.Sheet(g.Rect(), ui.Panel).Sub(ui.Rect{X: margin, W: max(0, g.W()-2*margin), H: g.H()})
	}
	y := p.title(l, in)
	Draw(p.Body, l, in.Sub(ui.Rect{Y: y, W: in.W(), H: max(0, in.H()-y)}))
}

// title draws the title and returns the rows that it takes.
func (p Panel) title(l Look, g ui.Region) int {
	if p.Head != nil && p.Head.Least(l, g.W()).fits(g.W(), 1) {
		Draw(p.Head, l, g.Sub(ui.Rect{W: g.W(), H: 1}))
		return 1
	}
	lines := ui.Wrap(p.Title, max(g.W(), 2))
	for i, line := range lines {
		w := g.Text(0, i, ui.Strong|ui.Bold, line)
		if i == 0 && p.Note != "" && w+2+ui.Width(p.Note) <= g.W() {
			g.TextRight(g.W(), 0, ui.Muted, p.Note)
		}
	}
	return len(lines)
}
