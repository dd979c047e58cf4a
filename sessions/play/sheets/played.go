package sheets

import (
	"encoding/json"

	"arcade/sessions/app"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
	"arcade/store"
)

// ReadStats reads a player's statistics of a game, the visitor's own with imported tries. Without any it returns read(nil).
func ReadStats[S any](a *app.App, game, player string, read func(json.RawMessage) (S, error)) S {
	from := a.House.Lobby.Stats
	if player == a.Visit.Me().ID {
		from = a.House.Lobby.OwnStats
	}
	raw, err := from(a.Ctx, game, player)
	if err != nil {
		a.Report("statistics", err, "game", game)
		raw = nil
	}
	s, err := read(raw)
	if err != nil {
		a.Report("statistics", err, "game", game)
	}
	return s
}

// Owner is the player whose statistics a screen shows.
type Owner struct{ Player, Name string }

// Guest reports whether the viewer has no key, so that there is nothing to read.
func (o *Owner) Guest(a *app.App) bool { return o.Player == a.Visit.Me().ID && a.Visit.Me().Guest }

// Begin looks up the owner's name, then lets the screen read the rest.
func (o *Owner) Begin(a *app.App, refresh func(*app.App)) {
	if o.Guest(a) {
		o.Name = a.PersonName(a.Visit.Me())
		refresh(a)
		return
	}
	p, err := a.House.Lobby.Player(a.Ctx, o.Player)
	if err != nil {
		a.Gone(err)
		return
	}
	o.Name = a.NameWithMark(p.Name, p.Bot)
	refresh(a)
}

// Played lists a player's finished matches of a game, newest first, each with its replay. It reads a page
// at a time.
type Played struct {
	Game, Player string
	Keep         func(store.Match) bool // which of them have a row
	Matches      []store.Match          // nil until a page could be read
	last         string                 // the last match that was read, "" when there are no more
	scroll       ui.Scroll
}

// Refresh reads the list again if news is set.
func (p *Played) Refresh(a *app.App, news bool) {
	if p.Matches == nil || news {
		p.Matches, p.last = nil, ""
		p.more(a)
	}
	p.scroll.Clamp(len(p.Matches))
}

// more reads the next page.
func (p *Played) more(a *app.App) {
	page, err := a.House.Lobby.Matches(a.Ctx, p.Player, p.last, app.MatchPage)
	if err != nil {
		a.Fail(err)
		return
	}
	if p.last = ""; p.Matches == nil {
		p.Matches = []store.Match{}
	}
	if len(page) == app.MatchPage {
		p.last = page[len(page)-1].ID
	}
	for _, m := range page {
		if m.Game == p.Game && m.Status == store.Done && !(m.Private && m.SeatOf(a.Visit.Me().ID) < 0) && p.Keep(m) {
			p.Matches = append(p.Matches, m)
		}
	}
}

// List returns the list of the matches, with page rows on a page.
func (p *Played) List(page int) app.List {
	return app.List{Scroll: &p.scroll, N: len(p.Matches), Page: page, Moved: func(a *app.App) {
		if p.last != "" && p.scroll.Focus >= len(p.Matches)-2 {
			p.more(a)
		}
	}}
}

// Replay shows the replay of the match in focus.
func (p *Played) Replay(a *app.App) {
	if p.scroll.Focus >= len(p.Matches) {
		return
	}
	a.Push(replays.New(p.Matches[p.scroll.Focus].ID))
}

// Commands returns the commands of a page with the list, including the page's own.
func (p *Played) Commands(own ...app.Command) []app.Command {
	none := len(p.Matches) == 0
	list := []app.Command{
		{Key: "updown", Bar: "key.choose", Off: none},
		{Key: "enter", Also: []ui.Key{"v"}, Bar: "key.replay", Menu: "key.replay", Off: none, Do: p.Replay},
	}
	return append(append(list, own...), app.HelpKey, app.BackKey)
}

// Ranks is the command that leads to a game's board.
func Ranks(game string) app.Command {
	return app.Command{Key: "b", Bar: "key.board", Menu: "key.board", Do: func(a *app.App) { a.Push(a.House.Places.Ranks(a, game)) }}
}

// Scorer returns the name of the player of a row on a board by points.
func Scorer(a *app.App, r store.Score) string {
	if r.Player == a.Visit.Me().ID {
		return a.PersonName(a.Visit.Me()) + " " + a.T("tb.me")
	}
	return a.NameWithMark(r.Name, r.ByBot)
}
