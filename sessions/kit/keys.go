package kit

import "arcade/sessions/ui"

// Keys are keys with their labels, as buttons beside what they concern, in as many rows as they need. A finger finds
// them among the frame's buttons or in the menu.
type Keys []ui.KeyItem

// keysGap is the number of cells between two keys.
const keysGap = 2

// place returns the place of each key in w cells and the size of all.
func (k Keys) place(l Look, w int) (at []ui.Rect, all Size) {
	widths := make([]int, len(k))
	for i, it := range k {
		widths[i] = ui.ButtonWidth(it.Name + " " + it.Label)
		if l.Rich {
			widths[i] = ui.Width(it.Name) + 3 + ui.Width(it.Label)
		}
	}
	return InRows(w, 0, 1, keysGap, widths)
}

// Least returns the size of the rows.
func (k Keys) Least(l Look, w int) Size {
	if l.Touch || len(k) == 0 {
		return Size{}
	}
	_, all := k.place(l, w)
	return all
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
