package kit

import (
	"strings"

	"arcade/sessions/ui"
)

// Point is a sign and a text.
type Point struct {
	Sign    string // "■" is "*" and "□" is "-" where there are no pictures
	SignInk ui.Token
	Text    string
	Ink     ui.Token // of the text
	Note    string   // muted, at the right; omitted if there is no room in the text's row
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

// rows returns the rows of the first n points in w cells.
func (p Points) rows(w, n int) (h int) {
	signs := p.signs()
	for _, x := range p.List[:n] {
		h += Text{Text: x.Text}.Least(Look{}, max(w-signs, 1)).H
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
func (p Points) Least(l Look, w int) (s Size) {
	signs := p.signs()
	for _, x := range p.List { // a later one, too, needs its longest word
		s.W = max(s.W, signs+Text{Text: x.Text}.Least(l, max(w-signs, 1)).W)
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
		lines := ui.Wrap(one.Text, max(room, 2))
		if i >= p.few() && y+len(lines) > g.H() {
			return
		}
		g.Text(0, y, one.SignInk, signOf(l, one.Sign))
		for k, line := range lines {
			g.Text(x, y+k, one.Ink, line)
		}
		if len(lines) == 1 && one.Note != "" && ui.Width(lines[0])+2+ui.Width(one.Note) <= room {
			g.TextRight(g.W(), y, ui.Muted, one.Note)
		}
		y += len(lines)
	}
}

// signOf returns a sign for the look.
func signOf(l Look, sign string) string {
	if !l.Rich {
		return strings.NewReplacer("■", "*", "□", "-").Replace(sign)
	}
	return sign
}
