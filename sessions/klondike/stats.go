package sessions

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/ui"
)

// klondikeStatsView shows a player's tries: the sums under one set of rules, or all,
// and the history, filtered and sorted.
type klondikeStatsView struct {
	owner
	stats      klondike.Stats
	favourites map[string]bool // the visitor's, by Deal ID
	set        int             // 0 for all rules, else a set of stats, counted from 1
	filter     int             // index into tryFilters
	order      klondike.Order
	list       []klondike.Try // what the filter lets through
	scroll     scroll
}

func newKlondikeStats(player string) *klondikeStatsView {
	return &klondikeStatsView{owner: owner{player: player}}
}

func (v *klondikeStatsView) topic() string { return "klondikestats" }

func (v *klondikeStatsView) menu(*App) []string {
	return []string{
		"enter", "kp.key.deal", "v", "key.replay", "n", "kp.key.play", "f", "kp.key.fav", "o", "kp.key.order",
		"tab", "kp.key.rules", "right", "key.filter", "x", "kp.key.export", "d", "kp.key.deals",
	}
}

func (v *klondikeStatsView) open(a *App) tea.Cmd { return v.begin(a, v.refresh) }

// refresh reads the statistics and the favourites anew.
func (v *klondikeStatsView) refresh(a *App) tea.Cmd {
	if v.guest(a) {
		return nil
	}
	v.stats = a.klondikeStats(v.player)
	v.favourites = a.favourites()
	v.choose()
	return nil
}

// klondikeStats reads a player's statistics; none where there are none to read.
func (a *App) klondikeStats(player string) klondike.Stats {
	return statsOf(a, klondike.Name, player, klondike.ReadStats)
}

// favourites are the visitor's favourite deals, by Deal ID.
func (a *App) favourites() map[string]bool {
	list, err := a.visit.Favourites(klondike.Name)
	if err != nil {
		a.log.Error("favourites", "err", err)
	}
	set := make(map[string]bool, len(list))
	for _, f := range list {
		set[f.ID] = true
	}
	return set
}

// favour keeps a deal among the visitor's favourites, or takes it off them.
func (a *App) favour(id string, on bool) {
	if err := a.visit.Favour(klondike.Name, id, on); err != nil {
		a.fail(err)
	} else if on {
		a.say(a.T("kp.fav.on"))
	} else {
		a.say(a.T("kp.fav.off"))
	}
}

// tryFilters are what the history can be narrowed to.
var tryFilters = []struct {
	key  string
	keep func(v *klondikeStatsView, t klondike.Try) bool
}{
	{"mt.all", func(*klondikeStatsView, klondike.Try) bool { return true }},
	{"mt.won", func(_ *klondikeStatsView, t klondike.Try) bool { return t.Won() }},
	{"kp.lost", func(_ *klondikeStatsView, t klondike.Try) bool { return !t.Won() }},
	{"kp.fav", func(v *klondikeStatsView, t klondike.Try) bool { return v.favourites[t.DealID] }},
}

// orderKeys are the words of the orders.
var orderKeys = [klondike.Orders]string{
	klondike.Latest: "kp.order.latest", klondike.Oldest: "kp.order.oldest", klondike.Fastest: "kp.order.fastest",
	klondike.Slowest: "kp.order.slowest", klondike.FewestMoves: "kp.order.fewest", klondike.MostMoves: "kp.order.most",
}

// choose makes the list anew.
func (v *klondikeStatsView) choose() {
	v.set = min(v.set, len(v.stats.Sets))
	v.list = v.stats.Select(func(t klondike.Try) bool {
		return (v.set == 0 || v.stats.Sets[v.set-1].Rules.String() == t.Rules) && tryFilters[v.filter].keep(v, t)
	}, v.order)
	v.scroll.clamp(len(v.list))
}

// setHit is a click on a set of rules, orderHit one on the order.
type (
	setHit   int
	orderHit struct{}
)

func (v *klondikeStatsView) handle(a *App, msg tea.Msg) tea.Cmd {
	sets, filters := len(v.stats.Sets)+1, len(tryFilters)
	switch msg := msg.(type) {
	case rowHit:
		if v.scroll.focus == int(msg) {
			return v.act(a, "enter")
		}
		v.scroll.focus = int(msg)
	case tabHit:
		v.filter = int(msg)
	case setHit:
		v.set = int(msg)
	case orderHit:
		v.order = (v.order + 1) % klondike.Orders
	case ui.Key:
		if v.scroll.key(msg, len(v.list), tryPage) {
			return nil
		}
		switch msg {
		case "left":
			v.filter = (v.filter + filters - 1) % filters
		case "right":
			v.filter = (v.filter + 1) % filters
		case "tab":
			v.set = (v.set + 1) % sets
		case "shift+tab":
			v.set = (v.set + sets - 1) % sets
		case "o":
			v.order = (v.order + 1) % klondike.Orders
		case "1", "2", "3", "4", "5", "6":
			v.order = klondike.Order(msg[0] - '1')
		case "enter", "v", "n", "f":
			return v.act(a, msg)
		case "x":
			a.say(a.T("sh.copy.sent"))
			return tea.SetClipboard(v.export(a))
		case "d":
			return a.push(newDealList(a, 1, 0))
		case "esc", "q", "backspace":
			return a.pop()
		}
	}
	v.choose()
	return nil
}

// tryPage is how many tries a page key goes.
const tryPage = 10

// act does something with the try in focus.
func (v *klondikeStatsView) act(a *App, key ui.Key) tea.Cmd {
	if v.scroll.focus >= len(v.list) {
		a.warn(a.T("kp.notry"))
		return nil
	}
	t := v.list[v.scroll.focus]
	rules, _ := klondike.ParseRules(t.Rules)
	switch key {
	case "enter":
		return a.push(newDealPage(t.DealID, rules))
	case "v":
		return a.replayTry(t)
	case "n":
		return a.playDeal(t.DealID, rules)
	case "f":
		on := !v.favourites[t.DealID]
		a.favour(t.DealID, on)
		v.refresh(a)
	}
	return nil
}

// replayTry shows a try again.
func (a *App) replayTry(t klondike.Try) tea.Cmd {
	if t.Match == "" {
		a.warn(a.T("kp.nolog"))
		return nil
	}
	return a.push(newReplay(t.Match))
}

// export is the command that gives the player's tries as lines.
func (v *klondikeStatsView) export(a *App) string {
	return a.piped("stats " + klondike.Name + " --format sv1")
}

func (v *klondikeStatsView) draw(a *App, c *ui.Canvas) {
	f := ui.FrameSpec{Place: a.place(a.T("game."+klondike.Name), a.T("solo.stats"), v.name), Facts: a.facts()}
	usual := v.export(a)
	if v.player != a.visit.Me().ID {
		usual = a.T("kp.msg.other", "p", v.name)
	} else if v.guest(a) {
		usual = a.T("mt.guest")
	}
	f.Message, f.MessageInk = a.said(usual)
	f.Keys = a.items("enter", "kp.key.deal", "v", "key.replay", "n", "kp.key.play", "f", "kp.key.fav", "o", "kp.key.order", "space", "key.menu", "?", "key.help", "esc", "key.back")
	ui.Frame(c, f)
	g := body(c)
	v.drawSets(a, g)
	var labels []string
	for _, f := range tryFilters {
		labels = append(labels, a.T(f.key))
	}
	ui.Tabs(g, 1, 6, labels, v.filter, func(i int) any { return tabHit(i) })
	order := a.T("kp.order", "o", a.T(orderKeys[v.order]))
	x := g.W() - 2 - ui.Width(order)
	g.Text(x, 6, ui.Text, order)
	g.Hit(ui.Rect{X: x, Y: 6, W: ui.Width(order), H: 1}, orderHit{})
	v.drawTries(a, g, 8)
}

// drawSets draws the names of the rules, as many as there is room for, and the sums
// under those that are chosen.
func (v *klondikeStatsView) drawSets(a *App, g ui.Region) {
	labels := []string{a.T("kp.allrules")}
	for _, s := range v.stats.Sets {
		labels = append(labels, a.ruleLine(s.Rules))
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
func (v *klondikeStatsView) sums(a *App) []string {
	switch {
	case len(v.stats.Sets) == 0:
		return []string{a.T("kp.stats.none")}
	case v.set > 0:
		return setLines(a.lang, v.stats.Sets[v.set-1])
	case len(v.stats.Sets) == 1:
		return setLines(a.lang, v.stats.Sets[0])
	}
	var all klondike.Set
	for _, s := range v.stats.Sets {
		all.Games += s.Games
		all.Won += s.Won
	}
	return []string{a.T("kp.stats.all", "n", all.Games, "w", all.Won, "p", fmt.Sprintf("%.1f%%", 100*all.WinRate())), a.T("kp.stats.which")}
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
func (v *klondikeStatsView) drawTries(a *App, g ui.Region, y int) {
	cols := []column{
		{3, 3, "kp.col.fav", false}, {7, 13, "kp.col.deal", false}, {21, 13, "kl.ids.rules", false}, {35, 10, "kp.col.class", false},
		{46, 8, "kp.col.outcome", false}, {55, 5, "kp.col.moves", true}, {61, 7, "kp.col.time", true}, {70, 9, "mt.col.when", false},
	}
	if g.W() > ui.MinWidth {
		cols = []column{
			{3, 3, "kp.col.fav", false}, {7, 34, "kp.col.deal", false}, {42, 30, "kl.ids.rules", false}, {73, 10, "kp.col.class", false},
			{84, 8, "kp.col.outcome", false}, {93, 6, "kp.col.moves", true}, {100, 8, "kp.col.time", true}, {110, 9, "mt.col.when", false},
		}
	}
	a.grid(g, y, cols, len(v.list), v.scroll.focus, g.H()-y-3, func(i int) []string {
		t := v.list[i]
		fav := ""
		if v.favourites[t.DealID] {
			fav = "*"
		}
		return []string{
			fav, t.DealID, a.tryRules(t), a.tryClass(t), a.tryOutcome(t), itoa(t.Moves), tryTime(t.Time), a.when(t.At),
		}
	})
	if len(v.list) == 0 {
		g.Text(3, y+2, ui.Text, a.T("kp.notry"))
		return
	}
	g.TextRight(g.W()-2, g.H()-1, ui.Muted, a.T("kp.of", "n", v.scroll.focus+1, "of", len(v.list)))
}

// classKeys are the words of the classes of a try.
var classKeys = map[games.Class]string{
	games.Ranked: "solo.ranked", games.Daily: "kl.class.daily", games.Practice: "solo.practice", klondike.Helped: "kl.class.helped",
}

// tryClass is what a try was played for.
func (a *App) tryClass(t klondike.Try) string {
	if key := classKeys[t.Class]; key != "" {
		return a.T(key)
	}
	return string(t.Class)
}

// tryRules are a try's rules in few words.
func (a *App) tryRules(t klondike.Try) string {
	if r, ok := klondike.ParseRules(t.Rules); ok {
		return a.ruleLine(r)
	}
	return t.Rules
}

// tryOutcome is how a try ended: solved, or how many cards were home.
func (a *App) tryOutcome(t klondike.Try) string {
	if t.Won() {
		return a.T("kp.won")
	}
	return a.T("kp.home", "n", t.Home)
}

// tryTime is a time in ms as it is shown.
func tryTime(ms int64) string { return timeText(time.Duration(ms) * time.Millisecond) }
