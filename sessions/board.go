package sessions

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

// boardPage is how many places a leaderboard shows.
const boardPage = 100

// board is the leaderboard of a game by rating, with one's own place below it.
type board struct {
	game      string
	tabs      []scoreTab // the boards of a game that has others by points
	list      []lobby.RatingInfo
	place, of int
	mine      lobby.RatingInfo
	scroll    scroll
}

func newBoard(a *App, game string) *board {
	b := &board{game: game}
	if a.hasBoards(game) {
		b.tabs = a.scoreTabs(game)
	}
	b.refresh(a)
	return b
}

func (b *board) topic() string { return "board" }

func (b *board) menu(*App) []string {
	if b.tabs != nil {
		return []string{"v", "key.lastgame", "t", "solo.stats"}
	}
	return []string{"v", "key.lastgame"}
}

func (b *board) refresh(a *App) tea.Cmd {
	list, err := a.house.Lobby.Board(b.game, 0, boardPage)
	if err == nil {
		b.place, b.of, err = a.house.Lobby.Rank(b.game, a.visit.Me().ID)
	}
	if err != nil {
		a.fail(err)
		return nil
	}
	b.list, b.mine = list, a.house.Lobby.Rating(b.game, a.visit.Me().ID)
	b.scroll.clamp(len(list))
	return nil
}

func (b *board) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case rowHit:
		if b.scroll.focus == int(msg) {
			return b.enter(a)
		}
		b.scroll.focus = int(msg)
	case gameHit:
		return b.turn(a, int(msg))
	case tabHit:
		return b.to(a, int(msg))
	case ui.Key:
		if b.scroll.key(msg, len(b.list), 10) {
			return nil
		}
		games := a.house.Lobby.Games()
		i := b.index(a)
		switch msg {
		case "left":
			if b.tabs != nil {
				return b.to(a, len(b.tabs)-1)
			}
			return b.turn(a, (i+len(games)-1)%len(games))
		case "right":
			if b.tabs != nil {
				return b.to(a, 1)
			}
			return b.turn(a, (i+1)%len(games))
		case "shift+tab":
			return b.turn(a, (i+len(games)-1)%len(games))
		case "tab":
			return b.turn(a, (i+1)%len(games))
		case "enter":
			return b.enter(a)
		case "v":
			if b.scroll.focus < len(b.list) {
				return a.push(newReplay(b.list[b.scroll.focus].Match))
			}
		case "t":
			if s := a.statistics(b.game, a.visit.Me().ID); s != nil {
				return a.push(s)
			}
		case "esc", "q", "backspace":
			return a.pop()
		}
	}
	return nil
}

// index is the game's place among the games.
func (b *board) index(a *App) int {
	for i, g := range a.house.Lobby.Games() {
		if g.Info().Name == b.game {
			return i
		}
	}
	return 0
}

// turn goes to another game's board.
func (b *board) turn(a *App, i int) tea.Cmd {
	name := a.house.Lobby.Games()[i].Info().Name
	if name == b.game {
		return nil
	}
	return a.swap(a.house.Places.Ranks(a, name))
}

// to goes to another board of the game; the first is this one.
func (b *board) to(a *App, tab int) tea.Cmd {
	if tab == 0 {
		return nil
	}
	s := newScores(a, b.game)
	s.turn(a, tab)
	return a.swap(s)
}

func (b *board) enter(a *App) tea.Cmd {
	if b.scroll.focus >= len(b.list) {
		return nil
	}
	return a.push(newProfile(a, b.list[b.scroll.focus].Player))
}

func (b *board) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("board.place")), Facts: a.facts()}
	f.Message, f.MessageInk = a.said(a.T("board.msg"))
	f.Keys = a.items("updown", "key.choose", "enter", "key.profile", "v", "key.lastgame", "?", "key.help", "esc", "key.back")
	y := 3
	if b.tabs != nil {
		y = 4
		f.Keys = a.items("leftright", "solo.key.board", "enter", "key.profile", "v", "key.lastgame", "tab", "solo.key.game", "?", "key.help", "esc", "key.back")
	}
	ui.Frame(c, f)
	g := body(c)
	var names []string
	for _, game := range a.house.Lobby.Games() {
		names = append(names, a.T("game."+game.Info().Name))
	}
	if b.tabs == nil {
		ui.Tabs(g, 1, 1, names, b.index(a), func(i int) any { return gameHit(i) })
	} else {
		ui.Tabs(g, 1, 0, names, b.index(a), func(i int) any { return gameHit(i) })
		drawScoreTabs(g, b.tabs, 0)
	}
	cols := []column{
		{3, 5, "board.col.place", true}, {10, 20, "board.col.name", false}, {32, 10, "board.col.rating", true},
		{44, 10, "board.col.deviation", true}, {56, 8, "board.col.games", true}, {68, 10, "board.col.last", false},
	}
	me := a.visit.Me().ID
	a.grid(g, y, cols, len(b.list), b.scroll.focus, g.H()-6-y, func(i int) []string { return b.row(a, i+1, b.list[i], me) })
	if len(b.list) == 0 {
		g.Text(3, 6, ui.Text, a.T("board.empty"))
	}
	a.pinned(g, cols, b.place, b.of, a.T("board.none"), func() []string { return b.row(a, b.place, b.mine, me) })
}

func (b *board) row(a *App, place int, r lobby.RatingInfo, me string) []string {
	name := a.wholeName(r.Name, r.ByBot)
	if r.Player == me {
		name = a.personName(a.visit.Me()) + " " + a.T("tb.me")
	}
	return []string{
		itoa(place), name, a.rating(r.Rating.Rating, r.Provisional), itoa(int(r.Deviation + 0.5)),
		itoa(r.Games), a.when(r.At),
	}
}

// profile is what everybody may know of a player, with the tally against each opponent.
type profile struct {
	id     string
	data   lobby.Profile
	purse  string // what of its purse everybody may know, "" for nothing
	scroll scroll
}

func newProfile(a *App, id string) *profile { return &profile{id: id} }

func (p *profile) topic() string { return "profile" }

func (p *profile) menu(a *App) []string {
	if p.mine(a) {
		return []string{"n", "name.title", "v", "key.games", "t", "solo.stats", "c", "acc.keys", "x", "acc.export", "d", "acc.delete"}
	}
	return []string{"c", "key.challenge", "t", "solo.stats"}
}

func (p *profile) open(a *App) tea.Cmd {
	if p.id == a.visit.Me().ID && a.visit.Me().Guest {
		return a.gone(lobby.ErrGuestRecord)
	}
	return p.refresh(a)
}

func (p *profile) refresh(a *App) tea.Cmd {
	data, err := a.house.Lobby.Profile(p.id)
	if err != nil {
		if a.top() == screen(p) {
			return a.gone(err)
		}
		return nil
	}
	p.data, p.purse = data, ""
	for _, s := range data.Games { // a purse is the player's own affair until it has been played for
		if f := gameOf(s.Game).purse; f != nil && s.Tally != (store.Tally{}) {
			p.purse = f(a, p.id)
		}
	}
	p.scroll.clamp(len(data.Versus))
	return nil
}

// mine tells that it is one's own profile.
func (p *profile) mine(a *App) bool { return p.id == a.visit.Me().ID }

func (p *profile) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case rowHit:
		if p.scroll.focus == int(msg) {
			return p.enter(a)
		}
		p.scroll.focus = int(msg)
	case statsHit:
		return a.push(a.statistics(string(msg), p.id))
	case ui.Key:
		if p.scroll.key(msg, len(p.data.Versus), 8) {
			return nil
		}
		switch msg {
		case "enter":
			return p.enter(a)
		case "n":
			if p.mine(a) {
				return a.push(newRename(a))
			}
		case "t":
			return a.showStats(p.id)
		case "c":
			if p.mine(a) {
				return a.push(newKeysPage())
			}
			return a.push(newSetupFor(a, a.house.Lobby.Games()[0].Info().Name, p.data.Player))
		case "x":
			if p.mine(a) {
				return a.push(&exportPage{})
			}
		case "d":
			if p.mine(a) {
				return a.push(newErase())
			}
		case "v":
			if p.mine(a) {
				return a.push(newMatches(a))
			}
		case "esc", "q", "backspace":
			return a.pop()
		}
	}
	return nil
}

// statsHit is a click on a game that keeps statistics, by name.
type statsHit string

// enter goes to the profile of the opponent in focus.
func (p *profile) enter(a *App) tea.Cmd {
	if p.scroll.focus >= len(p.data.Versus) {
		return nil
	}
	v := p.data.Versus[p.scroll.focus]
	if isBot(v.Opponent) {
		a.say(a.T("prof.bot"))
		return nil
	}
	if v.Opponent == store.Gone {
		a.say(a.T("acc.gone.profile"))
		return nil
	}
	return a.push(newProfile(a, v.Opponent))
}

func (p *profile) draw(a *App, c *ui.Canvas) {
	d := p.data
	f := ui.FrameSpec{Place: a.place(a.T("prof.place"), a.marked(d.Name, d.Bot)), Facts: a.facts()}
	if p.mine(a) {
		f.Keys = a.items("updown", "key.choose", "enter", "key.opponent", "n", "key.name", "v", "key.games", "t", "solo.stats", "?", "key.help", "esc", "key.back")
		f.Message, f.MessageInk = a.said(a.T("prof.msg.me"))
	} else {
		f.Keys = a.items("updown", "key.choose", "enter", "key.opponent", "c", "key.challenge", "t", "solo.stats", "?", "key.help", "esc", "key.back")
		f.Message, f.MessageInk = a.said(a.T("prof.msg", "p", a.marked(d.Name, d.Bot)))
	}
	ui.Frame(c, f)
	g := body(c)
	g.Text(2, 1, ui.Strong, a.marked(d.Name, d.Bot))
	here := a.T("prof.away", "t", a.when(d.Seen))
	if d.Online {
		here = a.T("prof.here")
	}
	g.Text(16, 1, ui.Text, a.T("prof.since", "d", day(d.Created))+"   "+here)
	if p.mine(a) && len(d.Keys) > 0 {
		key := a.visit.Key()
		g.Text(2, 2, ui.Muted, a.T("prof.key", "k", key[:min(len(key), 30)], "n", len(d.Keys)))
	} else if d.Bot {
		g.Text(2, 2, ui.Muted, a.T("prof.isbot", "p", d.Name))
	}
	g.Text(2, 3, ui.Text, p.purse)
	head := []column{
		{3, 12, "prof.col.game", false}, {17, 7, "prof.col.won", true}, {26, 7, "prof.col.lost", true}, {35, 7, "prof.col.drawn", true},
		{45, 9, "board.col.rating", true}, {56, 9, "board.col.deviation", true}, {67, 10, "prof.col.rated", true},
	}
	a.grid(g, 4, head, len(d.Games), -1, len(d.Games), func(i int) []string {
		s := d.Games[i]
		if gameOf(s.Game).alone() {
			return []string{a.T("game." + s.Game)}
		}
		return []string{
			a.T("game." + s.Game), itoa(s.Tally.Won), itoa(s.Tally.Lost), itoa(s.Tally.Drawn),
			a.rating(s.Rating.Rating.Rating, s.Rating.Provisional), itoa(int(s.Rating.Deviation + 0.5)), itoa(s.Rating.Games),
		}
	})
	for i, s := range d.Games {
		if gameOf(s.Game).alone() {
			g.Text(19, 6+i, ui.Muted, a.T("prof.solo"))
		}
		if slices.Contains(a.gamesWithStats(), s.Game) {
			g.Hit(ui.Rect{Y: 6 + i, W: g.W(), H: 1}, statsHit(s.Game))
		}
	}
	y := 7 + len(d.Games)
	g.Text(2, y, ui.Strong, a.T("prof.versus"))
	cols := []column{
		{3, 14, "prof.col.opponent", false}, {19, 10, "prof.col.game", false}, {30, 7, "prof.col.won", true},
		{39, 7, "prof.col.lost", true}, {48, 7, "prof.col.drawn", true}, {59, 10, "board.col.last", false},
	}
	rows := g.H() - y - 3
	if p.mine(a) {
		rows -= 2
		p.buttons(a, g)
	}
	a.grid(g, y+1, cols, len(d.Versus), p.scroll.focus, rows, func(i int) []string {
		v := d.Versus[i]
		return []string{
			a.opponentName(v), a.T("game." + v.Game), itoa(v.Won), itoa(v.Lost), itoa(v.Drawn), a.when(v.At),
		}
	})
	if len(d.Versus) == 0 {
		g.Text(3, y+3, ui.Muted, a.T("prof.versus.none"))
	}
}

// buttons are what one can do about one's own account, in the last row.
func (p *profile) buttons(a *App, g ui.Region) {
	x := 2
	for _, b := range []struct {
		key   ui.Key
		label string
	}{{"n", a.T("name.title")}, {"c", a.T("acc.keys")}, {"x", a.T("acc.export")}, {"d", a.T("acc.delete")}} {
		x += g.Button(x, g.H()-1, string(b.key)+" "+b.label, b.key, false) + 2
	}
}

// newSetupFor is the form of a new table with a player to challenge.
func newSetupFor(a *App, game string, to lobby.PlayerRecord) *setup {
	s := newSetup(a, game)
	s.to = to
	who := s.row("who")
	who.at = slices.Index(who.values, "player")
	s.update(a)
	return s
}
