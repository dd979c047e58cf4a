// Package profile has a player's page: the name, the graph of the rating, the results against each
// opponent, the hours and games played, and the marks reached.
package profile

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

// Page is the public page of a player.
type Page struct {
	id      string
	ways    Ways
	data    lobby.Profile
	streak  string // the days in a row, "" for none yet
	longest int
	purse   string            // the public part of its purse, "" for nothing
	runs    map[string]string // the best of each game for one seat, and the place of the day
	past    past
	// milestones has the games' marks, by game. A finished match makes the page read them again.
	milestones map[string][]play.Milestone
	kept       map[string]bool // the games with statistics of the player, read with them
	reached    []mark
	game       int // index of the game in view, once chosen
	chosen     bool
	span       int            // index of the graph's days
	versus     []store.Versus // in the game in view, latest first
	scroll     ui.Scroll
}

// Ways has the commands that lead on from a profile.
type Ways struct {
	// Own lead to the pages of the player's own account: those with a Bar stand in the key bar, those with
	// only a Menu are buttons on the page.
	Own func(a *app.App) []app.Command
	// Challenge asks for the game of a challenge to a player.
	Challenge func(to lobby.PlayerRecord) app.Screen
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
		app.Command{Key: "tab", Bar: "key.span", Turn: func(_ *app.App, by int) { p.span = (p.span + len(spans) + by) % len(spans) }})
	if p.mine(a) {
		return append(append(list, p.ways.Own(a)...), stats, app.HelpKey, app.BackKey)
	}
	return append(list,
		app.Command{Key: "n", Bar: "key.challenge", Menu: "key.challenge", Do: func(a *app.App) { a.Push(p.ways.Challenge(p.data.Player)) }},
		stats, app.HelpKey, app.BackKey)
}

// turn goes to the next or the previous game.
func (p *Page) turn(a *app.App, by int) {
	if n := len(p.data.Games); n > 0 {
		p.show(a, (p.game+n+by)%n)
	}
}

// show shows a game.
func (p *Page) show(a *app.App, game int) {
	p.game, p.chosen, p.scroll.Focus = game, true, 0
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
	if p.game < len(p.data.Games) {
		return p.data.Games[p.game].Game
	}
	return ""
}

func (p *Page) List(*app.App) app.List {
	return app.List{Scroll: &p.scroll, N: len(p.versus), Page: 8}
}

func (p *Page) Open(a *app.App) {
	if p.id == a.Visit.Me().ID && a.Visit.Me().Guest {
		a.Gone(lobby.ErrGuestRecord)
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
		p.game = p.past.usual(data.Games)
	}
	p.against()
}

// mine reports whether it is the visitor's own profile.
func (p *Page) mine(a *app.App) bool { return p.id == a.Visit.Me().ID }

func (p *Page) Handle(a *app.App, msg tea.Msg) {
	switch hit := msg.(type) {
	case statsHit:
		a.Push(play.Statistics(a, string(hit), p.id))
	case gameHit:
		p.show(a, int(hit))
	case spanHit:
		p.span = int(hit)
	}
}

// statsHit is a click on a game that keeps statistics, by name.
type statsHit string

// gameHit is a click on the name of a game, spanHit one on the graph's days.
type (
	gameHit int
	spanHit int
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

func (p *Page) Draw(a *app.App, c *ui.Canvas) {
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
	p.statsLink(a, g, 77, y-1)
	p.inWords(a, g, y-1, 77-ui.Width(a.T("prof.stats"))-2)
	p.tallies(a, g, y)
}

// inWords writes the course of the game in view in one row, and the marks in the next.
func (p *Page) inWords(a *app.App, g ui.Region, y, right int) {
	text := a.T("game." + p.shown())
	if l := p.past.line(p.shown(), spans[p.span]); l.drawn() {
		text += ": " + p.change(a, l)
	} else {
		text += ", " + p.spanName(a)
	}
	if hours, most := p.past.hours(); hours[most] > 0 {
		text += "   " + a.T("prof.hours.most", "n", most)
	}
	g.TextCut(3, y, right-3, ui.Text, text)
}

// marksInWords writes the reached marks in one row.
func (p *Page) marksInWords(a *app.App, g ui.Region, y int) {
	n := reached(p.reached)
	text := a.T("prof.marks") + ": " + a.T("prof.marks.of", "n", n, "of", len(p.reached))
	for i, m := range p.reached[:n] {
		text += app.Either(i == 0, "   ", ", ") + m.text
	}
	g.TextCut(2, y, g.W()-3, ui.Text, text)
}

// spanName returns the graph's days in words.
func (p *Page) spanName(a *app.App) string { return a.T("prof.span." + app.Itoa(spans[p.span])) }

// change returns the gain of the rating over a line, in words.
func (p *Page) change(a *app.App, l line) string {
	if spans[p.span] == 0 {
		return app.Signed(l.change())
	}
	return a.T("prof.change", "n", app.Signed(l.change()), "span", p.spanName(a))
}

// owns returns the days in a row and the purse.
func (p *Page) owns() string {
	return p.streak + app.When(p.streak != "" && p.purse != "", "   ") + p.purse
}

// since returns the days on which the player came and was last seen.
func (p *Page) since(a *app.App) string {
	here := a.T("prof.away", "t", a.When(p.data.Seen))
	if p.data.Online {
		here = a.T("prof.here")
	}
	return a.T("prof.since", "d", app.Day(p.data.Created)) + "   " + here
}

// games draws a row for each game from row 4 on and returns their number.
func (p *Page) games(a *app.App, g ui.Region) int {
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

// tallies draws the tally against each opponent from row y on, and below it the marks and the buttons of
// the visitor's own account.
func (p *Page) tallies(a *app.App, g ui.Region, y int) {
	g.Text(2, y, ui.Strong, p.versusTitle(a))
	cols := []ui.Column{
		{X: 3, W: 14, Heading: "prof.col.opponent"}, {X: 19, W: 11, Heading: "prof.col.game"}, {X: 30, W: 7, Heading: "prof.col.won", Right: true},
		{X: 39, W: 7, Heading: "prof.col.lost", Right: true}, {X: 48, W: 7, Heading: "prof.col.drawn", Right: true}, {X: 59, W: 10, Heading: "board.col.last"},
	}
	bottom := g.H() - 1
	if p.mine(a) {
		p.buttons(a, g, bottom)
		bottom -= 2
	}
	p.marksInWords(a, g, bottom)
	p.List(a).Draw(a, g, y+1, bottom-y-3, cols, func(i int) []string {
		v := p.versus[i]
		return []string{
			a.OpponentName(v), a.T("game." + v.Game), app.Itoa(v.Won), app.Itoa(v.Lost), app.Itoa(v.Drawn), a.When(v.At),
		}
	})
	if len(p.versus) == 0 {
		g.Text(3, y+3, ui.Muted, p.noOpponent(a))
	}
}

// versusTitle returns the heading over the opponents in the game in view; "" for a game for one.
func (p *Page) versusTitle(a *app.App) string {
	name := a.T("game." + p.shown())
	if play.GameOf(p.shown()).Alone() {
		return name
	}
	return a.T("prof.versus.of", "game", name)
}

// noOpponent returns the reason why there is no opponent.
func (p *Page) noOpponent(a *app.App) string {
	return a.T(app.Either(play.GameOf(p.shown()).Alone(), "prof.alone", "prof.versus.none"))
}

// buttons draws the commands of the visitor's own account that are not in the key bar, in a row.
func (p *Page) buttons(a *app.App, g ui.Region, y int) {
	x := 2
	for _, c := range p.ways.Own(a) {
		if c.Menu != "" && c.Key != "v" {
			x += g.Button(x, y, string(c.Key)+" "+a.T(c.Menu), c.Key, false) + 2
		}
	}
}
