package pages

import (
	"strings"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// drawRich draws home on ui.LevelRich: the games as cards, and beside them the waiting things, the day's
// results and the people here.
func (h *Home) drawRich(a *app.App, c *ui.Canvas) {
	if h.lit.views == nil { // the level has just been changed
		h.lit.read(a, h.data.Live)
	}
	c.Fill(ui.Rect{W: c.W(), H: 1}, ui.Page)
	rows := h.rows(a)
	if !ui.Full(c.W(), c.H()) {
		h.topRow(a, c)
		g := ui.Body(c)
		h.gameRows(a, g, rows)
		h.column(a, g.Sub(ui.Rect{X: 48, W: 31, H: g.H()}), rows, 1)
		return
	}
	h.masthead(a, c)
	const top = 6
	cards := 3 * app.Either(play.Roomy(a), roomyPitch, cardPitch)
	end := top + h.gameCards(a, c.Sub(ui.Rect{X: 2, Y: top, W: 78, H: cards}), rows) + 1
	h.tables(a, c.Sub(ui.Rect{X: 2, Y: end, W: 78, H: c.H() - 3 - end}))
	h.column(a, c.Sub(ui.Rect{X: 82, Y: top, W: 36, H: c.H() - 3 - top}), rows, 0)
}

// cardPitch is the number of rows from one game's card to the next, roomyPitch the number in a roomy window.
const cardPitch, roomyPitch = 7, 9

// me returns the visitor's name, and the rating if there is one.
func (h *Home) me(a *app.App) (name, rating string) {
	name = a.PersonName(a.Visit.Me())
	if h.lit.mine.Games > 0 {
		rating = a.Rating(h.lit.mine.Rating.Rating, h.lit.mine.Provisional)
	}
	return name, rating
}

// online draws the number of people here left of the column x, if others may be here. It returns the cells
// taken.
func (h *Home) online(a *app.App, g ui.Region, x, y int) int {
	if a.House.Alone {
		return 0
	}
	w := g.TextRight(x, y, ui.Text, a.T("sh.online", "n", a.House.Lobby.Online()))
	return w + 1 + g.TextRight(x-w-1, y, ui.OK, "●")
}

// topRow draws the first row of the compact layout.
func (h *Home) topRow(a *app.App, c *ui.Canvas) {
	c.Name(2, 0, 1)
	x := c.W() - 2
	if w := h.online(a, c.Region, x, 0); w > 0 {
		x -= w + 2
	}
	name, rating := h.me(a)
	c.TextRight(x, 0, ui.Strong|ui.Bold, strings.TrimSpace(name+" "+rating))
}

// masthead draws the first rows of the full layout.
func (h *Home) masthead(a *app.App, c *ui.Canvas) {
	c.Wordmark(3, 1)
	if !a.House.Alone {
		c.Text(40, 2, ui.Muted, a.T("home.lead", "n", len(a.House.Lobby.Games())))
	}
	c.Text(40, 3, ui.Faint, a.House.Lobby.Today())
	name, rating := h.me(a)
	w := c.TextRight(c.W()-3, 1, ui.Strong|ui.Bold, name)
	c.TextRight(c.W()-3-w-2, 1, ui.Muted, rating)
	h.online(a, c.Region, c.W()-3, 3)
}

// firstGameRow is the index of the first game among the rows.
func firstGameRow(a *app.App, rows []row) int { return len(rows) - len(a.House.Lobby.Games()) }

// state returns the activity in a game, and whether anybody is there.
func (h *Home) state(a *app.App, r row, game string) (text string, lively bool) {
	n := h.data.Counts[game]
	switch {
	case play.GameOf(game).Alone() || a.House.Alone:
		return r.right, false
	case n == lobby.GameCount{}:
		return a.T("home.sit"), false
	}
	return r.right, true
}

// gameRows draws the games of the compact layout, two text rows each, as far as they fit.
func (h *Home) gameRows(a *app.App, g ui.Region, rows []row) {
	first := firstGameRow(a, rows)
	games := a.House.Lobby.Games()
	pitch := app.Either(len(games) > 6, 2, 3)
	from, to := ui.Window(max(h.Focus-first, 0), len(games), (g.H()-1)/pitch)
	for i := from; i < to; i++ {
		y, name, r := 1+(i-from)*pitch, games[i].Info().Name, rows[first+i]
		focused, ground := first+i == h.Focus, ui.Cap
		if focused {
			g.Fill(ui.Rect{X: 1, Y: y, W: 45, H: 2}, ui.Raised)
			g.Edge(1, y, 2, play.Accent(name))
			ground = ui.Ground(play.Accent(name))
		}
		tileOf(a, g, 3, y, name)
		g.Text(11, y, ui.Strong|ui.Bold, r.title)
		g.Chip(42, y, app.Itoa(i+1), ground)
		text, lively := h.state(a, r, name)
		g.TextCut(11, y+1, 31, ui.Muted, text)
		if lively {
			g.Text(44, y+1, ui.OK, "●")
		}
		g.Hit(ui.Rect{X: 1, Y: y, W: 45, H: 2}, ui.RowHit(first+i))
	}
}

// gameCards draws the games of the full layout, two cards a row, and returns the row below them.
func (h *Home) gameCards(a *app.App, g ui.Region, rows []row) int {
	const w, shown = 38, 3
	pitch, height := g.H()/shown, g.H()/shown-1
	down := (height - 4) / 2 // of the emblem
	first := firstGameRow(a, rows)
	games := a.House.Lobby.Games()
	from, to := ui.Window(max(h.Focus-first, 0)/2, (len(games)+1)/2, shown)
	for i := 2 * from; i < min(2*to, len(games)); i++ {
		in := ui.Rect{X: i % 2 * (w + 2), Y: (i/2 - from) * pitch, W: w, H: height}
		name, r := games[i].Info().Name, rows[first+i]
		card, ground := g.Sub(in), ui.Cap
		if first+i == h.Focus {
			g.SheetEdge(in, ui.Raised, play.Accent(name))
			ground = ui.Ground(play.Accent(name))
		} else {
			g.Sheet(in, ui.Panel)
		}
		emblemOf(a, card, 3, down, name)
		card.Text(13, 1, ui.Strong|ui.Bold, r.title)
		card.Chip(w-5, 1, app.Itoa(i+1), ground)
		lines := ui.Wrap(r.detail, w-13-2)
		if room := height - 4; len(lines) > room || room < 4 {
			about, _, _ := strings.Cut(r.detail, ". ")
			lines = firstOf(ui.Wrap(about, w-13-2), room)
		}
		for k, line := range lines {
			card.Text(13, 2+k, ui.Muted, line)
		}
		text, lively := h.state(a, r, name)
		x := 13
		if lively {
			x += card.Text(13, height-2, ui.OK, "●") + 1
		}
		if _, short, ok := strings.Cut(text, ": "); ok && ui.Width(text) > w-x-2 {
			text = short // the card shows its subject
		}
		card.TextCut(x, height-2, w-x-2, ui.Text, text)
		g.Hit(in, ui.RowHit(first+i))
	}
	return (to - from) * pitch
}

// tables draws the live tables of the full layout, or the latest matches if there are none.
func (h *Home) tables(a *app.App, g ui.Region) {
	if a.House.Alone {
		g.Text(1, 0, ui.Strong|ui.Bold, a.T("home.alone"))
		g.Text(1, 2, ui.Muted, a.T("home.alone.how"))
		g.Text(1, 3, ui.Muted, a.T("home.alone.kept"))
		return
	}
	w := g.Text(1, 0, ui.Strong|ui.Bold, a.T("home.watch"))
	g.Hit(ui.Rect{X: 1, W: w, H: 1}, ui.Press("w"))
	const pitch = 8
	n := min(len(h.data.Live), miniTables*max((g.H()-2)/pitch, 1), mostTables)
	for i, s := range h.data.Live[:n] {
		h.tableCard(a, g, ui.Rect{X: i % miniTables * 26, Y: 2 + i/miniTables*pitch, W: 25, H: 7}, s)
	}
	beside := ui.Rect{X: n % miniTables * 26, Y: 2 + n/miniTables*pitch, W: g.W() - n%miniTables*26, H: 7}
	below := ui.Rect{Y: 2 + max(n+miniTables-1, miniTables)/miniTables*pitch, W: g.W()}
	below.H = g.H() - below.Y
	switch {
	case below.H >= 3:
		h.recently(a, g.Sub(below))
	case n == 0 || n%miniTables > 0:
		h.recently(a, g.Sub(beside))
	}
	if n == 0 && (below.H >= 3 || len(h.recent) == 0) {
		h.dark(a, g, beside)
	}
}

// aside draws the part right of home in a roomy window: the boards of the day, the best of the week, and
// the latest matches.
func (h *Home) aside(a *app.App, g ui.Region) {
	y := 5
	title := func(text string) {
		g.Text(0, y, ui.Strong|ui.Bold, text)
		y += 2
	}
	title(a.T("home.today", "d", a.House.Lobby.Today()))
	for _, b := range h.wide.today {
		if y+len(b.rows) > g.H()-18 {
			break
		}
		g.Text(0, y, play.Accent(b.game)|ui.Bold, boardTitle(a, b))
		for i, r := range b.rows {
			y++
			ui.Medal(g, 0, y, i+1)
			g.TextCut(4, y, g.W()-4, app.Either(r.Player == a.Visit.Me().ID, ui.Accent, ui.Text), scoreLine(a, b, r))
		}
		y += 2
	}
	if len(h.wide.today) == 0 {
		g.TextCut(0, y, g.W(), ui.Muted, a.T("home.today.none"))
		y += 2
	}
	title(a.T("home.week"))
	for _, b := range h.wide.week {
		g.TextCut(0, y, 23, play.Accent(b.game), boardTitle(a, b))
		g.TextCut(24, y, g.W()-24, ui.Text, scoreLine(a, b, b.rows[0]))
		y++
	}
	if len(h.wide.week) == 0 {
		g.TextCut(0, y, g.W(), ui.Muted, a.T("home.week.none"))
	}
}

// tableCard draws a live table: a picture, its players, its progress.
func (h *Home) tableCard(a *app.App, g ui.Region, in ui.Rect, s *lobby.Summary) {
	card := g.Sheet(in, ui.Panel)
	h.picture(a, card, 2, 1, s)
	for i, seat := range s.Seats[:min(len(s.Seats), 2)] {
		card.TextCut(11, 1+i, in.W-12, app.Either(i == 0, ui.Strong|ui.Bold, ui.Text), a.SeatName(seat))
	}
	far := progress(a, s)
	if s.Client && ui.Width(far) > in.W-12 {
		far = terms(a, s)
	}
	card.TextCut(11, 3, in.W-12, ui.Muted, far)
	card.Text(2, 5, ui.Muted, a.T("game."+s.Game))
	if s.Watchers > 0 {
		card.TextRight(in.W-2, 5, ui.Muted, a.T("tb.watchers", "n", s.Watchers))
	}
	g.Hit(in, watchHit(s.ID))
}

// picture draws a live table in 8 by 4 cells, or else its game's emblem.
func (h *Home) picture(a *app.App, g ui.Region, x, y int, s *lobby.Summary) {
	if view := h.lit.views[s.ID]; view != nil {
		play.GameOf(s.Game).Face.Mini(g, x, y, view)
		return
	}
	emblemOf(a, g, x, y, s.Game)
}

// recently lists the latest matches as far as there is room: each in a row, or in two where a row is too short.
func (h *Home) recently(a *app.App, g ui.Region) {
	if len(h.recent) == 0 {
		return
	}
	g.Text(1, 0, ui.Strong|ui.Bold, a.T("home.recent"))
	each, w := 1, g.W()-2
	for _, m := range h.recent {
		if ui.Width(ended(a, m))+2+ui.Width(a.When(m.Ended)) > w {
			each = 2
		}
	}
	for i, m := range h.recent[:min(len(h.recent), (g.H()-1)/each)] {
		y, when := 1+i*each, a.When(m.Ended)
		game, result, _ := strings.Cut(ended(a, m), "  ")
		g.TextRight(g.W()-1, y, ui.Muted, when)
		if each == 2 {
			g.TextCut(1, y, w-ui.Width(when)-1, ui.Muted, game)
			g.TextCut(1, y+1, w, ui.Text, result)
		} else {
			g.Text(1, y, ui.Text, game+"  "+result)
		}
		g.Hit(ui.Rect{Y: y, W: g.W(), H: each}, replayHit(m.ID))
	}
}

// dark draws the place of the live tables while there are none.
func (h *Home) dark(a *app.App, g ui.Region, in ui.Rect) {
	g.Sheet(in, ui.Panel)
	g = g.Sub(in)
	for k := range miniTables {
		g.Fill(ui.Rect{X: 2 + k*10, Y: 1, W: 8, H: 4}, ui.Raised)
	}
	g.Text(34, 1, ui.Strong|ui.Bold, a.T("home.dark"))
	if h.onDuel(a) && h.opposite == "" {
		for i, line := range firstOf(ui.Wrap(a.T("home.dark.how"), in.W-36), 2) {
			g.Text(34, 2+i, ui.Muted, line)
		}
	}
	g.Keycap(34, 5, "n", a.T("menu.new"), "n", false)
}
