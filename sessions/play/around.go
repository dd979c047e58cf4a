package play

import (
	"slices"

	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// SideColumn is drawn beside a table or a replay in a roomy window: the people here, the talk, the other
// tables; and below it the log.
type SideColumn struct {
	people    []directory.Present
	all, live []*table.Summary // all tables in play, and the tables shown here
	views     map[string]any   // the public views of the shown tables by id, nil until they are read
}

// mostOthers bounds the other tables shown.
const mostOthers = 6

// leastAside is the least width of the column beside a game.
const leastAside = 30

// Roomy reports whether the window of a session has room for [Around].
func Roomy(a *app.App) bool { return a.Glyphs == ui.LevelRich && ui.Roomy(a.W, a.H) }

// Read takes the present people and tables, for the match in view.
func (r *SideColumn) Read(a *app.App, match string) {
	if !Roomy(a) {
		*r = SideColumn{}
		return
	}
	r.people, r.all, r.live, r.views = a.House.Lobby.People(), a.House.Lobby.Live(), nil, map[string]any{}
	for _, s := range r.all {
		if s.ID == match {
			continue
		}
		if r.live = append(r.live, s); len(r.live) == mostOthers {
			break
		}
	}
	for _, s := range r.live {
		if GameOf(s.Game).Face.Mini != nil {
			r.views[s.ID] = a.House.Lobby.Peek(s.ID)
		}
	}
}

// Watches returns the changes after which the view must be read again.
func (r *SideColumn) Watches() directory.Sight {
	if r.views == nil {
		return directory.Sight{}
	}
	return directory.Sight{Changes: directory.Counts}
}

// items are people and other tables for the column of a large window.
func (r *SideColumn) items(a *app.App, s *Scene) (list []kit.Item) {
	if !Roomy(a) {
		return nil
	}
	if r.views == nil { // the window has just become roomy
		r.Read(a, s.Match)
	}
	if !a.House.Alone {
		n := min(len(r.people), mostHere)
		if n < 2 {
			n++ // the sentence that nobody else is here
		}
		list = append(list, kit.Item{Drop: 1, Block: kit.Picture{Size: kit.Size{W: leastAside, H: 2 + n}, Paint: func(_ kit.Look, g ui.Region) {
			Here(a, g, 0, r.people, r.all, mostHere)
		}}})
	}
	if len(r.live) > 0 {
		list = append(list, kit.Item{Drop: 2, Fill: 1, Block: kit.Picture{Size: kit.Size{W: leastAside, H: 6}, Paint: func(_ kit.Look, g ui.Region) {
			r.others(a, g, 0)
		}}})
	}
	return list
}

// mostHere bounds the people shown.
const mostHere = 10

// logBlock is the log for the rows below a board, nil for a game without plies.
func logBlock(a *app.App, s *Scene) kit.Block {
	if !Roomy(a) || len(s.Plies) == 0 {
		return nil
	}
	return kit.Picture{Size: kit.Size{W: leastAside, H: 7}, Paint: func(_ kit.Look, g ui.Region) { drawLog(a, g, s) }}
}

// Said draws the last chat lines, the newest below, from row y on as far as there is room. It returns the
// row below.
func Said(a *app.App, g ui.Region, y int, chat []table.Line) int {
	most := max(min(16, g.H()-y-2), 0)
	g.Text(0, y, ui.Strong|ui.Bold, a.T("talk.title"))
	type line struct {
		name, text string
		ink        ui.Token
	}
	var lines []line
	for _, l := range chat {
		name := ui.Cut(a.PersonName(l.From), 14)
		ink := app.If(l.From.ID == a.Visit.Me().ID, ui.Accent, ui.Info)
		for i, text := range ui.Wrap(a.Spoken(l), g.W()-16) {
			lines = append(lines, line{app.TextIf(i == 0, name), text, ink})
		}
	}
	y += 2
	for _, l := range lines[max(0, len(lines)-most):] {
		g.Text(0, y, l.ink, l.name)
		g.TextCut(16, y, g.W()-16, ui.Text, l.text)
		y++
	}
	return y
}

// others draws the other tables that fit.
func (r *SideColumn) others(a *app.App, g ui.Region, y int) {
	if len(r.live) == 0 || g.H()-y < 6 {
		return
	}
	g.Text(0, y, ui.Strong|ui.Bold, a.T("tb.others"))
	y += 2
	for _, s := range r.live {
		if g.H()-y < 4 {
			return
		}
		face := GameOf(s.Game).Face
		switch view := r.views[s.ID]; {
		case view != nil && face.Mini != nil:
			face.Mini(g, 0, y, view)
		case face.Emblem != nil:
			g.Stamp(0, y, face.Emblem)
		}
		g.Text(10, y, ui.Strong|ui.Bold, a.Game(s.Game, s.Options))
		for i, seat := range s.Seats[:min(len(s.Seats), 2)] {
			g.TextCut(10, y+1+i, g.W()-10, ui.Text, a.SeatName(seat))
		}
		g.TextCut(10, y+3, g.W()-10, ui.Muted, a.Plies(s.Plies)+app.TextIf(s.Watchers > 0, "   "+a.T("tb.watchers", "n", s.Watchers)))
		y += 5
	}
}

// Here draws the people here and what they do, at most most of them, a line each, from row y on as far as
// there is room. live are the tables at which they may be. It returns the row below.
func Here(a *app.App, g ui.Region, y int, people []directory.Present, live []*table.Summary, most int) int {
	g.Text(0, y, ui.Strong|ui.Bold, a.T("home.here", "n", a.House.Lobby.Online()))
	y += 2
	room := min(most, g.H()-y)
	for i, p := range people {
		if i == room-1 && len(people) > room {
			g.Text(2, y, ui.Muted, "+"+app.Itoa(len(people)-i))
			return y + 1
		}
		sign, ink, does := "○", ui.Muted, a.T("home.looks")
		at := slices.IndexFunc(live, func(s *table.Summary) bool { return s.ID == p.Table })
		switch {
		case p.ID == a.Visit.Me().ID:
			ink, does = ui.Accent, a.T("home.you")
		case at < 0:
		case live[at].SeatOf(p.ID) >= 0:
			sign, ink, does = "●", ui.OK, a.T("home.plays", "game", a.Game(live[at].Game, live[at].Options))
		default:
			does = a.T("home.watches", "game", a.Game(live[at].Game, live[at].Options))
		}
		g.Text(0, y, ink, sign)
		g.TextCut(2, y, 12, ui.Text, a.PersonName(p.Person))
		g.TextCut(15, y, g.W()-15, ui.Muted, does)
		y++
	}
	if len(people) < 2 {
		g.TextCut(2, y, g.W()-2, ui.Muted, a.T("home.people.none"))
		y++
	}
	return y
}

// drawLog draws the plies, the newest first and in two columns.
func drawLog(a *app.App, g ui.Region, s *Scene) {
	rows := g.H() - 4
	if rows < 3 {
		return
	}
	in := g.Sheet(ui.Rect{Y: 1, W: g.W(), H: g.H() - 1}, ui.Panel)
	in.Text(3, 1, ui.Strong|ui.Bold, a.T("log.title"))
	w := (g.W() - 9) / 2
	for i, text := range spokenPlies(a, s, w, 2*rows) {
		ink := app.If(i == 0, ui.Strong|ui.Bold, ui.Text)
		in.TextCut(3+i/rows*(w+3), 3+i%rows, w, ink, text)
	}
}

// spokenPlies returns the sentences of a scene's plies, the newest first, in at most most lines of w
// cells.
func spokenPlies(a *app.App, s *Scene, w, most int) (lines []string) {
	for ply := len(s.Plies) - 1; ply >= 0 && len(lines) < most; ply-- {
		for i, text := range SpokenPly(a, s, ply) {
			for j, line := range ui.Wrap(app.TextIf(i == 0, app.Itoa(ply+1)+". ")+text, w-4) {
				lines = append(lines, app.TextIf(i+j > 0, "    ")+line)
			}
		}
	}
	return lines[:min(len(lines), most)]
}
