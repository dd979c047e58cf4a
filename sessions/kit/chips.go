package kit

import "arcade/sessions/ui"

// Chip is a word on a ground.
type Chip struct {
	Word   string
	Ground ui.Token // 0 for that of a key's cap
}

// Chips are words on grounds beside each other. Those that have no room are omitted, from the last.
type Chips []Chip

// chipGap is the number of cells between two of them.
const chipGap = 1

// width returns the cells of the word with its ground.
func (c Chip) width() int { return ui.Width(c.Word) + 2 }

// Least returns the size of the first one.
func (c Chips) Least(Look, int) Size {
	if len(c) == 0 {
		return Size{}
	}
	return Size{c[0].width(), 1}
}

// Wish returns the rows of all.
func (c Chips) Wish(_ Look, w int) int {
	if len(c) == 0 {
		return 0
	}
	rows := InRows{W: w, Gap: chipGap}
	for _, chip := range c {
		rows.Next(chip.width())
	}
	return rows.Size().H
}

// Draw draws those that have room.
func (c Chips) Draw(_ Look, g ui.Region) {
	rows := InRows{W: g.W(), Gap: chipGap}
	for _, chip := range c {
		at := rows.Next(chip.width())
		if at.Y >= g.H() || at.X+at.W > g.W() {
			return
		}
		ground := chip.Ground
		if ground == 0 {
			ground = ui.Cap
		}
		g.Chip(at.X, at.Y, chip.Word, ground)
	}
}
