package matgo

import (
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// nightBlue are the grounds of what is shown to all, from top to foot.
var (
	blueTop  = ui.NewPaint(ui.Paint{Night: 0x10345c, Dark: 17})
	blueFoot = ui.NewPaint(ui.Paint{Night: 0x0a2038, Dark: 17})
	blueInk  = ui.NewPaint(ui.Paint{Night: 0xd6eaff, Dark: 195})
	blues    = ui.Shaded(blueTop, blueFoot)
	skyShade = ui.Shaded(whitePaint, ui.NewPaint(ui.Paint{Night: 0x7cc7ff, Dark: 117}))
	blueDeep = ui.NewPaint(ui.Paint{Night: 0x061426, Dark: 16})
)

// bigWord is a word in the language of the screen, "" where there is none in pixels.
func bigWord(a *app.App, ko, en string) string {
	name := app.Either(a.Lang == words.EN, en, ko)
	if bigWords[name] == nil {
		return ""
	}
	return name
}

// reveal shows the cards of a shake or a bomb to everybody, in the larger size, with the time
// left.
func (t *richTable) reveal() {
	s := t.f.now
	_, _, events := turnEvents(s.Plies)
	slices.Reverse(events) // of two in a turn the last
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
		key, word, cards, month = "mg.reveal.shake", bigWord(t.a, "흔들기!", "SHAKE!"), f.Cards, f.Month
	case matgo.EventBomb:
		key, word, cards, month = "mg.reveal.bomb", bigWord(t.a, "폭탄!", "BOMB!"), f.Cards, f.Month
	}
	r := t.mat
	if t.large() {
		r = ui.Rect{X: r.X, Y: r.Y + 6, W: r.W, H: 10}
		t.g.Dim(t.mat)
	}
	for j := range r.H {
		t.g.Fill(ui.Rect{X: r.X, Y: r.Y + j, W: r.W, H: 1}, blues[j*len(blues)/r.H])
	}
	t.g.Shade(t.mat)
	x := r.X + r.W - 2 - 8*len(cards)
	drawBig(t.g, r.X+1, 2*r.Y+3, word, skyShade, blueDeep)
	for k, c := range cards {
		y := r.Y + 1 + k%2
		drawCard(t.a, t.g, x+8*k, y, c, sizeM)
		for j := 2*y + 2; j < 2*(y+sizeM.h()); j++ {
			t.g.Pixel(x+8*k+7, j, blueDeep)
		}
	}
	room := x - r.X - 4
	who := t.a.T(key, "p", t.a.SeatName(s.Seats[e.Seat]))
	t.g.TextCut(r.X+3, r.Y, room, whitePaint|ui.Bold, who)
	t.g.TextCut(r.X+3, r.Y+r.H-1, room, blueInk, t.a.T("mg.reveal.cards", "m", month, "n", len(cards)))
	left := s.HeldUntil - s.At
	text := fmt.Sprintf("%d.%d", left/1000, left%1000/100)
	t.g.TextCut(x, r.Y+r.H-2, r.W+r.X-x-1, whitePaint|ui.Bold, t.a.T("mg.reveal.factor", "k", 2))
	t.g.TextCut(x, r.Y+r.H-1, r.W+r.X-x-1, blueInk, t.a.T("mg.reveal.left", "t", text))
}

// void tells of a deal that was void, before the first ply.
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

// call is what is called out for an event: its word in pixels, and its colours.
type call struct {
	ko, en string
	look   *callLook
}

type callLook struct {
	grounds [3]ui.Token // of the middle, between, the sides
	shade   ui.Shade
}

func newCall(ink, ground uint32, dark uint8, inkDark uint8) *callLook {
	mid := ui.NewPaint(ui.Paint{Night: ground, Dark: dark})
	return &callLook{
		[3]ui.Token{mid, ui.Mix(mid, matPaint, 0.3), ui.Mix(mid, matPaint, 0.45)},
		ui.Shaded(whitePaint, ui.NewPaint(ui.Paint{Night: ink, Dark: inkDark})),
	}
}

var (
	callRed    = newCall(0xff7a7a, 0x5a1020, 52, 210)
	callPink   = newCall(0xff9ec4, 0x56183c, 53, 211)
	callOrange = newCall(0xffb454, 0x5a2e00, 58, 215)
	callGreen  = newCall(0x7be0a4, 0x0b4030, 22, 115)
	callYellow = newCall(0xffd034, 0x5c1206, 52, 221)
	callSky    = newCall(0x7cc7ff, 0x10345c, 17, 117)
	callViolet = newCall(0xc4a7ff, 0x2c1c5c, 54, 183)
)

// setCalls are the calls of full sets.
var setCalls = map[string]call{
	"godori": {"고도리!", "GODORI!", callYellow}, "hongdan": {"홍단!", "RED!", callRed}, "cheongdan": {"청단!", "BLUE!", callSky},
	"chodan": {"초단!", "GRASS!", callGreen}, "kwang3": {"3광!", "", callYellow}, "kwang3_rain": {"비광!", "", callYellow},
	"kwang4": {"4광!", "", callYellow}, "kwang5": {"5광!", "", callYellow},
}

// callOf is what is called out for an event; without words for what is not.
func callOf(fact any) call {
	switch f := fact.(type) {
	case matgo.EventPpuk:
		return call{"뻑!", "PPUK!", callRed}
	case matgo.EventJjob:
		return call{"쪽!", "JJOK!", callPink}
	case matgo.EventDdadak:
		return call{"따닥!", "DDADAK!", callOrange}
	case matgo.EventSsul:
		return call{"쓸!", "SWEEP!", callGreen}
	case matgo.EventTtak:
		return call{"싹쓸이!", "SWEEP!", callGreen}
	case matgo.EventBomb:
		return call{"폭탄!", "BOMB!", callYellow}
	case matgo.EventShake:
		return call{"흔들기!", "SHAKE!", callSky}
	case matgo.EventKung:
		return call{"쿵!", "KUNG!", callViolet}
	case matgo.EventPresident, matgo.EventPresidentChain:
		return call{"대통령!", "", callYellow}
	case matgo.EventSet:
		return setCalls[f.Set]
	case matgo.EventGo:
		return call{app.Itoa(f.Count) + "고!", app.Itoa(f.Count) + "_GO!", callOrange}
	case matgo.EventStop:
		return call{"스톱!", "=STOP", callGreen}
	}
	return call{}
}

// call draws what is called out now over the floor: nine rows, the word, and a sentence below.
func (t *richTable) call() {
	look := t.f.call.look
	if t.f.banner == "" {
		return
	}
	word := bigWord(t.a, t.f.call.ko, t.f.call.en)
	r := ui.Rect{X: t.mat.X + 1, Y: t.mat.Y, W: 59, H: 9}
	if t.large() {
		r.X, r.Y = t.mat.X+(t.mat.W-r.W)/2, t.mat.Y+(t.mat.H-r.H)/2
	}
	if word == "" || look == nil {
		r.Y, r.H, look, word = t.mat.Y+t.mat.H-1, 1, callRed, ""
	}
	for x := range r.W {
		k := 0
		if off := max(x, r.W-1-x) * 2; off > r.W*17/10 {
			k = 2
		} else if off > r.W*14/10 {
			k = 1
		}
		t.g.Fill(ui.Rect{X: r.X + x, Y: r.Y, W: 1, H: r.H - 1}, look.grounds[k])
	}
	w, h := bigSize(word)
	drawBig(t.g, r.X+(r.W-w)/2, 2*r.Y+(2*r.H-2-h)/2, word, look.shade, deepShadow)
	foot := r.Y + r.H - 1
	text := ui.Cut(t.f.banner, r.W-2)
	t.g.Fill(ui.Rect{X: r.X, Y: foot, W: r.W, H: 1}, ui.Cap)
	t.g.Text(r.X+(r.W-ui.Width(text))/2, foot, ui.Cap|ui.Bold, text)
}
