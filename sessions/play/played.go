package sessions

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/ui"
	"arcade/store"
)

// statsOf reads a player's statistics of a game: what read makes of none where there
// are none to read.
func statsOf[S any](a *App, game, player string, read func(json.RawMessage) (S, error)) S {
	raw, err := a.house.Lobby.Stats(game, player)
	if err != nil {
		a.log.Error("statistics", "game", game, "err", err)
		raw = nil
	}
	s, err := read(raw)
	if err != nil {
		a.log.Error("statistics", "game", game, "err", err)
	}
	return s
}

// owner is whose statistics a screen shows.
type owner struct{ player, name string }

// guest tells that there is nothing to read: the viewer has no key.
func (o *owner) guest(a *App) bool {
	return o.player == a.visit.Me().ID && a.visit.Me().Guest
}

// begin looks up the owner's name, then lets the screen read the rest.
func (o *owner) begin(a *App, refresh func(*App) tea.Cmd) tea.Cmd {
	if o.guest(a) {
		o.name = a.personName(a.visit.Me())
		return refresh(a)
	}
	p, err := a.house.Lobby.Player(o.player)
	if err != nil {
		return a.gone(err)
	}
	o.name = a.marked(p.Name, p.Bot)
	return refresh(a)
}

// played lists a player's finished matches of a game, newest first, each of which can
// be seen again. They are read a page at a time.
type played struct {
	game, player string
	keep         func(store.Match) bool // which of them have a row
	list         []store.Match          // nil until a page could be read
	last         string                 // the last match that was read, "" when there are no more
	scroll       scroll
}

// refresh reads anew where a match has come since.
func (p *played) refresh(a *App, news bool) {
	if p.list == nil || news {
		p.list, p.last = nil, ""
		p.more(a)
	}
	p.scroll.clamp(len(p.list))
}

// more reads the next page.
func (p *played) more(a *App) {
	page, err := a.house.Lobby.Matches(p.player, p.last, matchPage)
	if err != nil {
		a.fail(err)
		return
	}
	if p.last = ""; p.list == nil {
		p.list = []store.Match{}
	}
	if len(page) == matchPage {
		p.last = page[len(page)-1].ID
	}
	for _, m := range page {
		if m.Game == p.game && m.Status == store.Done && !(m.Private && m.SeatOf(a.visit.Me().ID) < 0) && p.keep(m) {
			p.list = append(p.list, m)
		}
	}
}

// handle moves the focus among the matches, rows of which are in view, and shows the
// one in focus again; false where the message is about something else.
func (p *played) handle(a *App, msg tea.Msg, rows int) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case rowHit:
		if p.scroll.focus == int(msg) {
			return p.replay(a), true
		}
		p.scroll.focus = int(msg)
		return nil, true
	case ui.Key:
		if p.scroll.key(msg, len(p.list), rows) {
			if p.last != "" && p.scroll.focus >= len(p.list)-2 {
				p.more(a)
			}
			return nil, true
		}
		if msg == "enter" || msg == "v" {
			return p.replay(a), true
		}
	}
	return nil, false
}

func (p *played) replay(a *App) tea.Cmd {
	if p.scroll.focus >= len(p.list) {
		return nil
	}
	return a.push(newReplay(p.list[p.scroll.focus].ID))
}
