package kit

import "arcade/sessions/ui"

// Point is a sign and a text.
type Point struct {
	Sign    string
	SignInk ui.Token
	Text    string
	Ink     ui.Token // of the text
	Note    string   // muted, at the right; omitted if there is no room in the text's row
	Name    bool     // the text is a person's name, which may be cut, but not the note
}

// Points are texts with signs below each other; long ones are wrapped.
type Points struct {
	List []Point
	Few  int // so many of the first are enough; 0 for all
}

// signs returns the cells left of the texts.
func (p Points) signs() (w int) {
	for _, x := range p.List {
		if x.Sign != "" {
			w = max(w, ui.Width(x.Sign)+1)
		}
	}
	return w
}

// shortName is the number of cells of a name that is cut.
const shortName = 8

// text returns the size of the point's text in w cells, with the note beside a name.
func (p Point) text(w int) Size {
	if p.Name {
		n := min(ui.Width(p.Text), shortName)
		if p.Note != "" {
			n += 1 + ui.Width(p.Note)
		}
		return Size{n, 1}
	}
	return Text{Text: p.Text}.Least(Look{}, max(w, 1))
}

// rows returns the rows of the first n points in w cells.
func (p Points) rows(w, n int) (h int) {
	signs := p.signs()
	for _, x := range p.List[:n] {
		h += x.text(w - signs).H
	}
	return h
}

// few returns how many points there are at least.
func (p Points) few() int {
	if p.Few > 0 {
		return min(len(p.List), p.Few)
	}
	return len(p.List)
}

// Least returns the size of the first few.
func (p Points) Least(_ Look, w int) (s Size) {
	signs := p.signs()
	for _, x := range p.List { // a later one, too, needs its longest word
		s.W = max(s.W, signs+x.text(w-signs).W)
	}
	s.H = p.rows(w, p.few())
	return s
}

// Wish returns the rows of all.
func (p Points) Wish(_ Look, w int) int { return p.rows(w, len(p.List)) }

// Draw draws the points that have room.
func (p Points) Draw(l Look, g ui.Region) {
	x, y := p.signs(), 0
	room := g.W() - x
	for i, one := range p.List {
		text := one.Text
		if one.Name {
			text = ui.Cut(text, room-min(1, len(one.Note))-ui.Width(one.Note))
		}
		size := wrapped(text, room)
		if i >= p.few() && y+size.H > g.H() {
			return
		}
		g.Text(0, y, one.SignInk, one.Sign)
		Text{one.Ink, text}.Draw(l, g.Sub(ui.Rect{X: x, Y: y, W: room, H: size.H}))
		if size.H == 1 && one.Note != "" && size.W+1+ui.Width(one.Note) <= room {
			g.TextRight(g.W(), y, ui.Muted, one.Note)
		}
		y += size.H
	}
}

// Legend says what signs mean, beside each other in as many rows as it needs.
type Legend []Point

// legendGap is the number of cells between two of them.
const legendGap = 3

// legendWidth returns the cells of a sign with its meaning.
func legendWidth(p Point) int { return ui.Width(p.Sign) + 1 + ui.Width(p.Text) }

// Least returns the size of the rows.
func (n Legend) Least(_ Look, w int) Size {
	rows := InRows{W: w, Gap: legendGap}
	for _, p := range n {
		rows.Next(legendWidth(p))
	}
	return rows.Size()
}

// Wish returns the number of rows.
func (n Legend) Wish(l Look, w int) int { return n.Least(l, w).H }

// Draw draws the signs and their meanings.
func (n Legend) Draw(l Look, g ui.Region) {
	rows := InRows{W: g.W(), Gap: legendGap}
	for _, p := range n {
		r := rows.Next(legendWidth(p))
		x := r.X + g.Text(r.X, r.Y, p.SignInk, p.Sign) + 1
		g.Text(x, r.Y, ui.Muted, p.Text)
	}
}
