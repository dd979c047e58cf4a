package pages

import (
	"cmp"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/klondike/cards"
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
	tab       int               // one of the tabs
	scroll    ui.Scroll
	sheets.Pages
}

// The tabs of the page.
const (
	tabBoard  = iota // the deal's board
	tabTries         // the player's tries
	tabLayout        // the board of all deals of the layout
)

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
			if d.tab != tabTries && d.List(a).In() && d.board()[d.scroll.Focus].Player != "" {
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
		d.Next(), app.MenuKey, app.HelpKey, app.BackKey,
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
		if d.tab == tabLayout && err == nil {
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
	case store.ErrIs(err, table.ErrHidden): // the run was not won
		return
	case err != nil:
		a.Report("deal of the day", err)
	}
	d.layout = f.LayoutID
}

// closed returns the reason why an unknown deal can be neither played nor kept.
func (d *DealPage) closed(a *app.App) string {
	return a.T(app.If(d.today, "kp.today", "err.no_deal"))
}

// layoutBoard reads the board of the layout, if other deals share it.
func (d *DealPage) layoutBoard(a *app.App) error {
	l := a.House.Lobby
	ids, err := l.Deals().Alike(klondike.Name, d.layout)
	if d.deals = len(ids); err != nil || d.deals < 2 {
		d.alike, d.tab = nil, min(d.tab, tabTries)
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
func (d *DealPage) board() []records.DealRow { return app.If(d.tab == tabLayout, d.alike, d.list) }

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
	if d.tab == tabTries {
		return len(d.tries)
	}
	return len(d.board())
}

// Handle takes clicks, and keys that are not commands.
func (d *DealPage) Handle(a *app.App, msg tea.Msg) {
	d.Pages.Handle(a, msg)
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
	if d.tab == tabTries {
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
func (d *DealPage) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, d) }

// View shows a small picture of the deal, its facts, and its boards; in a small window on two pages.
func (d *DealPage) View(a *app.App) app.View {
	v := app.View{Place: []string{a.T("game." + klondike.Name), a.T("kp.deal")}, Usual: a.T("kp.msg.deal")}
	if !d.known {
		v.Usual = d.closed(a)
	}
	picture := kit.Picture{Size: kit.Size{W: smallWidth, H: smallHeight}, Art: true, Paint: func(_ kit.Look, g ui.Region) { d.small(a, g) }}
	above := kit.Row(3, kit.Item{Block: picture, Drop: 1}, kit.Item{Block: kit.Pad{Block: d.facts(a), X: 1}, Fill: 1})
	lists := kit.Col(1, 0, kit.Item{Block: kit.Tabs{Labels: d.tabs(a), Open: d.tab}}, kit.Item{Block: d.rowsOf(a), Fill: 1})
	if d.tab != tabTries {
		lists.Items = append(lists.Items, kit.Item{Block: kit.Pad{Block: d.standing(a), X: 2}, Drop: 1})
	}
	v.Body = kit.Fit{
		kit.Col(1, 0, kit.Item{Block: above}, kit.Item{Block: lists, Fill: 1}),
		kit.Book{Open: d.Pages.Open, Leaves: []kit.Leaf{{Title: a.T("kp.deal"), Block: d.facts(a)}, {Title: a.T("kp.board"), Block: lists, Fill: true}}},
	}
	return v
}

// facts returns the known facts about the deal.
func (d *DealPage) facts(a *app.App) kit.Block {
	name := ui.Cut(strings.TrimPrefix(d.Id, "DL1_"), 12)
	head := kit.Row(2, kit.Item{Block: kit.Text{Ink: ui.Strong | ui.Bold, Text: name}, Fix: ui.Width(name)})
	var chips kit.Chips
	if d.known || d.today {
		chip := kit.Chip{Word: Status(a, d.info.Verdict.Status)}
		switch d.info.Verdict.Status {
		case games.Solvable:
			chip.Ground = chipGood
		case games.Unsolvable:
			chip.Ground = chipBad
		}
		chips = append(chips, chip)
	}
	if d.Favourite {
		chips = append(chips, kit.Chip{Word: a.T("kp.fav")})
	}
	head.Items = append(head.Items, kit.Item{Block: chips, Fill: 1})
	facts := kit.Facts{
		{Label: a.T("kp.deal.id"), Text: d.Id, Ink: ui.Strong, Code: true}, {Label: a.T("kp.deal.layout"), Text: d.layout, Code: true}, {Label: a.T("kl.ids.rules"), Text: d.origin(a), Code: true},
	}
	for i, text := range d.verdict(a) {
		fact := kit.Fact{Text: text, Ink: ui.Muted}
		if i == 0 {
			fact.Label, fact.Ink = a.T("kl.ids.status"), ui.Text
		}
		facts = append(facts, fact)
	}
	col := kit.Col(0, 0, kit.Item{Block: head})
	if t := d.tally; t.Tries > 0 {
		all := a.T("kp.all", "n", t.Tries, "p", app.Percent(t.Rate()))
		if t.Won > 0 {
			all += "   " + a.T("kp.all.times", "m", tryTime(t.Mean()), "b", tryTime(t.Best))
		}
		facts = append(facts, kit.Fact{Label: a.T("kp.all.label"), Text: all})
	}
	col.Items = append(col.Items, kit.Item{Block: facts})
	if t := d.tally; t.Tries > 0 {
		col.Items = append(col.Items, kit.Item{Block: kit.Bar{Part: int(t.Rate() * 1000), Whole: 1000, Ink: cards.Face.Accent}, Drop: 1})
	}
	return col
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

// rowsOf returns the list in view.
func (d *DealPage) rowsOf(a *app.App) kit.List {
	moves, took, score := kit.Column{Head: a.T("kl.moves"), W: 5, Right: true}, kit.Column{Head: a.T("kl.time"), W: 8, Right: true}, kit.Column{Head: a.T("kl.score"), W: 6, Right: true, Drop: 2}
	id, when := kit.Column{Head: a.T("mt.col.id"), W: 8, Drop: 3}, kit.Column{Head: a.T("mt.col.when"), W: 9, Drop: 1}
	if d.tab == tabTries {
		none := a.T(app.If(a.Visit.Me().Guest, "mt.guest", "kp.tries.none"))
		list := d.List(a).Block([]kit.Column{{Head: a.T("kp.col.class"), W: 12}, {Head: a.T("kp.col.outcome"), W: 11}, moves, took, score, id, when}, none, func(i int) []string {
			t := d.tries[i]
			score := app.If(t.Class == klondike.Imported, "-", app.Itoa(t.Score))
			return []string{tryClass(a, t), tryOutcome(a, t), app.Itoa(t.Moves), tryTime(t.Time), score, t.Match, a.Ago(t.At)}
		})
		list.Ink = func(i, col int) ui.Token { return app.If(col == 1 && d.tries[i].Won(), ui.OK, 0) }
		return list
	}
	board := d.board()
	list := d.List(a).Block([]kit.Column{{Head: a.T("board.col.place"), W: 3, Right: true}, {Head: a.T("board.col.name"), W: 20, Name: true}, moves, took, score, id, when}, a.T("kp.board.none"),
		func(i int) []string { return d.row(a, i+1, board[i]) })
	list.PaintW = dealWidth
	list.Head = func(g ui.Region) {
		g.Text(boardName, 0, ui.Faint, a.T("board.col.name"))
		for _, c := range boardCells(a, g, []string{a.T("kl.moves"), a.T("kl.time"), a.T("kl.score"), a.T("mt.col.id")}) {
			g.Text(c.x, 0, ui.Faint, c.text)
		}
	}
	list.Paint = func(g ui.Region, i int, focus bool) {
		row, mine := d.row(a, i+1, board[i]), board[i].Player == a.Visit.Me().ID
		ui.Medal(g, 2, 0, i+1)
		g.TextCut(boardName, 0, boardMeter-boardName-1, app.If(focus, ui.Strong|ui.Bold, app.If(mine, ui.Accent, ui.Text)), row[1])
		cells := boardCells(a, g, row[2:6])
		g.Meter(boardMeter, 0, max(0, cells[0].x-boardMeter-4), int(rowOf(board[0].Score).Time), int(max(rowOf(board[i].Score).Time, 1)), app.If(mine, ui.Accent, ui.Muted))
		for k, c := range cells {
			g.Text(c.x, 0, []ui.Token{ui.Text, ui.Strong, ui.Muted, ui.Muted}[k], c.text)
		}
	}
	return list
}

// The columns of a row of the board that is a picture.
const boardName, boardMeter = 7, 24

// cell is a text at its column.
type cell struct {
	x    int
	text string
}

// boardCells places moves, time, score and match at the right of a row.
func boardCells(_ *app.App, g ui.Region, texts []string) (list []cell) {
	right := g.W() - 2
	for k, w := range []int{30, 21, 12, 0} {
		x := right - w - ui.Width(texts[k])
		if k == len(texts)-1 {
			x = right - 9
		}
		list = append(list, cell{x, texts[k]})
	}
	return list
}

// standing returns the visitor's own place.
func (d *DealPage) standing(a *app.App) kit.Text {
	switch {
	case d.tab == tabLayout:
		return kit.Text{}
	case a.Visit.Me().Guest:
		return kit.Text{Ink: ui.Muted, Text: a.T("board.guest")}
	case d.place == 0:
		return kit.Text{Ink: ui.Muted, Text: a.T("solo.none")}
	}
	return kit.Text{Ink: ui.Accent, Text: a.T("board.mine", "n", d.place, "of", d.of) + ", " + MovesAndTime(a, rowOf(d.mine.Score).Moves, rowOf(d.mine.Score).Time)}
}

// row returns a row of the deal's board.
func (d *DealPage) row(a *app.App, place int, s records.DealRow) []string {
	r := rowOf(s.Score)
	if s.Sent {
		return []string{app.Itoa(place), s.Name, app.Itoa(r.Moves), tryTime(r.Time), "-", a.T(app.If(s.Replayed, "kp.sent.replayed", "kp.sent")), a.Ago(s.At)}
	}
	return []string{app.Itoa(place), sheets.Scorer(a, s.Score), app.Itoa(r.Moves), tryTime(r.Time), app.Itoa(r.Score), s.Match, a.Ago(s.At)}
}

// The size of the picture of a deal.
const smallWidth, smallHeight = 38, 9

// small draws a small picture of the deal: the felt, and the columns as dealt, with the open cards if they
// are known.
func (d *DealPage) small(a *app.App, g ui.Region) {
	const w, h, cell, pitch = smallWidth, smallHeight, 4, 5
	for j := range h {
		g.Fill(ui.Rect{Y: j, W: w, H: 1}, cards.Felts[j*cards.FeltSteps/h])
	}
	g.Cell(0, 0, '▘', cards.FeltCorner, cards.Felts[0])
	g.Cell(w-1, 0, '▝', cards.FeltCorner, cards.Felts[0])
	g.Cell(0, h-1, '▖', cards.FeltCorner, cards.Felts[cards.FeltSteps-1])
	g.Cell(w-1, h-1, '▗', cards.FeltCorner, cards.Felts[cards.FeltSteps-1])
	start, err := startOf(d.info)
	known, at := d.known && err == nil, 0
	for n := range klondike.Columns {
		x, last := 2+n*pitch, at+n // index of the column's last card in the deck
		at += n + 1
		for i := range n {
			for k := range cell {
				g.Pixel(x+k, 2+i, app.If(i%2 == 0, cards.BackLit, cards.Back))
			}
		}
		row, ground := 1+(n+1)/2, app.If(known, cards.PaperTokens[cards.Whole], cards.Back)
		for j := 2 + n; j < 2*row+3; j++ {
			for k := range cell {
				g.Pixel(x+k, j, ground)
			}
		}
		if known {
			c := start.Deck[last]
			text := c.Rank().String() + cards.SuitSign(c.Suit())
			g.Fill(ui.Rect{X: x, Y: row, W: cell, H: 1}, ground)
			g.Text(x+(cell-ui.Width(text)+1)/2, row, app.If(c.Red(), cards.InkRed, cards.InkBlack)|ui.Bold, text)
		}
	}
	g.Text(2, h-2, cards.FeltDim, a.T("kl.side.stock", "n", klondike.Cards-klondike.Columns*(klondike.Columns+1)/2))
}

// chipGood and chipBad are the grounds of verdicts on the deal: mint and coral.
var (
	chipGood = ui.NewSurface(ui.Surface{Fg: 16, Bg: 115, LightFg: 231, LightBg: 22, Night: ui.Tone{Fg: 0x16130a, Bg: 0x7be0a4}, Day: ui.Tone{Fg: 0xfffaf0, Bg: 0x1c6b42}})
	chipBad  = ui.NewSurface(ui.Surface{Fg: 16, Bg: 210, LightFg: 231, LightBg: 124, Night: ui.Tone{Fg: 0x16130a, Bg: 0xff8a84}, Day: ui.Tone{Fg: 0xfffaf0, Bg: 0xb3261e}})
)
