package pages

import (
	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// tableColumns has the columns of a table's parts in the list on ui.LevelRich.
type tableColumns struct {
	game, first, second, clock, kind, state int
	w, pitch                                int // of a row
	tiles                                   bool
}

var (
	smallTables = tableColumns{game: 5, first: 18, second: 36, clock: 54, state: 78, w: 78, pitch: 2}
	largeTables = tableColumns{game: 12, first: 26, second: 45, clock: 65, kind: 77, state: 97, w: 97, pitch: 3, tiles: true}
)

// drawRich draws the lobby on ui.LevelRich: two text rows a table, and in the full layout a closer look at
// the focused one.
func (v *lobbyView) drawRich(a *app.App, g ui.Region) {
	full := g.W() > ui.MinWidth
	ui.Tabs(g, 1, 1, []string{a.T("lobby.tables", "n", len(v.tables)), v.peopleLabel(a)}, v.tab, func(i int) any { return ui.TabHit(i) })
	x, y := app.Either(full, 50, 2), app.Either(full, 1, g.H()-3)
	for _, b := range lobbyButtons {
		x += g.Keycap(x, y, string(b.key), a.T(b.label), b.key, false) + 2
	}
	if v.tab == 1 {
		v.drawPeople(a, g.Sub(ui.Rect{W: g.W(), H: app.Either(full, g.H(), g.H()-3)}), 2)
		return
	}
	g.Text(2, g.H()-1, ui.Muted, v.you(a, a.T))
	rows := g.H() - 3
	if full {
		rows -= friendHeight
		v.friend(a, g, ui.Rect{X: 2, Y: rows, W: 96, H: friendHeight})
	}
	s := v.table()
	if s == nil {
		v.none(a, g)
		return
	}
	cols, top := smallTables, 3
	if full {
		cols, top = largeTables, 5
		for _, h := range []struct {
			x   int
			key string
		}{{cols.game, "game"}, {cols.first, "host"}, {cols.second, "guest"}, {cols.clock, "clock"}, {cols.kind, "kind"}} {
			g.Text(h.x, 3, ui.Faint, a.T("lobby.col."+h.key))
		}
		g.TextRight(cols.state, 3, ui.Faint, a.T("lobby.col.state"))
		v.closer(a, g.Sub(ui.Rect{X: 101, Y: 3, W: 17, H: g.H() - 6}), s)
	}
	focus := v.list[0].Focus
	from, to := ui.Window(focus, len(v.tables), (rows-top)/cols.pitch)
	for i := from; i < to; i++ {
		v.tableRow(a, g, cols, top+(i-from)*cols.pitch, i, i == focus)
	}
	if n := len(v.tables) - (to - from); n > 0 && full {
		g.Text(x, 1, ui.Muted, "+"+app.Itoa(n)) // after the keys, which are longer in some languages
	} else if n > 0 {
		g.TextRight(cols.w, 1, ui.Muted, "+"+app.Itoa(n))
	}
	if why := a.Visit.Uncounted(s); why != "" && !full {
		g.TextRight(78, g.H()-1, ui.Muted, a.RatedWord(s.Rated, why))
	}
}

// tableRow draws the i-th table in two text rows.
func (v *lobbyView) tableRow(a *app.App, g ui.Region, cols tableColumns, y, i int, focused bool) {
	s := v.tables[i]
	row := ui.Rect{X: 1, Y: y, W: cols.w, H: 2}
	if focused {
		g.Fill(row, ui.Raised)
		g.Edge(1, y, 2, ui.Accent)
	}
	g.Hit(row, ui.RowHit(i))
	if cols.tiles {
		tileOf(a, g, 4, y, s.Game)
	} else {
		g.Text(3, y, play.Accent(s.Game), "■")
	}
	g.Text(cols.game, y, ui.Strong|ui.Bold, a.T("game."+s.Game))
	for k, x := range []int{cols.first, cols.second}[:min(len(s.Seats), 2)] {
		drawSeat(a, g, x, y, app.Either(k == 0, cols.second, cols.clock)-x-1, s.Seats[k])
	}
	g.TextCut(cols.clock, y, app.Either(cols.kind > 0, cols.kind, 67)-cols.clock-1, ui.Muted, terms(a, s))
	kind, ink := "tb.unrated", ui.Muted
	if s.Rated {
		kind, ink = "tb.rated", ui.Info
	}
	if cols.kind > 0 {
		g.Text(cols.kind, y, ink, a.T(kind))
	} else {
		g.Text(cols.clock, y+1, ink, a.T(kind))
	}
	v.tableState(a, g, cols.state, y, s)
	right := cols.state
	if focused {
		right -= g.Keycap(right-7, y+1, "Enter", "", "enter", true) + 1
		if cols.kind > 0 { // there is room for its effect
			right -= g.TextRight(right, y+1, ui.Text, a.T(v.entering(a))) + 1
		}
	}
	if s.Watchers > 0 && (!focused || cols.kind > 0) {
		g.TextRight(right, y+1, ui.Muted, a.T("tb.watchers", "n", s.Watchers))
	}
	g.Text(cols.first, y+1, ui.Muted, s.ID)
}

// tableState draws a table's progress, left of the column x; in gold if the visitor is to act.
func (v *lobbyView) tableState(a *app.App, g ui.Region, x, y int, s *lobby.Summary) {
	switch me := s.SeatOf(a.Visit.Me().ID); {
	case s.Status == store.Open:
		g.TextRight(x, y, ui.OK, v.state(a, s))
	case me != games.Nobody && s.ToAct == me:
		g.TextRight(x, y, ui.Accent|ui.Bold, a.T("tb.turn.me"))
	default:
		g.TextRight(x, y, ui.Text, v.state(a, s))
	}
}

// drawSeat draws the player of a seat in w cells, or that it is free.
func drawSeat(a *app.App, g ui.Region, x, y, w int, s lobby.SeatInfo) {
	if s.ID == "" && s.Bot == "" && !s.Gone {
		g.Text(x, y, ui.OK, "○")
		g.TextCut(x+2, y, w-2, ui.OK, a.T("lobby.free"))
		return
	}
	g.Text(x, y, ui.OK, "●")
	rating := ""
	if s.Rating > 0 {
		rating = " " + a.Rating(s.Rating, s.Provisional)
	}
	n := g.TextCut(x+2, y, w-2-ui.Width(rating), ui.Text, a.SeatName(s))
	g.Text(x+2+n, y, ui.Muted, rating)
}

// friendHeight is the height of the sheet for a friend, with a blank row above and below.
const friendHeight = 7

// friend draws the line that brings a friend to this lobby.
func (v *lobbyView) friend(a *app.App, g ui.Region, in ui.Rect) {
	g.Text(in.X, in.Y, ui.Strong|ui.Bold, a.T("lobby.friend"))
	p := g.Sheet(ui.Rect{X: in.X, Y: in.Y + 1, W: in.W, H: in.H - 2}, ui.Panel)
	line, path := a.House.SSH, "/"
	if v.name() != "" {
		line += " play " + v.name()
		path = "/play/" + v.name()
	}
	p.TextCut(3, 1, in.W-6, ui.Accent|ui.Bold, line)
	p.TextCut(3, 2, in.W-6, ui.Accent, a.House.Page(path))
	p.TextCut(3, 3, in.W-6, ui.Muted, a.T("lobby.friend.text"))
}

// firstOf returns at most n of a list.
func firstOf[T any](list []T, n int) []T { return list[:min(len(list), max(n, 0))] }

// none draws the place of the tables if there are none.
func (v *lobbyView) none(a *app.App, g ui.Region) {
	in := ui.Rect{X: 2, Y: 4, W: g.W() - 4, H: 7}
	p := g.Sheet(in, ui.Panel)
	for k := range 2 {
		p.Fill(ui.Rect{X: 3, Y: 1 + 3*k, W: 6, H: 2}, ui.Raised)
	}
	p.Text(12, 1, ui.Strong|ui.Bold, a.T("lobby.empty"))
	hint := v.named(a, a.T(app.Either(play.GameOf(v.name()).Alone(), "lobby.hint.run", "lobby.hint.none")))
	for i, line := range firstOf(ui.Wrap(hint, in.W-14), 2) {
		p.Text(12, 2+i, ui.Muted, line)
	}
	p.Keycap(12, 5, "Enter", a.T(v.entering(a)), "enter", true)
}
