package pages

import (
	"strings"
	"time"

	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/today"
	"arcade/sessions/ui"
	"arcade/store"
)

// The widths from which home has a large name, two columns, tables below the games, and a third column; and those of
// the columns right of the games.
const (
	homeLarge, homeColumns, homeTables, homeThird = 96, 74, 90, 150
	homeSide, homeWideSide, homeBoards, homeGap   = 31, 36, 36, 2
)

// Draw draws home.
func (h *Home) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, h) }

// View shows what waits, the games, the day, and what goes on in the house.
func (h *Home) View(a *app.App) app.View {
	rows := h.rows(a)
	return app.View{
		Facts: a.Facts() + "   " + a.T("home.lang"), Usual: h.message(a), Keys: h.bar(a),
		Masthead: true, Body: h.body(a, rows),
	}
}

// bar returns the key bar.
func (h *Home) bar(a *app.App) []ui.KeyItem {
	keys := []ui.Key{"enter", "f", "v", "b", "s", "space", "?", "esc"}
	if a.Newcomer() {
		keys = []ui.Key{"arrows", "enter", "n", "u", "e", "space", "?", "esc"}
	}
	return a.Bar(h.Commands(a), keys...)
}

// body arranges the parts: the games in front, and beside or below them the others, as far as there is room. Each part
// is made and measured once, although arrangements share it.
func (h *Home) body(a *app.App, rows []row) kit.Block {
	next, games := kit.Later(func() kit.Block { return h.next(a, rows, true) }), kit.Later(func() kit.Block { return h.games(a, rows) })
	part := func(of func(*app.App) kit.Block) kit.Block { return kit.Later(func() kit.Block { return of(a) }) }
	day, live, here := part(h.day), part(h.live), part(h.here)
	small, large := h.masthead(a, false), h.masthead(a, true)
	wide := func() kit.Line {
		left := kit.Col(1, 1, kit.Item{Block: games, First: true, Fill: 1}, kit.Item{Block: h.tables(a), Drop: 1})
		side := kit.Col(1, 1, kit.Item{Block: next, First: true, Fill: 1}, kit.Item{Block: day, Drop: 1}, kit.Item{Block: h.residents(a), Drop: 2}, kit.Item{Block: h.ranks(a), Drop: 3})
		return kit.Row(homeGap, kit.Item{Block: left, Fill: 1}, kit.Item{Block: side, Fix: homeWideSide})
	}
	with := func(head, body kit.Block) kit.Block {
		return kit.Col(1, 1, kit.Item{Block: head}, kit.Item{Block: body, Fill: 1})
	}
	roomy := func(body kit.Block) kit.Block { return with(large, kit.Pad{Block: body, Top: 1, Bottom: 1}) }
	below := func(head kit.Block) kit.Block {
		return kit.Col(1, 0, kit.Item{Block: head}, kit.Item{Block: h.next(a, rows, false), First: true}, kit.Item{Block: games, First: true},
			kit.Item{Block: day, Drop: 1}, kit.Item{Block: live, Drop: 2}, kit.Item{Block: here, Drop: 3})
	}
	const high = 32 // from here on a large name takes no room from what is below it
	return kit.Fit{
		kit.From{W: homeThird, H: high, Block: kit.Later(func() kit.Block {
			third := wide()
			third.Items = append(third.Items, kit.Item{Block: h.boards(a), Fix: homeBoards})
			return roomy(third)
		})},
		kit.From{W: homeLarge, H: high, Block: kit.Later(func() kit.Block { return roomy(wide()) })},
		kit.From{W: homeTables, Block: kit.Later(func() kit.Block { return with(small, wide()) })},
		kit.From{W: homeColumns, Block: kit.Later(func() kit.Block {
			side := kit.Col(1, 1, kit.Item{Block: next, First: true, Fill: 1}, kit.Item{Block: live, Drop: 2}, kit.Item{Block: day, Drop: 1}, kit.Item{Block: here, Drop: 3})
			return with(small, kit.Row(homeGap, kit.Item{Block: games, Fill: 1}, kit.Item{Block: side, Fix: homeSide}))
		})},
		kit.From{H: high, Block: kit.Later(func() kit.Block { return below(large) })},
		kit.Later(func() kit.Block { return below(small) }),
	}
}

// masthead shows the arcade's name and the visitor's.
func (h *Home) masthead(a *app.App, large bool) kit.Block {
	m := kit.Masthead{Name: a.PersonName(a.Visit.Me()), Large: large, Date: a.House.Lobby.Today()}
	if h.mine.Games > 0 {
		m.Rating = a.Rating(h.mine.Rating.Rating, h.mine.Provisional)
	}
	if !a.House.Alone {
		m.Here = a.T("sh.online", "n", a.House.Lobby.Online())
		m.Lead = a.T("home.lead", "n", len(a.House.Lobby.Games()))
	}
	return m
}

// firstGameRow is the index of the first game among the rows.
func firstGameRow(a *app.App, rows []row) int { return len(rows) - len(a.House.Lobby.Games()) }

// next shows what waits, the most urgent first. If nothing waits, it says what Enter does, and shows a newcomer the
// keys if there is room for them.
func (h *Home) next(a *app.App, rows []row, keys bool) kit.Block {
	first := firstGameRow(a, rows)
	if first == 0 {
		return h.begin(a, rows[h.Focus], keys)
	}
	t := kit.Tasks{Title: a.T("home.next"), Focus: -1, Hit: func(i int) any { return ui.RowHit(i) }, More: func(i int) any { return moreHit(i) }}
	if h.Focus < first {
		t.Focus = h.Focus
	}
	for _, r := range rows[:first] {
		head, rest, _ := strings.Cut(r.title, ": ")
		task := kit.Task{Head: head, Rest: rest, Right: r.right, Mute: r.tok == ui.Muted}
		if r.invite != nil && (len(h.data.Invites) == 1 || r.invite == rows[h.Focus].invite) {
			task.Key = ui.YesKey
		}
		t.List = append(t.List, task)
	}
	return t
}

// begin says what Enter does with the game in focus; to a newcomer also how to go on.
func (h *Home) begin(a *app.App, r row, keys bool) kit.Block {
	head, text := r.title, r.detail
	switch {
	case a.Newcomer() && play.GameOf(h.game(a)).Alone():
		text = a.T("home.run.how")
	case h.onDuel(a) && !a.House.Alone:
		head, text = a.T("home.now", "game", r.title), h.nowHow(a)
	}
	col := kit.Col(1, 0,
		kit.Item{Block: kit.Text{Ink: ui.Accent | ui.Bold, Text: a.T(app.If(a.Newcomer(), "home.welcome", "home.next"))}, Drop: 3},
		kit.Item{Block: kit.Col(0, 0,
			kit.Item{Block: kit.Row(1, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: head}, Fill: 1}, kit.Item{Block: kit.Cap{Name: "Enter", Key: "enter", Hot: true}})},
			kit.Item{Block: kit.Text{Ink: ui.Muted, Text: text}})})
	if a.Newcomer() {
		note := func(text string, key ui.Key) kit.Item {
			return kit.Item{Block: kit.Only{In: kit.Mouse, Block: kit.Tap{Block: kit.Text{Ink: ui.Text, Text: text}, Msg: ui.Press(key)}}}
		}
		glyphs := note(a.T("home.glyphs")+" │가나│●  ○  ♥  │  "+a.T("home.glyphs.bad"), "0")
		glyphs.Block = kit.Only{In: kit.Unpictured, Block: glyphs.Block}
		col.Items = append(col.Items, kit.Item{Block: kit.Col(0, 0, note(a.T("home.name", "p", a.Visit.Me().Name), "u"), note(a.T("home.langs"), "e"), glyphs), Drop: 1})
	}
	if a.Newcomer() && keys {
		col.Items = append(col.Items, kit.Item{Block: kit.Only{In: kit.Mouse, Block: firstKeys(a)}, Drop: 2})
	}
	return kit.Snug{Block: kit.Sheet{Block: col, Mine: true, Inset: true}}
}

// firstKeys shows the keys that suffice, with what they do.
func firstKeys(a *app.App) kit.Block {
	const width = 8
	col := kit.Col(0, 0)
	for _, key := range []string{"home.key1", "home.key2", "home.key3", "home.key4", "home.key5"} {
		name, does, _ := strings.Cut(a.T(key), " ")
		col.Items = append(col.Items, kit.Item{Block: kit.Row(1,
			kit.Item{Block: kit.Text{Ink: ui.Text, Text: name}, Fix: width}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: strings.TrimSpace(does)}, Fill: 1})})
	}
	return col
}

// nowHow says whom Enter gives on a game for two.
func (h *Home) nowHow(a *app.App) string {
	if h.opposite != "" {
		return a.T("home.now.person", "p", h.opposite)
	}
	return a.T("home.now.how")
}

// games shows the games as cards.
func (h *Home) games(a *app.App, rows []row) kit.Block {
	first := firstGameRow(a, rows)
	c := kit.Cards{Focus: h.Focus - first, Hit: func(i int) any { return ui.RowHit(first + i) }}
	for i, g := range a.House.Lobby.Games() {
		name, r := g.Info().Name, rows[first+i]
		card := kit.Card{
			Title: r.title, About: r.detail, State: r.right, Key: app.Itoa(i + 1), Accent: play.Accent(name),
			Emblem: func(g ui.Region) { emblemOf(a, g, 0, 0, name) }, Tile: func(g ui.Region) { tileOf(a, g, 0, 0, name) },
		}
		if n := h.data.Counts[name]; !play.GameOf(name).Alone() && !a.House.Alone {
			if card.Lively = n != (directory.GameCount{}); !card.Lively {
				card.State = a.T("home.sit")
			}
		}
		c.List = append(c.List, card)
	}
	return c
}

// dayLeft returns the rest of the day, in hours or minutes.
func dayLeft(a *app.App) string {
	const day = 24 * time.Hour
	left := time.Until(time.Now().Truncate(day).Add(day))
	step := app.If(left > time.Hour, time.Hour, time.Minute)
	a.RedrawForAge(time.Now().Add(left%step+time.Second), step)
	return passed(a, left)
}

// weekDays is the number of the streak's days on home.
const weekDays = 7

// puzzleHit is a click on the puzzle of the day.
type puzzleHit struct{}

// day shows the streak, with today as its last day, and the puzzle of the day.
func (h *Home) day(a *app.App) kit.Block {
	if a.Visit.Me().Guest {
		return kit.Col(0, 0)
	}
	streak := kit.Row(1, kit.Item{Block: kit.Text{Ink: ui.Text, Text: a.T("today.streak")}},
		kit.Item{Block: kit.Text{Ink: ui.Accent | ui.Bold, Text: a.T("today.days", "n", h.streak.Length)}, Fill: 1},
		kit.Item{Block: today.Days(h.streak, weekDays)}, kit.Item{Block: kit.Cap{Name: "t", Key: "t"}})
	col := kit.Col(0, 0, kit.Item{Block: kit.Tap{Msg: ui.Press("t"), Block: kit.Col(0, 0,
		kit.Item{Block: kit.Heading{Title: a.T("home.day"), Note: dayLeft(a)}}, kit.Item{Block: streak})}})
	if h.puzzle != nil {
		stands, ink := today.Stands(a, *h.puzzle)
		col.Items = append(col.Items, kit.Item{Drop: 1, Block: kit.Tap{Msg: puzzleHit{}, Block: kit.Row(1,
			kit.Item{Block: kit.Text{Ink: ui.Text, Text: a.T("puzzle.place")}}, kit.Item{Block: kit.Text{Ink: ink, Text: stands}, Fill: 1},
			kit.Item{Block: kit.Cap{Name: "x", Key: "x"}})}})
	}
	return col
}

// glimpse shows a live table: its picture, its players, its progress.
func (h *Home) glimpse(a *app.App, s *table.Summary) kit.Glimpse {
	who := a.SeatName(s.Seats[0])
	g := kit.Glimpse{Picture: func(g ui.Region) { h.picture(a, g, s) }}
	for i, seat := range s.Seats[:min(len(s.Seats), 2)] {
		g.Lines = append(g.Lines, kit.GlimpseLine{Text: a.SeatName(seat), Ink: app.If(i == 0, ui.Strong|ui.Bold, ui.Text), Name: true})
	}
	if len(s.Seats) > 1 {
		who += " : " + a.SeatName(s.Seats[len(s.Seats)-1])
	}
	watch := app.TextIf(s.Watchers > 0, a.T("tb.watchers", "n", s.Watchers))
	g.Lines = append(g.Lines, kit.GlimpseLine{Text: a.Game(s.Game, s.Options), Ink: ui.Muted, More: watch})
	far := progress(a, s)
	if s.Client {
		far = terms(a, s)
	}
	g.Lines = append(g.Lines, kit.GlimpseLine{Text: far, Ink: ui.Muted})
	g.Row = a.Game(s.Game, s.Options) + "  " + who
	return g
}

// picture draws a live table in 8 by 4 cells, or else its game's emblem.
func (h *Home) picture(a *app.App, g ui.Region, s *table.Summary) {
	mini := play.GameOf(s.Game).Face.Mini
	if mini == nil {
		emblemOf(a, g, 0, 0, s.Game)
		return
	}
	view, known := h.views[s.ID]
	if !known {
		view = a.House.Lobby.Peek(s.ID)
		h.views[s.ID] = view
	}
	if view == nil {
		emblemOf(a, g, 0, 0, s.Game)
		return
	}
	mini(g, 0, 0, view)
}

// nobodyPlays shows the place of the live tables while there are none.
func (h *Home) nobodyPlays(a *app.App) kit.Glimpse {
	return kit.Glimpse{
		Picture: func(g ui.Region) { g.Fill(ui.Rect{W: 8, H: 4}, ui.Raised) }, Row: a.T("home.dark"),
		Lines: []kit.GlimpseLine{{}, {Text: a.T("home.dark"), Ink: ui.Muted}},
	}
}

// dark shows the place of the live tables of a large window while there are none.
func (h *Home) dark(a *app.App) kit.Block {
	text := kit.Col(0, 0, kit.Item{Block: kit.Text{Ink: ui.Strong, Text: a.T("home.dark")}})
	if h.onDuel(a) && h.opposite == "" {
		text.Items = append(text.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("home.dark.how")}})
	}
	text.Items = append(text.Items, kit.Item{Block: kit.Cap{Name: "n", Label: a.T("menu.new"), Key: "n"}})
	place := kit.Picture{Size: kit.Size{W: 8, H: 4}, Paint: func(_ kit.Look, g ui.Region) { g.Fill(g.Rect(), ui.Raised) }}
	return kit.Sheet{Inset: true, Block: kit.Row(2, kit.Item{Block: kit.Only{In: kit.Pictured, Block: place}}, kit.Item{Block: text, Fill: 1})}
}

// live shows the most watched table.
func (h *Home) live(a *app.App) kit.Block {
	if a.House.Alone {
		return kit.Col(0, 0)
	}
	head := kit.Heading{Title: a.T("home.watch"), Note: app.TextIf(len(h.data.Live) > 1, "+"+app.Itoa(len(h.data.Live)-1)), Msg: ui.Press("w")}
	table := kit.Block(h.nobodyPlays(a))
	if len(h.data.Live) > 0 {
		table = kit.Tap{Block: h.glimpse(a, h.data.Live[0]), Msg: watchHit(h.data.Live[0].ID)}
	}
	return kit.Col(0, 0, kit.Item{Block: head}, kit.Item{Block: table})
}

// mostTables is the number of live tables with a picture; the widths are those of a table and of a finished match.
const mostTables, tableWidth, matchWidth = 9, 36, 36

// tables shows the live tables and the latest matches.
func (h *Home) tables(a *app.App) kit.Block {
	if a.House.Alone {
		return kit.Col(1, 0, kit.Item{Block: kit.Heading{Title: a.T("home.alone")}},
			kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("home.alone.how")}}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("home.alone.kept")}})
	}
	live := kit.Gallery{W: tableWidth, Gap: 1}
	for _, s := range h.data.Live[:min(len(h.data.Live), mostTables)] {
		live.Blocks = append(live.Blocks, kit.Tap{Block: kit.Sheet{Block: h.glimpse(a, s), Inset: true}, Msg: watchHit(s.ID)})
	}
	tables := kit.Block(live)
	if len(live.Blocks) == 0 {
		tables = h.dark(a)
	}
	col := kit.Col(1, 1, kit.Item{First: true, Block: kit.Col(1, 0, kit.Item{Block: kit.Heading{Title: a.T("home.watch"), Msg: ui.Press("w")}}, kit.Item{Block: tables, First: true})})
	if len(h.more.recent) > 0 {
		ended := kit.Gallery{W: matchWidth}
		for _, m := range h.more.recent {
			ended.Blocks = append(ended.Blocks, kit.Tap{Msg: replayHit(m.ID), Block: kit.Row(2,
				kit.Item{Block: kit.Text{Ink: ui.Text, Text: matchEnded(a, m)}, Fill: 1}, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.Ago(m.Ended)}})})
		}
		col.Items = append(col.Items, kit.Item{Drop: 1, Block: kit.Col(0, 0, kit.Item{Block: kit.Heading{Title: a.T("home.recent"), Msg: ui.Press("d")}}, kit.Item{Block: ended})})
	}
	return col
}

// here shows the people here in a line or two.
func (h *Home) here(a *app.App) kit.Block {
	if a.House.Alone {
		return kit.Col(0, 0)
	}
	title := kit.Item{Block: kit.Heading{Title: a.T("home.people")}}
	if len(h.people) < 2 {
		return kit.Row(2, title, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("home.people.none")}, Fill: 1})
	}
	names := kit.Names{N: len(h.people), Name: func(i int) string { return a.PersonName(h.people[i].Person) }, Most: 2}
	return kit.Row(2, title, kit.Item{Block: names, Fill: 1})
}

// residents shows the people here and what they do, a line each.
func (h *Home) residents(a *app.App) kit.Block {
	if a.House.Alone {
		return kit.Col(0, 0)
	}
	const few, most = 3, 12
	n := max(min(len(h.people), most), 2)
	return kit.Picture{Size: kit.Size{W: homeSide, H: 2 + min(n, few)}, More: max(n-few, 0), Paint: func(_ kit.Look, g ui.Region) {
		play.Here(a, g, 0, h.people, h.data.Live, g.H()-2)
	}}
}

// ranks shows the first places of the game in focus.
func (h *Home) ranks(a *app.App) kit.Block {
	game, me := h.game(a), a.Visit.Me().ID
	one := play.GameOf(game)
	var list kit.Places
	for i, r := range h.points {
		list = append(list, scorePlace(a, game, "", i, r))
	}
	for i, r := range h.leaders {
		list = append(list, kit.Place{Place: i + 1, Name: a.NameWithMark(r.Name, r.ByBot), Value: a.Rating(r.Rating.Rating, r.Provisional), Mine: r.Player == me})
	}
	if len(list) == 0 {
		return kit.Col(0, 0)
	}
	title := a.T(app.If(one.Alone(), "home.leaders.today", "home.leaders"), "game", a.T("game."+game))
	return kit.Col(0, 0, kit.Item{Block: kit.Heading{Title: title, Msg: ui.Press("b")}}, kit.Item{Block: list})
}

// scorePlace returns a row of a board of points.
func scorePlace(a *app.App, game, board string, i int, r store.Score) kit.Place {
	return kit.Place{Place: i + 1, Name: a.NameWithMark(r.Name, r.ByBot), Value: play.GameOf(game).Score(a, board, true, r), Mine: r.Player == a.Visit.Me().ID}
}

// boards shows the boards of the day and the best of the week.
func (h *Home) boards(a *app.App) kit.Block {
	col := kit.Col(1, 0, kit.Item{Block: kit.Heading{Title: a.T("home.today", "d", a.House.Lobby.Today()), Msg: ui.Press("t")}})
	if len(h.more.today) == 0 {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("home.today.none")}})
	}
	for i, b := range h.more.today {
		var list kit.Places
		for k, r := range b.rows {
			list = append(list, scorePlace(a, b.game, b.board, k, r))
		}
		col.Items = append(col.Items, kit.Item{Drop: 1 + i, Block: kit.Col(0, 0,
			kit.Item{Block: kit.Text{Ink: play.Accent(b.game) | ui.Bold, Text: b.title(a)}}, kit.Item{Block: list, First: true})})
	}
	col.Items = append(col.Items, kit.Item{Block: kit.Heading{Title: a.T("home.week")}})
	if len(h.more.week) == 0 {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Muted, Text: a.T("home.week.none")}})
		return col
	}
	var week kit.Places
	for _, b := range h.more.week {
		p := scorePlace(a, b.game, b.board, 0, b.rows[0])
		p.Place, p.Label, p.Ink = 0, b.title(a), play.Accent(b.game)
		week = append(week, p)
	}
	col.Items = append(col.Items, kit.Item{Block: week})
	return col
}
