package kit

import "arcade/sessions/ui"

// Keys are keys with their labels, as buttons beside what they concern, in as many rows as they need. A finger finds
// them among the frame's buttons or in the menu.
type Keys []ui.KeyItem

// keysGap is the number of cells between two keys.
const keysGap = 2

// keyWidth returns the cells of a key with its label.
func keyWidth(l Look, it ui.KeyItem) int {
	if l.Rich {
		return ui.Width(it.Name) + 3 + ui.Width(it.Label)
	}
	return ui.ButtonWidth(it.Name + " " + it.Label)
}

// Least returns the size of the rows.
func (k Keys) Least(l Look, w int) Size {
	if l.Touch || len(k) == 0 {
		return Size{}
	}
	rows := InRows{W: w, Gap: keysGap}
	for _, it := range k {
		rows.Next(keyWidth(l, it))
	}
	return rows.Size()
}

// Wish returns the number of rows.
func (k Keys) Wish(l Look, w int) int { return k.Least(l, w).H }

// Draw draws the keys; Enter is the one that acts.
func (k Keys) Draw(l Look, g ui.Region) {
	if l.Touch {
		return
	}
	rows := InRows{W: g.W(), Gap: keysGap}
	for _, it := range k {
		r := rows.Next(keyWidth(l, it))
		switch enter := it.Key == "enter"; {
		case l.Rich:
			g.Keycap(r.X, r.Y, it.Name, it.Label, it.Key, enter)
		default:
			g.Button(r.X, r.Y, it.Name+" "+it.Label, it.Key, enter)
		}
	}
}
