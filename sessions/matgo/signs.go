package matgo

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/captures"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/ui"
)

// words draws the table in signs, but the hand.
func (t *board) words() {
	for _, it := range t.bySeat() {
		at := t.g.Sub(it.at)
		if y := it.at.H - t.seatSigns(); y > 0 { // a title above
			t.ownTitle(at)
			at = t.g.Sub(ui.Rect{X: it.at.X, Y: it.at.Y + y, W: it.at.W, H: it.at.H - y})
		}
		t.status(at, it.seat)
		if t.sheets {
			t.capturedCards(at, t.view.Sides[it.seat])
		} else if t.lines > 0 {
			t.captures(at, t.view.Sides[it.seat])
		}
	}
	if t.titles > 0 {
		t.floorTitle(t.g.Sub(ui.Rect{X: t.mat.X, Y: t.mat.Y, W: t.mat.W, H: 1}))
	}
	t.floorSigns()
	if t.sheets {
		t.g.Text(2, fullLegendY, ui.Muted, t.a.T(app.If(t.a.Set.NoHints, "mg.legend.tags", "mg.legend.full")))
		t.g.HLine(0, fullLegendY+1, fullTableW, ui.Muted)
	}
	if t.factsBeside() {
		t.g.VLine(t.factsAt.X-1, 0, t.h, ui.Muted)
		t.drawFacts()
	} else if t.rest.H >= leastFacts && t.s.Review == nil && t.rest.W >= 2*factsLeast+2 {
		kit.Draw(t.factsBelow(), t.l, t.g.Sub(t.rest))
	}
}

// leastFacts are the least rows of facts below the table.
const leastFacts = 5

// factsBeside reports whether facts stand right of the table.
func (t *board) factsBeside() bool { return t.factsAt.W > 0 }

// seatSigns returns the rows of a seat in signs, without a title above it.
func (t *board) seatSigns() int {
	if t.sheets {
		return 5
	}
	return 1 + t.lines
}

// status draws one row about a seat: name, number of cards, points and counters.
func (t *board) status(g ui.Region, seat games.Seat) {
	a, s, view, mine := t.a, t.s, t.view, t.me
	if seat != mine && view.Hands[seat] != nil {
		t.openHand(g, seat)
		return
	}
	d := view.Sides[seat]
	tok := app.If(view.ToAct == seat && s.Result == nil, ui.Strong, ui.Text)
	counts := captures.Flags(a, d)
	ink := app.If(d.Ppuk.Open, ui.Warn, ui.Text)
	points := a.T("mg.points", "n", d.Points.Total+d.Go)
	if g.W() > tableW+20 {
		points = a.T("mg.gold.of", "gold", round.GoldText(results.Gold(s, view, seat))) + "   " + points
	}
	tag := a.T(app.If(seat != mine, "mg.foe", "mg.you"))
	x := 1
	if !round.Named(s) {
		g.Text(x, 0, tok, tag)
		x += max(ui.Width(a.T("mg.you")), ui.Width(a.T("mg.foe"))) + 1
	}
	order := a.T(app.If(view.First == seat, "mg.first", "mg.second"))
	n := t.held(seat)
	back, held := "", a.T("mg.held.cards", "n", n)
	if seat != mine || view.Hands[seat] == nil {
		back = strings.Repeat("▒", n)
	}
	name := t.name(seat)
	// If there is no room, parts are omitted in this order: the gap, the first-seat mark, the backs, both, the number of
	// cards, the counters.
	room, gap := 0, 2
	for _, with := range []struct {
		order, back, held, counts string
		gap                       int
	}{
		{order, back, held, counts, 2}, {order, back, held, counts, 1}, {"", back, held, counts, 2}, {"", back, held, counts, 1},
		{order, "", held, counts, 2}, {"", "", held, counts, 1}, {"", "", "", counts, 1}, {"", "", "", "", 1},
	} {
		order, back, held, counts, gap = with.order, with.back, with.held, with.counts, with.gap
		room = g.W() - 1 - ui.Width(points) - gap - x
		for _, text := range []string{order, back, held} {
			if text != "" {
				room -= ui.Width(text) + 1
			}
		}
		if counts != "" {
			room -= ui.Width(counts) + gap
		} else {
			room -= gap - 1
		}
		if room >= ui.Width(name) || held == "" && room >= nameLeast || g.W() >= tableW && with.order == "" && with.back == "" {
			break
		}
	}
	right := g.W() - 1
	if counts != "" {
		right -= g.TextRight(right, 0, ink, counts) + gap
	}
	g.TextRight(right, 0, ui.Strong, points)
	x += g.TextCut(x, 0, room, tok, name) + 1
	if order != "" {
		x += g.Text(x, 0, ui.Muted, order) + 1
	}
	x++
	if back != "" {
		x += g.Text(x, 0, hwatu.CardBack, back) + 1
	}
	if held != "" {
		g.Text(x, 0, ui.Text, held)
	}
}

// openHand draws the status row of a seat whose hand the viewer sees from the other side, as in a replay:
// the cards by name instead of the counters.
func (t *board) openHand(g ui.Region, seat games.Seat) {
	a, view := t.a, t.view
	d := view.Sides[seat]
	order := a.T(app.If(view.First == seat, "mg.first", "mg.second"))
	right := g.W() - 1
	right -= g.TextRight(right, 0, ui.Strong, a.T("mg.points", "n", d.Points.Total+d.Go)) + 1
	x := 1
	x += g.TextCut(x, 0, max(g.W()/2-6, 8), ui.Text, a.SeatName(t.s.Seats[seat])) + 1
	head := a.T("mg.hand")
	hand := view.Hands[seat]
	text := ""
	for _, with := range []struct{ head, sep string }{{order + " " + head, " "}, {head, " "}, {"", " "}, {head, ""}, {"", ""}} {
		head, text = with.head, hwatu.Names(a, hand, with.sep)
		if head != "" {
			head += " "
		}
		if x+ui.Width(head)+ui.Width(text) <= right {
			break
		}
	}
	for n := 1; x+ui.Width(head)+ui.Width(text) > right && n < len(hand); n++ {
		text = hwatu.Names(a, hand[:len(hand)-n], " ") + " " + a.T("mg.more", "n", n)
	}
	x += g.Text(x, 0, ui.Muted, head)
	g.TextCut(x, 0, right-x, ui.Text, text)
}

// captures draws a seat's captures below its status, in two rows or three, with a mark at new cards.
func (t *board) captures(g ui.Region, d matgo.Side) {
	type group struct {
		x, y int
		text string
		list []matgo.Card
	}
	c := d.Captured
	var list [4]group
	if t.lines == 2 {
		kwang, yeol, tti, pi := captures.Texts(t.a, d, g.W()-39)
		list = [4]group{{1, 1, kwang, c.Kwang}, {21, 1, yeol, c.Yeol}, {1, 2, tti, c.Tti}, {38, 2, pi, c.Pi}}
	} else {
		kwang, yeol, tti, pi := captures.Texts(t.a, d, g.W()-22)
		list = [4]group{{1, 1, kwang, c.Kwang}, {21, 1, pi, c.Pi}, {1, 2, yeol, c.Yeol}, {1, 3, tti, c.Tti}}
	}
	for _, it := range list {
		tok := ui.Text
		if slices.ContainsFunc(it.list, t.f.Lit.Has) {
			tok = ui.Focus
			g.Text(it.x-1, it.y, tok, ">")
		}
		g.Text(it.x, it.y, tok, it.text)
	}
}

// groupX has the columns of the four groups of captured cards.
var groupX = [4]int{2, 24, 46, 66}

// capturedCards draws a seat's captures as cards under the counts.
func (t *board) capturedCards(g ui.Region, d matgo.Side) {
	kwang, yeol, tti, pi := captures.Heads(t.a, d)
	c, lit := d.Captured, t.f.Lit
	for i, group := range []struct {
		head string
		list []matgo.Card
	}{{kwang, c.Kwang}, {yeol, c.Yeol}, {tti, c.Tti}, {pi, c.Pi}} {
		x, head, list := groupX[i], group.head, group.list
		room := fullTableW - 1 - x
		if i < 3 {
			room = groupX[i+1] - 1 - x
		}
		pace := hwatu.Width
		if n := len(list); n*hwatu.Width > room { // they overlap
			pace = 3
		}
		fits := min(len(list), 1+max(room-hwatu.Width, 0)/pace)
		if more := len(list) - fits; more > 0 {
			head += "  " + t.a.T("mg.more", "n", more)
		} else if i == 3 {
			head = captures.PiText(t.a, head, d, 20)
		}
		if slices.ContainsFunc(list, lit.Has) {
			g.Text(x-1, 1, ui.Focus, ">")
		}
		g.TextCut(x, 1, room, ui.Text, head)
		shown := list[len(list)-fits:] // keep the end of the list: bonus cards are worth most
		for k, card := range shown {
			at := x + pace*k
			g.Fill(ui.Rect{X: at, Y: 2, W: hwatu.Width, H: 3}, ui.Text)
			hwatu.DrawLow(t.a, g, at, 2, card, hwatu.Look{Lit: lit.Has(card)})
		}
	}
}

// titleRow draws a row with a text in a rule, and a shorter one at its right.
func titleRow(g ui.Region, tok ui.Token, text, more string) {
	g.HLine(0, 0, g.W(), ui.Muted)
	room := g.W() - 5
	if more != "" {
		g.TextRight(g.W()-2, 0, ui.Text, " "+more+" ")
		room -= ui.Width(more) + 3
	}
	if text != "" {
		g.Text(2, 0, tok, " "+ui.Cut(text, room)+" ")
	}
}

// floorTitle draws the row over the floor: its cards, a choice, or a banner; the deck, if it has no room beside the
// floor.
func (t *board) floorTitle(g ui.Region) {
	deck := app.TextIf(t.aside == 0 && !t.factsBeside(), t.a.T("mg.deck", "n", t.view.StockCount))
	switch view := t.view; {
	case t.f.Banner != "":
		ui.Banner(g, 0, ui.Cut(t.f.Banner, g.W()-2))
	case t.picks():
		titleRow(g, ui.Accent, t.a.T("mg.floor.pick", "m", view.Ask.Card.Month(), "n", len(view.Ask.Choices)), "")
	default:
		titleRow(g, ui.Muted, t.a.T("mg.floor", "n", len(view.Floor)), deck)
	}
}

// ownTitle draws the row over the own half: whose turn it is.
func (t *board) ownTitle(g ui.Region) {
	a, s, view := t.a, t.s, t.view
	switch {
	case s.Replay && len(s.Plies) > 0:
		p := s.Plies[len(s.Plies)-1]
		first, _ := tell.PlyText(a, s, p)
		titleRow(g, ui.Muted, a.T("mg.ply", "n", len(s.Plies))+" "+a.SeatName(s.Seats[p.Seat])+": "+first, "")
	case s.Result != nil || view.ToAct == games.Nobody:
		titleRow(g, ui.Muted, a.T("mg.over"), "")
	case view.ToAct == s.You && !round.Named(s):
		titleRow(g, ui.Accent, a.T("mg.turn"), "")
	default:
		titleRow(g, ui.Muted, a.T("mg.turn.other", "p", a.SeatName(s.Seats[view.ToAct])), "")
	}
}

// look returns the look of a floor card in signs.
func (t *board) look(c matgo.Card) hwatu.Look {
	look := hwatu.Look{Lit: t.f.Lit.Has(c), Low: t.floorCard == lowSign}
	if t.picks() {
		if i := slices.Index(choices(t.view), c); i >= 0 {
			look.Foot = string(rune('a' + i))
			look.Foot = app.If(i == t.v.button, ">"+look.Foot, " "+look.Foot)
			look.Lit = i == t.v.button || t.v.button < 0
		}
	}
	return look
}

// floorSigns draws the twelve months and the stock in signs.
func (t *board) floorSigns() {
	for m := 1; m <= 12; m++ {
		x, y := t.place(m)
		list := pile(t.view, m)
		if len(list) == 0 {
			t.noCards(m, x, y)
			continue
		}
		look := func(i int) hwatu.Look { return t.look(list[i]) }
		switch t.floorCard {
		case bigSign:
			hwatu.DrawBigPile(t.a, t.g, x, y, list, look)
		case chip:
			t.chips(x, y, list)
		default:
			hwatu.DrawPile(t.a, t.g, x, y, list, look)
		}
		if mark := t.ppuk(m); mark != "" && t.view.Rules != "" && t.floorCard.rows > 2 {
			mark = ui.Cut(mark, app.If(t.floorCard == bigSign, hwatu.BigWidth+3, 6))
			t.g.Fill(ui.Rect{X: x + 1, Y: y, W: ui.Width(mark), H: 1}, ui.Warn)
			t.g.Text(x+1, y, ui.Warn|ui.Bold, mark)
		}
		t.signHits(m, list)
	}
	if t.aside > 0 || t.factsBeside() {
		t.stock()
	}
}

// noCards writes the number of a month without cards.
func (t *board) noCards(m, x, y int) {
	name := t.a.T("mg.month", "m", m)
	switch {
	case t.sheets:
		t.g.Text(x+(hwatu.BigWidth-ui.Width(name))/2, y+2, ui.Muted, name)
	case ui.Width(name) == ui.Width(app.Itoa(m))+2: // "11월" ends where "1월" does
		t.g.TextRight(x+5, y+min(1, t.floorCard.rows-1), ui.Muted, name)
	default:
		t.g.Text(x+1, y+min(1, t.floorCard.rows-1), ui.Muted, name)
	}
}

// chips draws the cards of a month in a row.
func (t *board) chips(x, y int, list []matgo.Card) {
	hwatu.DrawChip(t.a, t.g, x, y, list[0], t.look(list[0]))
	switch {
	case len(list) == 2:
		hwatu.DrawChip(t.a, t.g, x+hwatu.Width, y, list[1], t.look(list[1]))
	case len(list) > 2:
		t.g.Text(x+hwatu.Width, y, ui.Text, "+"+app.Itoa(len(list)-1))
	}
}

// signHits makes the cards of a month clickable.
func (t *board) signHits(m int, list []matgo.Card) {
	if t.l.Touch {
		t.pileHits(m, list)
		return
	}
	x, y := t.place(m)
	at := ui.Rect{X: x, Y: y, W: t.pitch / 2, H: t.floorCard.rows}
	if t.sheets {
		at.W = hwatu.BigWidth
	}
	for i, c := range list {
		if i > 1 && !t.sheets {
			return
		}
		var msg any = floorHit(c)
		if t.picks() {
			if k := slices.Index(choices(t.view), c); k >= 0 {
				msg = choiceKey(k)
			}
		}
		t.g.HitNamed(at, msg, t.onFloor, int(c))
		if at.X += at.W; t.sheets {
			at.W = 3
		}
	}
}

// stock draws the stock with its count below, and above it the flipped bonus cards that belong to no seat yet.
func (t *board) stock() {
	r := ui.Rect{X: t.deckX, Y: t.deckY, W: 6, H: min(t.floorCard.rows, 5)}
	if t.floorCard.rows > 1 && t.view.StockCount > 0 {
		hwatu.DrawBack(t.g, r)
	}
	deck := t.a.T("mg.deck", "n", t.view.StockCount)
	t.g.Text(r.X-1+(r.W+2-ui.Width(deck))/2, r.Y+r.H, ui.Text, deck)
	for i, c := range t.view.Aside {
		tok := app.If(t.f.Lit.Has(c), ui.Focus, hwatu.CardBonus)
		t.g.Text(r.X+1, t.floorY[0]+i, tok, hwatu.Name(t.a, c))
	}
}
