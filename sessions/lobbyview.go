package sessions

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

// lobbyView lists the open seats and live tables of a game ("" for all), and on
// its second tab who is here.
type lobbyView struct {
	game   string
	of     string // the game of a new table where the list is of all
	tables []*lobby.Summary
	people []lobby.Present
	tab    int // 0 tables, 1 people
	list   [2]scroll
	mine   lobby.RatingInfo // the visitor's rating in the game
}

// newLobby lists one game, or all where game is "", and opens new tables of the game of.
func newLobby(a *App, game, of string) *lobbyView {
	v := &lobbyView{game: game, of: of}
	v.refresh(a)
	return v
}

func (v *lobbyView) topic() string { return "lobby" }

func (v *lobbyView) menu(*App) []string {
	return []string{"f", "menu.quick", "b", "lobby.bot", "n", "menu.new", "c", "menu.code", "w", "key.watch"}
}

func (v *lobbyView) refresh(a *App) tea.Cmd {
	// The focus stays on its table when others come and go.
	held := ""
	if i := v.list[0].focus; i < len(v.tables) {
		held = v.tables[i].ID
	}
	v.tables, v.people = a.house.Lobby.Tables(v.game), a.house.Lobby.People()
	v.mine = a.house.Lobby.Rating(v.name(a), a.visit.Me().ID)
	for i, s := range v.tables {
		if s.ID == held {
			v.list[0].focus = i
		}
	}
	v.list[0].clamp(len(v.tables))
	v.list[1].clamp(len(v.people))
	return nil
}

// tick keeps the waiting times true.
func (v *lobbyView) tick(*App) time.Duration {
	if v.tab == 0 && slices.ContainsFunc(v.tables, func(s *lobby.Summary) bool { return s.Status == store.Open }) {
		return time.Second
	}
	return 0
}

// name is the game to play from here.
func (v *lobbyView) name(a *App) string {
	if v.game != "" {
		return v.game
	}
	return v.of
}

func (v *lobbyView) handle(a *App, msg tea.Msg) tea.Cmd {
	if tab, ok := msg.(tabHit); ok {
		v.tab = int(tab)
		return nil
	}
	if hit, ok := msg.(rowHit); ok {
		if v.list[v.tab].focus == int(hit) {
			return v.enter(a)
		}
		v.list[v.tab].focus = int(hit)
		return nil
	}
	key, ok := msg.(ui.Key)
	if !ok {
		return nil
	}
	n := len(v.tables)
	if v.tab == 1 {
		n = len(v.people)
	}
	if v.list[v.tab].key(key, n, 10) {
		return nil
	}
	switch key {
	case "tab", "shift+tab", "left", "right":
		v.tab = 1 - v.tab
	case "enter":
		return v.enter(a)
	case "w":
		if s := v.table(); s != nil && v.tab == 0 && s.Status == store.Live {
			return a.push(newTable(s.ID))
		}
		a.warn(a.T("lobby.w.none"))
	case "f":
		return a.quick(v.name(a))
	case "b":
		if gameOf(v.name(a)).alone() {
			return a.push(a.house.Places.Form(a, v.name(a)))
		}
		return a.startBot(v.name(a))
	case "n":
		return a.push(a.house.Places.Form(a, v.name(a)))
	case "c":
		return a.push(newJoin(a))
	case "esc", "q", "backspace":
		return a.pop()
	}
	return nil
}

func (v *lobbyView) table() *lobby.Summary {
	if i := v.list[0].focus; i < len(v.tables) {
		return v.tables[i]
	}
	return nil
}

// enter does what the focused line is for: sit down, watch, or see who somebody is.
func (v *lobbyView) enter(a *App) tea.Cmd {
	if v.tab == 1 {
		if i := v.list[1].focus; i < len(v.people) {
			p := v.people[i]
			if p.Guest {
				a.warn(a.T("lobby.guest"))
				return nil
			}
			return a.push(newProfile(a, p.ID))
		}
		return nil
	}
	s := v.table()
	switch {
	case s == nil:
		return a.push(a.house.Places.Form(a, v.name(a)))
	case s.SeatOf(a.visit.Me().ID) != games.Nobody || s.Status == store.Live:
		return a.push(newTable(s.ID))
	}
	return a.take(s.ID)
}

// peopleLabel counts who is here: the bots by themselves, as the top bar leaves them out.
func (v *lobbyView) peopleLabel(a *App) string {
	bots := 0
	for _, p := range v.people {
		if p.Remote {
			bots++
		}
	}
	if bots > 0 {
		return a.T("lobby.people.bots", "n", len(v.people)-bots, "b", bots)
	}
	return a.T("lobby.people", "n", len(v.people))
}

func (v *lobbyView) draw(a *App, c *ui.Canvas) {
	place := a.T("lobby.place")
	parts := []string{place}
	if v.game != "" {
		parts = []string{a.T("game." + v.game), place}
	}
	f := ui.FrameSpec{Place: a.place(parts...), Facts: a.facts()}
	f.Message, f.MessageInk = a.said(v.hint(a))
	enter, tab := v.entering(a), "key.people"
	if v.tab == 1 {
		enter, tab = "key.profile", "key.tables"
	}
	f.Keys = a.items("enter", enter, "f", "key.quick", "b", "key.bot", "n", "key.new", "c", "key.code", "tab", tab, "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := body(c)
	x := 1
	for _, b := range []struct {
		key   ui.Key
		label string
	}{{"f", "lobby.quick"}, {"b", "lobby.bot"}, {"n", "lobby.new"}, {"c", "lobby.code"}} {
		x += g.Button(x, 1, string(b.key)+" "+a.T(b.label), b.key, false) + 1
	}
	ui.Tabs(g, 1, 3, []string{a.T("lobby.tables", "n", len(v.tables)), v.peopleLabel(a)},
		v.tab, func(i int) any { return tabHit(i) })
	if v.tab == 1 {
		v.drawPeople(a, g)
		return
	}
	cols := []column{
		{3, 10, "lobby.col.game", false}, {14, 18, "lobby.col.host", false}, {33, 18, "lobby.col.guest", false},
		{52, 11, "lobby.col.clock", false}, {64, 11, "lobby.col.state", false}, {75, 4, "lobby.col.watchers", true},
	}
	a.grid(g, 5, cols, len(v.tables), v.list[0].focus, g.H()-11, func(i int) []string {
		s := v.tables[i]
		host, other := 0, ""
		if s.Seats[0].ID == "" { // it waits for somebody to sit on the first seat
			host = len(s.Seats) - 1
		}
		if len(s.Seats) > 1 {
			other = a.withRating(s.Seats[1-host])
		}
		return []string{
			a.T("game." + s.Game), a.withRating(s.Seats[host]), other, a.control(s.Control), v.state(a, s), itoa(s.Watchers),
		}
	})
	if len(v.tables) == 0 {
		g.Text(3, 8, ui.Text, a.T("lobby.empty"))
		g.Text(3, 9, ui.Text, a.T("lobby.empty2"))
	}
	g.HLine(0, g.H()-4, g.W(), ui.Muted)
	if s := v.table(); s != nil {
		g.Text(1, g.H()-3, ui.Text, a.T("game."+s.Game)+"   "+a.control(s.Control)+"   "+a.ratedWord(s.Rated)+"   "+s.ID)
	}
	me := a.visit.Me()
	if me.Guest {
		g.Text(1, g.H()-2, ui.Muted, a.T("lobby.you.guest"))
	} else {
		r := v.mine
		g.Text(1, g.H()-2, ui.Muted, a.T("lobby.you", "r", a.rating(r.Rating.Rating, r.Provisional), "d", int(r.Deviation+0.5)))
	}
}

// ratedWord says whether a table is rated.
func (a *App) ratedWord(rated bool) string {
	if rated {
		return a.T("tb.rated")
	}
	return a.T("tb.unrated")
}

// entering is the word for what Enter does to the focused table.
func (v *lobbyView) entering(a *App) string {
	s := v.table()
	switch {
	case s == nil:
		return "key.new"
	case s.SeatOf(a.visit.Me().ID) != games.Nobody:
		return "key.open"
	case s.Status == store.Open:
		return "key.sit"
	}
	return "key.watch"
}

// hint says what Enter does to the focused line.
func (v *lobbyView) hint(a *App) string {
	if v.tab == 1 {
		return a.T("lobby.hint.people")
	}
	s := v.table()
	switch {
	case s == nil:
		return a.T("lobby.hint.none")
	case s.SeatOf(a.visit.Me().ID) != games.Nobody:
		return a.T("lobby.hint.mine")
	case s.Status == store.Open && s.Rated && a.visit.Me().Guest:
		return a.T("err.guest_rated")
	case s.Status == store.Open:
		return a.T("lobby.hint.sit")
	}
	return a.T("lobby.hint.watch")
}

// withRating is a seat's name with its rating, for lists.
func (a *App) withRating(s lobby.SeatInfo) string {
	name := a.seatName(s)
	if s.Rating > 0 {
		name = ui.Cut(name, 12) + " " + a.rating(s.Rating, s.Provisional)
	}
	return name
}

// state is how far a table has come, for the list.
func (v *lobbyView) state(a *App, s *lobby.Summary) string {
	if s.Status == store.Open {
		waited := (time.Now().UnixMilli() - s.Created) / 1000
		if waited >= 3600 {
			return a.T("lobby.waiting", "t", fmt.Sprintf("%dh", waited/3600))
		}
		return a.T("lobby.waiting", "t", fmt.Sprintf("%d:%02d", waited/60, waited%60))
	}
	return a.T("tb.ply", "n", s.Plies)
}

func (v *lobbyView) drawPeople(a *App, g ui.Region) {
	me := a.visit.Me().ID
	cols := []column{{3, 18, "lobby.col.name", false}, {24, 24, "lobby.col.where", false}, {50, 20, "lobby.col.kind", false}}
	a.grid(g, 5, cols, len(v.people), v.list[1].focus, g.H()-8, func(i int) []string {
		p := v.people[i]
		name, where, kind := a.wholeName(p.Name, p.Remote), a.T("lobby.at.lobby"), ""
		if p.ID == me {
			name += " " + a.T("tb.me")
		}
		if p.Table != "" {
			where = a.T("lobby.at.table", "id", p.Table)
		}
		if p.Guest {
			kind = a.T("lobby.isguest")
		} else if p.Remote {
			kind = a.T("lobby.isbot")
		}
		return []string{name, where, kind}
	})
}
