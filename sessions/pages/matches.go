package pages

import (
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/ui"
	"arcade/store"
)

// matches lists the visitor's matches, unfinished and finished, newest first.
type matches struct {
	list   []store.Match
	scroll ui.Scroll
	filter int // 0 all, 1 unfinished, 2 won, 3 lost or drawn
	more   bool
}

func newMatches(a *app.App) *matches {
	m := &matches{}
	m.Refresh(a)
	return m
}

func (m *matches) Topic() string { return "matches" }

func (m *matches) Refresh(a *app.App) {
	list, err := a.House.Lobby.Matches(a.Ctx, a.Visit.Me().ID, "", app.MatchPage)
	if err != nil {
		a.Fail(err)
		return
	}
	if n := len(m.list); n > app.MatchPage && len(list) == app.MatchPage && m.list[0].ID == list[0].ID {
		return // older pages have been read; nothing is new
	}
	m.list, m.more = list, len(list) == app.MatchPage
	m.scroll.Clamp(len(m.shown(a)))
}

// shown returns the matches that the filter accepts.
func (m *matches) shown(a *app.App) (list []store.Match) {
	me := a.Visit.Me().ID
	for _, rec := range m.list {
		won := rec.Status == store.Done && rec.Winner >= 0 && rec.Winner == rec.SeatOf(me)
		if m.filter == 0 || m.filter == 1 && rec.Status != store.Done || m.filter == 2 && won ||
			m.filter == 3 && rec.Status == store.Done && !won {
			list = append(list, rec)
		}
	}
	return list
}

func (m *matches) Commands(a *app.App) []app.Command {
	filter := func(a *app.App, by int) {
		m.filter = (m.filter + 4 + by) % 4
		m.scroll.Clamp(len(m.shown(a)))
	}
	none := !m.List(a).In()
	return []app.Command{
		{Key: "updown", Bar: "key.choose", Off: none},
		{Key: "enter", Also: []ui.Key{"space", "v"}, Bar: "key.look", Off: none, Do: m.enter},
		{Key: "tab", Bar: "key.filter", Turn: filter},
		{Key: "leftright", Turn: filter},
		app.HelpKey, app.BackKey,
	}
}

func (m *matches) List(a *app.App) app.List {
	return app.List{Scroll: &m.scroll, N: len(m.shown(a)), Page: 15, Moved: m.older}
}

func (m *matches) Handle(_ *app.App, msg tea.Msg) {
	if tab, ok := msg.(ui.TabHit); ok {
		m.filter, m.scroll.Focus = int(tab), 0
	}
}

// older reads the next page when the focus comes near the end.
func (m *matches) older(a *app.App) {
	if !m.more || m.scroll.Focus < len(m.shown(a))-2 {
		return
	}
	list, err := a.House.Lobby.Matches(a.Ctx, a.Visit.Me().ID, m.list[len(m.list)-1].ID, app.MatchPage)
	if err != nil {
		a.Fail(err)
		return
	}
	m.list, m.more = append(m.list, list...), len(list) == app.MatchPage
}

func (m *matches) enter(a *app.App) {
	list := m.shown(a)
	if m.scroll.Focus >= len(list) {
		return
	}
	rec := list[m.scroll.Focus]
	if rec.Status == store.Done {
		a.Push(replays.New(rec.ID))
		return
	}
	a.Push(play.NewTable(rec.ID))
}

// Draw draws the list.
func (m *matches) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, m) }

// View shows the matches that the filter accepts.
func (m *matches) View(a *app.App) app.View {
	list, me := m.shown(a), a.Visit.Me().ID
	usual := a.T("mt.export", "line", a.House.Command(a.T("mt.export.line")))
	if a.Visit.Me().Guest {
		usual = a.T("mt.guest")
	}
	tabs := kit.Tabs{Labels: []string{a.T("mt.all"), a.T("mt.live"), a.T("mt.won"), a.T("mt.lost")}, Open: m.filter}
	cols := []kit.Column{
		{Head: a.T("mt.col.id"), W: 8, Drop: 3}, {Head: a.T("mt.col.game"), W: 11}, {Head: a.T("mt.col.opponent"), W: 12, Name: true},
		{Head: a.T("mt.col.result"), W: 19, Drop: 1}, {Head: a.T("mt.col.plies"), W: 5, Right: true, Drop: 4}, {Head: a.T("mt.col.when"), W: 9, Drop: 2},
	}
	rows := m.List(a).Block(cols, a.T("mt.empty"), func(i int) []string {
		rec := list[i]
		return []string{rec.ID, a.ShortGame(rec.Game, rec.Options), opponentIn(a, rec, me), resultIn(a, rec, me), plies(rec), a.Ago(rec.Created)}
	})
	return app.View{Place: []string{a.T("mt.place")}, Usual: usual, Body: kit.Col(1, 0, kit.Item{Block: tabs}, kit.Item{Block: rows, Fill: 1})}
}

// plies returns the number of actions of a finished match, or its moves if the game counts those itself,
// for example without resigning. The log of a match in play counts more than either.
func plies(rec store.Match) string {
	if rec.Status != store.Done {
		return "-"
	}
	own := struct{ Moves int }{rec.Plies}
	if rec.Reason != games.Aborted {
		_ = json.Unmarshal(rec.Result, &own) // there may be none
	}
	return app.Itoa(own.Moves)
}

// opponentIn returns the player's opponent in a record.
func opponentIn(a *app.App, rec store.Match, me string) string {
	for i, s := range table.SeatsOf(rec) {
		if i != rec.SeatOf(me) {
			return a.SeatName(s)
		}
	}
	return "-"
}

// resultIn returns a record's result in a word or two, with the rating's change.
func resultIn(a *app.App, rec store.Match, me string) string {
	switch rec.Status {
	case store.Open:
		return a.T("mt.open")
	case store.Live:
		return a.T("mt.playing")
	}
	seat, g := rec.SeatOf(me), play.GameOf(rec.Game)
	if g.Alone() {
		return g.Outcome(a, rec, seat)
	}
	if rec.Reason == games.Aborted {
		return a.T("end.aborted")
	}
	text := a.T("mt.r.lost")
	switch {
	case rec.Winner < 0:
		text = a.T("mt.r.drawn")
	case rec.Winner == seat:
		text = a.T("mt.r.won")
	}
	change := ""
	if seat >= 0 && rec.Rated {
		change = fmt.Sprintf(" %+d", int(rec.Seats[seat].Rating+rec.Seats[seat].Change+0.5)-int(rec.Seats[seat].Rating+0.5))
	}
	if g.Outcome != nil {
		return g.Outcome(a, rec, seat) + change
	}
	return text + change + "  " + a.T("end.short."+rec.Reason)
}
