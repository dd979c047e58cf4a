package ui

import (
	"slices"
	"strings"
)

// The rows below a screen that is narrower than the usual ones: the message may need two, and so may the keys. In a
// window in which not every screen has room a longer message takes one of the keys' rows.
const slimMessage, slimKeys = 2, 2

// frameSlim draws the rows around a screen of less than MinWidth columns. The stake is omitted if there is no room.
func frameSlim(c *Canvas, f FrameSpec) {
	w, h := c.W(), c.H()
	const margin = 1
	if !f.Bare {
		slimTop(c, f, margin)
	}

	y := c.MessageRow()
	c.Fill(Rect{0, y, w, slimMessage + slimKeys}, Page)
	clock := c.TextRight(w-margin, y, f.ClockInk, Cut(f.Clock, w/2))
	if clock > 0 {
		clock++
	}
	lines := Wrap(f.Message, w-2*margin-clock)
	if len(lines) > slimMessage { // the clock stands beside the first row alone
		lines = append(lines[:1:1], Wrap(strings.Join(lines[1:], " "), w-2*margin)...)
	}
	small, most, keyRows := !Fits(c.cells.W(), c.cells.H()), slimMessage, slimKeys
	if small && len(lines) > slimMessage {
		most, keyRows = slimMessage+1, slimKeys-1
	}
	if len(lines) > most {
		c.Short = small
		lines = append(lines[:most-1:most-1], Cut(strings.Join(lines[most-1:], " "), w-2*margin))
	}
	for i, line := range lines {
		ink := f.MessageInk
		if ink == Text {
			ink = Strong
		}
		c.TextCut(margin, y+i, w-2*margin, ink, line)
	}

	items, width := actingFirst(f.Keys), KeyItem.width
	if c.Rich {
		width = KeyItem.keycapWidth
	}
	rows := slimRows(items, w-2*margin, width)
	menu := slices.ContainsFunc(items, func(it KeyItem) bool { return it.Quiet && it.opensMenu() }) // which has what is omitted
	for len(rows) > keyRows && len(items) > 2 {
		c.Short = c.Short || small && !menu
		items = withoutOne(items)
		rows = slimRows(items, w-2*margin, width)
	}
	for i, row := range rows[:min(len(rows), keyRows)] {
		x := margin
		for k, it := range row {
			if c.Rich {
				x += c.Keycap(x, h-keyRows+i, it.cap(), it.Label, it.Key, i == 0 && k == 0 && it.acts()) + slimGap
			} else {
				x += c.keyWords(x, h-keyRows+i, it, Strong, Text) + slimGap
			}
		}
	}
}

// slimTop draws the row above a screen.
func slimTop(c *Canvas, f FrameSpec, margin int) {
	w, ground, facts := c.W(), Bar, 0
	if c.Rich {
		ground = Page
	}
	c.Fill(Rect{0, 0, w, 1}, ground)
	if Width(f.Place)+Width(f.Facts)+2*margin+3 <= w {
		ink := ground
		if c.Rich {
			ink = Muted
		}
		facts = c.TextRight(w-margin, 0, ink, f.Facts) + 2
	}
	place := c.Sub(Rect{margin, 0, w - 2*margin - facts, 1})
	if c.Rich {
		crumbs(place, f.Place)
	} else {
		place.TextCut(0, 0, place.W(), Bar, f.Place)
	}
}

// slimGap is the number of cells between two keys.
const slimGap = 2

// slimRows breaks keys into rows of w cells.
func slimRows(items []KeyItem, w int, width func(KeyItem) int) (rows [][]KeyItem) {
	x := 0
	for _, it := range items {
		if n := len(rows); n > 0 && x+slimGap+width(it) <= w {
			rows[n-1] = append(rows[n-1], it)
			x += slimGap + width(it)
			continue
		}
		rows, x = append(rows, []KeyItem{it}), width(it)
	}
	return rows
}
