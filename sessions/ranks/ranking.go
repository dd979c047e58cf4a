package ranks

import (
	"cmp"
	"slices"

	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// ranking is a board: one row for each place. A large window has a podium for the first three and the distribution
// of the results beside it.
type ranking struct {
	n, focus int
	unranked int          // so many of the last have no place
	cols     []kit.Column // right of the name
	key      int          // the column that ranks
	row      func(i int) standing
	value    func(i int) float64 // the value that ranks
	mine     int                 // the visitor's row among them, -1 for none
	pinned   string              // the visitor's place, or the reason for none
	rule     string
	empty    string
	tabs     kit.Block // the games and the boards
	beside   kit.Block // below the distribution, nil for nothing
	below    kit.Block // under the list, nil for nothing
}

// standing is one place: the player, the columns, and the share of the best in hundredths.
type standing struct {
	name  string
	sign  string // the player's name, for the sign on the podium
	cols  []string
	share int
	mark  string // in place of a place, "" for none
}

// The columns of the name and the meter in a row that is a picture, and the cells of the podium.
const (
	rankName     = 7
	rankMeter    = 21
	rankHeight   = 10
	rankPodium   = 3*27 - 1
	rankPictures = 78 // the least cells of such a row
	fieldWidth   = 35
	fieldHeight  = 14
)

// page arranges the board.
func (r *ranking) page(a *app.App) kit.Block {
	foot := []kit.Item{{Block: kit.Pad{Block: r.foot(a), X: 1}}}
	if r.rule != "" {
		foot = append(foot, kit.Item{Block: kit.Pad{Block: kit.Text{Ink: ui.Muted, Text: r.rule}, X: 1}, Drop: 2})
	}
	col := kit.Col(1, 0, kit.Item{Block: r.tabs})
	if r.n == 0 {
		col.Items = append(col.Items, kit.Item{Block: kit.Pad{Block: kit.Text{Ink: ui.Strong, Text: r.empty}, X: 1}, Fill: 1})
		col.Items = append(col.Items, foot...)
		return col
	}
	usual := col
	usual.Items = append(slices.Clone(col.Items), kit.Item{Block: r.list(a, 0), Fill: 1}, kit.Item{Block: kit.Pad{Block: r.spark(a), X: 1}, Drop: 1})
	usual.Items = append(usual.Items, foot...)
	if a.Glyphs != ui.LevelRich {
		return usual
	}
	places := min(r.n-r.unranked, len(ui.Medals))
	left := kit.Col(1, 0)
	if places > 0 {
		left.Items = append(left.Items, kit.Item{Block: kit.Picture{Size: kit.Size{W: rankPodium, H: rankHeight}, Paint: func(_ kit.Look, g ui.Region) { r.podium(a, g, 0) }}})
	}
	left.Items = append(left.Items, kit.Item{Block: r.list(a, places), Fill: 1})
	if r.below != nil {
		left.Items = append(left.Items, kit.Item{Block: r.below, Drop: 1})
	}
	left.Items = append(left.Items, foot...)
	right := kit.Col(1, 0, kit.Item{Block: kit.Picture{Size: kit.Size{W: fieldWidth, H: fieldHeight}, Paint: func(_ kit.Look, g ui.Region) { r.field(a, g, g.Rect()) }}})
	if r.beside != nil {
		right.Items = append(right.Items, kit.Item{Block: r.beside, Fill: 1, Drop: 1})
	}
	large := col
	large.Items = append(slices.Clone(col.Items), kit.Item{Block: kit.Row(2, kit.Item{Block: left, Fill: 1}, kit.Item{Block: right, Fix: fieldWidth}), Fill: 1})
	return kit.Fit{kit.From{W: rankPodium + 2 + fieldWidth, Block: large}, usual}
}

// list returns the places from one on.
func (r *ranking) list(a *app.App, from int) kit.List {
	cols := append([]kit.Column{{Head: a.T("board.col.place"), W: 3, Right: true}, {Head: a.T("board.col.name"), W: 20, Name: true}}, r.cols...)
	return kit.List{Cols: cols, N: r.n, Skip: from, Focus: r.focus, PaintW: rankPictures,
		Row: func(i int) []string {
			s := r.row(i)
			return append([]string{r.sign(s, i), s.name}, s.cols...)
		},
		Paint: func(g ui.Region, i int, _ bool) { r.place(g, i) },
		Head: func(g ui.Region) {
			g.Text(rankName, 0, ui.Faint, a.T("board.col.name"))
			r.columns(g, func(k int) (string, ui.Token) { return r.cols[k].Head, ui.Faint })
		},
		Ink: func(i, col int) ui.Token {
			switch {
			case i == r.mine && col < 2:
				return ui.Accent | ui.Bold
			case col == 1:
				return ui.Text
			}
			return 0
		},
	}
}

// sign returns a row's place, or the mark in its stead.
func (r *ranking) sign(s standing, i int) string {
	if i < r.n-r.unranked {
		return app.Itoa(i + 1)
	}
	return cmp.Or(s.mark, noPlaceShown)
}

// place draws the i-th place as a row with a medal and a meter.
func (r *ranking) place(g ui.Region, i int) {
	s, name, tok := r.row(i), ui.Text, ui.Muted
	if i == r.focus {
		name, tok = ui.Strong|ui.Bold, ui.Text
	}
	ink := ui.Muted
	switch {
	case i == r.mine:
		name, ink = ui.Accent|ui.Bold, ui.Accent
	case i < min(r.n-r.unranked, len(ui.Medals)):
		name, ink = ui.Strong|ui.Bold, ui.Medals[i]
	}
	if i < r.n-r.unranked {
		ui.Medal(g, 2, 0, i+1)
	} else {
		g.Text(3, 0, ui.Muted, r.sign(s, i))
	}
	g.TextCut(rankName, 0, rankMeter-rankName-1, name, s.name)
	from := r.columns(g, func(k int) (string, ui.Token) {
		return s.cols[k], app.If(k == r.key, app.If(i == r.focus, ui.Strong|ui.Bold, ui.Text), tok)
	})
	g.Meter(rankMeter, 0, max(0, from-rankMeter), s.share, 100, ink)
}

// columns draws a text of each column from the right, under its heading, and returns the cell after the gap left of
// them.
func (r *ranking) columns(g ui.Region, text func(k int) (string, ui.Token)) (from int) {
	x := g.W() - 2
	for k := len(r.cols) - 1; k >= 0; k-- {
		s, ink := text(k)
		g.TextRight(x, 0, ink, s)
		x -= max(r.cols[k].W, ui.Width(r.cols[k].Head)) + 1
	}
	return x
}

// podium draws the first three side by side, the second on the left and the third on the right.
func (r *ranking) podium(a *app.App, g ui.Region, y int) {
	const w = 26
	n := min(r.n-r.unranked, len(ui.Medals))
	for i := range n {
		s := r.row(i)
		in := ui.Rect{X: []int{1, 0, 2}[i] * (w + 1), Y: y + i, W: w, H: rankHeight - i}
		ground := app.If(i == r.focus, ui.Raised, ui.Panel)
		p := g.Sheet(in, ground)
		p.Strip(ui.Rect{W: w, H: 1}, ui.Medals[i])
		if i == r.focus {
			p.Edge(0, 1, in.H-1, ui.Accent)
		}
		p.Identicon(3, 3, s.sign)
		ui.Medal(p, 3, 1, i+1)
		p.TextCut(7, 1, w-8, app.If(i == r.mine, ui.Accent, ui.Strong)|ui.Bold, s.name)
		line := 3
		for k, text := range s.cols {
			if line == in.H || text == "" {
				break
			}
			tok := app.If(k == r.key, ui.Strong|ui.Bold, ui.Muted)
			x := 13
			if label := r.cols[k].Head; ui.Width(label)+1+ui.Width(text) <= w-14 {
				x += p.Text(x, line, ui.Muted, label) + 1
			}
			p.TextCut(x, line, w-1-x, tok, text)
			line++
		}
		g.Hit(in, ui.RowHit(i))
	}
}

// foot returns the visitor's own place, or the way onto the board.
func (r *ranking) foot(a *app.App) kit.Text {
	switch {
	case a.Visit.Me().Guest:
		return kit.Text{Ink: ui.Muted, Text: a.T("board.guest")}
	case r.mine >= 0:
		return kit.Text{Ink: ui.Accent, Text: r.pinned}
	}
	return kit.Text{Ink: ui.Muted, Text: r.pinned}
}

// shareOf returns a value's share of the best, in hundredths; for values below zero, such as moves, the
// best's share of it.
func shareOf(v, best float64) int {
	if best < 0 {
		v, best = best, v
	}
	if best == 0 {
		return 100
	}
	return min(int(100*v/best), 100) // a player without a place may have more than the first
}
