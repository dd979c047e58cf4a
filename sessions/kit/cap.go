package kit

import "arcade/sessions/ui"

// Cap is a key that can be clicked. A finger has none: the frame has its buttons.
type Cap struct {
	Name, Label string
	Key         ui.Key
	Hot         bool // the key that acts now
}

// text returns a button's label.
func (k Cap) text() string {
	if k.Label == "" {
		return k.Name
	}
	return k.Name + " " + k.Label
}

// Least returns the size of the cap with its label.
func (k Cap) Least(l Look, _ int) Size {
	switch {
	case l.Touch:
		return Size{}
	case !l.Rich:
		return Size{ui.ButtonWidth(k.text()), 1}
	case k.Label == "":
		return Size{ui.Width(k.Name) + 2, 1}
	}
	return Size{ui.Width(k.Name) + 3 + ui.Width(k.Label), 1}
}

// Wish returns the height.
func (k Cap) Wish(l Look, w int) int { return k.Least(l, w).H }

// Draw draws the cap.
func (k Cap) Draw(l Look, g ui.Region) {
	switch {
	case l.Touch:
	case l.Rich:
		g.Keycap(0, 0, k.Name, k.Label, k.Key, k.Hot)
	default:
		g.Button(0, 0, k.text(), k.Key, k.Hot)
	}
}

// Tap is a block that can be clicked. For a finger it is three rows high at least. Name is what people hear who do not
// see it, nil for its words.
type Tap struct {
	Block
	Msg  any
	Name func() string
}

// The least cells of a target for a finger.
const touchCells = 6

// Least returns the block's least, or the least of a target.
func (t Tap) Least(l Look, w int) Size {
	s := t.Block.Least(l, w)
	if l.Touch {
		s = Size{max(s.W, touchCells), max(s.H, touchRows)}
	}
	return s
}

// narrowest returns the block's smallest width, or a target's.
func (t Tap) narrowest(l Look) int {
	if l.Touch {
		return max(narrowest(t.Block, l), touchCells)
	}
	return narrowest(t.Block, l)
}

// Wish returns the block's wish, or the least of a target.
func (t Tap) Wish(l Look, w int) int { return max(t.Block.Wish(l, w), t.Least(l, w).H) }

// Draw draws the block and registers the target.
func (t Tap) Draw(l Look, g ui.Region) {
	if t.Name != nil {
		g.HitNamed(g.Rect(), t.Msg, func(int) string { return t.Name() }, 0)
	} else {
		g.Hit(g.Rect(), t.Msg)
	}
	Draw(t.Block, l, g)
}

// Told is a block that is told to people who do not see it.
type Told struct {
	Block
	Text func() string
}

// narrowest and most return the block's.
func (t Told) narrowest(l Look) int   { return narrowest(t.Block, l) }
func (t Told) most(l Look, w int) int { return most(t.Block, l, w) }

// Draw draws the block.
func (t Told) Draw(l Look, g ui.Region) {
	g.Tells(g.Rect(), func(int) string { return t.Text() }, 0)
	Draw(t.Block, l, g)
}

// Heading is the title of a part, with a text at its right. The mouse can click it, a finger cannot: it is one row.
type Heading struct {
	Title, Note string
	Msg         any // nil for a heading that is not clicked
}

// Least returns the size with the text at the right.
func (h Heading) Least(_ Look, _ int) Size {
	w := ui.Width(h.Title)
	if h.Note != "" {
		w += 2 + ui.Width(h.Note)
	}
	return Size{w, 1}
}

// Wish returns one row.
func (h Heading) Wish(Look, int) int { return 1 }

// Draw draws the title.
func (h Heading) Draw(l Look, g ui.Region) {
	g.Text(0, 0, ui.Strong|ui.Bold, h.Title)
	g.TextRight(g.W(), 0, ui.Muted, h.Note)
	if h.Msg != nil && !l.Touch {
		g.Hit(g.Rect(), h.Msg)
	}
}

// Only is a block that some looks do not have; see [Pictured], [Unpictured], [Mouse] and [Finger].
type Only struct {
	In func(Look) bool
	Block
}

// Pictured reports whether there are pictures.
func Pictured(l Look) bool { return l.Rich }

// Unpictured reports whether there are lines in place of pictures.
func Unpictured(l Look) bool { return !l.Rich }

// Mouse reports whether no finger points: there are keys.
func Mouse(l Look) bool { return !l.Touch }

// Finger reports whether a finger points.
func Finger(l Look) bool { return l.Touch }

// Least returns the block's least, or nothing.
func (o Only) Least(l Look, w int) Size {
	if !o.In(l) {
		return Size{}
	}
	return o.Block.Least(l, w)
}

// Wish returns the block's wish, or nothing.
func (o Only) Wish(l Look, w int) int {
	if !o.In(l) {
		return 0
	}
	return o.Block.Wish(l, w)
}

// Draw draws the block.
func (o Only) Draw(l Look, g ui.Region) {
	if o.In(l) {
		o.Block.Draw(l, g)
	}
}

// ByLevel is what is drawn in two ways: as pictures, and in signs where there are none. It is a [Board] if both ways are.
type ByLevel struct{ Pictures, Signs Block }

// of returns the block for a look.
func (b ByLevel) of(l Look) Block {
	if l.Rich {
		return b.Pictures
	}
	return b.Signs
}

// SizeAt returns the n-th size of a board.
func (b ByLevel) SizeAt(l Look, n int) (Size, bool) { return b.of(l).(Board).SizeAt(l, n) }

// Least returns the least of what the look has.
func (b ByLevel) Least(l Look, w int) Size { return b.of(l).Least(l, w) }

// Wish returns its wish.
func (b ByLevel) Wish(l Look, w int) int { return b.of(l).Wish(l, w) }

// most returns the height below which it is empty.
func (b ByLevel) most(l Look, w int) int { return most(b.of(l), l, w) }

// Draw draws it.
func (b ByLevel) Draw(l Look, g ui.Region) { b.of(l).Draw(l, g) }
