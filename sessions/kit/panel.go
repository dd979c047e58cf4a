package kit

import "arcade/sessions/ui"

// Panel is a block under a title: a sheet with pictures, a heading with lines.
type Panel struct {
	Title string
	Note  string // muted, at the right of the title; omitted if there is no room
	Head  Block  // a row in place of the title, if it has room; nil for none
	Body  Block
	Mine  bool // it asks something of the viewer: it stands out
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
		sheet := g.Sheet(g.Rect(), p.ground())
		if p.Mine {
			sheet.Edge(0, 0, g.H(), ui.Accent)
		}
		in = sheet.Sub(ui.Rect{X: margin, W: max(0, g.W()-2*margin), H: g.H()})
	}
	y := p.title(l, in)
	Draw(p.Body, l, in.Sub(ui.Rect{Y: y, W: in.W(), H: max(0, in.H()-y)}))
}

// ground returns the ground of the sheet.
func (p Panel) ground() ui.Token {
	if p.Mine {
		return ui.Raised
	}
	return ui.Panel
}

// title draws the title and returns the rows that it takes.
func (p Panel) title(l Look, g ui.Region) int {
	if p.Head != nil && p.Head.Least(l, g.W()).fits(g.W(), 1) {
		Draw(p.Head, l, g.Sub(ui.Rect{W: g.W(), H: 1}))
		return 1
	}
	lines := ui.Wrap(p.Title, max(g.W(), 2))
	for i, line := range lines {
		ink := ui.Strong | ui.Bold
		if p.Mine {
			ink = ui.Accent | ui.Bold
		}
		w := g.Text(0, i, ink, line)
		if i == 0 && p.Note != "" && w+2+ui.Width(p.Note) <= g.W() {
			g.TextRight(g.W(), 0, ui.Muted, p.Note)
		}
	}
	return len(lines)
}

// Sheet is a block on a sheet, without a title; with lines it is the block alone.
type Sheet struct {
	Block
	Mine  bool // raised, with a gold edge: it has the focus, or asks something of the person
	Inset bool // the block keeps off the sheet's edges
	// Listed means that it is one of several: the block keeps off the left and right edge, and with lines a mark beside
	// it shows the focus.
	Listed bool
}

// around returns the block with the cells and rows that stay free around it.
func (s Sheet) around(l Look) Pad {
	p := Pad{Block: s.Block}
	if l.Rich && (s.Inset || s.Listed) {
		p.X = margin
	}
	if l.Rich && s.Inset {
		p.Top, p.Bottom = 1, 1
	}
	return p
}

// lead returns the cells left of the block for its mark.
func (s Sheet) lead(l Look) int {
	if l.Rich || !s.Listed {
		return 0
	}
	return listLeft
}

// Least returns the block's least with what is around it.
func (s Sheet) Least(l Look, w int) Size {
	size := s.around(l).Least(l, max(w-s.lead(l), 1))
	return Size{size.W + s.lead(l), size.H}
}

// narrowest returns the block's smallest width with what is around it.
func (s Sheet) narrowest(l Look) int { return s.around(l).narrowest(l) + s.lead(l) }

// Wish returns the block's wish with what is around it.
func (s Sheet) Wish(l Look, w int) int { return s.around(l).Wish(l, max(w-s.lead(l), 1)) }

// Draw draws the sheet or the mark, and the block.
func (s Sheet) Draw(l Look, g ui.Region) {
	ground := ui.Panel
	if s.Mine {
		ground = ui.Raised
	}
	g = g.Sheet(g.Rect(), ground)
	if s.Mine && (l.Rich || s.Listed) {
		g.Edge(0, 0, g.H(), ui.Accent)
	}
	lead := s.lead(l)
	s.around(l).Draw(l, g.Sub(ui.Rect{X: lead, W: max(0, g.W()-lead), H: g.H()}))
}
