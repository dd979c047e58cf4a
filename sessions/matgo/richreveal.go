package matgo

import (
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// nightBlue has the grounds of cards shown to all, from top to bottom.
var (
	blueTop  = ui.NewPaint(ui.Paint{Night: 0x10345c, Dark: 17})
	blueFoot = ui.NewPaint(ui.Paint{Night: 0x0a2038, Dark: 17})
	blueInk  = ui.NewPaint(ui.Paint{Night: 0xd6eaff, Dark: 195})
	blues    = ui.Shaded(blueTop, blueFoot)
	skyShade = ui.Shaded(hwatu.WhitePaint, ui.NewPaint(ui.Paint{Night: 0x7cc7ff, Dark: 117}))
	blueDeep = ui.NewPaint(ui.Paint{Night: 0x061426, Dark: 16})
)

// reveal shows the cards of a shake or a bomb to everybody, in the larger size, with the time
// left.
func (t *richTable) reveal() {
	s := t.f.Now
	_, _, events := tell.TurnEvents(s.Plies)
	slices.Reverse(events) // of two in a turn, the last
	i := slices.IndexFunc(events, func(e games.Event) bool { return e.Hold > 0 })
	if i < 0 {
		return
	}
	e := events[i]
	var key, word string
	var cards []matgo.Card
	var month int
	switch f := e.Fact.(type) {
	case matgo.EventShake:
		key, word, cards, month = "mg.shake.done", tell.BigWord(t.a, "흔들기!", "SHAKE!"), f.Cards, f.Month
	case matgo.EventBomb:
		key, word, cards, month = "mg.bomb.done", tell.BigWord(t.a, "폭탄!", "BOMB!"), f.Cards, f.Month
	}
	r := t.mat
	if t.large() {
		r = ui.Rect{X: r.X, Y: r.Y + (r.H-10)/2, W: r.W, H: 10}
		t.g.Dim(t.mat)
	}
	for j := range r.H {
		t.g.Fill(ui.Rect{X: r.X, Y: r.Y + j, W: r.W, H: 1}, blues[j*len(blues)/r.H])
	}
	t.g.Shade(t.mat)
	x := r.X + r.W - 2 - 8*len(cards)
	hwatu.PaintWord(t.g, r.X+1, 2*r.Y+3, word, skyShade, blueDeep)
	for k, c := range cards {
		y := r.Y + 1 + k%2
		hwatu.Paint(t.a, t.g, x+8*k, y, c, hwatu.Large)
		for j := 2*y + 2; j < 2*(y+hwatu.Large.H()); j++ {
			t.g.Pixel(x+8*k+7, j, blueDeep)
		}
	}
	room := x - r.X - 4
	who := t.a.Short(key, "p", play.SpokenSeat(t.a, s, e.Seat))
	t.g.TextCut(r.X+3, r.Y, room, hwatu.WhitePaint|ui.Bold, who)
	t.g.TextCut(r.X+3, r.Y+r.H-1, room, blueInk, t.a.T("mg.reveal.cards", "m", month, "n", len(cards)))
	left := s.HeldUntil - s.At
	text := app.Itoa(int(left+999) / 1000) // by tenths it would take a kilobyte
	t.g.TextCut(x, r.Y+r.H-2, r.W+r.X-x-1, hwatu.WhitePaint|ui.Bold, t.a.T("mg.reveal.factor", "k", 2))
	t.g.TextCut(x, r.Y+r.H-1, r.W+r.X-x-1, blueInk, t.a.T("mg.reveal.left", "t", text))
}

// void draws a void deal, before the first ply.
func (t *richTable) void() {
	months := t.view.Opening.Void
	a := t.a
	title := a.T("mg.void.title", "m", months[len(months)-1])
	text, factor := a.T("mg.void.text"), a.T("mg.void.factor", "a", max(t.view.Carry>>len(months), 1), "b", t.view.Carry)
	w := max(ui.Width(title), ui.Width(text), ui.Width(factor)) + 6
	t.g.Dim(t.mat)
	g := t.g.Sheet(t.mat.Centered(w, 6), ui.Raised)
	g.Strip(ui.Rect{W: w, H: 1}, ui.Info)
	g.Text(3, 1, ui.Strong|ui.Bold, title)
	g.Text(3, 3, ui.Text, text)
	g.Text(3, 4, ui.Warn|ui.Bold, factor)
}

// call draws the present call over the floor: nine rows, the word, and a sentence below.
func (t *richTable) call() {
	look := t.f.Call.Look
	if t.f.Banner == "" {
		return
	}
	word := tell.BigWord(t.a, t.f.Call.Ko, t.f.Call.En)
	text := ui.Cut(t.f.Banner, min(59, t.mat.W-2)-2)
	w, h := hwatu.BigSize(word)
	// No wider than necessary: the covered floor is sent again afterwards.
	r := ui.Rect{Y: t.mat.Y, W: min(max(w+4, ui.Width(text)+2), 59, t.mat.W-2), H: 9}
	r.X = t.mat.X + 1 + (min(59, t.mat.W-2)-r.W)/2
	if t.large() {
		r.X, r.Y = t.mat.X+(t.mat.W-r.W)/2, t.mat.Y+(t.mat.H-r.H)/2
	}
	if word == "" || look == nil {
		r.Y, r.H, look, word = t.mat.Y+t.mat.H-1, 1, tell.CallRed, ""
	}
	for x := range r.W {
		k := 0
		if off := max(x, r.W-1-x) * 2; off > r.W*17/10 {
			k = 2
		} else if off > r.W*14/10 {
			k = 1
		}
		t.g.Fill(ui.Rect{X: r.X + x, Y: r.Y, W: 1, H: r.H - 1}, look.Grounds[k])
	}
	hwatu.PaintWord(t.g, r.X+(r.W-w)/2, 2*r.Y+(2*r.H-2-h)/2, word, look.Shade, hwatu.DeepShadow)
	foot := r.Y + r.H - 1
	t.g.Fill(ui.Rect{X: r.X, Y: foot, W: r.W, H: 1}, ui.Cap)
	t.g.Text(r.X+(r.W-ui.Width(text))/2, foot, ui.Cap|ui.Bold, text)
}
