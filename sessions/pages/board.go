package pages

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/store"
)

// profile is what everybody may know of a player, with the tally against each opponent.
type profile struct {
	id     string
	data   lobby.Profile
	streak string            // the days in a row, "" for none yet
	purse  string            // the public part of its purse, "" for nothing
	runs   map[string]string // the best of each game for one seat, and the place of the day
	rated  ratedLine
	scroll ui.Scroll
}

func newProfile(id string) *profile { return &profile{id: id} }

func (p *profile) Topic() string { return "profile" }

func (p *profile) Commands(a *app.App) []app.Command {
	none := !p.List(a).In()
	list := []app.Command{{Key: "updown", Bar: "key.choose", Off: none}, {Key: "enter", Bar: "key.opponent", Off: none, Do: p.enter}}
	stats := app.Command{Key: "t", Bar: "solo.stats", Menu: "solo.stats", Do: func(a *app.App) { sheets.Show(a, p.id) }}
	if p.mine(a) {
		list = append(list,
			app.Command{Key: "u", Bar: "key.name", Menu: "name.title", Do: app.To(newRename)},
			app.Command{Key: "v", Bar: "key.games", Menu: "key.games", Do: app.To(newMatches)},
			stats)
		if !a.House.Alone { // where one comes in without a key
			list = append(list, app.Command{Key: "a", Menu: "acc.keys", Do: app.To(newKeysPage)})
		}
		return append(list,
			app.Command{Key: "x", Menu: "acc.export", Do: app.To(newExport)},
			app.Command{Key: "d", Menu: "acc.delete", Do: app.To(newErase)},
			app.HelpKey, app.BackKey)
	}
	return append(list,
		app.Command{Key: "n", Bar: "key.challenge", Menu: "key.challenge", Do: func(a *app.App) {
			a.Push(newChallengeGames(p.data.Player))
		}},
		stats, app.HelpKey, app.BackKey)
}

func (p *profile) List(*app.App) app.List {
	return app.List{Scroll: &p.scroll, N: len(p.data.Versus), Page: 8}
}

func (p *profile) Open(a *app.App) {
	if p.id == a.Visit.Me().ID && a.Visit.Me().Guest {
		a.Gone(lobby.ErrGuestRecord)
		return
	}
	p.Refresh(a)
}

func (p *profile) Refresh(a *app.App) {
	data, err := a.House.Lobby.Profile(p.id)
	if err != nil {
		if a.Top() == app.Screen(p) {
			a.Gone(err)
			return
		}
		return
	}
	p.data, p.purse, p.streak, p.runs = data, "", "", map[string]string{}
	if s, err := a.House.Lobby.Streak(p.id); err != nil {
		a.Log.Error("profile", "err", err)
	} else if s.Longest > 0 {
		p.streak = a.T("prof.streak", "n", s.Length, "m", s.Longest)
	}
	for _, s := range data.Games { // a purse is the player's own affair until it has been played for
		if f := play.GameOf(s.Game).Purse; f != nil && s.Tally != (store.Tally{}) {
			p.purse = f(a, p.id)
		}
		if play.GameOf(s.Game).Alone() {
			p.runs[s.Game] = play.RunsOf(a, s.Game, p.id)
		}
	}
	if a.Glyphs == ui.LevelRich {
		p.rated.read(a, data)
	}
	p.scroll.Clamp(len(data.Versus))
}

// mine reports whether it is one's own profile.
func (p *profile) mine(a *app.App) bool { return p.id == a.Visit.Me().ID }

func (p *profile) Handle(a *app.App, msg tea.Msg) {
	if hit, ok := msg.(statsHit); ok {
		a.Push(play.Statistics(a, string(hit), p.id))
		return
	}
}

// statsHit is a click on a game that keeps statistics, by name.
type statsHit string

// enter goes to the profile of the opponent in focus.
func (p *profile) enter(a *app.App) {
	if !p.List(a).In() {
		return
	}
	v := p.data.Versus[p.scroll.Focus]
	if app.IsBot(v.Opponent) {
		a.Say(a.T("prof.bot"))
		return
	}
	if v.Opponent == store.Gone {
		a.Say(a.T("acc.gone.profile"))
		return
	}
	a.Push(newProfile(v.Opponent))
}

func (p *profile) Draw(a *app.App, c *ui.Canvas) {
	d := p.data
	name, usual := a.Marked(d.Name, d.Bot), a.T("prof.msg.me")
	if !p.mine(a) {
		usual = a.T("prof.msg", "p", name)
	}
	g := a.Page(c, p.Commands(a), usual, a.T("prof.place"), name)
	if c.Rich {
		p.drawRich(a, g, name)
		return
	}
	g.Text(2, 1, ui.Strong, name)
	g.Text(16, 1, ui.Text, p.since(a))
	if p.mine(a) && len(d.Keys) > 0 && !a.House.Alone {
		g.TextCut(2, 2, g.W()-3, ui.Muted, a.T("prof.key", "k", a.Visit.Key(), "n", len(d.Keys)))
	} else if d.Bot {
		g.Text(2, 2, ui.Muted, a.T("prof.isbot", "p", d.Name))
	}
	g.TextCut(2, 3, g.W()-3, ui.Text, p.owns())
	y := 7 + p.games(a, g)
	n := g.TextRight(77, y-1, ui.Accent, a.T("prof.stats"))
	g.Hit(ui.Rect{X: 77 - n, Y: y - 1, W: n, H: 1}, ui.Press("t"))
	p.versus(a, g, y)
}

// owns are the days in a row and the purse.
func (p *profile) owns() string {
	return p.streak + app.When(p.streak != "" && p.purse != "", "   ") + p.purse
}

// since is when the player came, and was seen last.
func (p *profile) since(a *app.App) string {
	here := a.T("prof.away", "t", a.When(p.data.Seen))
	if p.data.Online {
		here = a.T("prof.here")
	}
	return a.T("prof.since", "d", app.Day(p.data.Created)) + "   " + here
}

// games draws a row for each game from row 4 on; it gives their number.
func (p *profile) games(a *app.App, g ui.Region) int {
	d := p.data
	head := []ui.Column{
		{X: 3, W: 12, Heading: "prof.col.game"}, {X: 17, W: 7, Heading: "prof.col.won", Right: true}, {X: 26, W: 7, Heading: "prof.col.lost", Right: true}, {X: 35, W: 7, Heading: "prof.col.drawn", Right: true},
		{X: 45, W: 9, Heading: "board.col.rating", Right: true}, {X: 56, W: 9, Heading: "board.col.deviation", Right: true}, {X: 67, W: 10, Heading: "prof.col.rated", Right: true},
	}
	a.Grid(g, 4, head, len(d.Games), -1, len(d.Games), func(i int) []string {
		s := d.Games[i]
		if play.GameOf(s.Game).Alone() {
			return []string{a.T("game." + s.Game)}
		}
		return []string{
			a.T("game." + s.Game), app.Itoa(s.Tally.Won), app.Itoa(s.Tally.Lost), app.Itoa(s.Tally.Drawn),
			a.Rating(s.Rating.Rating.Rating, s.Rating.Provisional), app.Itoa(int(s.Rating.Deviation + 0.5)), app.Itoa(s.Rating.Games),
		}
	})
	for i, s := range d.Games {
		if play.GameOf(s.Game).Alone() {
			g.TextCut(19, 6+i, g.W()-20, ui.Muted, p.runs[s.Game])
		}
		if slices.Contains(sheets.Games(a), s.Game) {
			g.Hit(ui.Rect{Y: 6 + i, W: g.W(), H: 1}, statsHit(s.Game))
		}
	}
	return len(d.Games)
}

// versus draws the tally against each opponent from row y on, and below it what one can do
// about one's own account.
func (p *profile) versus(a *app.App, g ui.Region, y int) {
	d := p.data
	g.Text(2, y, ui.Strong, a.T("prof.versus"))
	cols := []ui.Column{
		{X: 3, W: 14, Heading: "prof.col.opponent"}, {X: 19, W: 11, Heading: "prof.col.game"}, {X: 30, W: 7, Heading: "prof.col.won", Right: true},
		{X: 39, W: 7, Heading: "prof.col.lost", Right: true}, {X: 48, W: 7, Heading: "prof.col.drawn", Right: true}, {X: 59, W: 10, Heading: "board.col.last"},
	}
	rows := g.H() - y - 3
	if p.mine(a) {
		rows -= 2
		p.buttons(a, g)
	}
	p.List(a).Draw(a, g, y+1, rows, cols, func(i int) []string {
		v := d.Versus[i]
		return []string{
			a.OpponentName(v), a.T("game." + v.Game), app.Itoa(v.Won), app.Itoa(v.Lost), app.Itoa(v.Drawn), a.When(v.At),
		}
	})
	if len(d.Versus) == 0 {
		g.Text(3, y+3, ui.Muted, a.T("prof.versus.none"))
	}
}

// buttons are what one can do about one's own account, in the last row.
func (p *profile) buttons(a *app.App, g ui.Region) {
	x := 2
	for _, b := range []struct {
		key   ui.Key
		label string
	}{{"n", a.T("name.title")}, {"a", a.T("acc.keys")}, {"x", a.T("acc.export")}, {"d", a.T("acc.delete")}} {
		if b.key != "a" || !a.House.Alone {
			x += g.Button(x, g.H()-1, string(b.key)+" "+b.label, b.key, false) + 2
		}
	}
}

// newSetupFor is the form of a new table with a player to challenge.
func newSetupFor(a *app.App, game string, to lobby.PlayerRecord) *Setup {
	s := newSetup(a, game)
	s.to = to
	who := s.Row("who")
	who.At = slices.Index(who.Values, "player")
	s.update(a)
	return s
}
