package kit

import "arcade/sessions/ui"

// Field is a row of a form with a text field: a label, the text, and a hint beside it, or below it if there is no
// room. A longer text than has room shows the part around the cursor.
type Field struct {
	Label   string
	LabelW  int // the cells of the labels of all rows
	Input   *ui.Field
	Hint    string
	Focused bool
	Hit     any
}

// The least cells of a field, and those around its text.
const (
	leastField = 16
	fieldPad   = 2
)

// place returns the place of the field and of the hint in w cells.
func (f Field) place(l Look, w int) (field, hint ui.Rect) {
	field = ui.Rect{X: choiceLeft + f.LabelW + 1, W: f.Input.MaxCells + fieldPad + 1, H: 1}
	if l.Touch || field.X+leastField > w {
		field.X, field.Y = choiceLeft, 1
		if f.Label == "" {
			field.Y = 0
		}
		if l.Touch {
			field.H = touchRows
		}
	}
	field.W = max(min(field.W, w-field.X), min(leastField, field.W))
	if f.Hint == "" {
		return field, ui.Rect{}
	}
	if hint = (ui.Rect{X: field.X + field.W + 2, Y: field.Y, W: ui.Width(f.Hint), H: 1}); hint.X+hint.W > w {
		hint.X, hint.Y, hint.W = field.X, field.Y+field.H, w-field.X
		hint.H = Text{Text: f.Hint}.Least(l, max(hint.W, 1)).H
	} else {
		hint.Y += field.H / 2
	}
	return field, hint
}

// Least returns the size of the rows.
func (f Field) Least(l Look, w int) Size {
	field, hint := f.place(l, w)
	s := Size{max(choiceLeft+ui.Width(f.Label), field.X+field.W), max(field.Y+field.H, hint.Y+hint.H)}
	if f.Hint != "" {
		s.W = max(s.W, hint.X+Text{Text: f.Hint}.Least(l, max(hint.W, 1)).W)
	}
	return s
}

// Wish returns the number of rows.
func (f Field) Wish(l Look, w int) int { return f.Least(l, w).H }

// Draw draws the label, the field and the hint.
func (f Field) Draw(l Look, g ui.Region) {
	if f.Label != "" {
		label(l, g, f.Label, f.Focused)
	}
	field, hint := f.place(l, g.W())
	in := g.Sub(field)
	switch {
	case l.Rich && l.Touch:
		in.Sheet(in.Rect(), ui.Cap)
	case l.Rich:
		in.Fill(in.Rect(), ui.Cap)
	}
	y := field.H / 2
	switch {
	case f.Focused:
		f.Input.Draw(in, 1, y, in.W()-1)
	case l.Rich:
		in.TextCut(1, y, in.W()-2, ui.Cap, f.Input.String())
	default:
		in.TextCut(1, y, in.W()-1, ui.Text, f.Input.String()+"_")
	}
	if f.Hint != "" {
		Text{ui.Muted, f.Hint}.Draw(l, g.Sub(hint))
	}
	in.HitNamed(in.Rect(), f.Hit, func(int) string { return f.Label }, 0)
}

// label draws the label of a form's row; the focused one stands out.
func label(l Look, g ui.Region, text string, focused bool) {
	ink := ui.Text
	switch {
	case focused && l.Rich:
		g.Fill(ui.Rect{W: g.W(), H: 1}, ui.Raised)
		g.Edge(0, 0, 1, ui.Accent)
		ink = ui.Strong | ui.Bold
	case focused:
		g.Text(0, 0, ui.Focus, ">")
		ink = ui.Strong
	}
	g.Text(choiceLeft, 0, ink, text)
}

// Note explains a row of a form: below its alternatives.
type Note struct {
	Text   string
	LabelW int // the cells of the labels of all rows
}

// left returns the cells left of the text.
func (n Note) left(l Look, w int) int {
	if x := choiceLeft + n.LabelW + 2; !l.Touch && w >= 3*x {
		return x
	}
	return choiceLeft
}

// Least returns the size of the text.
func (n Note) Least(l Look, w int) Size {
	x := n.left(l, w)
	s := Text{Text: n.Text}.Least(l, max(w-x, 1))
	return Size{s.W + x, s.H}
}

// Wish returns the rows of the text.
func (n Note) Wish(l Look, w int) int { return n.Least(l, w).H }

// Draw draws the text.
func (n Note) Draw(l Look, g ui.Region) {
	x := n.left(l, g.W())
	Text{ui.Muted, n.Text}.Draw(l, g.Sub(ui.Rect{X: x, W: max(0, g.W()-x), H: g.H()}))
}
