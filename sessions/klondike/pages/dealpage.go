package pages

import (
	"cmp"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
	"arcade/store"
)

// DealPage shows everything about one deal: its names, whether it can be won, its board, the player's own
// tries.
type DealPage struct {
	Id    string
	rules klondike.Rules

	info      deals.Info
	known     bool
	today     bool   // it is today's, which its player has finished; everything else is secret until tomorrow
	layout    string // "" if the deal is not known
	Favourite bool
	tally     deals.Tally
	list      []records.DealRow
	mine      records.DealRow
	place, of int
	tries     []klondike.Try
	alike     []records.DealRow // the board of all deals of the layout
	deals     int               // the number of those deals
	tab       int               // 0 the board, 1 the player's tries, 2 the layout's board
	scroll    ui.Scroll
}

// NewDealPage returns the page of a deal under rules that fit its ID.
func NewDealPage(id string, r klondike.Rules) *DealPage { return &DealPage{Id: id, rules: r} }

// Topic returns the screen's topic in the help.
func (d *DealPage) Topic() string { return "dealpage" }

// Commands lists the commands of its keys.
func (d *DealPage) Commands(a *app.App) []app.Command {
	none := !d.List(a).In()
	open := func(do func(*app.App)) func(*app.App) {
		if d.known {
			return do
		}
		return func(a *app.App) { a.Warn(d.closed(a)) }
	}
	return []app.Command{
		{Key: "n", Bar: "kp.key.play", Menu: "kp.key.play", Off: !d.known, Do: open(func(a *app.App) { playDeal(a, d.Id, d.rules) })},
		{Key: "enter", Also: []ui.Key{"v"}, Bar: "key.replay", Menu: "key.replay", Off: none, Do: d.replay},
		{Key: "p", Menu: "key.profile", Off: none, Do: func(a *app.App) {
			if d.tab != 1 && d.List(a).In() && d.board()[d.scroll.Focus].Player != "" {
				a.Push(a.House.Places.Profile(a, d.board()[d.scroll.Focus].Player))
				return
			}
			a.Warn(a.T("kp.notry"))
		}},
		{Key: "f", Bar: "kp.key.fav", Menu: "kp.key.fav", Off: !d.known, Do: open(func(a *app.App) {
			favour(a, d.Id, !d.Favourite)
			d.Refresh(a)
		})},
		{Key: "x", Menu: "key.copy", Do: func(a *app.App) {
			a.CopyHere(strings.TrimSpace(d.Id + "\n" + d.layout + "\n" + CodeOf(d.info.Seed, d.Id, d.rules)))
		}},
		{Key: "tab", Also: []ui.Key{"shift+tab", "left", "right"}, Bar: "kp.key.tries", Menu: "kp.key.tries", Do: func(a *app.App) {
			d.Handle(a, ui.TabHit((d.tab+1)%len(d.tabs(a))))
		}},
		app.MenuKey, app.HelpKey, app.BackKey,
	}
}

// List returns the list for the arrow keys.
func (d *DealPage) List(*app.App) app.List {
	return app.List{Scroll: &d.scroll, N: d.rows(), Page: 8}
}

// Open reads the screen's data.
func (d *DealPage) Open(a *app.App) { d.Refresh(a) }

// Refresh reads the data again.
func (d *DealPage) Refresh(a *app.App) {
	l, me := a.House.Lobby, a.Visit.Me()
	info, err := l.Deals().Deal(klondike.Name, d.Id, OptionsOf(d.rules))
	d.known = err == nil
	if store.ErrIs(err, deals.ErrNoDeal) {
		d.seen(a)
	}
	if d.known {
		d.info, d.rules, d.layout = info, dealRules(info, d.rules.F2T), layoutOf(info)
		var mine int
		if d.list, mine, err = l.DealScores(a.Ctx, klondike.Name, d.Id, me.ID); mine >= 0 {
			d.mine = d.list[mine]
		}
		d.place, d.of = mine+1, len(d.list)
		d.list = d.list[:min(len(d.list), app.BoardPage)]
		err = cmp.Or(err, d.layoutBoard(a))
	}
	if err == nil || store.ErrIs(err, deals.ErrNoDeal) {
		d.tally, err = l.Deals().Tally(klondike.Name, d.Id)
		if d.tab == 2 && err == nil {
			d.tally, err = l.Deals().Tally(klondike.Name, d.layout)
		}
	}
	a.Fail(err)
	if !me.Guest {
		d.Favourite = favourites(a)[d.Id]
		d.tries = ReadStats(a, me.ID).Select(func(t klondike.Try) bool { return t.DealID == d.Id }, klondike.Latest)
	}
	d.scroll.Clamp(d.rows())
}

// seen shows the part of today's deal that its player saw at the end of the try.
func (d *DealPage) seen(a *app.App) {
	m := dailyTry(a, klondike.Name)
	var f klondike.Facts
	if m.Status != store.Done || json.Unmarshal(m.Result, &f) != nil || f.DealID != d.Id {
		return
	}
	v, err := a.House.Lobby.Verdict(a.Ctx, a.Visit.Me().ID, m.ID)
	d.today, d.info = true, deals.Info{Daily: m.Daily, Verdict: v}
	switch {
	case store.ErrIs(err, lobby.ErrHidden): // the run was not won
		return
	case err != nil:
		a.Report("deal of the day", err)
	}
	d.layout = f.LayoutID
}

// closed returns the reason why an unknown deal can be neither played nor kept.
func (d *DealPage) closed(a *app.App) string {
	return a.T(app.Either(d.today, "kp.today", "err.no_deal"))
}

// layoutBoard reads the board of the layout, if other deals share it.
func (d *DealPage) layoutBoard(a *app.App) error {
	l := a.House.Lobby
	ids, err := l.Deals().Alike(klondike.Name, d.layout)
	if d.deals = len(ids); err != nil || d.deals < 2 {
		d.alike, d.tab = nil, min(d.tab, 1)
		return err
	}
	d.alike, _, err = l.DealScores(a.Ctx, klondike.Name, d.layout, "")
	d.alike = d.alike[:min(len(d.alike), app.BoardPage)]
	return err
}

// tabs returns the lists of the page.
func (d *DealPage) tabs(a *app.App) []string {
	list := []string{a.T("kp.board"), a.T("kp.tries", "n", len(d.tries))}
	if d.deals > 1 {
		list = append(list, a.T("kp.layout.board", "n", d.deals))
	}
	return list
}

// board returns the rows of the board in view.
func (d *DealPage) board() []records.DealRow { return app.Either(d.tab == 2, d.alike, d.list) }

// layoutOf returns the Layout ID of a deal.
func layoutOf(info deals.Info) string {
	start, err := startOf(info)
	if err != nil {
		return "" // the lobby has dealt from it
	}
	return klondike.LayoutID(start.Deck)
}

// rows returns the number of rows of the open list.
func (d *DealPage) rows() int {
	if d.tab == 1 {
		return len(d.tries)
	}
	return len(d.board())
}

// Handle takes clicks, and keys that are not commands.
func (d *DealPage) Handle(a *app.App, msg tea.Msg) {
	if tab, ok := msg.(ui.TabHit); ok {
		d.tab, d.scroll.Focus = int(tab), 0
		d.Refresh(a)
		return
	}
}

// replay shows the try in focus.
func (d *DealPage) replay(a *app.App) {
	if !d.List(a).In() {
		a.Warn(a.T("kp.notry"))
		return
	}
	if d.tab == 1 {
		replayTry(a, d.tries[d.scroll.Focus])
		return
	}
	id := d.board()[d.scroll.Focus].Match
	if id == "" {
		a.Warn(a.T("kp.sent.replay"))
		return
	}
	a.Push(replays.New(id))
}

// Draw draws the screen.
func (d *DealPage) Draw(a *app.App, c *ui.Canvas) {
	usual := a.T("kp.msg.deal")
	if !d.known {
		usual = d.closed(a)
	}
	g := a.LongPage(c, d.Commands(a), usual, a.T("game."+klondike.Name), a.T("kp.deal"))
	if g.Rich() {
		d.drawRich(a, g)
		return
	}
	label := func(y int, key, value string) {
		g.Text(2, y, ui.Muted, a.T(key))
		g.Text(13, y, ui.Text, value)
	}
	g.Text(2, 0, ui.Muted, a.T("kp.deal.id"))
	g.Text(13, 0, ui.Strong, d.Id)
	if d.Favourite {
		g.TextRight(g.W()-2, 0, ui.Accent, "* "+a.T("kp.fav"))
	}
	label(1, "kp.deal.layout", d.layout)
	label(2, "kl.ids.rules", d.origin(a))
	for i, line := range d.verdict(a) {
		if i == 0 {
			label(3, "kl.ids.status", line)
		} else {
			g.Text(13, 3+i, ui.Muted, line)
		}
	}
	if t := d.tally; t.Tries > 0 {
		all := a.T("kp.all", "n", t.Tries, "p", app.Percent(t.Rate()))
		if t.Won > 0 {
			all += "   " + a.T("kp.all.times", "m", tryTime(t.Mean()), "b", tryTime(t.Best))
		}
		label(5, "kp.all.label", all)
	}
	ui.Tabs(g, 1, 6, d.tabs(a), d.tab, func(i int) any { return ui.TabHit(i) })
	if d.tab == 1 {
		d.drawTries(a, g)
	} else {
		d.drawBoard(a, g)
	}
}

// origin returns the deal's rules and its source: a day, a seed, a deck.
func (d *DealPage) origin(a *app.App) string {
	text := ruleLine(a, d.rules)
	start, err := startOf(d.info)
	switch {
	case !d.today && (!d.known || err != nil):
		return text
	case d.info.Daily != "":
		text += "   " + a.T("kp.of.day", "d", d.info.Daily)
	case start.Secret:
		return text + "   " + a.T("kp.of.ranked")
	case start.HasDeck:
		return text + "   " + a.T("kp.of.deck")
	}
	if d.info.Seed != "" {
		text += "   " + a.T("kp.of.seed", "s", d.info.Seed)
		if code := CodeOf(d.info.Seed, d.Id, d.rules); code != "" {
			text += "   " + a.T("kp.of.code", "c", code)
		}
	}
	return text
}

// verdict returns the known facts on whether the deal can be won, and their meaning.
func (d *DealPage) verdict(a *app.App) []string {
	if !d.known && !d.today {
		return []string{d.closed(a)}
	}
	v := d.info.Verdict
	line := VerdictText(a, v)
	switch {
	case v.Solver == nil:
		return []string{line, a.T("kp.v.wait")}
	case v.Status == games.Solvable && v.Proof != deals.Proven && v.Bound > 0:
		return []string{line, a.T("kp.v.bound", "n", v.Bound)}
	case v.Status == games.Solvable && v.Proof != deals.Proven:
		return []string{line, a.T("kp.v.shorter")}
	case v.Again():
		return []string{line, a.T("kp.v.later")}
	}
	return []string{line}
}

// VerdictText returns the known facts about a deal: that it can be won, with the length and difficulty of a
// way, or the meaning of its status.
func VerdictText(a *app.App, v deals.Verdict) string {
	text := Status(a, v.Status)
	switch v.Status {
	case games.Solvable:
		if v.Moves > 0 { // otherwise only the existence of a way is known
			text += "   " + a.T("kp.v.moves", "n", v.Moves)
		}
		if v.Proof == deals.Proven {
			text += " " + a.T("kp.v.least")
		}
		if v.Grade != "" {
			text += "   " + numbered(a, v)
		}
	case games.Unsolved:
		text += "   " + a.T("kp.v.timeout")
	case games.Unsolvable:
		text += "   " + a.T("kp.v.never")
	}
	return text
}

func (d *DealPage) drawBoard(a *app.App, g ui.Region) {
	cols := []ui.Column{
		{X: 3, W: 5, Heading: "board.col.place", Right: true}, {X: 10, W: 20, Heading: "board.col.name"}, {X: 32, W: 6, Heading: "kl.moves", Right: true}, {X: 40, W: 8, Heading: "kl.time", Right: true},
		{X: 50, W: 7, Heading: "kl.score", Right: true}, {X: 59, W: 8, Heading: "mt.col.id"}, {X: 69, W: 9, Heading: "mt.col.when"},
	}
	d.List(a).Draw(a, g, 7, g.H()-13, cols, func(i int) []string { return d.row(a, i+1, d.board()[i]) }, a.T("kp.board.none"))
	if d.tab == 2 {
		return
	}
	a.Pinned(g, cols, d.place, d.of, a.T("solo.none"), func() []string { return d.row(a, d.place, d.mine) })
}

// row returns a row of the deal's board.
func (d *DealPage) row(a *app.App, place int, s records.DealRow) []string {
	r := rowOf(s.Score)
	if s.Sent {
		return []string{app.Itoa(place), s.Name, app.Itoa(r.Moves), tryTime(r.Time), "-", a.T(app.Either(s.Replayed, "kp.sent.replayed", "kp.sent")), a.When(s.At)}
	}
	return []string{app.Itoa(place), sheets.Scorer(a, s.Score), app.Itoa(r.Moves), tryTime(r.Time), app.Itoa(r.Score), s.Match, a.When(s.At)}
}

func (d *DealPage) drawTries(a *app.App, g ui.Region) {
	cols := []ui.Column{
		{X: 3, W: 12, Heading: "kp.col.class"}, {X: 17, W: 11, Heading: "kp.col.outcome"}, {X: 30, W: 6, Heading: "kl.moves", Right: true}, {X: 38, W: 8, Heading: "kl.time", Right: true},
		{X: 48, W: 7, Heading: "kl.score", Right: true}, {X: 57, W: 8, Heading: "mt.col.id"}, {X: 67, W: 9, Heading: "mt.col.when"},
	}
	d.List(a).Draw(a, g, 7, g.H()-10, cols, func(i int) []string {
		t := d.tries[i]
		return []string{tryClass(a, t), tryOutcome(a, t), app.Itoa(t.Moves), tryTime(t.Time), app.Itoa(t.Score), t.Match, a.When(t.At)}
	})
	switch {
	case a.Visit.Me().Guest:
		g.Text(3, 9, ui.Text, a.T("mt.guest"))
	case len(d.tries) == 0:
		g.Text(3, 9, ui.Text, a.T("kp.tries.none"))
	}
}
