package sessions

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/sessions/ui"
	"arcade/store"
)

// dealPage is all about one deal: its names, whether it can be won, its board, the
// player's own tries.
type dealPage struct {
	id    string
	rules klondike.Rules

	info      deals.Info
	known     bool
	layout    string // "" while the deal's cards are secret and the player has no try of it
	favourite bool
	list      []store.Score
	mine      store.Score
	place, of int
	tries     []klondike.Try
	tab       int // 0 the board, 1 the player's tries
	scroll    scroll
}

// newDealPage is the page of a deal under rules that go by its ID.
func newDealPage(id string, r klondike.Rules) *dealPage { return &dealPage{id: id, rules: r} }

func (d *dealPage) topic() string { return "dealpage" }

func (d *dealPage) menu(*App) []string {
	return []string{"n", "kp.key.play", "enter", "key.replay", "p", "key.profile", "f", "kp.key.fav", "x", "key.copy", "tab", "kp.key.tries"}
}

func (d *dealPage) open(a *App) tea.Cmd { return d.refresh(a) }

func (d *dealPage) refresh(a *App) tea.Cmd {
	l, me := a.house.Lobby, a.visit.Me()
	info, err := l.Deals().Deal(klondike.Name, d.id, optionsOf(d.rules))
	d.known = err == nil
	if d.known {
		d.info, d.rules, d.layout = info, dealRules(info, d.rules.F2T), layoutOf(info)
		if d.layout == "" {
			d.layout = a.ownLayout(d.id)
		}
		if d.list, err = l.Scores(deals.Board(klondike.Name, d.id), 0, boardPage); err == nil {
			d.mine, d.place, d.of, err = l.ScoreOf(deals.Board(klondike.Name, d.id), me.ID)
		}
	}
	if err != nil && !errIs(err, deals.ErrNoDeal) {
		a.fail(err)
	}
	if !me.Guest {
		d.favourite = a.favourites()[d.id]
		d.tries = a.klondikeStats(me.ID).Select(func(t klondike.Try) bool { return t.DealID == d.id }, klondike.Latest)
	}
	d.scroll.clamp(d.rows())
	return nil
}

// layoutOf is the Layout ID of a deal, "" while its cards are secret.
func layoutOf(info deals.Info) string {
	start, err := startOf(info)
	if err != nil || info.Seed == "" && !start.HasDeck {
		return ""
	}
	return klondike.LayoutID(start.Deck)
}

// ownLayout is the Layout ID of a deal that the visitor is playing, or looking at the end
// of; "" for another, whose cards may be secret.
func (a *App) ownLayout(deal string) string {
	of := func(s *lobby.Snapshot) string {
		if s != nil && s.You != games.Nobody {
			if view, ok := s.View.(klondike.View); ok && view.DealID == deal {
				return view.LayoutID
			}
		}
		return ""
	}
	for _, sc := range a.stack {
		if t, ok := sc.(*table); ok {
			if id := of(t.snap); id != "" {
				return id
			}
		}
	}
	for _, s := range a.visit.Home().Resume {
		if s.Game != klondike.Name {
			continue
		}
		if snap, err := a.visit.Table(s.ID); err == nil {
			if id := of(snap); id != "" {
				return id
			}
		}
	}
	return ""
}

// rows is how many rows the open list has.
func (d *dealPage) rows() int {
	if d.tab == 1 {
		return len(d.tries)
	}
	return len(d.list)
}

func (d *dealPage) handle(a *App, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case rowHit:
		if d.scroll.focus == int(msg) {
			return d.replay(a)
		}
		d.scroll.focus = int(msg)
	case tabHit:
		d.tab, d.scroll.focus = int(msg), 0
	case ui.Key:
		if d.scroll.key(msg, d.rows(), 8) {
			return nil
		}
		switch msg {
		case "left", "right", "tab", "shift+tab":
			d.tab, d.scroll.focus = 1-d.tab, 0
		case "enter", "v":
			return d.replay(a)
		case "p":
			if d.tab == 0 && d.scroll.focus < len(d.list) {
				return a.push(a.house.Places.Profile(a, d.list[d.scroll.focus].Player))
			}
			a.warn(a.T("kp.notry"))
		case "n":
			return a.playDeal(d.id, d.rules)
		case "f":
			a.favour(d.id, !d.favourite)
			d.refresh(a)
		case "x":
			a.say(a.T("sh.copy.sent"))
			return tea.SetClipboard(strings.TrimSpace(d.id + "\n" + d.layout))
		case "esc", "q", "backspace":
			return a.pop()
		}
	}
	return nil
}

// replay shows the try in focus; of today's deal others' tries are hidden still.
func (d *dealPage) replay(a *App) tea.Cmd {
	if d.scroll.focus >= d.rows() {
		a.warn(a.T("kp.notry"))
		return nil
	}
	if d.tab == 1 {
		return a.replayTry(d.tries[d.scroll.focus])
	}
	row := d.list[d.scroll.focus]
	if d.info.Daily == a.house.Lobby.Today() && row.Player != a.visit.Me().ID {
		a.warn(a.T("solo.hidden"))
		return nil
	}
	return a.push(newReplay(row.Match))
}

func (d *dealPage) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("game."+klondike.Name), a.T("kp.deal")), Facts: a.facts()}
	f.Message, f.MessageInk = a.said(a.T("kp.msg.deal"))
	f.Keys = a.items("n", "kp.key.play", "enter", "key.replay", "f", "kp.key.fav", "tab", "kp.key.tries", "space", "key.menu", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := body(c)
	label := func(y int, key, value string) {
		g.Text(2, y, ui.Muted, a.T(key))
		g.Text(13, y, ui.Text, value)
	}
	g.Text(2, 0, ui.Muted, a.T("kp.deal.id"))
	g.Text(13, 0, ui.Strong, d.id)
	if d.favourite {
		g.TextRight(g.W()-2, 0, ui.Accent, "* "+a.T("kp.fav"))
	}
	layout := d.layout
	if layout == "" && d.known {
		layout = a.T("kp.secret")
	}
	label(1, "kp.deal.layout", layout)
	label(2, "kl.ids.rules", d.origin(a))
	for i, line := range d.verdict(a) {
		if i == 0 {
			label(3, "kl.ids.status", line)
		} else {
			g.Text(13, 3+i, ui.Muted, line)
		}
	}
	ui.Tabs(g, 1, 6, []string{a.T("kp.board"), a.T("kp.tries", "n", len(d.tries))}, d.tab, func(i int) any { return tabHit(i) })
	if d.tab == 1 {
		d.drawTries(a, g)
	} else {
		d.drawBoard(a, g)
	}
}

// origin are the deal's rules and where it comes from: a day, a seed, a deck.
func (d *dealPage) origin(a *App) string {
	text := a.ruleLine(d.rules)
	start, err := startOf(d.info)
	switch {
	case !d.known || err != nil:
		return text
	case d.info.Daily != "":
		text += "   " + a.T("kp.of.day", "d", d.info.Daily)
	case start.HasDeck:
		return text + "   " + a.T("kp.of.deck")
	}
	if d.info.Seed != "" {
		text += "   " + a.T("kp.of.seed", "s", d.info.Seed)
	}
	return text
}

// verdict is what is known of whether the deal can be won, and what that means.
func (d *dealPage) verdict(a *App) []string {
	if !d.known {
		return []string{a.T("err.no_deal")}
	}
	v := d.info.Verdict
	line := a.verdictText(v)
	switch {
	case v.Solver == nil:
		return []string{line, a.T("kp.v.wait")}
	case v.Status == games.Solvable:
		return []string{line, a.T("kp.v.shorter")}
	case v.Again():
		return []string{line, a.T("kp.v.later")}
	}
	return []string{line}
}

// verdictText is what is known of a deal: that it can be won with how long a way and
// how hard, or what its status means.
func (a *App) verdictText(v deals.Verdict) string {
	text := a.status(v.Status)
	switch v.Status {
	case games.Solvable:
		text += "   " + a.T("kp.v.moves", "n", v.Moves)
		if v.Grade != "" {
			text += "   " + a.dealGrade(v.Grade)
		}
	case games.Unsolved:
		text += "   " + a.T("kp.v.timeout")
	case games.Unsolvable:
		text += "   " + a.T("kp.v.never")
	}
	return text
}

func (d *dealPage) drawBoard(a *App, g ui.Region) {
	cols := []column{
		{3, 5, "board.col.place", true}, {10, 20, "board.col.name", false}, {32, 6, "kl.moves", true}, {40, 8, "kl.time", true},
		{50, 7, "kl.score", true}, {59, 8, "mt.col.id", false}, {69, 9, "mt.col.when", false},
	}
	a.grid(g, 7, cols, len(d.list), d.scroll.focus, g.H()-13, func(i int) []string { return d.row(a, i+1, d.list[i]) })
	if len(d.list) == 0 {
		g.Text(3, 9, ui.Text, a.T("kp.board.none"))
	}
	a.pinned(g, cols, d.place, d.of, a.T("solo.none"), func() []string { return d.row(a, d.place, d.mine) })
}

// row is a row of the deal's board.
func (d *dealPage) row(a *App, place int, s store.Score) []string {
	r := rowOf(s)
	return []string{itoa(place), a.scorer(s), itoa(r.Moves), tryTime(r.Time), itoa(r.Score), s.Match, a.when(s.At)}
}

func (d *dealPage) drawTries(a *App, g ui.Region) {
	cols := []column{
		{3, 12, "kp.col.class", false}, {17, 11, "kp.col.outcome", false}, {30, 6, "kl.moves", true}, {38, 8, "kl.time", true},
		{48, 7, "kl.score", true}, {57, 8, "mt.col.id", false}, {67, 9, "mt.col.when", false},
	}
	a.grid(g, 7, cols, len(d.tries), d.scroll.focus, g.H()-10, func(i int) []string {
		t := d.tries[i]
		return []string{a.tryClass(t), a.tryOutcome(t), itoa(t.Moves), tryTime(t.Time), itoa(t.Score), t.Match, a.when(t.At)}
	})
	switch {
	case a.visit.Me().Guest:
		g.Text(3, 9, ui.Text, a.T("mt.guest"))
	case len(d.tries) == 0:
		g.Text(3, 9, ui.Text, a.T("kp.tries.none"))
	}
}
