package kit

import (
	"slices"

	"arcade/sessions/ui"
)

// Fit has arrangements of the same, the best one first. The first that fits is drawn.
type Fit []Block

// pick returns the arrangement for w by h cells, the first that fits, else the one that lacks least, and its least.
func (f Fit) pick(l Look, w, h int) (Block, Size) {
	var low, thin Block
	var lowest, thinnest Size
	for _, b := range f {
		switch s := b.Least(l, w); {
		case s.fits(w, h):
			return b, s
		case s.W <= w && (low == nil || s.H < lowest.H):
			low, lowest = b, s
		case thin == nil || s.W < thinnest.W:
			thin, thinnest = b, s
		}
	}
	if low != nil {
		return low, lowest
	}
	return thin, thinnest
}

// Least returns the least height of an arrangement that has room in w cells, or else the least width.
func (f Fit) Least(l Look, w int) Size {
	_, s := f.pick(l, w, 0)
	return s
}

// Wish returns the wish of the first arrangement that has room in w cells.
func (f Fit) Wish(l Look, w int) int {
	for _, b := range f {
		if b.Least(l, w).W <= w {
			return b.Wish(l, w)
		}
	}
	b, _ := f.pick(l, w, 0)
	return b.Wish(l, w)
}

// Draw draws the first arrangement that fits.
func (f Fit) Draw(l Look, g ui.Region) {
	b, _ := f.pick(l, g.W(), g.H())
	Draw(b, l, g)
}

// Flow sets blocks beside each other, as many in a row as have room, in rows of equal height that the last one's
// blocks fill. It takes fewer in a row if all rows have room then. It belongs to one frame.
type Flow struct {
	Gap, Tight int // between rows; columns are Gap apart, at least two
	Most       int // in a row; 0 for all
	Blocks     []Block
	fit        Fit // its arrangements, once somebody has asked for its size
}

// arrangements returns the flow with n blocks in a row, from all of them to one.
func (f *Flow) arrangements() Fit {
	if f.fit != nil {
		return f.fit
	}
	most := len(f.Blocks)
	if f.Most > 0 {
		most = min(most, f.Most)
	}
	for n := most; n > 0; n-- {
		if rows := (len(f.Blocks) + n - 1) / n; n > 1 && (len(f.Blocks)+n-2)/(n-1) == rows {
			continue // as many rows with fewer in each look better
		}
		f.fit = append(f.fit, Later(func() Block { return f.rows(n) }))
	}
	return f.fit
}

// rows returns the flow with n blocks in a row.
func (f *Flow) rows(n int) Block {
	col := Col(f.Gap, f.Tight)
	for row := range slices.Chunk(f.Blocks, n) {
		col.Items = append(col.Items, Item{Block: Equal(max(f.Gap, 2), row...)})
	}
	return col
}

// Least returns the least of its arrangements.
func (f *Flow) Least(l Look, w int) Size { return f.arrangements().Least(l, w) }

// Wish returns the wish of the one with most in a row.
func (f *Flow) Wish(l Look, w int) int { return f.arrangements().Wish(l, w) }

// Draw draws the one with most in a row that fits.
func (f *Flow) Draw(l Look, g ui.Region) { f.arrangements().Draw(l, g) }
