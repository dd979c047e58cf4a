package kit

import "arcade/sessions/ui"

// InRows sets words of these widths beside each other, gap cells apart, in as many rows of a height as they need in w
// cells. The first row begins at x. It returns the place of each, and the size of all.
func InRows(w, x, high, gap int, widths []int) (at []ui.Rect, all Size) {
	y := 0
	at = make([]ui.Rect, 0, len(widths))
	for _, cells := range widths {
		if x > 0 && x+cells > w {
			x, y = 0, y+high
		}
		at = append(at, ui.Rect{X: x, Y: y, W: cells, H: high})
		all.W = max(all.W, x+cells)
		x += cells + gap
	}
	all.H = y + high
	return at, all
}
