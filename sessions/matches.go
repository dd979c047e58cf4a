package sessions

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/store"
)

// matchPage is how many matches are read at a time.
const matchPage = 100

// matches lists one's own matches, unfinished and finished, newest first.
type matches struct {
	list   []store.Match
	scroll scroll
	filter int // 0 all, 1 unfinished, 2 won, 3 lost or drawn
	more   bool
}

func newMatches(a *App) *matches {
	m := &matches{}
	m.refresh(a)
	return m
}

func (m *matches) topic() string { return "matches" }

func (m *matches) refresh(a *App) tea.Cmd {
	list, err := a.house.Lobby.Matches(a.visit.Me().ID, "", matchPage)
	if err != nil {
		a.fail(err)
		return nil
	}
	if n := len(m.list); n > matchPage && len(list) == matchPage && m.list[0].ID == list[0].ID {
		return nil // older pages have been read; nothing is new
	}
	m.list, m.more = list, len(list) == matchPage
	m.scroll.clamp(len(m.shown(a)))
	return nil
}

// shown are the matches that the filter lets through.
func (m *matches) shown(a *App) (list []store.Match) {
	me := a.visit.Me().ID
	for _, rec := range m.list {
		won := rec.Status == store.Done && rec.Winner >= 0 && rec.Winner == rec.SeatOf(me)
		if m.filter == 0 || m.filter == 1 && rec.Status != store.Done || m.filter == 2 && won ||
			m.filter == 3 && rec.Status == store.Done && !won {
			list = append(list, rec)
		}
	}
	return list
}

func (m *matches) handle(a *App, msg tea.Msg) tea.Cmd {
	list := m.shown(a)
	if tab, ok := msg.(tabHit); ok {
		m.filter = int(tab)
		m.scroll.focus = 0
		return nil
	}
	if hit, ok := msg.(rowHit); ok {
		if m.scroll.focus == int(hit) {
			return m.enter(a, list)
		}
		m.scroll.focus = int(hit)
		return nil
	}
	key, ok := msg.(ui.Key)
	if !ok {
		return nil
	}
	if m.scroll.key(key, len(list), 15) {
		m.older(a, len(list))
		return nil
	}
	switch key {
	case "tab", "right":
		m.filter = (m.filter + 1) % 4
	case "shift+tab", "left":
		m.filter = (m.filter + 3) % 4
	case "enter", "space", "v":
		return m.enter(a, list)
	case "esc", "q", "backspace":
		return a.pop()
	}
	m.scroll.clamp(len(m.shown(a)))
	return nil
}

// older reads the next page when the focus comes near the end.
func (m *matches) older(a *App, shown int) {
	if !m.more || m.scroll.focus < shown-2 {
		return
	}
	list, err := a.house.Lobby.Matches(a.visit.Me().ID, m.list[len(m.list)-1].ID, matchPage)
	if err != nil {
		a.fail(err)
		return
	}
	m.list, m.more = append(m.list, list...), len(list) == matchPage
}

func (m *matches) enter(a *App, list []store.Match) tea.Cmd {
	if m.scroll.focus >= len(list) {
		return nil
	}
	rec := list[m.scroll.focus]
	if rec.Status == store.Done {
		return a.push(newReplay(rec.ID))
	}
	return a.push(newTable(rec.ID))
}

func (m *matches) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("mt.place")), Facts: a.facts()}
	list := m.shown(a)
	usual := a.T("mt.export", "line", a.piped(a.T("mt.export.line")))
	if a.visit.Me().Guest {
		usual = a.T("mt.guest")
	}
	f.Message, f.MessageInk = a.said(usual)
	f.Keys = a.items("updown", "key.choose", "enter", "key.look", "tab", "key.filter", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := body(c)
	ui.Tabs(g, 1, 1, []string{a.T("mt.all"), a.T("mt.live"), a.T("mt.won"), a.T("mt.lost")}, m.filter,
		func(i int) any { return tabHit(i) })
	me := a.visit.Me().ID
	cols := []column{
		{3, 9, "mt.col.id", false}, {13, 10, "mt.col.game", false}, {24, 15, "mt.col.opponent", false},
		{40, 20, "mt.col.result", false}, {61, 5, "mt.col.plies", true}, {69, 9, "mt.col.when", false},
	}
	a.grid(g, 3, cols, len(list), m.scroll.focus, g.H()-6, func(i int) []string {
		rec := list[i]
		return []string{rec.ID, a.T("game." + rec.Game), a.opponentIn(rec, me), a.resultIn(rec, me), plies(rec), a.when(rec.Created)}
	})
	if len(list) == 0 {
		g.Text(3, 6, ui.Text, a.T("mt.empty"))
	}
}

// plies is how many actions stand in a finished match; the log of one in play counts more than those.
func plies(rec store.Match) string {
	if rec.Status != store.Done {
		return "-"
	}
	return itoa(rec.Plies)
}

// opponentIn is whom a player met in a record.
func (a *App) opponentIn(rec store.Match, me string) string {
	for i, s := range lobby.SeatsOf(rec) {
		if i != rec.SeatOf(me) {
			return a.seatName(s)
		}
	}
	return "-"
}

// resultIn is a record's result in a word or two, with the rating's change.
func (a *App) resultIn(rec store.Match, me string) string {
	switch rec.Status {
	case store.Open:
		return a.T("mt.open")
	case store.Live:
		return a.T("mt.playing")
	}
	seat, g := rec.SeatOf(me), gameOf(rec.Game)
	if g.alone() {
		return g.outcome(a, rec, seat)
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
	if g.outcome != nil {
		return g.outcome(a, rec, seat) + change
	}
	return text + change + "  " + a.T("end.short."+rec.Reason)
}

// when is how long ago a moment was, or its date.
func (a *App) when(ms int64) string {
	t := time.UnixMilli(ms)
	switch d := time.Since(t); {
	case d < time.Minute:
		return a.T("when.now")
	case d < time.Hour:
		return a.T("when.minutes", "n", int(d/time.Minute))
	case d < 24*time.Hour:
		return a.T("when.hours", "n", int(d/time.Hour))
	case d < 300*24*time.Hour:
		return t.UTC().Format("01-02")
	default:
		return t.UTC().Format("2006-01")
	}
}

// day is a date in UTC.
func day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02") }

// isBot tells an opponent that is a bot.
func isBot(opponent string) bool { return strings.HasPrefix(opponent, "bot:") }

// opponentName is how an opponent of a tally is shown.
func (a *App) opponentName(v store.Versus) string {
	if v.Opponent == store.Gone {
		return a.T("acc.gone")
	}
	if isBot(v.Opponent) {
		return a.T("bot." + strings.TrimPrefix(v.Opponent, "bot:"))
	}
	return a.marked(v.Name, v.ByBot)
}
