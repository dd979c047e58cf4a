package kit

import "arcade/sessions/ui"

// Table is a few rows of facts: the first column has labels, the others are flush right.
type Table struct {
	Head []string // nil for none
	List [][]string
	// Spare are the rows that are omitted first, from the last one, if there is no room.
	Spare []int
}

// tableGap is the number of cells between two columns, tightGap the least.
const tableGap, tightGap = 2, 1

// widths returns the cells of each column and of the row with the least gaps.
func (t Table) widths() (widths []int, sum int) {
	add := func(row []string) {
		for i, text := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ui.Width(text))
		}
	}
	add(t.Head)
	for _, row := range t.List {
		add(row)
	}
	for _, w := range widths {
		sum += w + tightGap
	}
	return widths, max(sum-tightGap, 0)
}

// head returns the rows of the heading.
func (t Table) head() int {
	if t.Head == nil {
		return 0
	}
	return 1
}

// Least returns the size without the rows that may be omitted.
func (t Table) Least(Look, int) Size {
	_, w := t.widths()
	return Size{w, t.head() + len(t.List) - len(t.Spare)}
}

// Wish returns the height with all rows.
func (t Table) Wish(Look, int) int { return t.head() + len(t.List) }

// Draw draws the rows that have room.
func (t Table) Draw(_ Look, g ui.Region) {
	widths, sum := t.widths()
	gap := tableGap
	if sum+(len(widths)-1)*(tableGap-tightGap) > g.W() {
		gap = tightGap
	}
	omit := map[int]bool{}
	for i := len(t.Spare) - 1; i >= 0 && t.head()+len(t.List)-len(omit) > g.H(); i-- {
		omit[t.Spare[i]] = true
	}
	put := func(y int, row []string, first, rest ui.Token) {
		x := g.W()
		for i := len(row) - 1; i > 0; i-- {
			g.TextRight(x, y, rest, row[i])
			x -= widths[i] + gap
		}
		if len(row) > 0 {
			g.Text(0, y, first, row[0])
		}
	}
	put(0, t.Head, ui.Muted, ui.Muted)
	y := t.head()
	for i, row := range t.List {
		if !omit[i] {
			put(y, row, ui.Text, ui.Strong)
			y++
		}
	}
}

// Rows returns the table as text.
func (t Table) Rows() [][]string {
	if t.Head == nil {
		return t.List
	}
	return append([][]string{t.Head}, t.List...)
}
