package matgo

import (
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// hand draws the hand below: cards with their digits and takings, or the backs of a hidden hand, and beside
// it the text about it.
func (t *board) hand() {
	cards := t.view.Hands[t.me]
	if cards == nil {
		n := t.view.HandCounts[t.me]
		for i := range n {
			x, y := t.handAt(i, n)
			t.back(x, y, t.handCard)
		}
		t.said(n)
		return
	}
	t.passes(len(cards))
	n := len(cards)
	if t.view.Passes[t.me] > 0 && !t.handCard.signs {
		n++
	}
	for i, c := range cards {
		x, y := t.handAt(i, n)
		lit := t.v.lit(t.s, t.view, i)
		focused := lit && t.still
		switch {
		case !t.handCard.signs:
			t.card(x, y, c, t.handCard, hwatu.Look{})
			if focused {
				t.frameCard(x, y, t.handGap(n))
			}
		case lit && t.handCard == bigSign:
			t.card(x, y-1, c, t.handCard, hwatu.Look{Lit: true})
		default:
			t.card(x, y, c, t.handCard, hwatu.Look{Lit: lit})
		}
		if active(t.s) {
			t.handHit(i, x, y, n)
			if t.handCard.signs {
				t.number(i, x, y+t.handCard.rows)
			} else {
				t.under(x, y+t.handCard.rows, i, focused)
			}
		}
	}
	if t.handCard.signs {
		if text := t.a.T(app.If(t.view.Rules == "", "mg.last", "mg.last.steals")); t.view.LastCard && active(t.s) && len(cards) <= 1 && ui.Width(text) <= t.own.W-13 && t.hands == 1 {
			t.g.Text(app.If(t.sheets, 12, 8), t.handY+t.handCard.rows, ui.Warn, text)
		}
		return
	}
	t.beside(n)
}

// handHit makes a card of the hand clickable, with the row below it.
func (t *board) handHit(i, x, y, n int) {
	w := t.handCard.w()
	if t.hands == 1 && t.handCard.signs {
		w = t.handCard.w() + t.handGap(n)
	}
	t.g.HitNamed(ui.Rect{X: x, Y: y, W: max(w, app.If(t.l.Touch, touchCells, 0)), H: t.handCard.rows + 1}, handHit(i), t.inHand, int(t.view.Hands[t.me][i]))
}

// lit reports whether a card of the hand has the focus and may be played.
func (v *gameView) lit(s *play.Scene, view *matgo.View, i int) bool {
	return i == v.at && view.Phase == matgo.AskPlay && s.Mine()
}

// passes draws the pass cards after the n cards of the hand, as one card with their number.
func (t *board) passes(n int) {
	k := t.view.Passes[t.me]
	if k == 0 || t.asksBeside() { // the question takes its place
		return
	}
	x, y := t.handAt(n, n+1)
	w, h := t.handCard.w(), t.handCard.rows
	mine := active(t.s) && t.s.Mine() && t.view.Phase == matgo.AskPlay
	if t.handCard.signs && t.hands == 1 && h > 1 && x+10 <= t.own.W {
		t.g.Text(x, y+1, ui.Text, t.a.T("mg.passes", "n", k))
		if mine {
			t.g.Text(x, y+2, ui.Muted, t.a.T("mg.passes.key"))
			t.g.Hit(ui.Rect{X: x, Y: y + 1, W: 10, H: app.If(t.l.Touch, touchRows, 2)}, ui.Press("p"))
		}
		return
	}
	t.back(x, y, t.handCard)
	if t.handCard.signs { // between its edges
		t.g.Fill(ui.Rect{X: x + 1, Y: y + h/2, W: w - 2, H: 1}, ui.Text)
		t.g.Text(x+1, y+h/2, ui.Text, "x"+app.Itoa(k))
	} else {
		label := t.a.T("mg.pass.card", "n", k)
		if ui.Width(label) > w {
			label = app.Itoa(k)
		}
		t.g.Fill(ui.Rect{X: x, Y: y + h/2, W: w, H: 1}, hwatu.OrangePaint)
		t.g.Text(x, y+h/2, hwatu.DarkInk|ui.Bold, label)
	}
	if active(t.s) {
		t.g.Hit(ui.Rect{X: x, Y: y, W: max(w, app.If(t.l.Touch, touchCells, 0)), H: h + 1}, ui.Press("p"))
		t.g.Text(x, y+h, ui.Muted|ui.Bold, "p")
	}
}

// frameCard draws the gold edges of the focused card.
func (t *board) frameCard(x, y, gap int) {
	w, h := t.handCard.w(), t.handCard.rows
	gold := ui.SolidInk(ui.Accent)
	wide := ui.Rect{X: x, Y: y + h, W: w, H: 1}
	if gap > 0 || t.hands > 1 {
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
	if t.handCard.z != hwatu.Small && t.hands == 1 {
		for i := wide.X; i < wide.X+wide.W; i++ {
			t.g.Cell(i, y-1, '▄', gold, t.g.At(i, y-1))
		}
	}
}

// under writes below a card its digit, "!" for three of a month, and the marks of its taking.
func (t *board) under(x, y, i int, focused bool) {
	cards := t.view.Hands[t.me]
	on := t.matches(cards[i])
	hints := t.hints()
	ink, quiet := ui.Muted, ui.Muted
	if hints && on > 0 {
		ink = ui.Strong
	}
	warn := ui.Warn
	if focused {
		ink, quiet, warn = ui.Focus, ui.Focus, ui.Focus
	}
	end := x + t.handCard.w()
	at := x + t.g.Text(x, y, ink|ui.Bold, app.Itoa((i+1)%10))
	if !hints {
		return
	}
	if threes(cards, cards[i].Month()) > 0 {
		if len(declarations(t.s)) > 0 && !t.l.Touch {
			t.g.HitNamed(ui.Rect{X: at, Y: y, W: 1, H: 1}, ui.Press("x"), t.declares, 0)
		}
		at += t.g.Text(at, y, warn|ui.Bold, "!")
	}
	if on == 0 {
		return
	}
	at += t.g.Text(at, y, quiet, ">")
	for _, c := range pile(t.view, cards[i].Month()) {
		if at+2 > end {
			break
		}
		hwatu.PaintMark(t.a, t.g, at, y, c, hwatu.MarkPlain)
		at += 2
	}
}

// matches returns the number of floor cards of a card's month, 0 for a bonus card.
func (t *board) matches(c matgo.Card) int {
	if c.Month() == 0 {
		return 0
	}
	return count(t.view.Floor, c.Month())
}

// mark returns "*" for a card with a match on the floor, "!" for three of a month.
func (t *board) mark(c matgo.Card) string {
	switch {
	case t.a.Set.NoHints || t.s.You == games.Nobody:
		return " "
	case threes(t.view.Hands[t.me], c.Month()) > 0:
		return "!"
	case t.matches(c) > 0:
		return "*"
	}
	return " "
}

// number draws the text under a card in signs: "[1*]", " 2! ". The mark of three opens the list of declarations.
func (t *board) number(i, x, y int) {
	mark := t.mark(t.view.Hands[t.me][i])
	if t.handCard == bigSign {
		x++
	}
	if mark == "!" && len(declarations(t.s)) > 0 && !t.l.Touch {
		t.g.HitNamed(ui.Rect{X: x + 2, Y: y, W: 1, H: 1}, ui.Press("x"), t.declares, 0)
	}
	text := app.Itoa((i+1)%10) + mark
	if i == t.v.at {
		t.g.Text(x, y, ui.Focus, "["+text+"]")
		return
	}
	t.g.Text(x+1, y, ui.Text, text)
}

// inkedText is a text with its ink.
type inkedText struct {
	text string
	tok  ui.Token
}

// free returns the room for texts about a hand of n: beside it, or below it on a table with sheets.
func (t *board) free(n int) ui.Rect {
	switch {
	case t.hands > 1:
		return ui.Rect{}
	case t.sheets:
		y := t.handY + t.handCard.rows + 1
		if t.handCard == huge {
			y++
		}
		return ui.Rect{X: t.handX, Y: y, W: t.own.W - 4, H: t.own.Y + t.own.H - y}
	}
	x := t.handX
	if n > 0 {
		x, _ = t.handAt(n-1, n)
		x += t.handCard.w() + 2
	}
	if t.handCard.z == hwatu.Small {
		x = max(x, t.log.X)
	}
	w := t.own.X + t.own.W - 1 - x
	if w < leastLog {
		return ui.Rect{}
	}
	return ui.Rect{X: x, Y: t.handY, W: w, H: t.own.Y + t.own.H - t.handY}
}

// beside writes what the focused card takes and what that counts; or the newest words of the talk. On the largest table
// it draws the taken cards.
func (t *board) beside(n int) {
	if t.asksBeside() {
		return
	}
	list := t.brings(n)
	if len(list) == 0 {
		t.said(n)
		return
	}
	r := t.free(n)
	if !t.sheets {
		for i, it := range list[:min(len(list), r.H)] {
			t.g.TextCut(r.X, r.Y+i, r.W, it.tok, it.text)
		}
		return
	}
	if t.handCard == huge {
		t.takes(r.Y + 2)
	}
	x, y := r.X, r.Y
	for _, it := range list {
		if w := ui.Width(it.text); x > r.X && x+w > r.X+r.W {
			x, y = r.X, y+1
		}
		if y >= r.Y+r.H {
			return
		}
		x += t.g.TextCut(x, y, r.X+r.W-x, it.tok, it.text) + 3
	}
}

// takes draws the cards of the focused card's taking, itself first, as small cards from row y on.
func (t *board) takes(y int) {
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
		t.card(t.handX+(small.w()+2)*i, y, c, small, hwatu.Look{})
	}
}

// brings returns the texts about the focused card's effect, beside a hand of n.
func (t *board) brings(n int) (list []inkedText) {
	if !t.mine() || t.view.ToAct == games.Nobody {
		return nil
	}
	room := t.free(n).W
	if room == 0 {
		return nil
	}
	add := func(tok ui.Token, text string) {
		lines := []string{text}
		if !t.sheets {
			lines = ui.Wrap(text, room)
		}
		for _, line := range lines {
			list = append(list, inkedText{line, tok})
		}
	}
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
		add(ui.Accent|ui.Bold, hwatu.Words(a, c, true))
		return list
	}
	if on := onFloor(view, c.Month()); len(on) > 0 {
		t.gain(add, "", c, round.Takings(on))
	} else if c.Bonus() {
		add(ui.Accent|ui.Bold, hwatu.Words(a, c, false))
		add(ui.OK, a.T("mg.info.bonus"))
	} else {
		add(ui.Accent|ui.Bold, hwatu.Words(a, c, false))
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

// gain adds the gain of taking some cards with a card.
func (t *board) gain(add func(ui.Token, string), key string, c matgo.Card, took []matgo.Card) {
	a, d := t.a, t.view.Sides[t.me]
	if key != "" { // the prompt names the card
		add(ui.Accent|ui.Bold, key+hwatu.Kind(a, took[0], true))
	} else {
		add(ui.Accent|ui.Bold, strings.TrimSuffix(round.Taking(a, c, took, t.own.W-30), ":"))
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

// said writes the newest words of the talk beside the hand. On the largest table they have a sheet.
func (t *board) said(n int) {
	r := t.free(n)
	if t.handCard == huge || t.handCard.signs || r.W == 0 {
		return
	}
	lines := t.s.Chat
	lines = lines[max(0, len(lines)-min(r.H, 3)):]
	for i, l := range lines {
		name := t.g.TextCut(r.X, r.Y+i, min(12, r.W/2), ui.Info, t.a.PersonName(l.From))
		t.g.TextCut(r.X+name+2, r.Y+i, r.W-name-2, ui.Text, t.a.Spoken(l))
	}
}
