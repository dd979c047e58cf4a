package sessions

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// home is the first screen: what waits for the visitor on top, then the games.
type home struct {
	data    lobby.Home
	leaders []lobby.RatingInfo // of the game in focus, where it is for two
	points  []store.Score      // the best of the day, where it is for one seat
	recent  []store.Match      // finished public matches, newest first, where there is room for them
	today   map[string]string  // what the day has brought, by game for one seat
	focus   int
	count   int // rows at the last look
}

// newHome makes the first screen; it is there before anything is pressed.
func newHome(a *App) *home {
	h := &home{}
	h.refresh(a)
	return h
}

func (h *home) topic() string { return "home" }

func (h *home) menu(a *App) []string {
	list := []string{"f", "menu.quick", "m", "menu.lobby", "n", "menu.new", "c", "menu.code", "v", "key.games", "b", "key.board", "p", "key.profile", "s", "key.settings", "e", "key.lang"}
	if a.newcomer() {
		list[4], list[5] = "n", "name.title"
	}
	return list
}

func (h *home) refresh(a *App) tea.Cmd {
	h.data = a.visit.Home()
	rows := h.rows(a)
	h.focus = min(h.focus, len(rows)-1)
	if len(rows) != h.count { // something new waits, or something is done: the most urgent is on top
		h.focus, h.count = 0, len(rows)
	}
	h.read(a)
	return nil
}

// read takes what is shown of all games, and of the one in focus, from the records.
func (h *home) read(a *App) {
	h.today = map[string]string{}
	for _, g := range a.house.Lobby.Games() {
		if name := g.Info().Name; gameOf(name).alone() {
			h.today[name] = a.todayText(name)
		}
	}
	h.sized(a)
	h.turn(a, h.focus)
}

// sized reads the matches that ended last, where there is room for them: reading them
// costs as much as all the rest, and whoever is here does so with each change of the lists.
func (h *home) sized(a *App) {
	h.recent = nil
	if !ui.Full(a.w, a.h) {
		return
	}
	recent, err := a.house.Lobby.Recent("", 40)
	if err != nil {
		a.log.Error("home", "err", err)
	}
	recent = slices.DeleteFunc(recent, func(m store.Match) bool { // games with bots are their players' own
		return slices.ContainsFunc(m.Seats, func(s store.Seat) bool { return s.Bot != "" || s.Remote })
	})
	h.recent = recent[:min(len(recent), 8)]
}

// turn puts the focus on a row, and reads what is shown of its game alone.
func (h *home) turn(a *App, to int) {
	h.focus, h.points, h.leaders = to, nil, nil
	l, game := a.house.Lobby, h.game(a)
	var err error
	if !gameOf(game).alone() {
		h.leaders, err = l.Board(game, 0, 10)
	} else if boards := l.Boards(game); len(boards) > 0 {
		h.points, err = l.Scores(ledger.BoardName(game, boards[0], l.Today()), 0, 10)
	}
	if err != nil {
		a.log.Error("home", "err", err)
	}
}

// tick keeps running clocks true.
func (h *home) tick(*App) time.Duration {
	for _, s := range h.data.Resume {
		if s.Deadline != 0 {
			return time.Second
		}
	}
	return time.Minute
}

// row is one thing on the home screen that Enter does.
type row struct {
	title, detail, right string
	tok                  ui.Token
	do                   func(*App) tea.Cmd
}

// rows are what waits for the visitor, the most urgent first, then the games.
func (h *home) rows(a *App) (list []row) {
	d := h.data
	me := a.visit.Me().ID
	for _, s := range d.Resume {
		resume := a.T("home.resume", "game", a.T("game."+s.Game), "p", a.other(s, me))
		if len(s.Seats) == 1 {
			resume = a.T("home.resume.solo", "game", a.T("game."+s.Game))
		}
		right := a.deadline(s)
		if right == "" {
			right = a.T("tb.ply", "n", s.Plies)
		} else if s.ToAct == s.SeatOf(me) {
			right = a.T("tb.turn.me") + " " + right
		}
		list = append(list, row{
			title: resume,
			right: right, tok: ui.Accent, do: openTable(s.ID),
		})
	}
	for _, s := range d.Turn {
		list = append(list, row{
			title: a.T("home.turn", "game", a.T("game."+s.Game), "p", a.other(s, me)),
			right: a.deadline(s), tok: ui.Accent, do: openTable(s.ID),
		})
	}
	for _, s := range d.Invites {
		list = append(list, row{
			title: a.T("home.invite", "game", a.T("game."+s.Game), "p", a.personName(s.Host())),
			right: a.control(s.Control), tok: ui.Accent,
			do: func(a *App) tea.Cmd { return a.push(newInvite(s)) },
		})
	}
	for _, m := range d.Unseen {
		list = append(list, row{
			title: a.T("home.result", "game", a.T("game."+m.Game), "r", a.outcome(m, me)),
			right: a.T("end.short." + m.Reason), tok: ui.Info,
			do: func(a *App) tea.Cmd {
				if err := a.visit.Seen(m.ID); err != nil {
					a.fail(err)
				}
				return a.push(newReplay(m.ID))
			},
		})
	}
	for _, s := range d.Seats {
		list = append(list, row{
			title: a.T("home.seat", "game", a.T("game."+s.Game)),
			right: a.control(s.Control), tok: ui.Text, do: openTable(s.ID),
		})
	}
	for _, s := range d.Waiting {
		list = append(list, row{
			title: a.T("home.waiting", "game", a.T("game."+s.Game), "p", a.other(s, me)),
			right: a.deadline(s), tok: ui.Muted, do: openTable(s.ID),
		})
	}
	for _, g := range a.house.Lobby.Games() {
		name := g.Info().Name
		n := d.Counts[name]
		right, one := a.T("home.counts", "open", n.Open, "live", n.Live), g.Info().Seats == 1
		if one {
			right = h.today[name]
		}
		list = append(list, row{
			title:  a.T("game." + name),
			detail: a.T("game." + name + ".about"),
			right:  right, tok: ui.Strong,
			do: func(a *App) tea.Cmd {
				if one {
					return a.push(a.house.Places.Form(a, name))
				}
				if a.newcomer() && len(h.data.Resume) == 0 {
					return a.firstGame(name)
				}
				return a.push(newLobby(a, name, name))
			},
		})
	}
	return list
}

// openTable brings one to a table.
func openTable(id string) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd { return a.push(newTable(id)) }
}

// other is whom a player sits with, for a list.
func (a *App) other(s *lobby.Summary, me string) string {
	for _, seat := range s.Seats {
		if seat.ID != me {
			return a.seatName(seat)
		}
	}
	return ""
}

// deadline is how long the seat on turn has, for a list.
func (a *App) deadline(s *lobby.Summary) string {
	if s.Deadline == 0 {
		return ""
	}
	return clockText(s.Deadline - time.Now().UnixMilli())
}

// outcome is a finished match from one player's side.
func (a *App) outcome(m store.Match, me string) string {
	seat := games.Seat(m.SeatOf(me))
	if g := gameOf(m.Game); g.alone() {
		return g.outcome(a, m, int(seat))
	}
	other := ""
	for i, s := range lobby.SeatsOf(m) {
		if games.Seat(i) != seat {
			other = a.seatName(s)
		}
	}
	key := "res.lost"
	switch {
	case m.Winner < 0:
		key = "res.drawn"
	case games.Seat(m.Winner) == seat:
		key = "res.won"
	}
	return a.T(key, "p", other)
}

// firstGame begins a newcomer's first game at once: with somebody who waits for
// one, else with the weakest bot, while a seat for people stays open.
func (a *App) firstGame(game string) tea.Cmd {
	g, err := a.house.Lobby.Game(game)
	if err == nil && g.Info().Seats > 1 {
		id, begun, err := a.visit.Casual(game, UsualControl(game))
		if err != nil {
			a.log.Debug("open a seat beside the bot game", "err", err)
		} else if begun {
			return a.meet(id)
		}
	}
	return a.startBot(game)
}

// startBot begins a game with the weakest bot, or one alone.
func (a *App) startBot(game string) tea.Cmd {
	g, err := a.house.Lobby.Game(game)
	if err != nil {
		a.fail(err)
		return nil
	}
	o := lobby.Offer{Game: game, Control: "none"}
	if bots := g.Bots(); len(bots) > 0 && g.Info().Seats > 1 {
		o.Bot = bots[0].Name()
	}
	return a.offer(o, a.push)
}

// offer makes a table and shows it by show, which is push or swap.
func (a *App) offer(o lobby.Offer, show func(screen) tea.Cmd) tea.Cmd {
	id, err := a.visit.Create(o)
	if err != nil {
		a.fail(err)
		return nil
	}
	return show(newTable(id))
}

func (h *home) handle(a *App, msg tea.Msg) tea.Cmd {
	rows := h.rows(a)
	switch hit := msg.(type) {
	case watchHit:
		return a.push(newTable(string(hit)))
	case replayHit:
		return a.push(newReplay(string(hit)))
	case moreHit:
		h.turn(a, int(hit))
		return nil
	case rowHit:
		again := h.focus == int(hit)
		if h.turn(a, int(hit)); again || rows[hit].detail == "" {
			return rows[hit].do(a)
		}
		return nil
	}
	key, ok := msg.(ui.Key)
	if !ok {
		return nil
	}
	switch key {
	case "up":
		h.turn(a, (h.focus+len(rows)-1)%len(rows))
	case "down":
		h.turn(a, (h.focus+1)%len(rows))
	case "enter":
		return rows[h.focus].do(a)
	case "f":
		return a.quick(h.game(a))
	case "n":
		if a.newcomer() {
			return a.push(newRename(a))
		}
		return a.push(a.house.Places.Form(a, h.game(a)))
	case "m", "w":
		return a.push(newLobby(a, "", h.game(a)))
	case "c":
		return a.push(newJoin(a))
	case "v":
		return a.push(newMatches(a))
	case "b":
		return a.push(a.house.Places.Ranks(a, h.game(a)))
	case "p":
		return a.push(newProfile(a, a.visit.Me().ID))
	case "s":
		return a.push(newSettingsScreen(a))
	case "e":
		lang := "en"
		if a.lang == words.EN {
			lang = "ko"
		}
		a.change(func(s *Settings) { s.Lang = lang })
		h.read(a)
	case "0":
		return a.key("f2")
	case "esc", "q":
		return a.push(&leave{})
	default:
		if len(key) == 1 && key[0] >= '1' && key[0] <= '9' {
			list := a.house.Lobby.Games()
			if n := int(key[0] - '1'); n < len(list) {
				h.turn(a, len(rows)-len(list)+n)
			}
		}
	}
	return nil
}

// game is the game in focus, the first one where something else is.
func (h *home) game(a *App) string {
	list := a.house.Lobby.Games()
	n := h.focus - (h.count - len(list))
	return list[max(n, 0)].Info().Name
}

// quick looks for an opponent of like rating.
func (a *App) quick(game string) tea.Cmd {
	if gameOf(game).alone() {
		return a.push(a.house.Places.Form(a, game))
	}
	id, _, err := a.visit.Quick(game, UsualControl(game))
	if err != nil {
		a.fail(err)
		return nil
	}
	return a.push(newTable(id))
}

func (h *home) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(), Facts: a.facts() + "   " + a.T("home.lang")}
	f.Message, f.MessageInk = a.said(h.message(a))
	if a.newcomer() {
		f.Keys = a.items("arrows", "key.choose", "enter", "key.start", "n", "key.name", "e", "key.lang", "0", "key.plain", "?", "key.help", "esc", "key.quit")
	} else {
		f.Keys = a.items("enter", "key.open", "f", "key.quick", "v", "key.games", "b", "key.board", "s", "key.settings", "space", "key.menu", "?", "key.help", "esc", "key.quit")
	}
	ui.Frame(c, f)
	g := body(c)
	y, split := 0, 49
	if g.W() > ui.MinWidth {
		split = 67
	}
	if a.newcomer() {
		y = h.welcome(a, g)
	}
	g.VLine(split-1, y, g.H()-y, ui.Muted)
	h.list(a, g.Sub(ui.Rect{Y: y + 1, W: split - 1, H: g.H() - y - 1}))
	h.side(a, g.Sub(ui.Rect{X: split + 1, Y: y + 1, W: g.W() - split - 2, H: g.H() - y - 1}))
}

func (h *home) message(a *App) string {
	me := a.visit.Me()
	if a.newcomer() {
		if me.Guest {
			return a.T("home.msg.guest")
		}
		return a.T("home.msg.first")
	}
	if len(h.data.Turn)+len(h.data.Resume) > 0 {
		return a.T("home.msg.turn", "n", len(h.data.Turn)+len(h.data.Resume))
	}
	return a.T("home.msg")
}

// welcome is the box of a first visit; it gives the row below it.
func (h *home) welcome(a *App, g ui.Region) int {
	in := g.Box(ui.Rect{X: 1, W: g.W() - 2, H: 5}, a.T("home.welcome"), ui.Text, false)
	in.Text(2, 0, ui.Strong, a.T("home.enter", "game", a.T("game."+a.house.Lobby.Games()[0].Info().Name)))
	n := in.Text(2, 1, ui.Text, a.T("home.name", "p", a.visit.Me().Name))
	in.Hit(ui.Rect{X: 2, Y: 1, W: n, H: 1}, ui.Press("n"))
	m := in.Text(2+n+3, 1, ui.Text, a.T("home.langs"))
	in.Hit(ui.Rect{X: 2 + n + 3, Y: 1, W: m, H: 1}, ui.Press("e"))
	n = in.Text(2, 2, ui.Text, a.T("home.glyphs")+" │가나│●  ○  ♥  │  "+a.T("home.glyphs.bad"))
	in.Hit(ui.Rect{X: 2, Y: 2, W: n, H: 1}, ui.Press("0"))
	return 5
}

// homeSpan tells which rows are in view in so many lines, the focused one and the one
// after it among them: rows from up to, not with, to. Where some are not, a line above
// or below is left to say so. apart tells that the games have blank lines between them,
// which they have where everything fits.
func homeSpan(rows []row, focus, room int) (from, to int, apart bool) {
	if fitRows(rows, 0, room, true) == len(rows) {
		return 0, len(rows), true
	}
	for want := min(focus+2, len(rows)); ; from++ {
		to = fitRows(rows, from, room, false)
		if to >= want || from == focus {
			return from, to, false
		}
	}
}

// fitRows is up to which row those from one on fit in so many lines.
func fitRows(rows []row, from, room int, apart bool) (to int) {
	if from > 0 {
		room--
	}
	for to = from; to < len(rows); to++ {
		room -= rowGap(rows, to, from, apart) + rows[to].height()
		if room < 0 || room == 0 && to+1 < len(rows) {
			return to
		}
	}
	return to
}

// rowGap is how many blank lines stand over a row where the list begins at from: one
// parts the games from what waits, and from each other where they are apart.
func rowGap(rows []row, i, from int, apart bool) int {
	if i > from && rows[i].detail != "" && (apart || rows[i-1].detail == "") {
		return 1
	}
	return 0
}

// height is how many lines a row takes: a game has a description.
func (r row) height() int {
	if r.detail != "" {
		return 2
	}
	return 1
}

// list draws what is in view of the rows, and how many are not.
func (h *home) list(a *App, g ui.Region) {
	rows := h.rows(a)
	first := len(rows) - len(a.house.Lobby.Games()) // of the games
	from, to, apart := homeSpan(rows, h.focus, g.H())
	more := func(y int, key string, n, next int) {
		if n > 0 {
			w := g.Text(4, y, ui.Muted, a.T(key, "n", n))
			g.Hit(ui.Rect{X: 4, Y: y, W: w, H: 1}, moreHit(next))
		}
	}
	more(0, "home.above", from, from-1)
	y := min(from, 1)
	for i := from; i < to; i++ {
		r := rows[i]
		y += rowGap(rows, i, from, apart)
		tok, mark, label := r.tok, "  ", r.title
		if i == h.focus {
			tok, mark = ui.Focus, "> "
		}
		if i >= first {
			label = itoa(i-first+1) + "   " + r.title
		}
		w := g.W() - 4 - ui.Width(r.right)
		g.Text(2, y, tok, mark+ui.PadRight(ui.Cut(label, w-3), w-3))
		g.TextRight(g.W()-1, y, ui.Muted, r.right)
		if r.detail != "" {
			g.TextCut(8, y+1, g.W()-9, ui.Muted, r.detail)
		}
		g.Hit(ui.Rect{X: 1, Y: y, W: g.W() - 1, H: r.height()}, rowHit(i))
		y += r.height()
	}
	more(g.H()-1, "home.below", len(rows)-to, to)
}

// side draws what goes on in the house: for a newcomer the five keys, then the live tables.
func (h *home) side(a *App, g ui.Region) {
	y := 0
	line := func(tok ui.Token, s string) {
		g.TextCut(0, y, g.W(), tok, s)
		y++
	}
	if a.newcomer() {
		line(ui.Strong, a.T("home.keys"))
		for _, k := range []string{a.T("home.key1"), a.T("home.key2"), a.T("home.key3"), a.T("home.key4"), a.T("home.key5")} {
			line(ui.Text, " "+k)
		}
		y++
	}
	g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, ui.Press("w"))
	line(ui.Strong, a.T("home.watch"))
	if len(h.data.Live) == 0 {
		line(ui.Muted, " "+a.T("home.watch.none"))
	}
	for _, s := range h.data.Live[:min(len(h.data.Live), max(6, g.H()/3))] {
		g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, watchHit(s.ID))
		if len(s.Seats) == 1 {
			line(ui.Text, " "+a.seatName(s.Seats[0])+"  "+a.T("game."+s.Game))
			continue
		}
		line(ui.Text, " "+a.seatName(s.Seats[0])+" : "+a.seatName(s.Seats[len(s.Seats)-1]))
	}
	y++
	full := g.H() > 30
	leaders, game := h.leaders, h.game(a)
	if one := gameOf(game); one.alone() {
		points := h.points
		if !full {
			points = points[:min(len(points), 3)]
		}
		line(ui.Strong, a.T("home.leaders.today", "game", a.T("game."+game)))
		for i, r := range points {
			line(ui.Text, " "+ui.PadRight(itoa(i+1), 3)+ui.PadRight(ui.Cut(a.marked(r.Name, r.ByBot), 12), 13)+one.score(a, "", true, r))
		}
		if len(points) == 0 {
			line(ui.Muted, " "+a.T("solo.today.none"))
		}
	}
	if !full {
		leaders = leaders[:min(len(leaders), 3)]
	}
	if len(leaders) > 0 {
		line(ui.Strong, a.T("home.leaders", "game", a.T("game."+game)))
	}
	for i, r := range leaders {
		line(ui.Text, " "+ui.PadRight(itoa(i+1), 3)+ui.PadRight(ui.Cut(a.marked(r.Name, r.ByBot), 12), 13)+a.rating(r.Rating.Rating, r.Provisional))
	}
	if !full || len(h.recent) == 0 {
		return
	}
	y++
	line(ui.Strong, a.T("home.recent"))
	for _, m := range h.recent {
		seats := lobby.SeatsOf(m)
		g.Hit(ui.Rect{Y: y, W: g.W(), H: 1}, replayHit(m.ID))
		if one := gameOf(m.Game); one.alone() {
			line(ui.Text, " "+ui.PadRight(ui.Cut(a.seatName(seats[0])+"  "+one.outcome(a, m, 0), 28), 29)+a.when(m.Ended))
			continue
		}
		line(ui.Text, " "+ui.PadRight(ui.Cut(a.seatName(seats[0])+" : "+a.seatName(seats[len(seats)-1]), 28), 29)+a.when(m.Ended))
	}
}

// watchHit is the hit of a live table in a list, replayHit of a finished match, moreHit
// of the line that stands for rows out of view: it brings the next of them into focus.
type (
	watchHit  string
	replayHit string
	moreHit   int
)

// rating writes a rating; a question mark says that it is provisional.
func (a *App) rating(r float64, provisional bool) string {
	s := itoa(int(r + 0.5))
	if provisional {
		s += "?"
	}
	return s
}
