package kit

import "arcade/sessions/ui"

// Chip is a word on a ground.
type Chip struct {
	Word   string
	Ground ui.Token // 0 for that of a key's cap
}

// Chips are words on grounds beside each other. Those that have no room are omitted, from the last.
type Chips []Chip

// pad returns the cells around a word, and those between two.
func (c Chips) pad(l Look) (pad, gap int) {
	if l.Rich {
		return 2, 1
	}
	return 0, 3
}

// Least returns the size of the first one.
func (c Chips) Least(l Look, _ int) Size {
	if len(c) == 0 {
		return Size{}
	}
	pad, _ := c.pad(l)
	return Size{ui.Width(c[0].Word) + pad, 1}
}

// Wish returns the rows of all.
func (c Chips) Wish(l Look, w int) int {
	rows, x := min(len(c), 1), 0
	pad, gap := c.pad(l)
	for _, chip := range c {
		if cells := ui.Width(chip.Word) + pad; x > 0 && x+cells > w {
			rows, x = rows+1, cells+gap
		} else {
			x += cells + gap
		}
	}
	return rows
}

// Draw draws those that have room.
func (c Chips) Draw(l Look, g ui.Region) {
	pad, gap := c.pad(l)
	x, y := 0, 0
	for _, chip := range c {
		cells := ui.Width(chip.Word) + pad
		if x > 0 && x+cells > g.W() {
			x, y = 0, y+1
		}
		if y >= g.H() || x+cells > g.W() {
			return
		}
		switch ground := chip.Ground; {
		case !l.Rich:
			g.Text(x, y, ui.Text, chip.Word)
		case ground == 0:
			g.Chip(x, y, chip.Word, ui.Cap)
		default:
			g.Chip(x, y, chip.Word, ground)
		}
		x += cells + gap
	}
}
