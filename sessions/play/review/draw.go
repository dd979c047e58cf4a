package review

import (
	"fmt"
	"math"
	"slices"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// points returns a value with the mark of the side ahead.
func points(value float64, exact bool, marks [2]string) string {
	switch {
	case exact && value == 0, !exact && math.Abs(value) < .05:
		return "= 0"
	case value > 0:
		return marks[0] + " +" + discs(value, exact)
	}
	return marks[1] + " +" + discs(-value, exact)
}

// discs returns an amount, with a decimal if it is not exact.
func discs(n float64, exact bool) string { return fmt.Sprintf("%.*f", app.If(exact, 0, 1), n) }

// Page is the part of a replay that the drawing of its analysis needs.
type Page struct {
	Review  *Analysis
	Plies   []games.Ply // up to the one in view
	Seats   []table.SeatInfo
	Wording func(a *app.App, key string) string       // a sentence that the game may have of its own
	Act     func(a *app.App, act games.Action) string // an action in few cells
}

// Items are the analysis beside a board, as blocks: the course of the match, the ply in view with the better choice,
// each player's misses, and the greatest ones. marks are the signs of the seats, of at most two cells.
func Items(a *app.App, s *Page, marks [2]string) []kit.Item {
	return []kit.Item{
		{Block: newCourse(a, s, marks)},
		{Block: kit.ByLevel{
			Pictures: kit.Picture{Size: plySize, Paint: func(_ kit.Look, g ui.Region) { drawPlyRich(a, g, s, marks) }},
			Signs:    kit.Picture{Size: plySize, Paint: func(_ kit.Look, g ui.Region) { drawPly(a, g, s, marks) }},
		}, Drop: 1},
		{Block: sums{a, s, marks}, Drop: 2},
		{Block: worst{a, s, marks}, Drop: 3},
	}
}

// plySize is the least size of the ply in view.
var plySize = kit.Size{W: 30, H: 3}

// sums is a block with a row for each player: the misses, and the average loss. A click goes to the greatest miss.
type sums struct {
	a     *app.App
	s     *Page
	marks [2]string
}

// Least returns a row for each.
func (b sums) Least(kit.Look, int) kit.Size { return kit.Size{W: 24, H: 2} }

// Wish returns the same.
func (b sums) Wish(kit.Look, int) int { return 2 }

// Draw draws the rows.
func (b sums) Draw(l kit.Look, g ui.Region) {
	for seat, mark := range b.marks {
		v := b.s.Review
		text, list := v.sum(b.a, games.Seat(seat)), v.Misses(games.Seat(seat))
		g.Text(0, seat, ui.Text, mark)
		g.TextRight(g.W(), seat, ui.Muted, text)
		x := ui.Width(mark) + 1
		g.TextCut(x, seat, g.W()-x-1-ui.Width(text), ui.Text, b.a.SeatName(b.s.Seats[seat]))
		if len(list) > 0 && !l.Touch { // a finger has the chart
			g.Hit(ui.Rect{Y: seat, W: g.W(), H: 1}, ui.SlideHit(list[0]))
		}
	}
}

// worst is a block with the greatest misses of both players in their order. A click goes to one.
type worst struct {
	a     *app.App
	s     *Page
	marks [2]string
}

// Least returns the heading and two rows.
func (b worst) Least(kit.Look, int) kit.Size { return kit.Size{W: 28, H: 3} }

// Wish returns a row for each miss.
func (b worst) Wish(kit.Look, int) int { return max(1+len(b.s.Review.Misses(games.Nobody)), 3) }

// Draw draws the misses that have room.
func (b worst) Draw(l kit.Look, g ui.Region) {
	list := b.s.Review.Misses(games.Nobody)
	if len(list) == 0 {
		return
	}
	g.Text(0, 0, ui.Strong|ui.Bold, b.a.T("an.worsts"))
	list = list[:min(len(list), g.H()-1)]
	slices.Sort(list)
	for i, ply := range list {
		row := g.Sub(ui.Rect{Y: 1 + i, W: g.W(), H: 1})
		b.miss(row, ply)
		if !l.Touch {
			row.Hit(row.Rect(), ui.SlideHit(ply))
		}
	}
}

// miss draws a miss: the choice, the better one, and the points between them.
func (b worst) miss(g ui.Region, ply int) {
	j := b.s.Review.Verdict(ply)
	tok := ui.Text
	if ply == len(b.s.Plies) {
		tok = ui.Strong | ui.Bold
		g.FocusRow(0)
	}
	x := 1
	x += g.Text(x, 0, tok, fmt.Sprintf("%2d. %s %s", ply, b.marks[j.Seat], b.s.Act(b.a, j.Played)))
	x += g.Text(x, 0, ui.Muted, " › ")
	lost := expected(-j.Lost())
	g.TextCut(x, 0, g.W()-x-ui.Width(lost)-1, ui.Accent, b.s.Act(b.a, j.Best))
	g.TextRight(g.W(), 0, ui.Bad, lost)
}

// Draw draws the analysis into r, for a game that is placed by hand; see [Items]. A narrow column is for a game whose
// judge weighs every alternative and the luck of the deal.
func Draw(a *app.App, l kit.Look, g ui.Region, s *Page, r ui.Rect, marks [2]string) {
	if r.W < 37 {
		drawColumn(a, l, g, s, r, marks)
		return
	}
	kit.Draw(kit.Sheet{Inset: true, Block: kit.Col(1, 0, Items(a, s, marks)...)}, l, g.Sub(r))
}

// drawPly draws the ply in view, and the better choice.
func drawPly(a *app.App, g ui.Region, s *Page, marks [2]string) {
	v, ply := s.Review, len(s.Plies)
	left := a.T("rp.start")
	if ply > 0 {
		p := s.Plies[ply-1]
		left = fmt.Sprintf("%d. %s %s", ply, marks[p.Seat], p.Action)
	}
	g.Text(0, 0, ui.Strong, left)
	value, exact, ok := v.value(ply)
	if !ok {
		g.TextCut(0, 1, g.W(), ui.Muted, a.T("an.unknown"))
		return
	}
	kind := app.If(exact, "an.exact", "an.guess")
	g.TextRight(g.W(), 0, ui.Text, points(value, exact, marks)+"  "+a.T(kind))
	if ply == 0 {
		return
	}
	text, tok := verdict(a, s)
	if v.Turn == ply && v.Better(ply) != "" {
		text = "! " + text
	}
	g.TextCut(0, 1, g.W(), tok, text)
}

// noChoice reports whether the table played the ply in view because nothing else was possible. It also
// plays for a player whose time has run out.
func (s *Page) noChoice(j *games.Judgement) bool {
	return s.Plies[len(s.Plies)-1].Forced && j.Best == j.Played
}

// verdict returns the better choice for the ply in view, if there is one.
func verdict(a *app.App, s *Page) (text string, tok ui.Token) {
	ply := len(s.Plies)
	switch j := s.Review.Verdict(ply); {
	case s.noChoice(j):
		return s.Wording(a, "an.forced"), ui.Muted
	case j.Missed:
		return a.T("an.missed", "m", s.Act(a, j.Best), "d", discs(j.Lost(), j.Exact)), ui.Warn
	case j.Best != j.Played:
		return a.T("an.near", "m", s.Act(a, j.Best), "d", discs(j.Lost(), j.Exact)), ui.Text
	}
	return a.T("an.best"), ui.OK
}

// drawPlyRich draws the ply in view and the better choice, each with its expected points as a meter.
func drawPlyRich(a *app.App, g ui.Region, s *Page, marks [2]string) {
	v, ply, w := s.Review, len(s.Plies), g.W()
	head := a.T("rp.start")
	if ply > 0 {
		p := s.Plies[ply-1]
		head = fmt.Sprintf("%d. %s %s", ply, marks[p.Seat], s.Act(a, p.Action))
	}
	x := g.Text(0, 0, ui.Strong|ui.Bold, head) + 2
	value, exact, ok := v.value(ply)
	if !ok {
		g.TextCut(0, 1, w, ui.Muted, a.T("an.unknown"))
		return
	}
	kind := points(value, exact, marks) + "  " + a.T(app.If(exact, "an.exact", "an.guess"))
	j := v.Verdict(ply)
	switch {
	case ply == 0:
		g.TextRight(w, 0, ui.Muted, kind)
		return
	case s.noChoice(j):
		g.TextCut(0, 1, w, ui.Muted, s.Wording(a, "an.forced"))
	case j.Missed:
		text := a.T("an.lost", "d", discs(j.Lost(), exact))
		if ply == v.Turn {
			text = "! " + text
		}
		// If both do not fit, the chip covers the end of the action, which the rows below name.
		x = max(min(x, w-ui.Width(text)-2), 0)
		g.Chip(x, 0, text, ui.SolidInk(ui.Bad))
		x += ui.Width(text) + 2
	case j.Best == j.Played:
		g.TextCut(0, 1, w, ui.OK, a.T("an.best"))
	}
	if x+1+ui.Width(kind) <= w {
		g.TextRight(w, 0, ui.Muted, kind)
	}
	if j.Best != j.Played {
		top := max(v.scale(), 1)
		drawMove(a, g, s, 1, j.Best, j.Before, a.T("an.col.best"), top, marks, ui.OK)
		drawMove(a, g, s, 2, j.Played, j.After, a.T("an.col.played"), top, marks, ui.Muted)
	}
}

// drawMove draws a row: an action, its expected points as a meter and a number, and a note.
func drawMove(a *app.App, g ui.Region, s *Page, y int, act games.Action, value float64, note string, top float64, marks [2]string, tok ui.Token) {
	j := s.Review.Verdict(len(s.Plies))
	ahead := value
	if j.Seat == 1 {
		ahead = -value
	}
	name := s.Act(a, act)
	g.TextCut(0, y, 5, app.If(tok == ui.OK, ui.Accent|ui.Bold, ui.Text), name)
	text := points(value, j.Exact, marks)
	w := g.W() - 6 - 8 - 9
	g.Meter(6, y, w, int((ahead+top)*100), int(200*top), tok)
	g.Text(6+w+1, y, ui.Text, text)
	g.TextRight(g.W(), y, ui.Muted, note)
}
