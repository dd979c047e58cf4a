package matgo

import (
	"slices"
	"strings"

	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/ui"
)

// cloth draws the mat.
func (t *board) cloth() {
	r := t.mat
	for j := range r.H {
		mid := 2*j - (r.H - 1)
		if mid < 0 {
			mid = -mid
		}
		k := 4 - (4*mid+(r.H-1)/2)/(r.H-1)
		t.g.Fill(ui.Rect{X: r.X, Y: r.Y + j, W: r.W, H: 1}, hwatu.MatGrounds[k])
	}
}

// pile returns the floor cards of a month, the most valuable first.
func pile(view *matgo.View, month int) []matgo.Card {
	list := onFloor(view, month)
	slices.SortFunc(list, round.Worthier)
	return list
}

// floor draws the twelve places.
func (t *board) floor() {
	for month := 1; month <= 12; month++ {
		list := pile(t.view, month)
		if len(list) == 0 {
			t.slot(month)
			continue
		}
		t.pile(month, list[:min(len(list), mostStacked)])
	}
}

// slot draws an empty place: its number, and a strip in its colour.
func (t *board) slot(month int) {
	x, y := t.place(month)
	w, h := t.floorCard.w(), t.floorCard.rows
	t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: h}, hwatu.SlotPaint)
	name := t.a.T("mg.month", "m", month)
	if h > 1 {
		for i := range w {
			t.g.Pixel(x+i, 2*y, hwatu.SlotStrips[month])
		}
	}
	t.g.Text(x+(w-ui.Width(name))/2, y+h/2, hwatu.SlotInk, name)
}

// card draws a card of a size.
func (t *board) card(x, y int, c matgo.Card, f face, look hwatu.Look) {
	switch {
	case !f.signs:
		hwatu.PaintTop(t.a, t.g, x, y, c, f.z, f.rows)
	case f.z == hwatu.Large:
		hwatu.DrawBig(t.a, t.g, x, y, c, look)
	case f.rows == 1:
		hwatu.DrawChip(t.a, t.g, x, y, c, look)
	default:
		look.Low = f.rows < hwatu.Height
		hwatu.Draw(t.a, t.g, x, y, c, look)
	}
}

// back draws the back of a card.
func (t *board) back(x, y int, f face) {
	switch {
	case !f.signs:
		hwatu.PaintBack(t.g, x, y, f.z, f.rows)
	case f.rows == 1:
		t.g.Text(x, y, hwatu.CardBack, strings.Repeat("▒", f.w()))
	default:
		hwatu.DrawBack(t.g, ui.Rect{X: x, Y: y, W: f.w(), H: f.rows})
	}
}

// pile draws the cards of a month, and below them the digits of the hand's cards that take them.
func (t *board) pile(month int, list []matgo.Card) {
	x, y := t.place(month)
	h := t.floorCard.rows
	right := x
	for k, c := range list {
		at, _, w := t.pileAt(month, k)
		if k == 0 {
			t.card(at, y, c, t.floorCard, hwatu.Look{})
		} else {
			hwatu.PaintStrip(t.a, t.g, at, y, c, t.floorCard.z, h)
		}
		right = at + w
	}
	for j := y + 1; j < y+h; j++ {
		t.g.Fill(ui.Rect{X: right, Y: j, W: 1, H: 1}, hwatu.MatShadow)
	}
	hot := t.hot(month, list)
	if hot {
		for j := y; j < y+h; j++ {
			t.g.Cell(x-1, j, '▐', hwatu.MatGold, t.g.At(x-1, j))
			t.g.Cell(right, j, '▌', hwatu.MatGold, t.g.At(right, j))
		}
	}
	t.pileHits(month, list)
	if t.picks() && slices.Contains(choices(t.view), list[0]) {
		t.letters(month, list)
		return
	}
	t.notes(x, y+h, month, hot)
}

// pileHits makes the cards of a pile clickable. A finger hits the pile, and of a pile to choose from one of two halves.
func (t *board) pileHits(month int, list []matgo.Card) {
	x, y := t.place(month)
	h := t.pileRows()
	area := func(r ui.Rect, c matgo.Card) { t.g.HitNamed(r, floorHit(c), t.onFloor, int(c)) }
	switch {
	case !t.l.Touch:
		for k, c := range list {
			at, _, w := t.pileAt(month, k)
			area(ui.Rect{X: at, Y: y, W: w, H: t.floorCard.rows}, c)
		}
	case h < touchRows, !active(t.s), t.q != nil:
	case !t.v.picking(t.s, t.view):
		area(ui.Rect{X: x, Y: y, W: min(t.pitch, t.w-x), H: h}, list[0])
	case t.view.Ask.Card.Month() == month:
		const half = 6
		left := min(max(x-(2*half-t.pitch)/2, 0), t.w-2*half)
		for i, c := range choices(t.view)[:min(len(t.view.Ask.Choices), 2)] {
			t.g.HitNamed(ui.Rect{X: left + i*half, Y: y, W: half, H: h}, choiceKey(i), t.onFloor, int(c))
		}
	}
}

// choiceKey presses the key of the i-th card to choose from.
func choiceKey(i int) ui.Press { return ui.Press(rune('a' + i)) }

// hot reports whether a pile matters now: the focused card takes it, or its cards move.
func (t *board) hot(month int, list []matgo.Card) bool {
	if slices.ContainsFunc(list, t.f.Lit.Has) {
		return true
	}
	if t.picks() {
		return t.view.Ask.Card.Month() == month
	}
	hand := t.view.Hands[t.me]
	return t.hints() && t.mine() && t.view.Phase == matgo.AskPlay && t.v.at < len(hand) && hand[t.v.at].Month() == month
}

// letters draws the keys of the cards to choose between.
func (t *board) letters(month int, list []matgo.Card) {
	for k, c := range list {
		i := slices.Index(choices(t.view), c)
		if i < 0 {
			continue
		}
		x, y, w := t.pileAt(month, k)
		y += t.floorCard.rows
		tok := app.If(i == t.v.button, ui.Focus, ui.Picked)
		r := ui.Rect{X: x, Y: y, W: w, H: 1}
		t.g.Fill(r, tok)
		t.g.Text(x+(w-1)/2, y, tok|ui.Bold, string(rune('a'+i))+app.TextIf(i == t.v.button, "‹"))
		if !t.l.Touch {
			t.g.Hit(r, choiceKey(i))
		}
	}
}

// notes writes below a pile the owner of its ppuk, and the digits of the cards that take it.
func (t *board) notes(x, y, month int, hot bool) {
	end := x + t.pitch - 1
	if text := t.ppuk(month); text != "" {
		if ui.Width(text) >= t.pitch { // its bonus cards are in view
			text, _, _ = strings.Cut(text, "+")
		}
		w := ui.Width(text)
		t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, hwatu.OrangePaint)
		x += t.g.Text(x, y, hwatu.DarkInk|ui.Bold, text) + 1
	}
	if !t.hints() {
		return
	}
	for i, c := range t.view.Hands[t.me] {
		if c.Month() == month && x < end {
			x += t.g.Text(x, y, app.If(hot, hwatu.MatGold, hwatu.MatText)|ui.Bold, app.Itoa((i+1)%10)) + 1
		}
	}
}

// ppukOn returns the ppuk that lies on a month: under the document's rules the three cards around a seat's last
// one.
func ppukOn(view *matgo.View, month int) (pile matgo.Pile, ok bool) {
	if view.Rules != "" {
		i := slices.IndexFunc(view.Piles, func(p matgo.Pile) bool { return p.Month == month })
		if i < 0 {
			return pile, false
		}
		return view.Piles[i], true
	}
	list := onFloor(view, month)
	if len(list) != 3 {
		return pile, false
	}
	for seat, d := range view.Sides {
		if d.Ppuk.Month == month {
			return matgo.Pile{Month: month, Seat: seat, Cards: list}, true
		}
	}
	return pile, false
}

// ppuk returns the mark of the ppuk on a month: whose it is, with the worth of the bonus cards in it; "" for none.
func (t *board) ppuk(month int) string {
	pile, ok := ppukOn(t.view, month)
	if !ok {
		return ""
	}
	text := t.a.T("mg.ppuk.other")
	switch {
	case round.Named(t.s):
		text = t.a.T("mg.ppuk.of")
	case pile.Seat == int(t.me):
		text = t.a.T("mg.ppuk.mine")
	}
	if n := round.PiWorth(pile.Bonus); n > 0 {
		text += "+" + app.Itoa(n)
	}
	return text
}

// middle draws the deck, the possible win, and the log.
func (t *board) middle() {
	if t.asksBeside() {
		if t.deckInMiddle() {
			t.winsMiddle()
		}
		return // the two buttons are here
	}
	if t.chartHere() {
		return
	}
	if t.aside == 0 && t.band == 0 && !t.sheets {
		return // there is no room
	}
	t.deckOf()
	if t.deckInMiddle() {
		t.winsMiddle()
	} else {
		t.winsAside()
	}
	t.writeLog()
}

// deckInMiddle reports whether the deck lies between two rows of the floor.
func (t *board) deckInMiddle() bool { return t.sheets || t.band > 0 }

// deckOf draws the stock, and on it the bonus cards that belong to no seat yet.
func (t *board) deckOf() {
	x, y, w, h := t.deckX, t.deckY, t.deckCard.w(), t.deckCard.rows
	if t.view.StockCount > 0 {
		t.back(x, y, t.deckCard)
		for j := 2*y + 1; j < 2*(y+h); j++ {
			t.g.Pixel(x+w, j, hwatu.DeckEdge)
		}
	}
	for i, c := range t.view.Aside {
		if i == 0 {
			t.card(x, y, c, t.deckCard, hwatu.Look{})
		} else {
			hwatu.PaintStrip(t.a, t.g, x+w+t.deckCard.strip()*(i-1), y, c, t.deckCard.z, h)
		}
	}
	text := app.Itoa(t.view.StockCount)
	if t.deckInMiddle() && w > 6 {
		text = t.a.T("mg.deck", "n", t.view.StockCount)
	}
	t.g.Text(x+(w-ui.Width(text))/2, y+h, hwatu.MatText, text)
}

// wins returns the possible win now, or the actual one: its name, the points.
func (t *board) wins() (name string, d matgo.Side, points int, ok bool) {
	d = t.view.Sides[t.me]
	if !roundOver(t.s, t.view) {
		return t.a.T(app.If(round.Named(t.s), "mg.winsnow.of", "mg.winsnow")), d, d.WinsNow, true
	}
	if t.s.Result == nil {
		return "", d, 0, false
	}
	e, ok := results.Read(t.view, t.s.Result, t.s.Plies)
	if !ok || e.Winner < 0 {
		return "", d, 0, false
	}
	d = t.view.Sides[e.Winner]
	if e.Winner == t.me && !round.Named(t.s) {
		return t.a.T("mg.worth"), d, e.Total[e.Winner], true
	}
	return t.a.T("mg.worth.of", "p", round.SeatTag(t.a, t.s, e.Winner)), d, e.Total[e.Winner], true
}

// winsAside draws the possible win right of the deck, or below it on a phone.
func (t *board) winsAside() {
	_, _, points, ok := t.wins()
	if !ok {
		return
	}
	right := t.mat.X + t.mat.W - 2
	name, n, pt := t.a.T(app.If(roundOver(t.s, t.view), "mg.win.of", "mg.win.short")), app.Itoa(points), t.a.T("mg.pt")
	if t.aside < 14 { // below the deck
		y := t.deckY + t.deckCard.rows + 2
		if t.mat.Y+t.mat.H < y+2 {
			return
		}
		t.g.TextRight(t.w, y, hwatu.MatText, name)
		if room := t.w - t.deckX; ui.Width(n) > room {
			return
		} else if ui.Width(n+pt) <= room {
			n += pt
		}
		t.g.TextRight(t.w, y+1, hwatu.MatGold|ui.Bold, n)
		return
	}
	left, y := t.deckX+t.deckCard.w()+2, t.deckY
	t.g.TextRight(right, y, hwatu.MatText, name)
	w := ui.LettersWidth(n, 1)
	switch pixels := t.mat.H >= 8; {
	case pixels && len(n) <= 2 && right-2-w >= left:
		t.g.Letters(right-2-w, y+1, n, 1, hwatu.MatGoldShade)
		t.g.TextRight(right+1, y+3, hwatu.MatGold|ui.Bold, pt)
	case pixels && len(n) <= 3 && right+1-w >= left:
		t.g.Letters(right-w+1, y+1, n, 1, hwatu.MatGoldShade)
	default:
		t.g.TextRight(right, y+1, hwatu.MatGold|ui.Bold, n)
	}
	gold := round.GoldText(min(points*matgo.Document.GoldPerPoint, t.view.Sides[1-t.me].Gold))
	if points > 0 && !roundOver(t.s, t.view) && t.mat.H >= 8 {
		if text := t.a.T("mp.gold", "g", gold); ui.Width(text) <= right-left+1 {
			t.g.TextRight(right, y+4, hwatu.MatText|ui.Bold, text)
		}
	}
}

// winsMiddle draws the possible win left of the deck: points by factor, and the reasons.
func (t *board) winsMiddle() {
	name, d, points, ok := t.wins()
	if !ok {
		return
	}
	x, y := t.floorX, t.deckY+t.deckCard.rows/2-2
	room := t.deckX - x - 2
	t.g.TextCut(x, y, room, hwatu.MatText, name)
	text, pt := app.Itoa(points), t.a.T("mg.pt")
	if long := app.Itoa(d.Points.Total+d.Go) + "x" + app.Itoa(d.Multiplier.Total) + "=" + text; !roundOver(t.s, t.view) && ui.LettersWidth(long, 1) < room-2 {
		text = long
	}
	if w := ui.LettersWidth(text, 1); w < room-2 {
		t.g.Letters(x, y+1, text, 1, hwatu.MatGoldShade)
		t.g.Text(x+w+1, y+3, hwatu.MatGold|ui.Bold, pt)
	} else {
		t.g.TextCut(x, y+2, room, hwatu.MatGold|ui.Bold, text+" "+pt)
	}
	var why []string
	for _, p := range round.PointParts(t.a, d) {
		why = append(why, p.Name+" +"+app.Itoa(p.Points))
	}
	for _, p := range round.Factors(t.a, d.Multiplier) {
		why = append(why, p.Name+" x"+app.Itoa(p.Points))
	}
	for ; len(why) > 0; why = why[1:] { // as many as have room
		n := ui.Width(why[0])
		if n > room+1 {
			return
		}
		t.g.Text(x, y+4, hwatu.MatDim, why[0])
		x, room = x+n+2, room-n-2
	}
}

// writeLog writes the last plies, the newest on top; at the start the opening of the round.
func (t *board) writeLog() {
	x, right := t.log.X, t.log.X+t.log.W
	y, end := t.log.Y, t.log.Y+t.log.H
	if right-x < leastLog {
		return
	}
	if t.v.opening(t.s, t.view) {
		for _, line := range t.openingLines() {
			if y < end && !line.head && strings.TrimSpace(line.text) != "" {
				t.g.TextCut(x, y, right-x, hwatu.MatText, strings.TrimSpace(line.text))
				y++
			}
		}
		return
	}
	for i := len(t.s.Plies) - 1; i >= 0 && y < end; i-- {
		first, more := tell.PlyText(t.a, t.s, t.s.Plies[i])
		n := t.g.TextCut(x, y, right-x, hwatu.MatDim, app.Itoa(i+1)) + 1
		at := x + max(n, 3)
		if t.log.W >= namedLog {
			t.g.TextCut(at, y, 8, hwatu.MatText|ui.Bold, round.SeatTag(t.a, t.s, t.s.Plies[i].Seat))
			at += 9
		}
		for _, text := range tell.Wrap(first, right-at) {
			if y < end {
				t.g.TextCut(at, y, right-at, hwatu.MatText, text)
				y++
			}
		}
		for _, text := range more {
			for _, line := range ui.Wrap(text, right-at) {
				if y < end {
					t.g.TextCut(at, y, right-at, app.If(t.log.W >= namedLog, hwatu.MatDim, hwatu.MatText), line)
					y++
				}
			}
		}
	}
}

// The least width of a log, and of one that names the seats.
const leastLog, namedLog = 13, 26
