package ranks

import (
	"cmp"
	"slices"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/store"
)

// ranking draws a board on ui.LevelRich: one row for each place. The full layout has a podium for the first
// three.
type ranking struct {
	n, focus int
	unranked int         // so many of the last have no place
	cols     []ui.Column // right of the name
	key      int         // the column that ranks
	row      func(i int) standing
	value    func(i int) float64 // the value that ranks
	mine     int                 // the visitor's row among them, -1 for none
	pinned   string              // the visitor's place, or the reason for none
	rule     string
	empty    string
	top      int // the first row on the page
	// beside draws the part below the field in the full layout, nil for nothing; below draws the part under
	// the list, of so many rows.
	beside func(g ui.Region)
	below  func(g ui.Region)
	rows   int
}

// standing is one place: the player, the columns, and the share of the best in hundredths.
type standing struct {
	name  string
	sign  string // the player's name, for the sign on the podium
	cols  []string
	share int
	mark  string // in place of a place, "" for none
}

// The columns of the name and the meter in a row.
const (
	rankName   = 8
	rankMeter  = 22
	rankHeight = 10 // of the podium
)

// draw draws the board on a page, in the full layout with a podium and a wider meter.
func (r *ranking) draw(a *app.App, g ui.Region) {
	full, y := g.W() > ui.MinWidth, r.top
	const meter = 20
	if r.n == 0 {
		p := g.Sheet(ui.Rect{X: 2, Y: y + 1, W: g.W() - 4, H: 6}, ui.Panel)
		for k := range ui.Medals {
			p.Fill(ui.Rect{X: 3, Y: 1 + k, W: 3, H: 1}, ui.Raised)
			p.Fill(ui.Rect{X: 8, Y: 1 + k, W: 12, H: 1}, ui.Raised)
		}
		p.TextCut(23, 2, p.W()-25, ui.Strong|ui.Bold, r.empty)
		r.foot(a, g)
		return
	}
	from := 0
	if full {
		right := ui.Rect{X: 83, Y: y + 1, W: g.W() - 85, H: g.H() - y - 1}
		r.field(a, g, ui.Rect{X: right.X, Y: right.Y, W: right.W, H: 14})
		if r.beside != nil {
			r.beside(g.Sub(ui.Rect{X: right.X, Y: right.Y + 15, W: right.W, H: right.H - 15}))
		}
		g = g.Sub(ui.Rect{W: right.X - 1, H: g.H()})
		from = r.podium(a, g, y+1)
		y += rankHeight + 2
	}
	foot := app.Either(full, 5, 6) // the rows below
	if full && r.below != nil {
		foot += r.rows + 1
		r.below(g.Sub(ui.Rect{X: 2, Y: g.H() - 4 - r.rows, W: g.W() - 4, H: r.rows}))
	}
	if !full {
		r.spark(a, g, g.H()-4)
	}
	if r.n > from {
		for _, c := range r.cols {
			c.X += meter
			c.Put(g, y, ui.Faint, a.T(c.Heading))
		}
		g.Text(rankName, y, ui.Faint, a.T("board.col.name"))
	}
	first, last := ui.Window(max(r.focus-from, 0), r.n-from, g.H()-y-foot)
	for i := from + first; i < from+last; i++ {
		r.place(g, y+1+i-from-first, i, meter)
	}
	r.foot(a, g)
}

// place draws the i-th place in the row y.
func (r *ranking) place(g ui.Region, y, i, meter int) {
	s, name, tok := r.row(i), ui.Text, ui.Muted
	if i == r.focus {
		g.Fill(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, ui.Raised)
		g.Edge(1, y, 1, ui.Accent)
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
		ui.Medal(g, 3, y, i+1)
	} else {
		g.Text(4, y, ui.Muted, cmp.Or(s.mark, noPlaceShown))
	}
	g.TextCut(rankName, y, rankMeter-rankName-1, name, s.name)
	g.Meter(rankMeter, y, meter, s.share, 100, ink)
	for k, c := range r.cols {
		c.X += meter
		c.Put(g, y, app.Either(k == r.key, app.Either(i == r.focus, ui.Strong|ui.Bold, ui.Text), tok), ui.Cut(s.cols[k], c.W))
	}
	g.Hit(ui.Rect{X: 1, Y: y, W: g.W() - 2, H: 1}, ui.RowHit(i))
}

// podium draws the first three side by side, the second on the left and the third on the right, and returns
// their number.
func (r *ranking) podium(a *app.App, g ui.Region, y int) int {
	const w = 26
	n := min(r.n-r.unranked, len(ui.Medals))
	if n == 0 {
		g.TextCut(3, y, g.W()-6, ui.Muted, r.empty)
	}
	for i := range n {
		s := r.row(i)
		in := ui.Rect{X: 1 + []int{1, 0, 2}[i]*(w+1), Y: y + i, W: w, H: rankHeight - i}
		ground := app.Either(i == r.focus, ui.Raised, ui.Panel)
		p := g.Sheet(in, ground)
		p.Strip(ui.Rect{W: w, H: 1}, ui.Medals[i])
		if i == r.focus {
			p.Edge(0, 1, in.H-1, ui.Accent)
		}
		p.Identicon(3, 3, s.sign)
		ui.Medal(p, 3, 1, i+1)
		p.TextCut(7, 1, w-8, app.Either(i == r.mine, ui.Accent, ui.Strong)|ui.Bold, s.name)
		line := 3
		for k, text := range s.cols {
			if line == in.H || text == "" {
				break
			}
			tok := app.Either(k == r.key, ui.Strong|ui.Bold, ui.Muted)
			x := 13
			if label := a.T(r.cols[k].Heading); ui.Width(label)+1+ui.Width(text) <= w-14 {
				x += p.Text(x, line, ui.Muted, label) + 1
			}
			p.TextCut(x, line, w-1-x, tok, text)
			line++
		}
		g.Hit(in, ui.RowHit(i))
	}
	return n
}

// foot draws the visitor's own place, and the way onto the board.
func (r *ranking) foot(a *app.App, g ui.Region) {
	text := r.pinned
	if a.Visit.Me().Guest {
		text = a.T("board.guest")
	}
	x := 3
	if r.mine >= 0 {
		x += g.Text(x, g.H()-2, ui.Accent, "●") + 1
	}
	g.TextCut(x, g.H()-2, g.W()-x-2, app.Either(r.mine >= 0, ui.Text, ui.Muted), text)
	g.TextCut(3, g.H()-1, g.W()-5, ui.Muted, r.rule)
}

// drawRich draws a board by rating on ui.LevelRich.
func (b *Board) drawRich(a *app.App, g ui.Region) {
	top := 3
	if b.tabs == nil {
		b.drawGames(a, g, 1)
	} else {
		b.drawGames(a, g, 0)
		drawScoreTabs(g, b.tabs, 0)
		top = 4
	}
	me, lo, hi, rows := a.Visit.Me().ID, 0.0, 0.0, b.rows()
	for i, r := range rows {
		if i == 0 {
			lo, hi = r.Rating.Rating-100, r.Rating.Rating
		}
		lo, hi = min(lo, r.Rating.Rating-100), max(hi, r.Rating.Rating)
	}
	r := ranking{
		n: len(rows), unranked: len(rows) - b.Ranked, focus: b.scroll.Focus, top: top, rule: a.T("board.rule"), empty: a.T("board.empty"),
		mine:   slices.IndexFunc(rows, func(r lobby.RatingInfo) bool { return r.Player == me }),
		pinned: app.Either(b.place > 0, a.T("board.mine", "n", b.place, "of", b.of), fewOpponents(a, b.mine)),
		cols: []ui.Column{
			{X: 22, W: 8, Heading: "board.col.rating", Right: true}, {X: 31, W: 9, Heading: "board.col.deviation", Right: true},
			{X: 40, W: 7, Heading: "board.col.games", Right: true}, {X: 49, W: 8, Heading: "board.col.last"},
		},
		value: func(i int) float64 { return rows[i].Rating.Rating },
		row: func(i int) standing {
			row := b.row(a, i+1, rows[i], me)
			return standing{row[1], rows[i].Name, row[2:], int(100 * (rows[i].Rating.Rating - lo) / max(hi-lo, 1)), ""}
		},
	}
	r.draw(a, g)
}

// drawRich draws a board by points on ui.LevelRich.
func (s *Scores) drawRich(a *app.App, g ui.Region) {
	s.drawGames(a, g, 0)
	drawScoreTabs(g, s.Tabs, s.Tab)
	me := a.Visit.Me().ID
	r := ranking{
		n: len(s.Rows), unranked: len(s.Rows) - s.ranked, focus: s.scroll.Focus, top: 4, empty: s.empty(a),
		rule:   s.rule(a),
		mine:   slices.IndexFunc(s.Rows, func(r store.Score) bool { return r.Player == me }),
		pinned: app.Either(s.Place > 0, a.T("board.mine", "n", s.Place, "of", s.of), s.none(a)),
		cols: []ui.Column{
			{X: 23, W: 18, Heading: "solo.col.score"}, {X: 42, W: 8, Heading: "mt.col.id"}, {X: 51, W: 8, Heading: "mt.col.when"},
		},
		value: func(i int) float64 { return s.Rows[i].Value },
		row: func(i int) standing {
			row := s.Rows[i]
			return standing{sheets.Scorer(a, row), row.Name, []string{s.scoreText(a, row), row.Match, a.When(row.At)}, shareOf(row.Value, s.Rows[0].Value), markSign(row)}
		},
	}
	if s.hasDays() {
		r.beside = func(g ui.Region) { s.daily.draw(a, g, s.game, s.Tabs[s.Tab].Board) }
		if s.daily.line != nil && s.Tabs[s.Tab].Day == s.daily.today {
			r.rows, r.below = len(s.daily.line)+2, s.daily.paste
		}
	}
	r.draw(a, g)
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
