package pages

import (
	"fmt"
	"slices"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// The least width of a lobby with a closer look at the focused table, the widths of that and of the columns of a
// table's row, and the least height for the line that brings a friend.
const (
	closerFrom, closerWidth           = 100, 22
	gameWidth, termsWidth, stateWidth = 11, 11, 12
	friendHeight                      = 30
)

// Draw draws the lobby.
func (v *lobbyView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the tables, or the people here.
func (v *lobbyView) View(a *app.App) app.View {
	game := app.TextIf(v.game != "", a.T("game."+v.game))
	return app.View{Place: []string{game, a.T("lobby.place")}, Usual: v.hint(a), Body: v.body(a)}
}

// body arranges the ways to a table, the list, and a closer look at the focused table.
func (v *lobbyView) body(a *app.App) kit.Block {
	tabs := kit.Tabs{Labels: []string{a.T("lobby.tables", "n", len(v.tables)), v.peopleLabel(a)}, Open: v.tab}
	var ways kit.Keys
	for _, b := range lobbyButtons {
		ways = append(ways, ui.KeyItem{Name: string(b.key), Key: b.key, Label: a.T(b.label)})
	}
	head := kit.Fit{kit.From{W: closerFrom, Block: kit.Row(4, kit.Item{Block: tabs}, kit.Item{Block: ways, Fill: 1})}, tabs}
	col := kit.Col(1, 0, kit.Item{Block: head})
	if v.tab == 1 {
		col.Items = append(col.Items, kit.Item{Block: v.listed(a), Fill: 1})
		return col
	}
	foot := kit.Row(2, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: v.you(a, a.T)}, Fill: 1})
	s := v.table()
	if s == nil {
		col.Items = append(col.Items, kit.Item{Block: v.none(a)}, kit.Item{Block: kit.Word{}, Fill: 1}, kit.Item{Block: v.friend(a), Drop: 2}, kit.Item{Block: foot, Drop: 1})
		return col
	}
	if v.casual != "" {
		foot.Items = append(foot.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.RatedWord(s.Rated, v.casual)}})
	}
	rows := &kit.Rows{N: len(v.tables), Focus: v.list[0].Focus, Gap: 1, Forms: rowForms[:], Row: func(i, form int) kit.Block { return v.row(a, i, form) }}
	list := kit.Item{Block: rows, Fill: 1}
	wide := func(left ...kit.Item) kit.Block {
		return kit.Later(func() kit.Block {
			return kit.Col(1, 0, kit.Item{Block: head}, kit.Item{Fill: 1, Block: kit.Row(2, kit.Item{Block: kit.Col(1, 0, left...), Fill: 1}, kit.Item{Block: v.closer(a, s), Fix: closerWidth})})
		})
	}
	return kit.Fit{
		kit.From{W: closerFrom, H: friendHeight, Block: wide(list, kit.Item{Block: v.friend(a)}, kit.Item{Block: foot})},
		kit.From{W: closerFrom, Block: wide(list, kit.Item{Block: foot, Drop: 1})},
		kit.Col(1, 0, kit.Item{Block: head}, list, kit.Item{Block: foot, Drop: 1}),
	}
}

// listed shows the people here.
func (v *lobbyView) listed(a *app.App) kit.Block {
	cols := []kit.Column{{Head: a.T("lobby.col.name"), W: 18, Name: true}, {Head: a.T("lobby.col.where"), W: 20}, {Head: a.T("lobby.col.kind"), W: 8, Drop: 1}}
	return v.List(a).Block(cols, "", func(i int) []string { return v.person(a, v.people[i]) })
}

// rowForms are the least widths of a table in two rows with its tile, and in two rows; narrower ones have three.
var rowForms = [...]int{80, 66}

// row shows the i-th table, in one of rowForms.
func (v *lobbyView) row(a *app.App, i, form int) kit.Block {
	s, focused := v.tables[i], i == v.list[0].Focus
	game := kit.Item{Block: kit.Word{Ink: ui.Strong | ui.Bold, Text: a.ShortGame(s.Game, s.Options)}}
	id := kit.Word{Ink: ui.Muted, Text: s.ID}
	control := kit.Word{Ink: ui.Muted, Text: terms(a, s)}
	state := kit.Item{Block: v.tableState(a, s)}
	kind := kit.Item{Block: kit.Word{Ink: app.If(s.Rated, ui.Info, ui.Muted), Text: a.T(app.If(s.Rated, "tb.rated", "tb.unrated"))}}
	more := kit.Item{Block: kit.Word{Ink: ui.Muted, Text: app.TextIf(s.Watchers > 0, a.T("tb.watchers", "n", s.Watchers)), Right: true}}
	tile := func(drop int) kit.Item {
		art := kit.Picture{Size: kit.Size{W: 6, H: 2}, Art: true, Paint: func(_ kit.Look, g ui.Region) { tileOf(a, g, 0, 0, s.Game) }}
		return kit.Item{Block: art, Drop: drop}
	}
	player := func(k int, whole bool) kit.Item {
		it := kit.Item{Block: kit.Word{}, Fill: 1}
		if k < len(s.Seats) {
			it.Block = seatOf(a, s.Seats[k], whole)
		}
		return it
	}
	if form == len(rowForms) {
		return kit.Row(2, tile(1), kit.Item{Fill: 1, Block: kit.Col(0, 0,
			kit.Item{Block: kit.Row(2, game, kit.Item{Block: control, Fill: 1, Drop: 1}, state)},
			kit.Item{Block: kit.Row(2, player(0, false), player(1, false))},
			kit.Item{Block: kit.Row(2, kind, kit.Item{Block: id, Fill: 1}, more)})})
	}
	if focused {
		more.Block = kit.Row(1, kit.Item{Block: kit.Word{}, Fill: 1}, kit.Item{Block: kit.Cap{Name: "Enter", Key: "enter", Hot: true}})
	}
	items := make([]kit.Item, 0, 6)
	if form == 0 {
		items = append(items, tile(0))
	}
	return kit.Row(2, append(items, kit.Item{Block: kit.Col(0, 0, game, kit.Item{Block: id}), Fix: gameWidth}, player(0, true), player(1, true),
		kit.Item{Block: kit.Col(0, 0, kit.Item{Block: control}, kind), Fix: termsWidth},
		kit.Item{Block: kit.Col(0, 0, state, more), Fix: stateWidth})...)
}

// tableState is a table's progress; in gold if the visitor is to act.
func (v *lobbyView) tableState(a *app.App, s *table.Summary) kit.Word {
	w := kit.Word{Ink: ui.Text, Text: v.state(a, s), Right: true}
	switch me := s.SeatOf(a.Visit.Me().ID); {
	case s.Status == store.Open:
		w.Ink = ui.OK
	case me != games.Nobody && s.ToAct == me:
		w.Ink, w.Text = ui.Accent|ui.Bold, a.T("tb.turn.me")
	}
	return w
}

// seat shows the player of a seat with the rating, or that it is free.
type seat struct {
	name, rating string // "" for none
	free         string // the word for a free seat
	whole        bool   // the rating has a row of its own
}

// The cells left of a name in a seat, and the least of a name.
const seatSign, seatName = 2, 6

// seatOf returns what a seat of a table shows, in two rows if it is shown whole.
func seatOf(a *app.App, s table.SeatInfo, whole bool) seat {
	if isFree(s) {
		return seat{free: a.T("lobby.free"), whole: whole}
	}
	w := seat{name: a.SeatName(s), whole: whole}
	if s.Rating > 0 {
		w.rating = a.Rating(s.Rating, s.Provisional)
	}
	return w
}

// Least returns the size in which only a name is cut.
func (s seat) Least(_ kit.Look, w int) kit.Size {
	rating := ui.Width(s.rating)
	if s.whole {
		name := max(ui.Width(s.free), min(ui.Width(s.name), max(w-seatSign, seatName)))
		return kit.Size{W: seatSign + max(name, rating), H: 1 + min(rating, 1)}
	}
	if rating > 0 {
		rating++
	}
	name := max(ui.Width(s.free), min(ui.Width(s.name), max(w-seatSign-rating, seatName)))
	return kit.Size{W: seatSign + name + rating, H: 1}
}

// Wish returns its rows.
func (s seat) Wish(l kit.Look, w int) int { return s.Least(l, w).H }

// Draw draws it.
func (s seat) Draw(_ kit.Look, g ui.Region) {
	if s.free != "" {
		g.Text(0, 0, ui.OK, "○")
		g.Text(seatSign, 0, ui.OK, s.free)
		return
	}
	g.Text(0, 0, ui.OK, "●")
	room := g.W() - seatSign
	switch {
	case s.rating == "":
		g.TextCut(seatSign, 0, room, ui.Text, s.name)
	case s.whole:
		g.TextCut(seatSign, 0, room, ui.Text, s.name)
		g.Text(seatSign, 1, ui.Muted, s.rating)
	default:
		at := seatSign + g.TextCut(seatSign, 0, room-1-ui.Width(s.rating), ui.Text, s.name)
		g.Text(at+1, 0, ui.Muted, s.rating)
	}
}

// isFree reports whether nobody has a seat.
func isFree(s table.SeatInfo) bool { return s.ID == "" && s.Bot == "" && !s.Gone }

// none shows the place of the tables if there are none.
func (v *lobbyView) none(a *app.App) kit.Block {
	hint := v.named(a, a.T(app.If(play.GameOf(v.name()).Alone(), "lobby.hint.run", "lobby.hint.none")))
	place := kit.Picture{Size: kit.Size{W: 6, H: 2}, Paint: func(_ kit.Look, g ui.Region) { g.Fill(g.Rect(), ui.Raised) }}
	return kit.Sheet{Inset: true, Block: kit.Row(2, kit.Item{Block: kit.Only{In: kit.Pictured, Block: place}}, kit.Item{Fill: 1, Block: kit.Col(1, 0,
		kit.Item{Block: kit.Col(0, 0, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: a.T("lobby.empty")}}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: hint}})},
		kit.Item{Block: kit.Cap{Name: "Enter", Label: a.T(v.entering(a)), Key: "enter", Hot: true}})})}
}

// friend shows the line that brings a friend to this lobby.
func (v *lobbyView) friend(a *app.App) kit.Block {
	line, path := a.House.SSH, "/"
	if v.name() != "" {
		line += " play " + v.name()
		path = "/play/" + v.name()
	}
	col := kit.Col(0, 0, kit.Item{Block: kit.Text{Ink: ui.Accent | ui.Bold, Text: line}})
	if page := a.House.Page(path); page != "" {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Accent, Text: page}})
	}
	col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("lobby.friend.text")}})
	return kit.Col(0, 0, kit.Item{Block: kit.Heading{Title: a.T("lobby.friend")}}, kit.Item{Block: kit.Sheet{Inset: true, Block: col}})
}

// closer shows the focused table alone: a picture, its terms, its players, the visitor's results against them, and
// their last matches.
func (v *lobbyView) closer(a *app.App, s *table.Summary) kit.Block {
	text := func(ink ui.Token, text string) kit.Item { return kit.Item{Block: kit.Text{Ink: ink, Text: text}} }
	col := kit.Col(1, 0, kit.Item{Block: kit.Only{In: kit.Pictured, Block: v.picture(a, s)}, Drop: 9}, kit.Item{Block: kit.Col(0, 0,
		text(ui.Strong|ui.Bold, a.Game(s.Game, s.Options)), text(ui.Muted, terms(a, s)), text(ui.Muted, a.RatedWord(s.Rated, v.casual)))})
	for k, seat := range s.Seats {
		if isFree(seat) {
			continue
		}
		who := kit.Col(0, 0, text(ui.Text, a.SeatName(seat)))
		if seat.Rating > 0 {
			who.Items = append(who.Items, text(ui.Muted, a.Rating(seat.Rating, seat.Provisional)))
		}
		col.Items = append(col.Items, kit.Item{Block: who, Drop: 1 + k})
	}
	known := v.record(a, s)
	if t := known.met; t != (store.Tally{}) {
		sum := fmt.Sprintf("%s %d %s %d", a.T("prof.col.won"), t.Won, a.T("prof.col.lost"), t.Lost)
		col.Items = append(col.Items, kit.Item{Drop: 7, Block: kit.Col(0, 0, text(ui.Muted, a.T("lobby.met")), text(ui.Text, sum))})
	}
	if len(known.last) > 0 {
		var marks kit.Marks
		for _, won := range known.last {
			marks = append(marks, [...]kit.Mark{{Sign: "▄", Plain: "-", Ink: ui.Bad}, {Sign: "─", Plain: "=", Ink: ui.Muted}, {Sign: "▀", Plain: "+", Ink: ui.OK}}[won+1])
		}
		col.Items = append(col.Items, kit.Item{Drop: 8, Block: kit.Col(0, 0, text(ui.Muted, a.T("lobby.last")), kit.Item{Block: marks}, text(ui.Muted, a.T("lobby.last.high")))})
	}
	return kit.Col(1, 0, kit.Item{Block: kit.Heading{Title: a.T("lobby.closer")}}, kit.Item{Block: kit.Sheet{Inset: true, Block: col}})
}

// picture shows a table in 8 by 4 cells.
func (v *lobbyView) picture(a *app.App, s *table.Summary) kit.Block {
	return kit.Picture{Size: kit.Size{W: 8, H: 4}, Paint: func(_ kit.Look, g ui.Region) {
		if mini := play.GameOf(s.Game).Face.Mini; mini != nil && s.Status == store.Live {
			if view := a.House.Lobby.Peek(s.ID); view != nil {
				mini(g, 0, 0, view)
				return
			}
		}
		emblemOf(a, g, 0, 0, s.Game)
	}}
}

// record has a player's results from the lists of matches: the visitor's results against the player in its
// game, and the player's last matches of it, the oldest first: 1 won, 0 drawn, -1 lost.
type record struct {
	met  store.Tally
	last []int
}

// lastMatches is the number of matches in a closer look, of the lastRead newest.
const lastMatches, lastRead = 10, 30

// record reads, once while the lobby is open, the results of the first other person at a table.
func (v *lobbyView) record(a *app.App, s *table.Summary) (r record) {
	me := a.Visit.Me()
	i := slices.IndexFunc(s.Seats, func(seat table.SeatInfo) bool { return seat.ID != "" && seat.ID != me.ID })
	if i < 0 {
		return r
	}
	id := s.Seats[i].ID
	if r, ok := v.records[s.Game+" "+id]; ok {
		return r
	}
	if v.records == nil {
		v.records = map[string]record{}
	}
	if !me.Guest {
		if mine, err := a.House.Lobby.Profile(a.Ctx, me.ID); err == nil {
			for _, t := range mine.Versus {
				if t.Game == s.Game && t.Opponent == id {
					r.met = t.Tally
				}
			}
		}
	}
	list, err := a.House.Lobby.Matches(a.Ctx, id, "", lastRead)
	if err != nil {
		a.Report("lobby", err)
	}
	for _, m := range list {
		if m.Game != s.Game || m.Status != store.Done || m.Reason == games.Aborted || len(r.last) == lastMatches {
			continue
		}
		won := app.If(m.Winner == m.SeatOf(id), 1, -1)
		r.last = append(r.last, app.If(m.Winner < 0, 0, won))
	}
	slices.Reverse(r.last)
	v.records[s.Game+" "+id] = r
	return r
}
