package pages

import (
	tea "charm.land/bubbletea/v2"

	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
	"arcade/store"
)

// DealPageSize is the number of deals read at a time.
const DealPageSize = 60

// DealList lists deals to choose from: winnable deals by grade, and the player's favourites.
type DealList struct {
	drawn  int // 1 or 3
	grades []string
	tab    int // a grade, or the favourites after the grades
	Found  []listedDeal
	more   bool
	counts map[string]int
	fav    map[string]bool
	scroll ui.Scroll
}

// listedDeal is a deal with the player's best try, the zero Score for none.
type listedDeal struct {
	deals.Info
	Best store.Score
}

// newDealList returns the list for draws of that many cards, at the grade with this index.
func newDealList(a *app.App, drawn, grade int) *DealList {
	l := &DealList{drawn: drawn, grades: a.House.Lobby.Deals().Grades(klondike.Name)}
	l.tab = min(grade, len(l.grades))
	l.read(a)
	return l
}

// Topic returns the screen's topic in the help.
func (l *DealList) Topic() string { return "deallist" }

// Commands lists the commands of its keys.
func (l *DealList) Commands(a *app.App) []app.Command {
	tabs, none := len(l.grades)+1, !l.List(a).In()
	return []app.Command{
		{Key: "enter", Bar: "kp.key.deal", Menu: "kp.key.deal", Off: none, Do: l.deal(func(a *app.App, d listedDeal) {
			a.Push(NewDealPage(d.ID, dealRules(d.Info, true)))
		})},
		{Key: "n", Bar: "kp.key.play", Menu: "kp.key.play", Off: none, Do: l.deal(func(a *app.App, d listedDeal) {
			playDeal(a, d.ID, dealRules(d.Info, true))
		})},
		{Key: "r", Bar: "kp.key.any", Menu: "kp.key.any", Off: none, Do: l.any},
		{Key: "f", Bar: "kp.key.fav", Menu: "kp.key.fav", Off: none, Do: l.deal(func(a *app.App, d listedDeal) {
			favour(a, d.ID, !l.fav[d.ID])
			l.Refresh(a)
		})},
		{Key: "tab", Also: []ui.Key{"shift+tab"}, Bar: "kp.key.draw", Menu: "kp.key.draw", Do: func(a *app.App) {
			l.Handle(a, drawHit(4-l.drawn))
		}},
		{Key: "leftright", Turn: func(a *app.App, by int) { l.turn(a, (l.tab+by+tabs)%tabs) }},
		app.MenuKey, app.HelpKey, app.BackKey,
	}
}

// List returns the list for the arrow keys.
func (l *DealList) List(*app.App) app.List {
	return app.List{Scroll: &l.scroll, N: len(l.Found), Page: 10, Moved: func(a *app.App) {
		if l.scroll.Focus >= len(l.Found)-2 {
			l.older(a)
		}
	}}
}

// Rules returns the stock's rules: the usual ones.
func (l *DealList) Rules() klondike.Rules {
	r := klondike.Standard()
	r.Draw = l.drawn
	return r
}

// Favourites reports whether the favourites are in view.
func (l *DealList) Favourites() bool { return l.tab == len(l.grades) }

// read reads the list from its beginning.
func (l *DealList) read(a *app.App) {
	l.Found, l.more = nil, true
	l.older(a)
	l.scroll.Clamp(len(l.Found))
}

// Refresh reads what may have changed: the favourites and the numbers of deals.
func (l *DealList) Refresh(a *app.App) {
	counts, err := a.House.Lobby.Deals().CuratedCount(klondike.Name, OptionsOf(l.Rules()))
	if err != nil {
		a.Report("stock of deals", err)
	}
	l.counts, l.fav = counts, favourites(a)
	for i := max(l.scroll.Focus-20, 0); i < min(l.scroll.Focus+20, len(l.Found)); i++ { // the rows in view
		l.Found[i].Best = bestTry(a, l.Found[i].ID)
	}
	if l.Favourites() && l.unlisted() || !l.Favourites() && len(l.Found) == 0 {
		l.read(a)
	}
}

// unlisted reports whether a favourite has no row. A former favourite keeps its row until the tab is left:
// the same key makes it a favourite again.
func (l *DealList) unlisted() bool {
	n := 0
	for _, d := range l.Found {
		n += app.If(l.fav[d.ID], 1, 0)
	}
	return n < len(l.fav)
}

// Open reads the screen's data.
func (l *DealList) Open(a *app.App) { l.Refresh(a) }

// older reads the next page.
func (l *DealList) older(a *app.App) {
	if !l.more {
		return
	}
	var page []deals.Info
	var err error
	if l.Favourites() {
		var list []deals.Favourite
		list, err = a.Visit.Favourites(klondike.Name)
		for _, f := range list {
			page = append(page, f.Info)
		}
		l.more = false
	} else {
		after := ""
		if len(l.Found) > 0 {
			after = l.Found[len(l.Found)-1].ID
		}
		page, err = a.House.Lobby.Deals().Curated(klondike.Name, OptionsOf(l.Rules()), l.grades[l.tab], after, DealPageSize)
		l.more = len(page) == DealPageSize
	}
	if err != nil {
		a.Fail(err)
		l.more = false
		return
	}
	for _, d := range page {
		l.Found = append(l.Found, listedDeal{d, bestTry(a, d.ID)})
	}
}

// bestTry returns the player's row on a deal's board, the zero Score for none.
func bestTry(a *app.App, id string) store.Score {
	row, place, _, err := a.House.Lobby.ScoreOf(a.Ctx, deals.Board(klondike.Name, id), a.Visit.Me().ID)
	if err != nil || place == 0 {
		return store.Score{}
	}
	return row
}

// drawHit is a click on the number of cards in a draw.
type drawHit int

// Handle takes clicks, and keys that are not commands.
func (l *DealList) Handle(a *app.App, msg tea.Msg) {
	switch msg := msg.(type) {
	case ui.TabHit:
		l.turn(a, int(msg))
		return
	case drawHit:
		l.drawn = int(msg)
		l.turn(a, l.tab)
		return
	case ui.Key:
		if i := int(msg[0]) - '1'; len(msg) == 1 && i >= 0 && i <= len(l.grades) {
			l.turn(a, i)
			return
		}
	}
}

// turn switches to another grade, or to the favourites.
func (l *DealList) turn(a *app.App, tab int) {
	l.tab, l.scroll.Focus = tab, 0
	l.read(a)
	l.Refresh(a)
}

// deal returns a command for the deal in focus.
func (l *DealList) deal(do func(*app.App, listedDeal)) func(*app.App) {
	return func(a *app.App) {
		if !l.List(a).In() {
			a.Warn(a.T("kp.nodeal"))
			return
		}
		do(a, l.Found[l.scroll.Focus])
	}
}

// any plays the first deal of the list that the player has not solved yet.
func (l *DealList) any(a *app.App) {
	for i := 0; ; i++ {
		if i == len(l.Found) {
			l.older(a)
		}
		if i == len(l.Found) {
			a.Warn(a.T("kp.nonew"))
			return
		}
		if d := l.Found[i]; d.Best.Match == "" {
			playDeal(a, d.ID, dealRules(d.Info, true))
			return
		}
	}
}

// Draw draws the screen.
func (l *DealList) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, l) }

// View shows the grades as tabs, and for each deal the length of the solver's way and whether the player has solved it.
func (l *DealList) View(a *app.App) app.View {
	usual := app.If(l.Favourites(), "kp.msg.favs", "kp.msg.deals")
	if len(l.Found) == 0 {
		usual = "kp.msg.nodeals"
	}
	draws := kit.Tabs{Labels: []string{a.T("kp.draw.1"), a.T("kp.draw.3")}, Open: l.drawn / 2, Hit: func(i int) any { return drawHit(1 + 2*i) }}
	grades := kit.Tabs{Open: l.tab}
	for _, grade := range l.grades {
		grades.Labels = append(grades.Labels, dealGrade(a, grade)+" "+app.Itoa(l.counts[grade]))
	}
	grades.Labels = append(grades.Labels, a.T("kp.fav")+" "+app.Itoa(len(l.fav)))
	col := kit.Col(1, 0, kit.Item{Block: kit.Col(0, 0, kit.Item{Block: draws}, kit.Item{Block: grades})}, kit.Item{Block: l.deals(a), Fill: 1})
	if len(l.Found) > 0 {
		n := len(l.fav)
		if !l.Favourites() {
			n = l.counts[l.grades[l.tab]]
		}
		col.Items = append(col.Items, kit.Item{Block: kit.Pad{Block: kit.Text{Ink: ui.Muted, Text: a.T("kp.of", "n", l.scroll.Focus+1, "of", max(n, len(l.Found)))}, X: 2}, Drop: 1})
	}
	return app.View{Place: []string{a.T("game." + klondike.Name), a.T("kp.deals")}, Usual: a.T(usual), Body: col}
}

// The cells of a deal that is a picture: from meterAt on the way, the cells of its number, and the least of all.
const (
	meterCells, wayCells = 10, 5
	bestCells            = 18
	dealWidth            = 76
	idCells              = 48
)

// deals returns the list, with pictures meters for the ways.
func (l *DealList) deals(a *app.App) kit.List {
	longest := 1
	for _, d := range l.Found {
		longest = max(longest, d.Moves)
	}
	list := l.List(a).Block([]kit.Column{
		{Head: a.T("kp.col.fav"), W: 3, Drop: 3}, {Head: a.T("kp.col.deal"), W: 15}, {Head: a.T("kp.col.id"), W: idCells, Name: true, Drop: 2},
		{Head: a.T("kl.ids.rules"), W: 15, Drop: 4}, {Head: a.T("kp.col.way"), W: wayCells, Right: true, Drop: 1}, {Head: a.T("kp.col.best"), W: 15},
	}, l.none(a), func(i int) []string { return l.row(a, l.Found[i]) })
	list.PaintW = dealWidth
	list.Head = func(g ui.Region) {
		g.Text(4, 0, ui.Faint, a.T("kp.col.deal"))
		g.Text(20, 0, ui.Faint, a.T("kp.col.id"))
		g.TextRight(g.W()-bestCells-2, 0, ui.Faint, a.T("kp.col.way"))
		g.Text(g.W()-bestCells+2, 0, ui.Faint, a.T("kp.col.best"))
	}
	list.Paint = func(g ui.Region, i int, focus bool) {
		d, row := l.Found[i], l.row(a, l.Found[i])
		solved, best := d.Best.Match != "", g.W()-bestCells
		g.Text(2, 0, ui.Bad, app.TextIf(row[0] != "", "♥"))
		g.Text(4, 0, app.If(focus, ui.Strong|ui.Bold, ui.Text), row[1])
		rules := best - 2 - wayCells - meterCells - 2 - 11
		g.TextCut(20, 0, rules-21, ui.Muted, row[2])
		g.TextCut(rules, 0, 11, ui.Muted, row[3])
		if d.Moves > 0 {
			g.Meter(best-2-wayCells-meterCells, 0, meterCells, d.Moves, longest, cards.Face.Accent)
		}
		g.TextRight(best-2, 0, ui.Text, row[4])
		g.Text(best, 0, app.If(solved, ui.OK, ui.Muted), app.If(solved, "■", "□"))
		g.TextCut(best+2, 0, bestCells-3, ui.Text, row[5])
	}
	return list
}

// none returns the reason why the list is empty.
func (l *DealList) none(a *app.App) string {
	switch {
	case l.Favourites() && a.Visit.Me().Guest:
		return a.T("mt.guest")
	case l.Favourites():
		return a.T("kp.favs.none")
	}
	return a.T("kp.about.nostock")
}

// row returns a deal as a row of the list.
func (l *DealList) row(a *app.App, d listedDeal) []string {
	fav, way, best := "", "", ""
	if l.fav[d.ID] {
		fav = "*"
	}
	if d.Moves > 0 {
		way = app.Itoa(d.Moves)
	}
	if d.Best.Match != "" {
		best = Score(a, "", false, d.Best)
	}
	return []string{fav, DealStatus(a, d.Verdict), d.ID, ruleLine(a, dealRules(d.Info, true)), way, best}
}
