package ui

// SignedColumn draws part of whole as a column that stands on an axis, or hangs from it if part is
// negative: up rows above the axis, down rows below it, the first of which is y. It is exact to an eighth
// of a cell, and a part other than zero shows.
func (g Region) SignedColumn(x, y, up, down int, part, whole float64, tok Token) {
	if part == 0 || whole <= 0 {
		return
	}
	if part > 0 {
		n := min(max(1, int(part/whole*float64(8*up)+0.5)), 8*up)
		for j := range up {
			g.column(x, y+up-1-j, min(max(0, n-8*j), 8), tok)
		}
		return
	}
	n := min(max(1, int(-part/whole*float64(8*down)+0.5)), 8*down)
	for j := range down {
		at := y + up + j
		switch k := n - 8*j; {
		case k >= 8:
			g.Cell(x, at, ' ', Text, tok)
		case k > 0: // the rest of the cell stands below
			g.Cell(x, at, columns[8-k], SolidInk(g.At(x, at)), tok)
		}
	}
}
