package pages

import (
	"strings"

	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/today"
	"arcade/sessions/ui"
)

// column draws the column right of the games, from row y on and as far as there is room: the waiting
// things, the live tables if they have no place of their own, the day, the people here, and the ranks of
// the focused game.
func (h *Home) column(a *app.App, g ui.Region, rows []row, y int) {
	compact := y > 0
	y = h.next(a, g, rows, y) + 1
	if compact && !a.House.Alone && g.H()-y >= 6 {
		y = h.live(a, g, y) + 1
	}
	if g.H()-y > 2 && !a.Visit.Me().Guest {
		y = h.days(a, g, y, app.Either(compact, 1, 2)) + 1
	}
	if compact {
		y-- // with few rows the head separates them
		if !a.House.Alone && g.H()-y >= 3 {
			h.hereShort(a, g, y+1)
		}
		return
	}
	if !a.House.Alone && g.H()-y >= 3 {
		y = play.Here(a, g, y, h.lit.people, h.data.Live, app.Either(play.Roomy(a), 12, 7)) + 1
	}
	h.ranks(a, g, y)
}

// next draws the panel of waiting things, the focused row in two lines; if nothing waits, the effect of
// Enter. It returns the row below.
func (h *Home) next(a *app.App, g ui.Region, rows []row, y int) int {
	first := firstGameRow(a, rows)
	title := app.Either(y == 0, 2, 0) // a heading if there is room
	pad := app.Either(y == 0, 3, 2)
	if first == 0 || a.Newcomer() {
		return h.begin(a, g, rows[h.Focus], y, title, pad)
	}
	most := app.Either(y == 0, 9, 7)
	from, to := ui.Window(min(h.Focus, first-1), first, most)
	height := 2 + title
	for i := from; i < to; i++ {
		height += app.Either(i == h.Focus, len(waiting(rows[i], g.W()-pad-2))+1, 1)
	}
	height = max(height, 5)
	in := ui.Rect{Y: y, W: g.W(), H: height}
	p := g.SheetEdge(in, ui.Raised, ui.Accent)
	at := 1
	if title > 0 {
		p.Text(pad, 1, ui.Accent|ui.Bold, a.T("home.next"))
		at = 3
	}
	if n := first - (to - from); n > 0 {
		text := "+" + app.Itoa(n)
		p.TextRight(g.W()-2, app.Either(title > 0, 1, 0), ui.Muted, text)
		p.Hit(ui.Rect{X: g.W() - 2 - len(text), Y: app.Either(title > 0, 1, 0), W: len(text), H: 1}, moreHit(app.Either(from > 0, from-1, min(to, first-1))))
	}
	for i := from; i < to; i++ {
		at = h.waits(a, p, rows[i], i, at, pad)
	}
	return y + height
}

// waiting returns the lines below the head of a waiting thing: the opponent and the deadline, in one line
// if both fit.
func waiting(r row, w int) []string {
	_, rest, _ := strings.Cut(r.title, ": ")
	switch gap := w - ui.Width(rest) - ui.Width(r.right); {
	case r.right == "":
		return []string{rest}
	case gap > 1:
		return []string{rest + strings.Repeat(" ", gap) + r.right}
	}
	return []string{rest, r.right}
}

// waits draws one waiting thing, and returns the row below.
func (h *Home) waits(a *app.App, p ui.Region, r row, i, y, pad int) int {
	right := p.W() - 2
	switch {
	case i == h.Focus:
		lines := waiting(r, right-pad)
		p.Hit(ui.Rect{X: 1, Y: y, W: p.W() - 1, H: 1 + len(lines)}, ui.RowHit(i))
		x := right - p.Keycap(right-7, y, "Enter", "", "enter", true) - 1
		if r.invite != nil {
			x -= p.Keycap(x-3, y, string(ui.YesKey), "", ui.YesKey, false) + 1
		}
		head, _, _ := strings.Cut(r.title, ": ")
		p.TextCut(pad, y, x-pad, ui.Strong|ui.Bold, head)
		for k, line := range lines {
			p.TextCut(pad, y+1+k, right-pad, ui.Muted, line)
		}
		return y + 1 + len(lines)
	case r.invite != nil && len(h.data.Invites) == 1:
		p.Hit(ui.Rect{X: 1, Y: y, W: p.W() - 1, H: 1}, ui.RowHit(i))
		p.Keycap(right-3, y, string(ui.YesKey), "", ui.YesKey, false)
		p.TextCut(pad, y, right-4-pad, ui.Text, r.title)
		return y + 1
	}
	p.Hit(ui.Rect{X: 1, Y: y, W: p.W() - 1, H: 1}, ui.RowHit(i))
	p.TextCut(pad, y, right-pad, app.Either(r.tok == ui.Muted, ui.Muted, ui.Text), r.title)
	return y + 1
}

// nowHow says whom Enter gives on a game for two.
func (h *Home) nowHow(a *app.App) string {
	if h.opposite != "" {
		return a.T("home.now.person", "p", h.opposite)
	}
	return a.T("home.now.how")
}

// begin draws the effect of Enter if nothing waits: for a newcomer with the name and the keys.
func (h *Home) begin(a *app.App, g ui.Region, r row, y, title, pad int) int {
	room := g.W() - pad - 2
	text := ui.Wrap(r.detail, room)
	head := r.title
	if a.Newcomer() && play.GameOf(h.game(a)).Alone() {
		text = ui.Wrap(a.T("home.run.how"), room)
	} else if h.onDuel(a) && !a.House.Alone {
		head, text = a.T("home.now", "game", r.title), ui.Wrap(h.nowHow(a), room)
	}
	var keys []string
	if a.Newcomer() {
		n := app.Either(title > 0, 5, 2)
		keys = []string{a.T("home.key1"), a.T("home.key2"), a.T("home.key3"), a.T("home.key4"), a.T("home.key5")}[:n]
	}
	height := title + 2 + 1 + len(text) + len(keys)
	if keys != nil {
		height += 2
	}
	p := g.SheetEdge(ui.Rect{Y: y, W: g.W(), H: height}, ui.Raised, ui.Accent)
	at := 1
	if title > 0 {
		p.Text(pad, 1, ui.Accent|ui.Bold, a.T(app.Either(a.Newcomer(), "home.welcome", "home.next")))
		at = 3
	}
	p.Keycap(g.W()-9, at, "Enter", "", "enter", true)
	p.TextCut(pad, at, g.W()-9-pad-1, ui.Strong|ui.Bold, head)
	for i, line := range text {
		p.Text(pad, at+1+i, ui.Muted, line)
	}
	if keys != nil {
		at += 2 + len(text)
		w := p.TextCut(pad, at, room, ui.Text, a.T("home.name", "p", a.Visit.Me().Name))
		p.Hit(ui.Rect{X: pad, Y: at, W: w, H: 1}, ui.Press("u"))
		for i, line := range keys {
			p.TextCut(pad, at+1+i, room, ui.Muted, line)
		}
	}
	return y + height
}

// heading draws a section's title, and the text right of it in muted ink.
func heading(g ui.Region, y int, title, right string) {
	g.Text(0, y, ui.Strong|ui.Bold, title)
	g.TextRight(g.W(), y, ui.Muted, right)
}

// live draws the most watched table, with a picture of it.
func (h *Home) live(a *app.App, g ui.Region, y int) int {
	heading(g, y, a.T("home.watch"), app.When(len(h.data.Live) > 1, "+"+app.Itoa(len(h.data.Live)-1)))
	g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, ui.Press("w"))
	y++
	if len(h.data.Live) == 0 {
		g.Fill(ui.Rect{Y: y, W: 8, H: 4}, ui.Panel)
		for i, line := range firstOf(ui.Wrap(a.T("home.dark"), g.W()-10), 2) {
			g.Text(10, y+1+i, ui.Muted, line)
		}
		return y + 4
	}
	s := h.data.Live[0]
	h.picture(a, g, 0, y, s)
	for i, seat := range s.Seats[:min(len(s.Seats), 2)] {
		g.TextCut(10, y+i, g.W()-10, ui.Strong, a.SeatName(seat))
	}
	g.TextCut(10, y+2, g.W()-10, ui.Muted, a.T("game."+s.Game)+", "+progress(a, s))
	if s.Watchers > 0 {
		g.TextCut(10, y+3, g.W()-10, ui.Muted, a.T("tb.watchers", "n", s.Watchers))
	}
	g.Hit(ui.Rect{Y: y, W: g.W(), H: 4}, watchHit(s.ID))
	return y + 4
}

// weekDays is the number of the streak's days on home.
const weekDays = 7

// days draws the streak, with today as its last day, and leads to the page of today.
func (h *Home) days(a *app.App, g ui.Region, y, gap int) int {
	heading(g, y, a.T("home.day"), dayLeft(a))
	g.Hit(ui.Rect{Y: y, W: g.W(), H: gap + 1}, ui.Press("t"))
	y += gap
	x := g.Text(0, y, ui.Text, a.T("today.streak")) + 1
	x += g.Text(x, y, ui.Accent|ui.Bold, a.T("today.days", "n", h.streak.Length)) + 1
	n := min(weekDays, (g.W()-4-x)/2)
	today.Days(g, g.W()-4-2*n, y, n, 2, h.streak)
	g.Keycap(g.W()-3, y, "t", "", "t", false)
	if h.puzzle == nil || g.H()-y <= 1 {
		return y + 1
	}
	y++
	stands, ink := today.Stands(a, *h.puzzle)
	x = g.Text(0, y, ui.Text, a.T("puzzle.place")) + 1
	g.Hit(ui.Rect{Y: y, W: g.W() - 4, H: 1}, puzzleHit{})
	g.TextCut(x, y, g.W()-4-x, ink, stands)
	g.Keycap(g.W()-3, y, "x", "", "x", false)
	return y + 1
}

// hereShort draws the people here in two lines.
func (h *Home) hereShort(a *app.App, g ui.Region, y int) {
	x := g.Text(0, y, ui.Strong|ui.Bold, a.T("home.people")) + 2
	if len(h.lit.people) < 2 {
		g.TextCut(x, y, g.W()-x, ui.Muted, a.T("home.people.none"))
		return
	}
	var list []string
	for _, p := range h.lit.people {
		list = append(list, a.PersonName(p.Person))
	}
	for i, line := range firstOf(ui.Wrap(strings.Join(list, " "), g.W()-x), min(2, g.H()-y)) {
		g.TextCut(x, y+i, g.W()-x, ui.Muted, line)
	}
}

// ranks draws the first places of the focused game, as far as there is room.
func (h *Home) ranks(a *app.App, g ui.Region, y int) {
	game := h.game(a)
	one := play.GameOf(game)
	n := app.Either(one.Alone(), len(h.points), len(h.leaders))
	room := min(g.H()-y-1, app.Either(play.Roomy(a), 10, 5), n)
	if room < 1 {
		return
	}
	g.Text(0, y, ui.Strong|ui.Bold, a.T(app.Either(one.Alone(), "home.leaders.today", "home.leaders"), "game", a.T("game."+game)))
	for i := range room {
		y++
		ui.Medal(g, 0, y, i+1)
		if one.Alone() {
			r := h.points[i]
			g.TextCut(4, y, 12, ui.Text, a.Marked(r.Name, r.ByBot))
			g.TextCut(17, y, g.W()-17, ui.Muted, one.Score(a, "", true, r))
			continue
		}
		r := h.leaders[i]
		g.TextCut(4, y, 12, ui.Text, a.Marked(r.Name, r.ByBot))
		g.TextRight(g.W(), y, ui.Muted, a.Rating(r.Rating.Rating, r.Provisional))
	}
}
