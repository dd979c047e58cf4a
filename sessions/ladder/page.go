// Package ladder has the page of a game's bots: their measured strength, the bots that the visitor has
// beaten, and the next one to play.
package ladder

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
	"arcade/store"
)

// lookedBack is the number of the visitor's matches read for days and results.
const lookedBack = 300

// Page is the ladder of one game, the strongest bot on top.
type Page struct {
	game   string
	rungs  []rung
	mine   records.RatingInfo // the visitor's rating; no Games for none
	scroll ui.Scroll
	moved  bool // the visitor has moved the focus
}

// rung is a bot with the visitor's results against it.
type rung struct {
	games.Rung
	store.Tally
	// Beaten is the time of the visitor's last win against it, in ms since 1970; 0 if unknown or none.
	Beaten int64
	// Last has the visitor's latest matches against it, newest first.
	Last []store.Match
}

// Of reports whether a game has a ladder.
func Of(a *app.App, game string) bool { return rungsOf(a, game) != nil }

// rungsOf lists a game's rungs, weakest first; nil for none.
func rungsOf(a *app.App, game string) []games.Rung {
	g, err := a.House.Lobby.Game(game)
	if err != nil {
		return nil
	}
	l, ok := g.(games.Laddered)
	if !ok {
		return nil
	}
	return l.Ladder()
}

// ladders lists the names of the games that have a ladder.
func ladders(a *app.App) (list []string) {
	for _, g := range a.House.Lobby.Games() {
		if name := g.Info().Name; Of(a, name) {
			list = append(list, name)
		}
	}
	return list
}

// New returns the ladder of a game, or of the first game that has one; nil if none has.
func New(a *app.App, game string) app.Screen {
	list := ladders(a)
	if len(list) == 0 {
		return nil
	}
	if !slices.Contains(list, game) {
		game = list[0]
	}
	p := &Page{game: game}
	p.read(a)
	return p
}

// Topic returns the topic of its help.
func (p *Page) Topic() string { return "ladder" }

// Open reads the ladder again, because a match may have ended on the screen above.
func (p *Page) Open(a *app.App) { p.read(a) }

// read reads the visitor's results against the bots from the records.
func (p *Page) read(a *app.App) {
	p.rungs = nil
	for _, r := range rungsOf(a, p.game) {
		p.rungs = append([]rung{{Rung: r}}, p.rungs...)
	}
	me := a.Visit.Me()
	if !me.Guest {
		p.records(a, me.ID)
	}
	if !p.moved {
		p.scroll.Focus = p.next()
	}
	p.scroll.Clamp(len(p.rungs))
}

// records reads the tallies, the days and the latest matches.
func (p *Page) records(a *app.App, me string) {
	profile, err := a.House.Lobby.Profile(a.Ctx, me)
	if err != nil {
		a.Fail(err)
		return
	}
	p.mine = a.House.Lobby.Rating(a.Ctx, p.game, me)
	for _, v := range profile.Versus {
		if i := p.at(v.Opponent); i >= 0 && v.Game == p.game {
			p.rungs[i].Tally = v.Tally
		}
	}
	n := 0
	for m, err := range a.House.Lobby.MatchesOf(a.Ctx, me) {
		if n++; err != nil || n > lookedBack {
			break
		}
		seat := m.SeatOf(me)
		if m.Game != p.game || m.Status != store.Done || len(m.Seats) != 2 || seat < 0 {
			continue
		}
		i := p.at("bot:" + m.Seats[1-seat].Bot)
		if i < 0 {
			continue
		}
		r := &p.rungs[i]
		if m.Winner == seat {
			r.Beaten = max(r.Beaten, m.Ended)
		}
		if len(r.Last) < 4 {
			r.Last = append(r.Last, m)
		}
	}
}

// at returns the rung of an opponent by its name in tallies, -1 for none.
func (p *Page) at(opponent string) int {
	return slices.IndexFunc(p.rungs, func(r rung) bool { return opponent == "bot:"+r.Bot })
}

// next returns the nearest unbeaten rung: by rating once that is settled, else the weakest. With all beaten
// it returns the strongest.
func (p *Page) next() int {
	best := -1
	for i, r := range p.rungs {
		switch {
		case r.Won > 0:
		case best < 0, !p.settled(), math.Abs(r.Rating-p.mine.Rating.Rating) <= math.Abs(p.rungs[best].Rating-p.mine.Rating.Rating):
			best = i
		}
	}
	return max(best, 0)
}

// settled reports whether the visitor has a meaningful rating.
func (p *Page) settled() bool { return p.mine.Games > 0 && !p.mine.Provisional }

// beaten counts the rungs that the visitor has beaten.
func (p *Page) beaten() (n int) {
	for _, r := range p.rungs {
		if r.Won > 0 {
			n++
		}
	}
	return n
}

// chance returns the share of the points, 1 to 99 hundredths, that the visitor's rating predicts against a
// rung.
func (p *Page) chance(r rung) int {
	n := int(math.Round(100 / (1 + math.Pow(10, (r.Rating-p.mine.Rating.Rating)/400))))
	return min(max(n, 1), 99)
}

// in returns the rung in focus.
func (p *Page) in() rung { return p.rungs[p.scroll.Focus] }

// Commands lists the commands of the keys.
func (p *Page) Commands(a *app.App) []app.Command {
	several := len(ladders(a)) > 1
	return []app.Command{
		{Key: "enter", Bar: "ladder.key.play", Do: p.play},
		{Key: "updown", Bar: "ladder.key.rung"},
		{Key: "tab", Bar: app.TextIf(several, "solo.key.game"), Off: !several, Turn: p.turn},
		{Key: "leftright", Off: !several, Turn: p.turn},
		{Key: "w", Bar: "ladder.key.watch", Menu: "ladder.key.watch", Do: p.watch},
		{Key: "v", Bar: "ladder.key.last", Menu: "ladder.key.last", Off: len(p.in().Last) == 0, Do: func(a *app.App) {
			if last := p.in().Last; len(last) > 0 {
				a.Push(replays.New(last[0].ID))
			}
		}},
		app.HelpKey, app.BackKey,
	}
}

// List returns the list of rungs.
func (p *Page) List(*app.App) app.List {
	return app.List{Scroll: &p.scroll, N: len(p.rungs), Page: 5, Moved: func(*app.App) { p.moved = true }}
}

// gameHit is a click on the i-th game's name.
type gameHit int

// Handle takes a click on a game's name.
func (p *Page) Handle(a *app.App, msg tea.Msg) {
	if hit, ok := msg.(gameHit); ok {
		p.to(a, int(hit))
	}
}

// turn switches to the ladder of another game.
func (p *Page) turn(a *app.App, by int) {
	p.to(a, slices.Index(ladders(a), p.game)+by)
}

func (p *Page) to(a *app.App, i int) {
	list := ladders(a)
	p.game, p.moved = list[(i+len(list))%len(list)], false
	p.read(a)
}

// play begins a game with the bot in focus. The visitor has the first seat every other time.
func (p *Page) play(a *app.App) {
	r := p.in()
	o := pairing.Offer{Game: p.game, Control: "none", Seat: games.Seat((r.Won + r.Lost + r.Drawn) % 2), Bot: r.Bot}
	if v := play.GameOf(p.game).Variants; len(v) > 0 {
		o.Options = v[0]
	}
	play.Offer(a, o, a.Push)
}

// watch shows the bot in focus against the next stronger one, the strongest against the next weaker.
func (p *Page) watch(a *app.App) {
	i := p.scroll.Focus
	other := app.If(i > 0, i-1, min(1, len(p.rungs)-1))
	a.Push(replays.NewExhibit(p.game, []string{p.rungs[i].Bot, p.rungs[other].Bot}))
}
