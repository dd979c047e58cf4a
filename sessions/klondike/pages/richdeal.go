package pages

import (
	"cmp"
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// medals has the grounds of the first three places.
var medals = [...]ui.Token{
	cards.Gold, ui.NewPaint(ui.Paint{Night: 0xc9d3e6, Dark: 252}), ui.NewPaint(ui.Paint{Night: 0xd9935a, Dark: 173}),
}

// Positions on the page of a deal: in 80 columns, in a larger window the middle of it.
const (
	dealFacts = 42 // the column of the facts beside the picture
	dealTabs  = 11 // the row of the tabs
)

// drawRich draws the page of a deal on ui.LevelRich: a small picture of the deal, its facts, and its
// boards.
func (d *DealPage) drawRich(a *app.App, g ui.Region) {
	if over := g.W() - ui.MinWidth; over > 0 {
		g = g.Sub(ui.Rect{X: over / 2, Y: 1, W: ui.MinWidth, H: 30})
	}
	d.small(a, g, 1, 1)
	d.facts(a, g.Sub(ui.Rect{X: dealFacts, Y: 1, W: g.W() - dealFacts - 1, H: dealTabs - 1}))
	ui.Tabs(g, 1, dealTabs, d.tabs(a), d.tab, func(i int) any { return ui.TabHit(i) })
	if d.tab == 1 {
		d.triesRich(a, g)
	} else {
		d.boardRich(a, g)
	}
	if d.known {
		g.TextCut(2, g.H()-1, g.W()-4, ui.Accent|ui.Bold, d.Id)
	}
}

// small draws a small picture of the deal: the felt, and the columns as dealt, with the open cards if they
// are known.
func (d *DealPage) small(a *app.App, g ui.Region, x, y int) {
	const w, h, cell, pitch = 38, 9, 4, 5
	g = g.Sub(ui.Rect{X: x, Y: y, W: w, H: h})
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
				g.Pixel(x+k, 2+i, app.Either(i%2 == 0, cards.BackLit, cards.Back))
			}
		}
		row, ground := 1+(n+1)/2, app.Either(known, cards.PaperTokens[cards.Whole], cards.Back)
		for j := 2 + n; j < 2*row+3; j++ {
			for k := range cell {
				g.Pixel(x+k, j, ground)
			}
		}
		if known {
			c := start.Deck[last]
			text := c.Rank().String() + cards.SuitSign(c.Suit())
			g.Fill(ui.Rect{X: x, Y: row, W: cell, H: 1}, ground)
			g.Text(x+(cell-ui.Width(text)+1)/2, row, app.Either(c.Red(), cards.InkRed, cards.InkBlack)|ui.Bold, text)
		}
	}
	g.Text(2, h-2, cards.FeltDim, a.T("kl.side.stock", "n", klondike.Cards-klondike.Columns*(klondike.Columns+1)/2))
}

// facts draws the known facts about the deal.
func (d *DealPage) facts(a *app.App, g ui.Region) {
	const value = 10
	name := strings.TrimPrefix(d.Id, "DL1_")
	w := g.TextCut(0, 0, 12, ui.Strong|ui.Bold, name)
	if d.known || d.today {
		text := Status(a, d.info.Verdict.Status)
		ground := ui.Cap
		switch d.info.Verdict.Status {
		case games.Solvable:
			ground = chipGood
		case games.Unsolvable:
			ground = chipBad
		}
		w += 2
		g.Chip(w, 0, text, ground)
		w += ui.Width(text) + 2
	}
	if d.Favourite {
		g.TextRight(g.W(), 0, ui.Bad, "♥")
	}
	line := func(y int, key, text string) {
		g.TextCut(0, y, value-1, ui.Muted, a.T(key))
		g.TextCut(value, y, g.W()-value, ui.Text, text)
	}
	line(2, "kp.deal.id", d.Id)
	line(3, "kp.deal.layout", d.layout)
	line(4, "kl.ids.rules", d.origin(a))
	y := 5
	g.TextCut(0, y, value-1, ui.Muted, a.T("kl.ids.status"))
	for i, text := range d.verdict(a) {
		if i == 0 && (d.known || d.today) { // the chip has said it
			text = cmp.Or(strings.TrimSpace(strings.TrimPrefix(text, Status(a, d.info.Verdict.Status))), text)
		}
		for _, l := range wrapped(text, g.W()-value) {
			if y < 8 {
				g.TextCut(value, y, g.W()-value, app.Either(i == 0, ui.Text, ui.Muted), l)
				y++
			}
		}
	}
	if t := d.tally; t.Tries > 0 {
		line(8, "kp.all.label", a.T("kp.all", "n", t.Tries, "p", app.Percent(t.Rate())))
		g.Bar(value, 9, g.W()-value, int(t.Rate()*1000), 1000, cards.Face.Accent, ui.Track)
	}
}

// wrapped returns a text in lines of w cells.
func wrapped(text string, w int) []string {
	if ui.Width(text) <= w {
		return []string{text}
	}
	return ui.Wrap(text, w)
}

// chipGood and chipBad are the grounds of verdicts on the deal: mint and coral.
var (
	chipGood = ui.NewSurface(ui.Surface{Fg: 16, Bg: 115, LightFg: 231, LightBg: 22, Night: ui.Tone{Fg: 0x16130a, Bg: 0x7be0a4}, Day: ui.Tone{Fg: 0xfffaf0, Bg: 0x1c6b42}})
	chipBad  = ui.NewSurface(ui.Surface{Fg: 16, Bg: 210, LightFg: 231, LightBg: 124, Night: ui.Tone{Fg: 0x16130a, Bg: 0xff8a84}, Day: ui.Tone{Fg: 0xfffaf0, Bg: 0xb3261e}})
)

// boardRich draws the board in view, and the visitor's own place if that is not in it.
func (d *DealPage) boardRich(a *app.App, g ui.Region) {
	const y, name = dealTabs + 1, 14
	cols := []ui.Column{
		{X: 3, W: 2, Right: true}, {X: 9, W: name, Heading: "board.col.name"}, {X: 46, W: 6, Heading: "kl.moves", Right: true}, {X: 54, W: 8, Heading: "kl.time", Right: true},
		{X: 63, W: 6, Heading: "kl.score", Right: true}, {X: 70, W: 8, Heading: "mt.col.id"},
	}
	list := d.board()
	if len(list) == 0 {
		g.Text(3, y+1, ui.Muted, a.T("kp.board.none"))
	}
	rows := g.H() - y - 4
	cells := func(i int) []inked {
		row := d.row(a, i+1, list[i])
		place := app.When(i >= len(medals), row[0])
		return []inked{{place, ui.Muted}, {row[1], ui.Text}, {row[2], ui.Text}, {row[3], ui.Strong}, {row[4], ui.Muted}, {row[5], ui.Muted}}
	}
	richList(a, g, y, rows, cols, d.List(a), 1, cells)
	from, to := ui.Window(d.scroll.Focus, len(list), rows)
	for i := from; i < to; i++ {
		at := y + 1 + i - from
		mine := list[i].Player == a.Visit.Me().ID
		g.Meter(25, at, 20, int(rowOf(list[0].Score).Time), int(max(rowOf(list[i].Score).Time, 1)), app.Either(mine, ui.Accent, ui.Muted))
		if i < len(medals) {
			medal(g, 3, at, i)
		}
	}
	at := g.H() - 2
	switch {
	case d.tab == 2:
	case a.Visit.Me().Guest:
		g.Text(3, at, ui.Muted, a.T("board.guest"))
	case d.place == 0:
		g.Text(3, at, ui.Muted, a.T("solo.none"))
	default:
		g.Text(3, at, ui.Muted, a.T("board.mine", "n", d.place, "of", d.of))
		g.TextRight(g.W()-2, at, ui.Text, MovesAndTime(a, rowOf(d.mine.Score).Moves, rowOf(d.mine.Score).Time))
	}
}

// medal draws the number of one of the first places on its metal.
func medal(g ui.Region, x, y, place int) {
	g.Fill(ui.Rect{X: x, Y: y, W: 3, H: 1}, medals[place])
	g.Text(x+1, y, cards.SkyInk|ui.Bold, app.Itoa(place+1))
}

// triesRich draws the visitor's own tries of the deal.
func (d *DealPage) triesRich(a *app.App, g ui.Region) {
	const y = dealTabs + 1
	cols := []ui.Column{
		{X: 3, W: 12, Heading: "kp.col.class"}, {X: 17, W: 1}, {X: 19, W: 11, Heading: "kp.col.outcome"}, {X: 32, W: 6, Heading: "kl.moves", Right: true}, {X: 40, W: 8, Heading: "kl.time", Right: true},
		{X: 50, W: 7, Heading: "kl.score", Right: true}, {X: 59, W: 8, Heading: "mt.col.id"}, {X: 69, W: 9, Heading: "mt.col.when"},
	}
	richList(a, g, y, g.H()-y-3, cols, d.List(a), 0, func(i int) []inked {
		t := d.tries[i]
		return []inked{
			{tryClass(a, t), ui.Text}, {app.Either(t.Won(), "■", "□"), app.Either(t.Won(), ui.OK, ui.Muted)}, {tryOutcome(a, t), ui.Text},
			{app.Itoa(t.Moves), ui.Text}, {tryTime(t.Time), ui.Strong}, {app.Itoa(t.Score), ui.Muted}, {t.Match, ui.Muted}, {a.When(t.At), ui.Muted},
		}
	})
	switch {
	case a.Visit.Me().Guest:
		g.Text(3, y+2, ui.Muted, a.T("mt.guest"))
	case len(d.tries) == 0:
		g.Text(3, y+2, ui.Muted, a.T("kp.tries.none"))
	}
}
