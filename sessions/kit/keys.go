package kit

import "arcade/sessions/ui"

// Keys are keys with their labels, as buttons beside what they concern, in as many rows as they need. A finger finds
// them among the frame's buttons or in the menu.
type Keys []ui.KeyItem

// keysGap is the number of cells between two keys.
const keysGap = 2

// place returns the place of each key in w cells and the rows that they take.
func (k Keys) place(l Look, w int) (at []ui.Rect, rows int) {
	x, y := 0, 0
	for _, it := range k {
		cells := ui.ButtonWidth(it.Name + " " + it.Label)
		if l.Rich {
			cells = ui.Width(it.Name) + 3 + ui.Width(it.Label)
		}
		if x > 0 && x+cells > w {
			x, y = 0, y+1
		}
		at = append(at, ui.Rect{X: x, Y: y, W: cells, H: 1})
		x += cells + keysGap
	}
	return at, y + 1
}

// Least returns the size of the rows.
func (k Keys) Least(l Look, w int) Size {
	if l.Touch || len(k) == 0 {
		return Size{}
	}
	at, rows := k.place(l, w)
	s := Size{H: rows}
	for _, r := range at {
		s.W = max(s.W, r.X+r.W)
	}
	return s
}

// Wish returns the number of rows.
func (k Keys) Wish(l Look, w int) int { return k.Least(l, w).H }

// Draw draws the keys; Enter is the one that acts.
func (k Keys) Draw(l Look, g ui.Region) {
	if l.Touch {
		return
	}
	at, _ := k.place(l, g.W())
	for i, r := range at {
		it := k[i]
		switch enter := it.Key == "enter"; {
		case l.Rich:
			g.Keycap(r.X, r.Y, it.Name, it.Label, it.Key, enter)
		default:
			g.Button(r.X, r.Y, it.Name+" "+it.Label, it.Key, enter)
		}
	}
}
