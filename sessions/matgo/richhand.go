package matgo

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/ui"
)

// handGap returns the number of columns between the cards of a hand.
func (t *richTable) handGap(n int) int {
	if !t.large() || n < 2 {
		return 1
	}
	return min(t.size.Strip(), (t.own.W-3-n*t.size.W())/(n-1))
}

// handAt returns the place of a card of the hand.
func (t *richTable) handAt(i, n int) (x, y int) {
	if t.narrow() {
		return t.handX + i%narrowHand*narrowPitch, t.handY + i/narrowHand*(t.size.H()+1)
	}
	gap := t.handGap(n)
	if gap == 0 { // cards that touch alternate between two heights
		return t.handX + i*t.size.W(), t.handY - 1 + i%2
	}
	return t.handX + i*(t.size.W()+gap), t.handY
}

// hand draws the hand below: cards with their digits and takings, or the backs of a hidden hand, and beside
// it the text about it.
func (t *richTable) hand() {
	cards := t.view.Hands[t.me]
	if cards == nil {
		n := t.view.HandCounts[t.me]
		for i := range n {
			x, y := t.handAt(i, n)
			hwatu.PaintBack(t.g, x, y, t.size)
		}
		if t.narrow() {
			return
		}
		t.said(n)
		return
	}
	t.passes(len(cards))
	for i, c := range cards {
		x, y := t.handAt(i, len(cards))
		hwatu.Paint(t.a, t.g, x, y, c, t.size)
		focused := t.v.lit(t.s, t.view, i) && t.still
		if focused {
			t.frameCard(x, y, t.handGap(len(cards)))
		}
		if active(t.s) {
			t.g.Hit(ui.Rect{X: x, Y: y, W: t.size.W(), H: t.size.H() + 1}, handHit(i))
			t.under(x, y+t.size.H(), i, focused)
		}
	}
	if !t.narrow() {
		t.beside(len(cards))
	}
}

// passes draws the pass cards after the n cards of the hand, as one card with their number.
func (t *richTable) passes(n int) {
	k := t.view.Passes[t.me]
	if k == 0 || t.q != nil && t.view.Phase == matgo.AskGo { // the question takes its place
		return
	}
	x, y := t.handAt(n, n+1)
	w, h := t.size.W(), t.size.H()
	hwatu.PaintBack(t.g, x, y, t.size)
	t.g.Fill(ui.Rect{X: x, Y: y + h/2, W: w, H: 1}, hwatu.OrangePaint)
	t.g.TextCut(x, y+h/2, w, hwatu.DarkInk|ui.Bold, t.a.T("mg.pass.card", "n", k))
	if active(t.s) {
		t.g.Hit(ui.Rect{X: x, Y: y, W: w, H: h + 1}, ui.Press("p"))
		t.g.Text(x, y+h, ui.Muted|ui.Bold, "p")
	}
}

// curtain returns the place of the cloth: over the hand alone. Floor and captures stay open.
func curtain(c *ui.Canvas) ui.Rect {
	lay := layOf(c)
	at, r := ui.Body(c).Rect().Centered(lay.w, lay.h), lay.own
	if lay.ownSeat.W == 0 { // the seat is above the hand
		r.Y, r.H = lay.handY, r.Y+r.H-lay.handY
	}
	r.X, r.Y = at.X+r.X, at.Y+r.Y
	return r
}

// frameCard draws the gold edges of the focused card.
func (t *richTable) frameCard(x, y, gap int) {
	w, h := t.size.W(), t.size.H()
	gold := ui.Ground(ui.Accent)
	wide := ui.Rect{X: x, Y: y + h, W: w, H: 1}
	if gap > 0 {
		for j := y; j < y+h; j++ {
			t.g.Cell(x-1, j, '▐', gold, t.g.At(x-1, j))
			t.g.Cell(x+w, j, '▌', gold, t.g.At(x+w, j))
		}
		wide.X, wide.W = x-1, w+2
	} else { // the heads of its neighbours stay whole
		for j := y + 1; j < y+h; j++ {
			t.g.Cell(x, j, '▌', gold, t.g.At(x, j))
			t.g.Cell(x+w-1, j, '▐', gold, t.g.At(x+w-1, j))
		}
	}
	t.g.Fill(wide, ui.Focus)
	if t.large() {
		for i := wide.X; i < wide.X+wide.W; i++ {
			t.g.Cell(i, y-1, '▄', gold, t.g.At(i, y-1))
		}
	}
}

// under writes below a card its digit, "!" for three of a month, and the marks of its taking.
func (t *richTable) under(x, y, i int, focused bool) {
	cards := t.view.Hands[t.me]
	on := onFloor(t.view, cards[i].Month())
	hints := t.hints()
	ink, quiet := ui.Muted, ui.Muted
	if hints && len(on) > 0 {
		ink = ui.Strong
	}
	warn := ui.Warn
	if focused {
		ink, quiet, warn = ui.Focus, ui.Focus, ui.Focus
	}
	end := x + t.size.W()
	at := x + t.g.Text(x, y, ink|ui.Bold, app.Itoa((i+1)%10))
	if !hints {
		return
	}
	if threes(cards, cards[i].Month()) > 0 {
		if len(declarations(t.s)) > 0 {
			t.g.Hit(ui.Rect{X: at, Y: y, W: 1, H: 1}, ui.Press("x"))
		}
		at += t.g.Text(at, y, warn|ui.Bold, "!")
	}
	if len(on) == 0 {
		return
	}
	at += t.g.Text(at, y, quiet, ">")
	on = slices.SortedFunc(slices.Values(on), round.Worthier)
	for _, c := range on {
		if at+2 > end {
			break
		}
		hwatu.PaintMark(t.a, t.g, at, y, c, hwatu.MarkPlain)
		at += 2
	}
}

// inkedText is a piece of text.
type inkedText struct {
	text string
	tok  ui.Token
}

// beside writes the effect of the focused card, or what the viewer waits for: right of the hand on the
// small table, else below it, on the huge one with pictures of the taken cards.
func (t *richTable) beside(n int) {
	if t.q != nil && t.view.Phase == matgo.AskGo {
		return
	}
	list := t.brings()
	if len(list) == 0 {
		t.said(n)
		return
	}
	if !t.large() {
		x := t.besideX(n)
		for i, it := range list[:min(len(list), 5)] {
			t.g.TextCut(x, t.handY+i, 78-x, it.tok, it.text)
		}
		return
	}
	x, y := t.handX, t.handY+t.size.H()+1
	if t.size == hwatu.Huge {
		y++
		t.takes(y + 2)
	}
	for _, it := range list {
		if w := ui.Width(it.text); x > t.handX && x+w > t.own.X+t.own.W-2 {
			x, y = t.handX, y+1
		}
		if y >= t.own.Y+t.own.H {
			return
		}
		x += t.g.TextCut(x, y, t.own.X+t.own.W-2-x, it.tok, it.text) + 3
	}
}

// takes draws the cards of the focused card's taking, itself first, as small cards from row y on.
func (t *richTable) takes(y int) {
	hand := t.view.Hands[t.me]
	if t.view.Phase != matgo.AskPlay || t.v.at >= len(hand) || t.a.Set.NoHints {
		return
	}
	c := hand[t.v.at]
	on := onFloor(t.view, c.Month())
	if len(on) == 0 {
		return
	}
	for i, c := range append([]matgo.Card{c}, round.Takings(on)...) {
		hwatu.Paint(t.a, t.g, t.handX+(hwatu.Small.W()+2)*i, y, c, hwatu.Small)
	}
}

// besideX returns the first column of the text right of a hand of n on the small table.
func (t *richTable) besideX(n int) int { return max(t.logX, t.handX+6*n+1) }

// brings returns the texts about the focused card's effect.
func (t *richTable) brings() (list []inkedText) {
	if !t.mine() || t.view.ToAct == games.Nobody {
		return nil
	}
	add := func(tok ui.Token, text string) { list = append(list, inkedText{text, tok}) }
	a, view, hand := t.a, t.view, t.view.Hands[t.me]
	var c matgo.Card
	switch {
	case view.Phase == matgo.AskTake:
		for i, x := range choices(view) {
			t.gain(add, string(rune('a'+i))+" ", *view.Ask.Card, []matgo.Card{x})
		}
		return list
	case view.Phase != matgo.AskPlay || t.v.at >= len(hand):
		return nil
	}
	c = hand[t.v.at]
	if a.Set.NoHints {
		t.words(add, hwatu.Words(a, c, true))
		return list
	}
	if on := onFloor(view, c.Month()); len(on) > 0 {
		t.gain(add, "", c, round.Takings(on))
	} else if c.Bonus() {
		t.words(add, hwatu.Words(a, c, false))
		add(ui.OK, a.T("mg.info.bonus"))
	} else {
		t.words(add, hwatu.Words(a, c, false))
		add(ui.Text, a.T("mg.nothing"))
	}
	for _, d := range declarations(t.s) {
		add(ui.Warn, a.T("mg.info.declare", "what", tell.ActShort(a, d.Action())))
	}
	if view.LastCard && len(hand) <= 1 {
		add(ui.Warn, a.T("mg.last.short"))
	}
	return list
}

// words adds a text about a card, on the small table in as many lines as it needs.
func (t *richTable) words(add func(ui.Token, string), text string) {
	lines := []string{text}
	if !t.large() {
		lines = ui.Wrap(text, 78-t.besideX(len(t.view.Hands[t.me])))
	}
	for _, line := range lines {
		add(ui.Accent|ui.Bold, line)
	}
}

// gain adds the gain of taking some cards with a card.
func (t *richTable) gain(add func(ui.Token, string), key string, c matgo.Card, took []matgo.Card) {
	a, d := t.a, t.view.Sides[t.me]
	if key != "" { // the prompt names the card
		t.words(add, key+hwatu.Kind(a, took[0], true))
	} else {
		t.words(add, strings.TrimSuffix(round.Taking(a, c, took, t.own.W-30), ":"))
	}
	all := append([]matgo.Card{c}, took...)
	total := d.Points.Total + d.Go
	now := total
	for _, x := range round.Gains(a, d, all) {
		add(ui.Strong|ui.Bold, x.Name+" +"+app.Itoa(x.Points))
		total += x.Points
	}
	if total > now {
		add(ui.OK, a.T("mg.info.rise", "a", now, "b", total))
		if round.Opens(t.view, t.me, total) {
			add(ui.OK, a.T("mg.info.open"))
		}
		return
	}
	for _, near := range round.Nears(a, d, t.view.Sides[1-t.me].Captured, all) {
		add(ui.Text, near)
	}
	if n := round.PiWorth(all); n > 0 {
		add(ui.Text, a.T("mg.hint.pi", "n", n))
	}
}

// said writes the newest words of the talk beside the hand. On the huge table they have a sheet.
func (t *richTable) said(n int) {
	if t.size == hwatu.Huge {
		return
	}
	x, y, w, rows := t.handX+6*n+2, t.handY+1, 0, 3
	w = 76 - x
	if t.large() {
		x, y, rows = t.handX, t.handY+t.size.H()+1, 2
		w = t.own.W - 6
	}
	lines := t.s.Chat
	lines = lines[max(0, len(lines)-rows):]
	for i, l := range lines {
		if w < 12 {
			return
		}
		name := t.g.TextCut(x, y+i, 12, ui.Info, t.a.PersonName(l.From))
		t.g.TextCut(x+name+2, y+i, w-name-2, ui.Text, t.a.Spoken(l))
	}
}
