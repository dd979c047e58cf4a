package kit

import "arcade/sessions/ui"

// Measured is a block that remembers its sizes for its frame, because it stands in several arrangements of a [Fit].
type Measured struct {
	Block
	sizes []measure
}

// measure is the size of a block in w cells.
type measure struct {
	l     Look
	w     int
	least Size
	wish  int // -1 while nobody has asked for it
}

// Once returns a block that is measured once for each width.
func Once(b Block) *Measured { return &Measured{Block: b} }

// at returns the measure in w cells.
func (m *Measured) at(l Look, w int) *measure {
	for i := range m.sizes {
		if m.sizes[i].w == w && m.sizes[i].l == l {
			return &m.sizes[i]
		}
	}
	m.sizes = append(m.sizes, measure{l, w, m.Block.Least(l, w), -1})
	return &m.sizes[len(m.sizes)-1]
}

// Least returns the block's least.
func (m *Measured) Least(l Look, w int) Size { return m.at(l, w).least }

// Wish returns the block's wish.
func (m *Measured) Wish(l Look, w int) int {
	if at := m.at(l, w); at.wish >= 0 {
		return at.wish
	}
	wish := m.Block.Wish(l, w)
	m.at(l, w).wish = wish
	return wish
}

// Draw draws the block.
func (m *Measured) Draw(l Look, g ui.Region) { m.Block.Draw(l, g) }
