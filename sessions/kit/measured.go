package kit

import "arcade/sessions/ui"

// Measured is a block that is made when a look asks for it, and remembers its sizes: it stands in several arrangements
// of a [Fit]. It belongs to one frame.
type Measured struct {
	make  func(l Look) Block
	look  Look
	block Block
	sizes []measure
	few   [2]measure // the room of most
}

// measure is the size of a block in w cells.
type measure struct {
	w     int
	least Size
	wish  int // -1 while nobody has asked for it
}

// Once returns a block that is made once for a look, and measured once for each width.
func Once(make func(l Look) Block) *Measured { return new(Measured).Once(make) }

// Once is [Once] in place, for many blocks that are made together.
func (m *Measured) Once(make func(l Look) Block) *Measured {
	m.make = make
	return m
}

// Later returns a block that is made when somebody asks for its size: an arrangement of a [Fit] that may not be needed.
func Later(make func() Block) *Measured { return Once(func(Look) Block { return make() }) }

// of returns the block for a look.
func (m *Measured) of(l Look) Block {
	if m.block == nil || m.look != l {
		m.block, m.look, m.sizes = m.make(l), l, m.few[:0]
	}
	return m.block
}

// at returns the measure in w cells.
func (m *Measured) at(l Look, w int) *measure {
	b := m.of(l)
	for i := range m.sizes {
		if m.sizes[i].w == w {
			return &m.sizes[i]
		}
	}
	m.sizes = append(m.sizes, measure{w, b.Least(l, w), -1})
	return &m.sizes[len(m.sizes)-1]
}

// Least returns the block's least.
func (m *Measured) Least(l Look, w int) Size { return m.at(l, w).least }

// Wish returns the block's wish.
func (m *Measured) Wish(l Look, w int) int {
	at := m.at(l, w)
	if at.wish < 0 {
		at.wish = m.of(l).Wish(l, w)
	}
	return at.wish
}

// most returns the height below which the block is empty.
func (m *Measured) most(l Look, w int) int {
	return most(m.of(l), l, w)
}

// Draw draws the block.
func (m *Measured) Draw(l Look, g ui.Region) { m.of(l).Draw(l, g) }
