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

// mostStacked limits the drawn cards of a pile: more would reach the next place.
const mostStacked = 3

// place returns the place of a month on the floor.
func (t *richTable) place(month int) (x, y int) {
	return t.floorX + (month-1)%t.perRow*t.pitch, t.floorY[(month-1)/t.perRow]
}

// pileAt returns the visible part of the k-th card of a pile.
func (t *richTable) pileAt(month, k int) (x, y, w int) {
	x, y = t.place(month)
	if k == 0 {
		return x, y, t.size.W()
	}
	w = t.size.Strip()
	return x + t.size.W() + w*(min(k, mostStacked-1)-1), y, w
}

// floor draws the twelve places.
func (t *richTable) floor() {
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
func (t *richTable) slot(month int) {
	x, y := t.place(month)
	w, h := t.size.W(), t.size.H()
	t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: h}, hwatu.SlotPaint)
	name := t.a.T("mg.month", "m", month)
	t.g.Text(x+(w-ui.Width(name))/2, y+h/2, hwatu.SlotInk, name)
	for i := range w {
		t.g.Pixel(x+i, 2*y, hwatu.SlotStrips[month])
	}
}

// pile draws the cards of a month, and below them the digits of the hand's cards that take them.
func (t *richTable) pile(month int, list []matgo.Card) {
	x, y := t.place(month)
	h := t.size.H()
	right := x
	for k, c := range list {
		at, _, w := t.pileAt(month, k)
		if k == 0 {
			hwatu.Paint(t.a, t.g, at, y, c, t.size)
		} else {
			hwatu.PaintStrip(t.a, t.g, at, y, c, t.size)
		}
		t.g.Hit(ui.Rect{X: at, Y: y, W: w, H: h}, floorHit(c))
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
	if t.picks() && slices.Contains(choices(t.view), list[0]) {
		t.letters(month, list)
		return
	}
	t.notes(x, y+h, month, hot)
}

// hot reports whether a pile matters now: the focused card takes it, or its cards move.
func (t *richTable) hot(month int, list []matgo.Card) bool {
	if slices.ContainsFunc(list, t.f.Lit.Has) {
		return true
	}
	if t.picks() {
		return t.view.Ask.Card.Month() == month
	}
	hand := t.view.Hands[t.me]
	return t.hints() && t.mine() && t.view.Phase == matgo.AskPlay && t.v.at < len(hand) && hand[t.v.at].Month() == month
}

// hints reports whether the viewer has a hand and wants hints about takings.
func (t *richTable) hints() bool { return active(t.s) && !t.a.Set.NoHints }

// letters draws the keys of the cards to choose between.
func (t *richTable) letters(month int, list []matgo.Card) {
	for k, c := range list {
		i := slices.Index(choices(t.view), c)
		if i < 0 {
			continue
		}
		x, y, w := t.pileAt(month, k)
		y += t.size.H()
		tok := app.Either(i == t.v.button, ui.Focus, ui.Picked)
		t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, tok)
		t.g.Text(x+(w-1)/2, y, tok|ui.Bold, string(rune('a'+i))+app.When(i == t.v.button, "‹"))
		t.g.Hit(ui.Rect{X: x, Y: y, W: w, H: 1}, floorHit(c))
	}
}

// notes writes below a pile the owner of its ppuk, and the digits of the cards that take it.
func (t *richTable) notes(x, y, month int, hot bool) {
	if text := t.ppuk(month); text != "" {
		w := ui.Width(text)
		t.g.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, hwatu.OrangePaint)
		x += t.g.Text(x, y, hwatu.DarkInk|ui.Bold, text) + 1
	}
	if !t.hints() {
		return
	}
	var list []string
	for i, c := range t.view.Hands[t.me] {
		if c.Month() == month {
			list = append(list, app.Itoa((i+1)%10))
		}
	}
	t.g.Text(x, y, app.Either(hot, hwatu.MatGold, hwatu.MatText)|ui.Bold, strings.Join(list, " "))
}

// ppuk returns the mark of the ppuk on a month, "" for none.
func (t *richTable) ppuk(month int) string {
	pile, ok := ppukOn(t.view, month)
	if !ok {
		return ""
	}
	return pileMark(t.a, t.s, pile)
}

// middle draws the deck, the possible win, and the log.
func (t *richTable) middle() {
	if t.f.Now.Mine() && t.view.Phase == matgo.AskGo && t.still {
		if t.large() {
			t.winsLarge()
		}
		return // the two buttons are here
	}
	if t.s.Review != nil && !t.large() {
		return // a chart is here
	}
	t.deck()
	if t.large() {
		t.winsLarge()
	} else {
		t.winsSmall()
	}
	t.log()
}

// deck draws the stock, and on it the bonus cards that belong to no seat yet.
func (t *richTable) deck() {
	x, y, w, h := t.deckX, t.deckY, t.size.W(), t.size.H()
	if t.view.StockCount > 0 {
		hwatu.PaintBack(t.g, x, y, t.size)
		for j := 2*y + 1; j < 2*(y+h); j++ {
			t.g.Pixel(x+w, j, hwatu.DeckEdge)
		}
	}
	for i, c := range t.view.Aside {
		if i == 0 {
			hwatu.Paint(t.a, t.g, x, y, c, t.size)
		} else {
			hwatu.PaintStrip(t.a, t.g, x+w+t.size.Strip()*(i-1), y, c, t.size)
		}
	}
	text := app.Itoa(t.view.StockCount)
	if t.large() {
		text = t.a.T("mg.deck", "n", t.view.StockCount)
	}
	t.g.Text(x+(w-ui.Width(text))/2, y+h, hwatu.MatText, text)
}

// wins returns the possible win now, or the actual one: its name, the points.
func (t *richTable) wins() (name string, d matgo.Side, points int, ok bool) {
	d = t.view.Sides[t.me]
	if !roundOver(t.s, t.view) {
		return t.a.T(app.Either(round.Named(t.s), "mg.winsnow.of", "mg.winsnow")), d, d.WinsNow, true
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

// winsSmall draws the possible win right of the deck.
func (t *richTable) winsSmall() {
	const right = 77
	_, _, points, ok := t.wins()
	if !ok {
		return
	}
	name := t.a.T(app.Either(roundOver(t.s, t.view), "mg.win.of", "mg.win.short"))
	y, pt := t.deckY, t.a.T("mg.pt")
	t.g.TextRight(right, y, hwatu.MatText, name)
	switch n := app.Itoa(points); {
	case len(n) <= 2:
		t.g.Letters(75-ui.LettersWidth(n, 1), y+1, n, 1, hwatu.MatGoldShade)
		t.g.TextRight(right+1, y+3, hwatu.MatGold|ui.Bold, pt)
	case len(n) == 3:
		t.g.Letters(right-ui.LettersWidth(n, 1)+1, y+1, n, 1, hwatu.MatGoldShade)
	default:
		t.g.TextRight(right, y+2, hwatu.MatGold|ui.Bold, n)
	}
	gold := round.GoldText(min(points*matgo.Document.GoldPerPoint, t.view.Sides[1-t.me].Gold))
	if points > 0 && !roundOver(t.s, t.view) {
		t.g.TextRight(right, y+4, hwatu.MatText|ui.Bold, ui.Cut(t.a.T("mp.gold", "g", gold), 11))
	}
}

// winsLarge draws the possible win left of the deck: points by factor, and the reasons.
func (t *richTable) winsLarge() {
	name, d, points, ok := t.wins()
	if !ok {
		return
	}
	x, y := t.floorX, t.deckY+1
	t.g.TextCut(x, y, t.deckX-x-2, hwatu.MatText, name)
	text := app.Itoa(points)
	if long := app.Itoa(d.Points.Total+d.Go) + "x" + app.Itoa(d.Multiplier.Total) + "=" + text; !roundOver(t.s, t.view) && ui.LettersWidth(long, 1) < t.deckX-x-4 {
		text = long
	}
	w := t.g.Letters(x, y+1, text, 1, hwatu.MatGoldShade)
	t.g.Text(x+w+1, y+3, hwatu.MatGold|ui.Bold, t.a.T("mg.pt"))
	var why []string
	for _, p := range round.PointParts(t.a, d) {
		why = append(why, p.Name+" +"+app.Itoa(p.Points))
	}
	for _, p := range round.Factors(t.a, d.Multiplier) {
		why = append(why, p.Name+" x"+app.Itoa(p.Points))
	}
	t.g.TextCut(x, y+4, t.deckX-x-1, hwatu.MatDim, strings.Join(why, "  "))
}

// log draws the last plies, the newest on top; at the start the opening of the round.
func (t *richTable) log() {
	x, right := t.logX, t.mat.X+t.mat.W-1
	y, end := t.logY, t.logY+t.logs
	if t.v.opening(t.s, t.view) {
		for _, line := range t.v.openingLines(t.a, t.s, t.view) {
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
		if t.large() {
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
					t.g.TextCut(at, y, right-at, app.Either(t.large(), hwatu.MatDim, hwatu.MatText), line)
					y++
				}
			}
		}
	}
}
