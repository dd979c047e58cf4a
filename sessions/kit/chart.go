package kit

import (
	"slices"
	"strconv"

	"arcade/sessions/ui"
)

// Chart is a histogram: a column for each value over its label, in its ink. Labels that have no room are omitted,
// except the first, the last and the best.
type Chart struct {
	Labels []string // nil for none
	Values []int
	Inks   []ui.Token
}

// chartRows are the least and the usual height of the columns.
const leastChart, usualChart = 2, 6

// pitch returns the cells of a column with its gap.
func (c Chart) pitch(w int) int { return max(w/max(len(c.Values), 1), 1) }

// labels returns the rows of the labels.
func (c Chart) labels() int { return min(len(c.Labels), 1) }

// Least returns the size with a cell for each column.
func (c Chart) Least(Look, int) Size { return Size{len(c.Values), leastChart + c.labels()} }

// Wish returns the usual height.
func (c Chart) Wish(Look, int) int { return usualChart + c.labels() }

// Draw draws the columns and the labels.
func (c Chart) Draw(_ Look, g ui.Region) {
	h, pitch := g.H()-c.labels(), c.pitch(g.W())
	most := slices.Max(append([]int{1}, c.Values...))
	free := 0 // the first cell without a label
	for i, n := range c.Values {
		x, ink := i*pitch, ui.Info
		if i < len(c.Inks) {
			ink = c.Inks[i]
		}
		g.Columns(x, 0, max(1, pitch-1), h, []int{n}, most, ink, -1, ink)
		if c.Labels == nil {
			continue
		}
		label := c.Labels[i]
		if last := i == len(c.Values)-1; x < free || !last && x+ui.Width(label)+1 > (len(c.Values)-1)*pitch && pitch <= ui.Width(label) {
			continue
		}
		if x+ui.Width(label) <= g.W() {
			tok := ui.Muted
			if n > 0 {
				tok = ui.Strong | ui.Bold
			}
			free = x + g.Text(x, h, tok, label) + 1
		}
	}
}

// Rows returns the values above zero as text.
func (c Chart) Rows() (rows [][]string) {
	for i, n := range c.Values {
		if n > 0 {
			rows = append(rows, []string{c.Labels[i], ui.BarText(n, slices.Max(c.Values), 20), strconv.Itoa(n)})
		}
	}
	return rows
}
