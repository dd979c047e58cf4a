package klondike

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// statsView shows a player's tries: the sums under one set of rules, or all,
// and the history, filtered and sorted.
type statsView struct {
	play.Owner
	stats      klondike.Stats
	favourites map[string]bool // the visitor's, by Deal ID
	set        int             // 0 for all rules, else a set of stats, counted from 1
	filter     int             // index into tryFilters
	order      klondike.Order
	list       []klondike.Try // what the filter lets through
	scroll     ui.Scroll
}

func newStats(player string) *statsView { return &statsView{Owner: play.Owner{Player: player}} }

func (v *statsView) Topic() string { return "klondikestats" }

func (v *statsView) Commands(a *app.App) []app.Command {
	chosen := func(change func(by int)) func(*app.App, int) {
		return func(_ *app.App, by int) {
			change(by)
			v.choose()
		}
	}
	none := !v.List(a).In()
	return []app.Command{
		{Key: "enter", Bar: "kp.key.deal", Menu: "kp.key.deal", Off: none, Do: v.try(func(a *app.App, t klondike.Try, r klondike.Rules) { a.Push(newDealPage(t.DealID, r)) })},
		{Key: "v", Bar: "key.replay", Menu: "key.replay", Off: none, Do: v.try(func(a *app.App, t klondike.Try, _ klondike.Rules) { replayTry(a, t) })},
		{Key: "n", Bar: "kp.key.play", Menu: "kp.key.play", Off: none, Do: v.try(func(a *app.App, t klondike.Try, r klondike.Rules) { playDeal(a, t.DealID, r) })},
		{Key: "f", Bar: "kp.key.fav", Menu: "kp.key.fav", Off: none, Do: v.try(func(a *app.App, t klondike.Try, _ klondike.Rules) {
			favour(a, t.DealID, !v.favourites[t.DealID])
			v.Refresh(a)
		})},
		{Key: "o", Bar: "kp.key.order", Menu: "kp.key.order", Off: none, Do: func(a *app.App) { v.Handle(a, orderHit{}) }},
		{Key: "tab", Menu: "kp.key.rules", Turn: chosen(func(by int) { v.set = (v.set + by + len(v.stats.Sets) + 1) % (len(v.stats.Sets) + 1) })},
		{Key: "leftright", Bar: app.When(none, "key.filter"), Menu: "key.filter", Turn: chosen(func(by int) { v.filter = (v.filter + by + len(tryFilters)) % len(tryFilters) })},
		{Key: "x", Menu: "kp.key.export", Do: func(a *app.App) {
			a.Say(a.T("sh.copy.sent"))
			a.Copy(v.export(a))
		}},
		{Key: "d", Menu: "kp.key.deals", Do: func(a *app.App) { a.Push(newDealList(a, 1, 0)) }},
		app.MenuKey, app.HelpKey, app.BackKey,
	}
}

func (v *statsView) List(*app.App) app.List {
	return app.List{Scroll: &v.scroll, N: len(v.list), Page: 10}
}

func (v *statsView) Open(a *app.App) { v.Begin(a, v.Refresh) }

// Refresh reads the statistics and the favourites anew.
func (v *statsView) Refresh(a *app.App) {
	if v.Guest(a) {
		return
	}
	v.stats = readStats(a, v.Player)
	v.favourites = favourites(a)
	v.choose()
}

// readStats reads a player's statistics; none where there are none to read.
func readStats(a *app.App, player string) klondike.Stats {
	return play.StatsOf(a, klondike.Name, player, klondike.ReadStats)
}

// favourites are the visitor's favourite deals, by Deal ID.
func favourites(a *app.App) map[string]bool {
	list, err := a.Visit.Favourites(klondike.Name)
	if err != nil {
		a.Log.Error("favourites", "err", err)
	}
	set := make(map[string]bool, len(list))
	for _, f := range list {
		set[f.ID] = true
	}
	return set
}

// favour keeps a deal among the visitor's favourites, or takes it off them.
func favour(a *app.App, id string, on bool) {
	if err := a.Visit.Favour(klondike.Name, id, on); err != nil {
		a.Fail(err)
	} else if on {
		a.Say(a.T("kp.fav.on"))
	} else {
		a.Say(a.T("kp.fav.off"))
	}
}

// tryFilters are what the history can be narrowed to.
var tryFilters = []struct {
	key  string
	keep func(v *statsView, t klondike.Try) bool
}{
	{"mt.all", func(*statsView, klondike.Try) bool { return true }},
	{"mt.won", func(_ *statsView, t klondike.Try) bool { return t.Won() }},
	{"kp.lost", func(_ *statsView, t klondike.Try) bool { return !t.Won() }},
	{"kp.fav", func(v *statsView, t klondike.Try) bool { return v.favourites[t.DealID] }},
}

// orderKeys are the words of the orders.
var orderKeys = [klondike.Orders]string{
	klondike.Latest: "kp.order.latest", klondike.Oldest: "kp.order.oldest", klondike.Fastest: "kp.order.fastest",
	klondike.Slowest: "kp.order.slowest", klondike.FewestMoves: "kp.order.fewest", klondike.MostMoves: "kp.order.most",
}

// choose makes the list anew.
func (v *statsView) choose() {
	v.set = min(v.set, len(v.stats.Sets))
	v.list = v.stats.Select(func(t klondike.Try) bool {
		return (v.set == 0 || v.stats.Sets[v.set-1].Rules.String() == t.Rules) && tryFilters[v.filter].keep(v, t)
	}, v.order)
	v.scroll.Clamp(len(v.list))
}

// setHit is a click on a set of rules, orderHit one on the order.
type (
	setHit   int
	orderHit struct{}
)

func (v *statsView) Handle(_ *app.App, msg tea.Msg) {
	switch msg := msg.(type) {
	case ui.TabHit:
		v.filter = int(msg)
	case setHit:
		v.set = int(msg)
	case orderHit:
		v.order = (v.order + 1) % klondike.Orders
	case ui.Key:
		if len(msg) == 1 && msg[0] >= '1' && msg[0] <= '6' {
			v.order = klondike.Order(msg[0] - '1')
		}
	}
	v.choose()
}

// try is what a command does with the try in focus.
func (v *statsView) try(do func(*app.App, klondike.Try, klondike.Rules)) func(*app.App) {
	return func(a *app.App) {
		if !v.List(a).In() {
			a.Warn(a.T("kp.notry"))
			return
		}
		t := v.list[v.scroll.Focus]
		rules, _ := klondike.ParseRules(t.Rules)
		do(a, t, rules)
	}
}

// replayTry shows a try again.
func replayTry(a *app.App, t klondike.Try) {
	if t.Match == "" {
		a.Warn(a.T("kp.nolog"))
		return
	}
	a.Push(play.NewReplay(t.Match))
}

// export is the command that gives the player's tries as lines.
func (v *statsView) export(a *app.App) string {
	return a.Piped("stats " + klondike.Name + " --format sv1")
}

func (v *statsView) Draw(a *app.App, c *ui.Canvas) {
	usual := v.export(a)
	if v.Player != a.Visit.Me().ID {
		usual = a.T("kp.msg.other", "p", v.Name)
	} else if v.Guest(a) {
		usual = a.T("mt.guest")
	}
	g := a.Page(c, v.Commands(a), usual, a.T("game."+klondike.Name), a.T("solo.stats"), v.Name)
	if g.Rich() {
		v.drawRich(a, g)
		return
	}
	v.drawSets(a, g)
	var labels []string
	for _, f := range tryFilters {
		labels = append(labels, a.T(f.key))
	}
	ui.Tabs(g, 1, 6, labels, v.filter, func(i int) any { return ui.TabHit(i) })
	order := a.T("kp.order", "o", a.T(orderKeys[v.order]))
	x := g.W() - 2 - ui.Width(order)
	g.Text(x, 6, ui.Text, order)
	g.Hit(ui.Rect{X: x, Y: 6, W: ui.Width(order), H: 1}, orderHit{})
	v.drawTries(a, g, 8)
}

// drawSets draws the names of the rules, as many as there is room for, and the sums
// under those that are chosen.
func (v *statsView) drawSets(a *app.App, g ui.Region) {
	labels := []string{a.T("kp.allrules")}
	for _, s := range v.stats.Sets {
		labels = append(labels, ruleLine(a, s.Rules))
	}
	from, to := fitting(labels, v.set, g.W()-6)
	x := 3
	if from > 0 {
		g.Text(1, 0, ui.Muted, "<")
	}
	x += ui.Tabs(g, x, 0, labels[from:to], v.set-from, func(i int) any { return setHit(from + i) })
	if to < len(labels) {
		g.Text(x+1, 0, ui.Muted, ">")
	}
	for i, line := range v.sums(a) {
		g.Text(3, 2+i, ui.Text, line)
	}
}

// sums are the statistics that are chosen: those of all rules only count.
func (v *statsView) sums(a *app.App) []string {
	switch {
	case len(v.stats.Sets) == 0:
		return []string{a.T("kp.stats.none")}
	case v.set > 0:
		return setLines(a.Lang, v.stats, v.stats.Sets[v.set-1].Rules)
	case len(v.stats.Sets) == 1:
		return setLines(a.Lang, v.stats, v.stats.Sets[0].Rules)
	}
	own, helped := total(v.stats.Own()), total(v.stats.Helped())
	lines := []string{a.T("kp.stats.all", "n", own.Games, "w", own.Won, "p", fmt.Sprintf("%.1f%%", 100*own.WinRate())), a.T("kp.stats.which")}
	return append(lines, helpedLine(a.Lang, helped)...)
}

// total counts tries under all rules.
func total(s klondike.Stats) (all klondike.Set) {
	for _, set := range s.Sets {
		all.Games += set.Games
		all.Won += set.Won
	}
	return all
}

// fitting is which labels, around the one at, have room side by side in w cells.
func fitting(labels []string, at, w int) (from, to int) {
	cells := func(s string) int { return ui.Width(s) + 3 }
	from, to = at, at+1
	room := w - cells(labels[at])
	for grown := true; grown; {
		grown = false
		if to < len(labels) && cells(labels[to]) <= room {
			room -= cells(labels[to])
			to++
			grown = true
		}
		if from > 0 && cells(labels[from-1]) <= room {
			from--
			room -= cells(labels[from])
			grown = true
		}
	}
	return from, to
}

// drawTries draws the history from row y on.
func (v *statsView) drawTries(a *app.App, g ui.Region, y int) {
	cols := []ui.Column{
		{X: 3, W: 3, Heading: "kp.col.fav"}, {X: 7, W: 13, Heading: "kp.col.deal"}, {X: 21, W: 13, Heading: "kl.ids.rules"}, {X: 35, W: 10, Heading: "kp.col.class"},
		{X: 46, W: 8, Heading: "kp.col.outcome"}, {X: 55, W: 5, Heading: "kp.col.moves", Right: true}, {X: 61, W: 7, Heading: "kp.col.time", Right: true}, {X: 70, W: 9, Heading: "mt.col.when"},
	}
	if g.W() > ui.MinWidth {
		cols = []ui.Column{
			{X: 3, W: 3, Heading: "kp.col.fav"}, {X: 7, W: 34, Heading: "kp.col.deal"}, {X: 42, W: 30, Heading: "kl.ids.rules"}, {X: 73, W: 10, Heading: "kp.col.class"},
			{X: 84, W: 8, Heading: "kp.col.outcome"}, {X: 93, W: 6, Heading: "kp.col.moves", Right: true}, {X: 100, W: 8, Heading: "kp.col.time", Right: true}, {X: 110, W: 9, Heading: "mt.col.when"},
		}
	}
	v.List(a).Draw(a, g, y, g.H()-y-3, cols, func(i int) []string {
		t := v.list[i]
		fav := app.When(v.favourites[t.DealID], "*")
		return []string{
			fav, t.DealID, tryRules(a, t), tryClass(a, t), tryOutcome(a, t), app.Itoa(t.Moves), tryTime(t.Time), a.When(t.At),
		}
	}, a.T("kp.notry"))
	if v.List(a).In() {
		g.TextRight(g.W()-2, g.H()-1, ui.Muted, a.T("kp.of", "n", v.scroll.Focus+1, "of", len(v.list)))
	}
}

// classKeys are the words of the classes of a try.
var classKeys = map[games.Class]string{
	games.Ranked: "solo.ranked", games.Daily: "kl.class.daily", games.Practice: "solo.practice", klondike.Helped: "kl.class.helped",
}

// tryClass is what a try was played for.
func tryClass(a *app.App, t klondike.Try) string {
	if key := classKeys[t.Class]; key != "" {
		return a.T(key)
	}
	return string(t.Class)
}

// tryRules are a try's rules in few words.
func tryRules(a *app.App, t klondike.Try) string {
	if r, ok := klondike.ParseRules(t.Rules); ok {
		return ruleLine(a, r)
	}
	return t.Rules
}

// tryOutcome is how a try ended: solved, or how many cards were home.
func tryOutcome(a *app.App, t klondike.Try) string {
	return app.Either(t.Won(), a.T("kp.won"), a.T("kp.home", "n", t.Home))
}

// tryTime is a time in ms as it is shown.
func tryTime(ms int64) string { return app.Took(time.Duration(ms) * time.Millisecond) }
