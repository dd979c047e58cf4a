package pages

import (
	"cmp"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/ladder"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// lobbyView lists the open seats and live tables of a game ("" for all), and on its second tab the people
// here.
type lobbyView struct {
	game   string
	of     string // the game of a new table if the list has all games
	tables []*table.Summary
	people []directory.Present
	bots   int // among them
	tab    int // 0 tables, 1 people
	list   [2]ui.Scroll
	slid   time.Time // when another table took the place of the focused one

	foretold *table.Summary // the table of casual
	casual   string         // why a match at it would not count for the visitor, "" if it would

	records map[string]record             // results read for a closer look, by game and person
	ratings map[string]records.RatingInfo // the visitor's, by their names, read when shown
}

// newLobby lists one game, or all if game is "", and opens new tables of the game of.
func newLobby(game, of string) *lobbyView { return &lobbyView{game: game, of: of} }

func (v *lobbyView) Topic() string { return "lobby" }

func (v *lobbyView) Commands(a *app.App) []app.Command {
	enter, tab := v.entering(a), "key.people"
	if v.tab == 1 {
		enter, tab = "key.profile", "key.tables"
	}
	form := func(a *app.App) { a.Push(a.House.Places.Form(a, v.name())) }
	return []app.Command{
		{Key: "enter", Bar: enter, Do: v.enter},
		{Key: "f", Bar: "key.quick", Menu: "menu.quick", Do: func(a *app.App) { find(a, v.name()) }},
		{Key: "g", Bar: "key.bot", Menu: "lobby.bot", Do: func(a *app.App) {
			if play.GameOf(v.name()).Alone() {
				form(a)
				return
			}
			if !ladder.Of(a, v.name()) {
				StartBot(a, v.name())
				return
			}
			toLadder(a, v.name())
		}},
		{Key: "n", Bar: "key.new", Menu: "menu.new", Do: form},
		{Key: "a", Bar: "key.code", Menu: "menu.code", Do: app.To(newJoin)},
		{Key: "w", Menu: "key.watch", Do: func(a *app.App) {
			if s := v.table(); s != nil && v.tab == 0 && s.Status == store.Live {
				a.Push(play.NewTable(s.ID))
				return
			}
			a.Warn(a.T("lobby.w.none"))
		}},
		{Key: "tab", Also: []ui.Key{"shift+tab", "left", "right"}, Bar: tab, Menu: tab, Do: func(*app.App) {
			v.tab = 1 - v.tab
		}},
		app.HelpKey, app.BackKey,
	}
}

// toLadder opens the bots of a game, or of the first game that has a ladder.
func toLadder(a *app.App, game string) {
	if s := a.House.Places.Ladder(a, game); s != nil {
		a.Push(s)
	}
}

func (v *lobbyView) List(*app.App) app.List {
	n := app.If(v.tab == 1, len(v.people), len(v.tables))
	return app.List{Scroll: &v.list[v.tab], N: n, Page: 10, Moved: func(a *app.App) {
		v.slid = time.Time{}
		v.foretell(a)
	}}
}

// Open reads the lists, after the lobby knows that they are in view.
func (v *lobbyView) Open(a *app.App) {
	v.records, v.foretold = nil, nil
	v.Refresh(a)
	v.slid = time.Time{} // this is the first list
}

// Watches returns the sight of the full lists.
func (v *lobbyView) Watches() directory.Sight {
	return directory.Sight{Changes: directory.Seats | directory.Moves | directory.Counts, Game: v.game}
}

func (v *lobbyView) Refresh(a *app.App) {
	// The focus stays on its table when others come and go.
	held := v.focused()
	v.tables, v.people = a.House.Lobby.PublicTables(v.game), a.House.Lobby.People()
	v.ratings = map[string]records.RatingInfo{}
	for i, s := range v.tables {
		if s.ID == held {
			v.list[0].Focus = i
		}
	}
	v.bots = 0
	for _, p := range v.people {
		if p.Remote {
			v.bots++
		}
	}
	v.list[0].Clamp(len(v.tables))
	if held != "" && v.focused() != held {
		v.slid = time.Now()
	}
	v.list[1].Clamp(len(v.people))
	v.foretell(a)
}

// foretell reads whether a match at the focused table would count, if that is another table or has changed.
func (v *lobbyView) foretell(a *app.App) {
	s := v.table()
	if s == v.foretold {
		return
	}
	if v.foretold, v.casual = s, ""; s != nil {
		v.casual = a.Visit.Uncounted(s)
	}
}

// name returns the game to play from here. In a list of all games it is the game of the focused table.
func (v *lobbyView) name() string {
	if s := v.table(); s != nil && v.game == "" {
		return s.Game
	}
	return cmp.Or(v.game, v.of)
}

func (v *lobbyView) Handle(_ *app.App, msg tea.Msg) {
	if tab, ok := msg.(ui.TabHit); ok {
		v.tab = int(tab)
	}
}

func (v *lobbyView) table() *table.Summary {
	if i := v.list[0].Focus; i < len(v.tables) {
		return v.tables[i]
	}
	return nil
}

// focused returns the id of the table in focus, "" for none.
func (v *lobbyView) focused() string {
	if s := v.table(); s != nil {
		return s.ID
	}
	return ""
}

// enter acts on the focused line: sit down, watch, or open a person's page.
func (v *lobbyView) enter(a *app.App) {
	if v.tab == 1 {
		if i := v.list[1].Focus; i < len(v.people) {
			p := v.people[i]
			if p.Guest {
				a.Warn(a.T("lobby.guest"))
				return
			}
			a.Push(newProfile(p.ID))
			return
		}
		return
	}
	s := v.table()
	switch {
	case time.Since(v.slid) < app.GuardTime: // the key was for the table that has gone
		a.Warn(a.T("lobby.slid"))
		return
	case s == nil && play.GameOf(v.name()).Alone():
		a.Push(a.House.Places.Form(a, v.name()))
		return
	case s == nil:
		play.Search{Game: v.name(), Options: play.EnterRules(a, v.name()), Bot: true}.Begin(a, "")
		return
	case s.SeatOf(a.Visit.Me().ID) != games.Nobody || s.Status == store.Live:
		a.Push(play.NewTable(s.ID))
		return
	}
	play.Take(a, s.ID)
}

// peopleLabel counts the people here, and the bots separately, as the top bar leaves them out.
func (v *lobbyView) peopleLabel(a *app.App) string {
	return app.If(v.bots > 0, a.T("lobby.people.bots", "n", len(v.people)-v.bots, "b", v.bots), a.T("lobby.people", "n", len(v.people)))
}

// terms returns a table's time control in words, or that the game is played over HTTP.
func terms(a *app.App, s *table.Summary) string {
	if s.Client {
		return a.T("ctl.web")
	}
	return a.Control(s.Control)
}

// you returns the visitor's identity at these tables in a form of the catalogue, [app.App.T] or [app.App.Short].
func (v *lobbyView) you(a *app.App, text func(key string, args ...any) string) string {
	you := ""
	switch {
	case a.Visit.Me().Guest:
		you = text("lobby.you.guest")
	case !play.GameOf(v.name()).Alone():
		pool := v.pool(a)
		r, known := v.ratings[pool]
		if !known {
			r = a.House.Lobby.Rating(a.Ctx, pool, a.Visit.Me().ID)
			v.ratings[pool] = r
		}
		you = text("lobby.you", "r", a.Rating(r.Rating.Rating, r.Provisional), "d", int(r.Deviation+0.5))
	}
	return v.named(a, you)
}

// pool returns the name of the ratings at the focused table, without one of those to play from here.
func (v *lobbyView) pool(a *app.App) string {
	g, err := a.House.Lobby.Game(v.name())
	if err != nil {
		return v.name()
	}
	if s := v.table(); s != nil && s.Game == v.name() {
		return games.PoolOf(g, s.Options)
	}
	return games.PoolOf(g, play.RuleSets(a, v.name())[0])
}

// lobbyButtons has the ways to a table.
var lobbyButtons = []struct {
	key   ui.Key
	label string
}{{"f", "lobby.quick"}, {"g", "lobby.bot"}, {"n", "lobby.new"}, {"a", "lobby.code"}}

// named prefixes a text with the game to play from here, if the list has all games.
func (v *lobbyView) named(a *app.App, text string) string {
	return app.TextIf(v.game == "", a.T("game."+v.name())+app.If(a.Touched(), ": ", "   ")) + text
}

// entering returns the label of Enter for the focused table.
func (v *lobbyView) entering(a *app.App) string {
	s := v.table()
	switch {
	case s == nil:
		return "key.start"
	case s.SeatOf(a.Visit.Me().ID) != games.Nobody:
		return "key.open"
	case s.Status == store.Open:
		return "key.sit"
	}
	return "key.watch"
}

// hint returns the effect of Enter on the focused line.
func (v *lobbyView) hint(a *app.App) string {
	if v.tab == 1 {
		return a.T("lobby.hint.people")
	}
	s := v.table()
	switch {
	case s == nil:
		return v.named(a, a.T(app.If(play.GameOf(v.name()).Alone(), "lobby.hint.run", "lobby.hint.none")))
	case s.SeatOf(a.Visit.Me().ID) != games.Nobody:
		return a.T("lobby.hint.mine")
	case s.Status == store.Open && s.Rated && !s.Quick && a.Visit.Me().Guest:
		return a.T("err.guest_rated")
	case s.Status == store.Open:
		return a.T("lobby.hint.sit")
	}
	return a.T("lobby.hint.watch")
}

// waited returns the age of an open seat, in steps that grow with it, because every viewer of the list
// redraws it at each step.
func waited(a *app.App, since int64) string {
	opened := time.UnixMilli(since)
	d := time.Since(opened)
	step := 15 * time.Second
	switch {
	case d >= time.Hour:
		step = time.Hour
	case d >= time.Minute:
		step = time.Minute
	}
	d = max(d, 0).Truncate(step)
	a.RedrawForAge(opened.Add(d+step), step)
	if d >= time.Hour {
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d%time.Minute/time.Second)
}

// state returns the progress of a table, for the list.
func (v *lobbyView) state(a *app.App, s *table.Summary) string {
	if s.Status == store.Open {
		return a.T("lobby.waiting", "t", waited(a, s.Created))
	}
	if s.Client { // the column of clocks has the mark
		return a.Plies(s.Plies)
	}
	return progress(a, s)
}

// person returns a person's name, place, and kind if not a player.
func (v *lobbyView) person(a *app.App, p directory.Present) []string {
	name, where, kind := a.WholeName(p.Name, p.Remote), a.T("lobby.at.lobby"), ""
	if p.ID == a.Visit.Me().ID {
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
}
