package pages

import (
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/play/replays"
	"arcade/sessions/play/sheets"
	"arcade/sessions/ui"
)

// StatsView shows a player's tries: the sums under one set of rules, or all,
// and the history, filtered and sorted.
type StatsView struct {
	sheets.Owner
	sheets.Pages
	Stats      klondike.Stats
	favourites map[string]bool // the visitor's favourites, by Deal ID
	listed     map[string]bool // the favourites since the choice of the filter; they keep their rows
	Set        int             // 0 for all rules, else a set of stats, counted from 1
	Filter     int             // index into tryFilters
	Order      klondike.Order
	ByDeal     bool                 // a row has all tries of a deal
	Found      []klondike.Try       // the tries that the filter accepts; by deal the one that stands for each row
	deals      []klondike.DealTries // the rows by deal
	Scroll     ui.Scroll
}

// NewStats opens a player's statistics.
func NewStats(player string) *StatsView {
	return &StatsView{Owner: sheets.Owner{Player: player}, listed: map[string]bool{}}
}

// Topic returns the screen's topic in the help.
func (v *StatsView) Topic() string { return "klondikestats" }

// Commands lists the commands of its keys.
func (v *StatsView) Commands(a *app.App) []app.Command {
	chosen := func(change func(by int)) func(*app.App, int) {
		return func(_ *app.App, by int) {
			change(by)
			v.choose()
		}
	}
	none := !v.List(a).In()
	list := []app.Command{
		{Key: "enter", Bar: "kp.key.deal", Menu: "kp.key.deal", Off: none, Do: v.try(func(a *app.App, t klondike.Try, r klondike.Rules) { v.page(a, t, r) })},
		{Key: "v", Bar: "key.replay", Menu: "key.replay", Off: none, Do: v.try(func(a *app.App, t klondike.Try, _ klondike.Rules) { replayTry(a, t) })},
		{Key: "n", Bar: "kp.key.play", Menu: "kp.key.play", Off: none, Do: v.try(func(a *app.App, t klondike.Try, r klondike.Rules) { playDeal(a, t.DealID, r) })},
		{Key: "f", Bar: "kp.key.fav", Menu: "kp.key.fav", Off: none, Do: v.try(func(a *app.App, t klondike.Try, _ klondike.Rules) {
			favour(a, t.DealID, !v.favourites[t.DealID])
			v.Refresh(a)
		})},
		{Key: "o", Bar: "kp.key.order", Menu: "kp.key.order", Off: none, Do: func(a *app.App) { v.Handle(a, OrderHit{}) }},
		{Key: "e", Bar: "kp.key.bydeal", Menu: "kp.key.bydeal", Off: len(v.Stats.Sets) == 0, Do: func(a *app.App) { v.Handle(a, ByDealHit{}) }},
		{Key: "tab", Menu: "kp.key.rules", Turn: chosen(func(by int) { v.Set = (v.Set + by + len(v.Stats.Sets) + 1) % (len(v.Stats.Sets) + 1) })},
		{Key: "leftright", Bar: app.TextIf(none, "key.filter"), Menu: "key.filter", Turn: chosen(func(by int) { v.filter((v.Filter + by + len(TryFilters)) % len(TryFilters)) })},
	}
	if v.Player == a.Visit.Me().ID {
		list = append(list, app.Command{Key: "x", Menu: "kp.key.export", Do: func(a *app.App) {
			a.Copy(v.export(a), "", a.T("game."+klondike.Name), a.T("solo.stats"))
		}})
	}
	leaf := v.Leaf() // Tab chooses the rules here
	list = append(list, app.Command{Key: "]", Do: func(a *app.App) { leaf.Turn(a, 1) }})
	return append(list, app.Command{Key: "d", Menu: "kp.key.deals", Do: func(a *app.App) { a.Push(newDealList(a, 1, 0)) }},
		app.MenuKey, app.HelpKey, app.BackKey)
}

// List returns the list for the arrow keys.
func (v *StatsView) List(*app.App) app.List {
	return app.List{Scroll: &v.Scroll, N: len(v.Found), Page: 10}
}

// Open reads the screen's data.
func (v *StatsView) Open(a *app.App) { v.Begin(a, v.Refresh) }

// Refresh reads the statistics and the favourites again.
func (v *StatsView) Refresh(a *app.App) {
	if v.Guest(a) {
		return
	}
	v.Stats = ReadStats(a, v.Player)
	v.favourites = favourites(a)
	maps.Copy(v.listed, v.favourites)
	v.choose()
}

// ReadStats reads a player's statistics; empty if there are none to read.
func ReadStats(a *app.App, player string) klondike.Stats {
	return sheets.ReadStats(a, klondike.Name, player, klondike.ReadStats)
}

// favourites returns the visitor's favourite deals, by Deal ID.
func favourites(a *app.App) map[string]bool {
	list, err := a.Visit.Favourites(klondike.Name)
	if err != nil {
		a.Report("favourites", err)
	}
	set := make(map[string]bool, len(list))
	for _, f := range list {
		set[f.ID] = true
	}
	return set
}

// favour adds a deal to the visitor's favourites, or removes it.
func favour(a *app.App, id string, on bool) {
	if err := a.Visit.Favour(klondike.Name, id, on); err != nil {
		a.Fail(err)
	} else if on {
		a.Say(a.T("kp.fav.on"))
	} else {
		a.Say(a.T("kp.fav.off"))
	}
}

// TryFilters has the filters of the history. Of a deal all tries are kept, or none: it is won if one of them is.
var TryFilters = []struct {
	key  string
	keep func(v *StatsView, deal string, won bool) bool
}{
	{"mt.all", func(*StatsView, string, bool) bool { return true }},
	{"mt.won", func(_ *StatsView, _ string, won bool) bool { return won }},
	{"kp.lost", func(_ *StatsView, _ string, won bool) bool { return !won }},
	{"kp.fav", func(v *StatsView, deal string, _ bool) bool { return v.listed[deal] }},
}

// orderKeys has the words of the orders.
var orderKeys = [klondike.Orders]string{
	klondike.Latest: "kp.order.latest", klondike.Oldest: "kp.order.oldest", klondike.Fastest: "kp.order.fastest",
	klondike.Slowest: "kp.order.slowest", klondike.FewestMoves: "kp.order.fewest", klondike.MostMoves: "kp.order.most",
}

// filter switches to another filter.
func (v *StatsView) filter(i int) { v.Filter, v.listed = i, maps.Clone(v.favourites) }

// choose rebuilds the list.
func (v *StatsView) choose() {
	v.Set = min(v.Set, len(v.Stats.Sets))
	keep := TryFilters[v.Filter].keep
	if v.Found, v.deals = nil, nil; v.ByDeal {
		v.deals = slices.DeleteFunc(v.Stats.Deals(v.inSet, v.Order), func(d klondike.DealTries) bool {
			return !keep(v, d.Tries[0].DealID, d.Won > 0)
		})
		for _, d := range v.deals {
			v.Found = append(v.Found, d.Shown(v.Order))
		}
	} else {
		v.Found = v.Stats.Select(func(t klondike.Try) bool { return v.inSet(t) && keep(v, t.DealID, t.Won()) }, v.Order)
	}
	v.Scroll.Clamp(len(v.Found))
}

// page opens the page of a try's deal; by deal at the player's own tries.
func (v *StatsView) page(a *app.App, t klondike.Try, r klondike.Rules) {
	page := NewDealPage(t.DealID, r)
	if v.ByDeal && v.Player == a.Visit.Me().ID {
		page.tab = tabTries
	}
	a.Push(page)
}

// SetHit is a click on a set of rules, OrderHit on the order, ByDealHit on "by deal".
type (
	SetHit    int
	OrderHit  struct{}
	ByDealHit struct{}
)

// Handle takes clicks, and keys that are not commands.
func (v *StatsView) Handle(a *app.App, msg tea.Msg) {
	v.Pages.Handle(a, msg)
	switch msg := msg.(type) {
	case ui.TabHit:
		v.filter(int(msg))
	case SetHit:
		v.Set = int(msg)
	case OrderHit:
		v.Order = (v.Order + 1) % klondike.Orders
	case ByDealHit:
		v.ByDeal, v.Scroll.Focus = !v.ByDeal, 0
	case ui.Key:
		if len(msg) == 1 && msg[0] >= '1' && msg[0] <= '6' {
			v.Order = klondike.Order(msg[0] - '1')
		}
	}
	v.choose()
}

// try returns a command for the try in focus.
func (v *StatsView) try(do func(*app.App, klondike.Try, klondike.Rules)) func(*app.App) {
	return func(a *app.App) {
		if !v.List(a).In() {
			a.Warn(a.T("kp.notry"))
			return
		}
		t := v.Found[v.Scroll.Focus]
		rules, _ := klondike.ParseRules(t.Rules)
		do(a, t, rules)
	}
}

// replayTry replays a try.
func replayTry(a *app.App, t klondike.Try) {
	if t.Match == "" {
		a.Warn(a.T(app.If(t.Class == klondike.Imported, "kp.elsewhere", "kp.nolog")))
		return
	}
	a.Push(replays.New(t.Match))
}

// export returns the command that writes the player's tries as lines.
func (v *StatsView) export(a *app.App) string {
	return a.House.Command("stats " + klondike.Name + " --format sv1")
}

// Draw draws the screen.
func (v *StatsView) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, v) }

// View shows the sums under the chosen rules, and the tries that the filter accepts.
func (v *StatsView) View(a *app.App) app.View {
	usual := v.export(a)
	if v.Player != a.Visit.Me().ID {
		usual = a.T("kp.msg.other", "p", v.Name)
	} else if v.Guest(a) {
		usual = a.T("mt.guest")
	}
	page := app.View{Place: []string{a.T("game." + klondike.Name), a.T("solo.stats"), v.Name}, Usual: usual}
	if len(v.Stats.Sets) == 0 {
		page.Body = kit.Panel{Title: a.T("solo.stats"), Body: kit.Text{Ink: ui.Muted, Text: a.T("kp.stats.none")}}
		return page
	}
	sets := kit.Tabs{Labels: []string{a.T("kp.allrules")}, Open: v.Set, Hit: func(i int) any { return SetHit(i) }}
	for _, s := range v.Stats.Sets {
		sets.Labels = append(sets.Labels, ruleLine(a, s.Rules))
	}
	page.Body = kit.Col(0, 0, kit.Item{Block: sets}, kit.Item{Block: v.sheet(a).Page(a.T("solo.past"), v.tries(a), v.Pages.Open), Fill: 1})
	return page
}

// sheet returns the sums under the chosen rules.
func (v *StatsView) sheet(a *app.App) kit.Stats {
	own, helped := v.chosen()
	s := sheet(a.Lang, own, helped)
	if own.Won > 0 {
		s.Parts = append(s.Parts, kit.Part{Title: a.T("kr.times"), Note: tryTime(int64(own.MeanTime())), Body: kit.Mute{Block: v.times(a)}})
	}
	if v.Set == 0 && len(v.Stats.Sets) > 1 {
		s.Parts = append(s.Parts, kit.Part{Title: a.T("kr.byrules"), Body: v.byRules(a)})
	}
	s.Parts = append(s.Parts, kit.Part{Title: a.T("kr.weeks"), Note: "■ " + a.T("kp.won") + "  □ " + a.T("kp.lost"), Extra: true, Body: kit.Mute{Block: v.weeks()}})
	return s
}

// tries returns the filters, the order, and the tries, each or by deal.
func (v *StatsView) tries(a *app.App) kit.Block {
	filters := kit.Tabs{Open: v.Filter}
	for _, f := range TryFilters {
		filters.Labels = append(filters.Labels, a.T(f.key))
	}
	order := kit.Tabs{Labels: []string{a.T("kp.key.bydeal"), a.T("kp.order", "o", a.T(orderKeys[v.Order]))}, Open: app.If(v.ByDeal, 0, -1), Hit: func(i int) any {
		if i == 0 {
			return ByDealHit{}
		}
		return OrderHit{}
	}}
	list := v.each(a)
	if v.ByDeal {
		list = v.byDeal(a)
	}
	head := kit.Fit{kit.Row(2, kit.Item{Block: filters}, kit.Item{Block: order}), kit.Col(0, 0, kit.Item{Block: filters}, kit.Item{Block: order})}
	return kit.Col(0, 0, kit.Item{Block: head}, kit.Item{Block: list, Fill: 1})
}

// each returns the list of the tries.
func (v *StatsView) each(a *app.App) kit.List {
	list := v.List(a).Block([]kit.Column{
		{Head: a.T("kp.col.fav"), W: 2, Drop: 6}, {Head: a.T("kp.col.deal"), W: 20, Name: true}, {Head: a.T("kl.ids.rules"), W: 24, Name: true, Drop: 4},
		{Head: a.T("kp.col.class"), W: 10, Drop: 3}, {Head: a.T("kp.col.outcome"), W: 8}, {Head: a.T("kp.col.moves"), W: 5, Right: true, Drop: 5},
		{Head: a.T("kp.col.time"), W: 7, Right: true, Drop: 1}, {Head: a.T("mt.col.when"), W: 10, Drop: 2},
	}, a.T("kp.notry"), func(i int) []string {
		t := v.Found[i]
		return []string{app.TextIf(v.favourites[t.DealID], "*"), t.DealID, tryRules(a, t), tryClass(a, t), tryOutcome(a, t), app.Itoa(t.Moves), tryTime(t.Time), a.Ago(t.At)}
	})
	list.Ink = func(i, col int) ui.Token {
		switch t := v.Found[i]; {
		case col == 0:
			return ui.Bad
		case col == 3 && t.Class == games.Ranked:
			return ui.Info
		case col == 3 && t.Class == games.Daily:
			return cards.Face.Accent
		case col == 4 && t.Won():
			return ui.OK
		}
		return 0
	}
	return list
}

// byDeal returns the list of the deals: the number of tries and of wins, and the bests with their dates.
func (v *StatsView) byDeal(a *app.App) kit.List {
	best := func(t *klondike.Try, value func(klondike.Try) string) (text, when string) {
		if t == nil {
			return "-", ""
		}
		return value(*t), a.Ago(t.At)
	}
	list := v.List(a).Block([]kit.Column{
		{Head: a.T("kp.col.fav"), W: 2, Drop: 6}, {Head: a.T("kp.col.deal"), W: 20, Name: true}, {Head: a.T("kl.ids.rules"), W: 24, Name: true, Drop: 4},
		{Head: a.T("kp.col.wontries"), W: 7, Right: true}, {Head: a.T("kp.col.time"), W: 7, Right: true}, {Head: a.T("mt.col.when"), W: 10, Drop: 2},
		{Head: a.T("kp.col.moves"), W: 5, Right: true, Drop: 1}, {Head: a.T("mt.col.when"), W: 10, Drop: 3}, {Head: a.T("kp.col.latest"), W: 10, Drop: 5},
	}, a.T("kp.notry"), func(i int) []string {
		d := v.deals[i]
		latest := d.Tries[0]
		took, tookAt := best(d.Fastest, func(t klondike.Try) string { return tryTime(t.Time) })
		moves, movesAt := best(d.Fewest, func(t klondike.Try) string { return app.Itoa(t.Moves) })
		return []string{
			app.TextIf(v.favourites[latest.DealID], "*"), latest.DealID, tryRules(a, latest), app.Itoa(d.Won) + "/" + app.Itoa(len(d.Tries)),
			took, tookAt, moves, movesAt, a.Ago(latest.At),
		}
	})
	list.Ink = func(i, col int) ui.Token {
		switch {
		case col == 0:
			return ui.Bad
		case col == 3 && v.deals[i].Won > 0:
			return ui.OK
		}
		return 0
	}
	return list
}

// total counts tries under all rules.
func total(s klondike.Stats) (all klondike.Set) {
	for _, set := range s.Sets {
		all.Games += set.Games
		all.Won += set.Won
	}
	return all
}

// classKeys has the words of a try's classes.
var classKeys = map[games.Class]string{
	games.Ranked: "solo.ranked", games.Daily: "kl.class.daily", games.Practice: "solo.practice", klondike.Helped: "kl.class.helped",
	klondike.Imported: "kl.class.imported",
}

// tryClass returns the class of a try.
func tryClass(a *app.App, t klondike.Try) string {
	if key := classKeys[t.Class]; key != "" {
		return a.T(key)
	}
	return string(t.Class)
}

// tryRules returns a try's rules in few words.
func tryRules(a *app.App, t klondike.Try) string {
	if r, ok := klondike.ParseRules(t.Rules); ok {
		return ruleLine(a, r)
	}
	return t.Rules
}

// tryOutcome returns the outcome of a try: solved, or the number of cards home, which an imported one does not tell.
func tryOutcome(a *app.App, t klondike.Try) string {
	if t.Class == klondike.Imported && !t.Won() {
		return a.T("end.short." + string(t.Outcome))
	}
	return app.If(t.Won(), a.T("kp.won"), a.T("kp.home", "n", t.Home))
}

// tryTime returns the displayed form of a time in ms.
func tryTime(ms int64) string { return app.Took(time.Duration(ms) * time.Millisecond) }
