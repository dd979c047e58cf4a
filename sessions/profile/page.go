// Package profile has a player's page: the name, the graph of the rating, the results against each
// opponent, the hours and games played, and the marks reached.
package profile

import (
	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/store"
)

// Page is the public page of a player.
type Page struct {
	id      string
	ways    Ways
	data    records.Profile
	streak  string // the days in a row, "" for none yet
	longest int
	purse   string            // the public part of its purse, "" for nothing
	runs    map[string]string // the best of each game for one seat, and the place of the day
	past    past
	// milestones has the games' marks, by game. A finished match makes the page read them again.
	milestones map[string][]play.Milestone
	kept       map[string]bool // the games with statistics of the player, read with them
	reached    []mark
	standings  []standing
	at         int // index of the standing in view, once chosen
	chosen     bool
	span       int            // index of the graph's days
	versus     []store.Versus // in the game in view, latest first
	scroll     ui.Scroll
	sheets.Pages
}

// standing is a player's standing in a game by one of its ratings; each has a tab of its own.
type standing struct {
	records.GameProfile
	rating records.RatingInfo
}

// title names the game, with the rules of the rating if they have a name.
func (s standing) title(a *app.App) string {
	g, err := a.House.Lobby.Game(s.Game)
	if err == nil && s.rating.Game != s.Game {
		for _, options := range play.RuleSets(a, s.Game) {
			if games.PoolOf(g, options) == s.rating.Game {
				return a.Game(s.Game, options)
			}
		}
	}
	return a.T("game." + s.Game)
}

// Ways has the commands that lead on from a profile.
type Ways struct {
	// Own lead to the pages of the player's own account.
	Own func(a *app.App) []app.Command
	// Challenge asks for the game of a challenge to a player.
	Challenge func(to store.Player) app.Screen
}

// New returns the page of a player.
func New(id string, ways Ways) *Page { return &Page{id: id, ways: ways} }

func (p *Page) Topic() string { return "profile" }

func (p *Page) Commands(a *app.App) []app.Command {
	none := !p.List(a).In()
	list := []app.Command{{Key: "updown", Off: none}, {Key: "enter", Bar: "key.opponent", Off: none, Do: p.enter}}
	stats := app.Command{Key: "t", Menu: "solo.stats", Do: func(a *app.App) { sheets.Show(a, p.id) }}
	list = append(list,
		app.Command{Key: "leftright", Bar: "solo.key.game", Turn: p.turn},
		app.Command{Key: "tab", Bar: "key.span", Off: play.GameOf(p.shown()).Alone(), Turn: func(_ *app.App, by int) { p.span = (p.span + len(spans) + by) % len(spans) }},
		p.Next())
	if p.mine(a) {
		return append(append(list, p.ways.Own(a)...), stats, app.HelpKey, app.BackKey)
	}
	return append(list,
		app.Command{Key: "n", Bar: "key.challenge", Menu: "key.challenge", Do: func(a *app.App) { a.Push(p.ways.Challenge(p.data.Player)) }},
		stats, app.HelpKey, app.BackKey)
}

// turn goes to the next or the previous standing.
func (p *Page) turn(a *app.App, by int) {
	if n := len(p.standings); n > 0 {
		p.show(a, (p.at+n+by)%n)
	}
}

// show shows a standing.
func (p *Page) show(a *app.App, at int) {
	p.at, p.chosen, p.scroll.Focus = at, true, 0
	p.against()
}

// against takes the tallies of the game in view.
func (p *Page) against() {
	p.versus = nil
	for _, v := range p.data.Versus {
		if v.Game == p.shown() {
			p.versus = append(p.versus, v)
		}
	}
	p.scroll.Clamp(len(p.versus))
}

// shown returns the name of the game in view.
func (p *Page) shown() string {
	if p.at < len(p.standings) {
		return p.standings[p.at].Game
	}
	return ""
}

func (p *Page) List(*app.App) app.List {
	return app.List{Scroll: &p.scroll, N: len(p.versus), Page: 8}
}

func (p *Page) Open(a *app.App) {
	if p.id == a.Visit.Me().ID && a.Visit.Me().Guest {
		a.Gone(room.ErrGuestRecord)
		return
	}
	p.Refresh(a)
}

func (p *Page) Refresh(a *app.App) {
	data, err := a.House.Lobby.Profile(a.Ctx, p.id)
	if err != nil {
		if a.Top() == app.Screen(p) {
			a.Gone(err)
			return
		}
		return
	}
	p.data, p.purse, p.streak, p.runs = data, "", "", map[string]string{}
	if s, err := a.House.Lobby.Streak(a.Ctx, p.id); err != nil {
		a.Report("profile", err)
	} else if s.Longest > 0 {
		p.longest = s.Longest
		p.streak = a.T("prof.streak", "n", s.Length, "m", s.Longest)
	}
	p.stand(data.Games)
	for _, s := range data.Games { // a purse is private until it has been played for
		if f := play.GameOf(s.Game).Purse; f != nil && s.Tally != (store.Tally{}) {
			p.purse = f(a, p.id)
		}
		if play.GameOf(s.Game).Alone() {
			p.runs[s.Game] = play.RunsOf(a, s.Game, p.id)
		}
	}
	if p.past.read(a, p.id) || p.milestones == nil {
		p.milestones = p.readMilestones(a)
	}
	p.reached = p.marks(a)
	if !p.chosen {
		p.at = p.past.usual(p.standings)
	}
	p.against()
}

// stand lists the standings anew. The one in view stays in view: a first match under other rules adds one.
func (p *Page) stand(list []records.GameProfile) {
	shown := ""
	if p.at < len(p.standings) {
		shown = p.standings[p.at].rating.Game
	}
	p.standings = nil
	for _, g := range list {
		for _, r := range g.Ratings {
			if r.Game == shown {
				p.at = len(p.standings)
			}
			p.standings = append(p.standings, standing{g, r})
		}
	}
}

// mine reports whether it is the visitor's own profile.
func (p *Page) mine(a *app.App) bool { return p.id == a.Visit.Me().ID }

func (p *Page) Handle(a *app.App, msg tea.Msg) {
	p.Pages.Handle(a, msg)
	switch hit := msg.(type) {
	case statsHit:
		a.Push(play.Statistics(a, string(hit), p.id))
	case standingHit:
		p.show(a, int(hit))
	case spanHit:
		p.span = int(hit)
	}
}

// statsHit is a click on a game that keeps statistics, by name.
type statsHit string

// standingHit is a click on the tab of a standing, spanHit one on the graph's days.
type (
	standingHit int
	spanHit     int
)

// enter goes to the profile of the opponent in focus.
func (p *Page) enter(a *app.App) {
	if !p.List(a).In() {
		return
	}
	v := p.versus[p.scroll.Focus]
	if app.IsBot(v.Opponent) {
		a.Say(a.T("prof.bot"))
		return
	}
	if v.Opponent == store.Gone {
		a.Say(a.T("acc.gone.profile"))
		return
	}
	a.Push(New(v.Opponent, p.ways))
}
