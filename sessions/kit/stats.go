package kit

import "arcade/sessions/ui"

// Content is a block that can also be told in words, as rows of text.
type Content interface {
	Block
	Rows() [][]string
}

// Part is a part of statistics under its title.
type Part struct {
	Title string
	Note  string
	Body  Content
	Extra bool // omitted where there is no room for all parts together
}

// Mute is a block that words do not tell.
type Mute struct{ Block }

// Rows returns none.
func (Mute) Rows() [][]string { return nil }

// Stats are statistics: numbers, remarks, and parts. A page and words show the same value.
type Stats struct {
	Title   string // of the numbers, on a tab
	Numbers []Number
	Remarks []string
	Parts   []Part
}

// Rows returns the statistics as rows of text.
func (s Stats) Rows() (rows [][]string) {
	rows = Numbers{List: s.Numbers}.Rows()
	for _, r := range s.Remarks {
		rows = append(rows, []string{r})
	}
	for _, p := range s.Parts {
		if list := p.Body.Rows(); len(list) > 0 {
			rows = append(append(rows, []string{p.Title}), list...)
		}
	}
	return rows
}

// remarks returns the remarks as blocks in a line.
func (s Stats) remarks() (items []Item) {
	for _, r := range s.Remarks {
		items = append(items, Item{Block: Pad{Block: Text{ui.Muted, r}, X: 1}})
	}
	return items
}

// Page arranges the statistics with a list below them, or beside them in a large window; on a small one they are a
// [Book] open at the page open. title is the list's, on a tab.
func (s Stats) Page(title string, list Block, open int) Block {
	numbers := Numbers{List: s.Numbers}
	var all, usual []Block
	book := Book{Open: open}
	first := Col(1, 0, Item{Block: numbers})
	first.Items = append(first.Items, s.remarks()...)
	book.Leaves = append(book.Leaves, Leaf{s.Title, first, false})
	for _, p := range s.Parts {
		panel := Panel{Title: p.Title, Note: p.Note, Body: p.Body}
		all = append(all, panel)
		if !p.Extra {
			usual = append(usual, panel)
			book.Leaves = append(book.Leaves, Leaf{p.Title, panel, false})
		}
	}
	whole := func(n Numbers, panels []Block) Line {
		col := Col(1, 0, Item{Block: n, First: true})
		col.Items = append(col.Items, s.remarks()...)
		if len(panels) > 0 {
			col.Items = append(col.Items, Item{Block: &Flow{Gap: 1, Blocks: panels}})
		}
		return col
	}
	large, small := numbers, numbers
	large.Large, small.Small = true, true
	fit := Fit{From{W: 140, Block: Row(4, Item{Block: whole(large, all), Fill: 1}, Item{Block: list, Fill: 1})}}
	for _, n := range []Numbers{large, small} {
		for _, panels := range [][]Block{all, usual} {
			col := whole(n, panels)
			col.Items = append(col.Items, Item{Block: list, Fill: 1})
			fit = append(fit, col)
		}
	}
	book.Leaves = append(book.Leaves, Leaf{title, list, true})
	return append(fit, book)
}

// From is a block for at least W by H cells.
type From struct {
	W int
	Block
	H int
}

// Least returns the block's least, at least so large.
func (f From) Least(l Look, w int) Size {
	if w < f.W { // it has no room, so nothing is measured
		return Size{f.W, f.H}
	}
	s := f.Block.Least(l, w)
	return Size{max(s.W, f.W), max(s.H, f.H)}
}
