package ranks

import (
	"slices"

	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// fieldColumns is the number of columns of a board's histogram, sparkColumns the number in one row.
const fieldColumns, sparkColumns = 9, 20

// field draws the distribution of the listed results, the weakest on the left: a histogram with the
// visitor's column in gold, the worst result below its left end and the best above its right one.
func (r *ranking) field(a *app.App, g ui.Region, in ui.Rect) {
	p := g.Sheet(in, ui.Panel)
	p.TextCut(2, 1, in.W-4, ui.Strong|ui.Bold, a.T("board.field"))
	counts, mark := r.histogram(fieldColumns)
	most := 1
	for _, n := range counts {
		most = max(most, n)
	}
	p.Columns(3, 3, max(2, (in.W-6)/fieldColumns), in.H-7, counts, most, ui.Info, mark, ui.Accent)
	p.HLine(2, in.H-4, in.W-4, ui.SolidInk(ui.Track))
	p.TextCut(2, in.H-3, in.W-4, ui.Muted, r.row(r.n - 1).cols[r.key])
	p.TextRight(in.W-2, 2, ui.Muted, ui.Cut(r.row(0).cols[r.key], in.W-4))
	if r.mine >= 0 {
		p.TextCut(2, in.H-2, in.W-4, ui.Accent, a.T("board.field.mine", "n", counts[mark]))
	}
}

// spark returns the distribution of the results in one row.
func (r *ranking) spark(a *app.App) kit.Block {
	title, ends := a.T("board.field"), r.row(r.n - 1).cols[r.key]+" .. "+r.row(0).cols[r.key]
	w := ui.Width(title) + 2 + sparkColumns + 2
	return kit.Picture{Size: kit.Size{W: w, H: 1}, Paint: func(l kit.Look, g ui.Region) {
		x := g.Text(0, 0, ui.Strong|ui.Bold, title) + 2
		counts, mark := r.histogram(sparkColumns)
		if l.Rich {
			g.HLine(x, 0, sparkColumns, ui.SolidInk(ui.Track))
			g.Spark(x, 0, counts, slices.Max(counts), ui.Info)
			if mark >= 0 {
				g.Spark(x+mark, 0, counts[mark:mark+1], slices.Max(counts), ui.Accent)
			}
		} else {
			for i, n := range counts {
				g.Text(x+i, 0, app.If(i == mark, ui.Accent, ui.Info), kit.Bars[min(n*(len(kit.Bars)-1)/slices.Max(counts), len(kit.Bars)-1)])
			}
		}
		if x += sparkColumns + 2; x+ui.Width(ends) <= g.W() {
			g.Text(x, 0, ui.Muted, ends)
		}
	}}
}

// histogram counts the results from the worst to the best in so many columns. mark is the column of the
// visitor's result, -1 for none.
func (r *ranking) histogram(columns int) (counts []int, mark int) {
	worst, best := r.value(0), r.value(0)
	for i := range r.n {
		worst, best = min(worst, r.value(i)), max(best, r.value(i))
	}
	counts, mark = make([]int, columns), -1
	for i := range r.n {
		at := columns - 1
		if best != worst {
			at = min(int((r.value(i)-worst)/(best-worst)*float64(columns)), at)
		}
		counts[at]++
		if i == r.mine {
			mark = at
		}
	}
	return counts, mark
}
