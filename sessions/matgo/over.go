package matgo

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// sheetX are the cells beside what a sheet over the floor shows, of pictures and of lines.
const sheetX, panelX = 3, 2

// sheetOver draws a sheet with a title over the floor; if it has no room there over more of the table. Of the blocks,
// which show the same, it has the first that fits.
func (t *board) sheetOver(title string, strip ui.Token, wide int, blocks ...kit.Block) {
	x, above, below := sheetX, 2, 0
	if !t.l.Rich {
		x, above, below = panelX, 1, 1
	}
	floor := t.mat
	if t.titles > 1 && !t.sheets {
		floor.H++ // with the title below it
	}
	all := t.g.Rect()
	areas := [...]ui.Rect{floor, {X: floor.X, Y: floor.Y, W: floor.W, H: t.own.Y + t.own.H - floor.Y}, {W: t.mat.X + t.mat.W, H: t.own.Y + t.own.H}, all}
	wide = max(wide, ui.Width(title)+2)
	for k, block := range blocks {
		for i, area := range areas {
			w := min(wide, area.W-2*x-app.If(area.W > 60, 2, 0))
			least := block.Least(t.l, w)
			last := i == len(areas)-1 && k == len(blocks)-1
			if !last && (least.W > w || least.H+above+below > area.H) {
				continue
			}
			h := min(max(block.Wish(t.l, w), least.H)+above+below, area.H)
			t.g.Dim(area)
			t.g.BlockClicks(app.If(t.l.Touch, t.g.Rect(), area))
			r := area.Centered(w+2*x, h)
			if at := r.Intersect(t.factsAt); at.W > 0 && at.H > 0 { // the beginnings of facts say nothing
				t.g.Fill(t.factsAt, ui.Page)
			}
			var in ui.Region
			if t.l.Rich {
				g := t.g.Sheet(r, ui.Raised)
				g.Strip(ui.Rect{W: r.W, H: 1}, strip)
				g.Text(x, 1, ui.Strong|ui.Bold, title)
				in = g.Sub(ui.Rect{X: x, Y: above, W: w, H: h - above})
			} else {
				in = t.g.Panel(r, title).Sub(ui.Rect{X: x - 1, W: w, H: h - 2})
				t.g.Hit(r, nil)
			}
			kit.Draw(block, t.l, in)
			return
		}
	}
}

// shown are cards in a row as a picture, with a text below them.
func (t *board) shown(cards []matgo.Card, apart int, under string) kit.Picture {
	f := small
	if !t.l.Rich {
		f = sign
	}
	if t.deckCard == large || t.deckCard == huge {
		f = t.deckCard
	}
	pitch, gap := f.w()+1, app.If(t.l.Rich, 2, 1)
	size := kit.Size{W: max(pitch*len(cards)-1+app.If(apart > 0, gap, 0), ui.Width(under)), H: f.rows}
	if under != "" {
		size.H++
	}
	return kit.Picture{Size: size, Paint: func(_ kit.Look, g ui.Region) {
		x, at := 0, *t
		at.g = g
		for i, c := range cards {
			at.card(x, 0, c, f, hwatu.Look{})
			if x += pitch; i+1 == apart {
				x += gap
			}
		}
		if under != "" {
			g.Text(0, f.rows, ui.Text, under)
		}
	}}
}

// told are lines of a sheet over the floor.
func told(lines ...string) kit.Line {
	col := kit.Col(0, 0)
	for _, l := range lines {
		col.Items = append(col.Items, kit.Item{Block: kit.Text{Ink: ui.Text, Text: l}})
	}
	return col
}

// ask draws a question over the floor; Go and Stop are two large buttons on it, if there is room for them.
func (t *board) ask() {
	if t.asksBeside() {
		t.goOrStop()
		return
	}
	q := t.q
	text := told(q.lines...)
	if t.l.Rich && t.view.Phase == matgo.AskGo {
		text = kit.Col(0, 0)
		for _, line := range t.goLines() {
			text.Items = append(text.Items, kit.Item{Block: kit.Text{Ink: line.tok, Text: line.fitting(t.mat.W - 2*sheetX)}})
		}
	}
	wide := 0
	for _, it := range text.Items {
		wide = max(wide, ui.Width(it.Block.(kit.Text).Text))
	}
	answers := kit.Answers{Focus: t.v.button}
	buttons := -3
	for i, b := range q.answers {
		key := app.Itoa(i + 1)
		answers.List = append(answers.List, kit.Answer{Name: key, Label: b.on(t.a), Key: ui.Key(key)})
		buttons += ui.ButtonWidth(key+" "+b.on(t.a)) + 3
	}
	foot := kit.Item{Block: answers}
	if q.note != "" && !t.l.Touch {
		foot.Block = kit.Fit{kit.Row(2, foot, kit.Item{Block: kit.Word{Ink: ui.Muted, Text: q.note, Right: true}, Fill: 1}), answers}
	}
	plain := kit.Col(1, 0, kit.Item{Block: text}, foot)
	few := kit.Col(0, 0, slices.Clone(text.Items)...) // where not all sentences have room, the last ones go
	for i := range few.Items {
		few.Items[i].Drop = i + 1
	}
	brief := kit.Col(1, 0, kit.Item{Block: few, Fill: 1}, foot)
	if len(q.cards) == 0 {
		t.sheetOver(q.title, ui.Accent, max(wide, buttons), plain, brief)
		return
	}
	cards := t.shown(q.cards, q.apart, q.under)
	wide += cards.W + 3
	beside := kit.Col(1, 0, kit.Item{Block: kit.Row(3, kit.Item{Block: cards}, kit.Item{Block: text, Fill: 1})}, foot)
	t.sheetOver(q.title, ui.Accent, max(wide, buttons), beside, kit.Col(1, 0, kit.Item{Block: cards}, kit.Item{Block: text}, foot), plain, brief)
}

// asksBeside reports whether Go and Stop are asked by two large buttons on the floor, with the sentences by the hand.
func (t *board) asksBeside() bool {
	if t.q == nil || t.view.Phase != matgo.AskGo || !t.l.Rich || t.w < 76 {
		return false
	}
	if t.sheets {
		return true
	}
	r := t.goRoom()
	return r.W >= 28 && r.H >= 4 && (t.band > 0 || t.mat.H >= 10)
}

// goRoom returns the room for sentences beside the hand.
func (t *board) goRoom() ui.Rect {
	n := len(t.view.Hands[t.me])
	x := t.handX
	if n > 0 {
		x, _ = t.handAt(n-1, n)
		x += t.handCard.w() + 2
	}
	return ui.Rect{X: x, Y: t.handY, W: t.own.X + t.own.W - 1 - x, H: t.own.Y + t.own.H - t.handY}
}

// goButton is the look of one of the two large buttons.
type goButton struct {
	words  []string // big words, by language
	shade  ui.Gradient
	ground [3]ui.Token // from top to bottom
	ink    ui.Token
}

func buttonGrounds(top ui.Token) [3]ui.Token {
	foot := ui.NewPaint(ui.Paint{Night: 0x120806, Dark: 16})
	return [3]ui.Token{top, ui.Mix(top, foot, 0.2), ui.Mix(top, foot, 0.4)}
}

var goButtons = [2]goButton{
	{
		[]string{"=고", "=GO"}, ui.GradientOf(ui.NewPaint(ui.Paint{Night: 0xfff6dc, Dark: 230}), hwatu.OrangePaint),
		buttonGrounds(ui.NewPaint(ui.Paint{Night: 0x6b3500, Dark: 58})), ui.NewPaint(ui.Paint{Night: 0xffe6c4, Dark: 223}),
	},
	{
		[]string{"=스", "=톱", "=STOP"}, ui.GradientOf(hwatu.WhitePaint, ui.NewPaint(ui.Paint{Night: 0x7be0a4, Dark: 115})),
		buttonGrounds(ui.NewPaint(ui.Paint{Night: 0x0b4a33, Dark: 22})), ui.NewPaint(ui.Paint{Night: 0xd9fcea, Dark: 194}),
	},
}

// goOrStop draws the two buttons instead of deck and log, and the sentences by the hand.
func (t *board) goOrStop() {
	d := t.view.Sides[t.me]
	texts := [2][2]string{
		{t.a.T("mg.go.from", "n", max(d.Points.Total+1, matgo.Document.GoMin)), t.a.T("mg.go.plus")},
		{"", t.a.T("mg.pts", "n", d.WinsNow)},
	}
	for i := range goButtons {
		r := ui.Rect{X: t.mat.X + t.mat.W - 18 + 9*i, Y: t.mat.Y, W: 9, H: t.mat.H}
		if t.deckInMiddle() {
			r = ui.Rect{X: t.deckX + 20*i, Y: t.deckY, W: 20, H: t.deckCard.rows + 1}
		}
		t.goButton(i, r, texts[i])
	}
	t.goWords()
}

// goButton draws one of the two buttons. The focused one has a gold edge.
func (t *board) goButton(i int, r ui.Rect, texts [2]string) {
	b := &goButtons[i]
	for j := range r.H {
		t.g.Fill(ui.Rect{X: r.X, Y: r.Y + j, W: r.W, H: 1}, b.ground[j*3/r.H])
	}
	var list []string
	for _, w := range b.words {
		if (w == "=GO" || w == "=STOP") == (t.a.Lang == words.EN) {
			list = append(list, w)
		}
	}
	t.goWord(list, r, b.shade)
	foot := r.Y + r.H - 1
	switch {
	case t.deckInMiddle():
		t.g.TextRight(r.X+r.W-1, r.Y, hwatu.WhitePaint|ui.Bold, texts[1])
	default:
		worth := texts[1]
		if ui.Width(worth) > r.W {
			worth = ui.Cut(app.Itoa(t.view.Sides[t.me].WinsNow), r.W)
		}
		t.g.Text(r.X+(r.W-ui.Width(worth))/2, foot, hwatu.WhitePaint|ui.Bold, worth)
		t.g.Text(r.X+(r.W-ui.Width(texts[0]))/2, foot-1, b.ink|ui.Bold, texts[0])
	}
	if i == t.v.button {
		for j := range r.H {
			t.g.Cell(r.X, r.Y+j, '▌', ui.SolidInk(ui.Accent), t.g.At(r.X, r.Y+j))
			t.g.Cell(r.X+r.W-1, r.Y+j, '▐', ui.SolidInk(ui.Accent), t.g.At(r.X+r.W-1, r.Y+j))
		}
	}
	key := app.Itoa(i + 1)
	if !t.a.Touched() {
		t.g.Chip(r.X+app.If(i == t.v.button, 1, 0), r.Y, key, app.If(i == t.v.button, ui.Focus, ui.Cap))
	}
	t.g.Hit(r, ui.Press(ui.Key(key)))
}

// goWord draws a button's word: its syllables below each other, or side by side if there is room.
func (t *board) goWord(list []string, r ui.Rect, shade ui.Gradient) {
	gap := app.If(t.deckInMiddle(), 1, 0)
	wide, high := -gap, -gap
	for _, word := range list {
		w, h := hwatu.BigSize(word)
		wide, high = wide+w+gap, high+h+gap
	}
	x, y := r.X+(r.W-wide)/2, 2*r.Y+app.If(high > 14, 1, 5)
	for _, word := range list {
		w, h := hwatu.BigSize(word)
		if t.deckInMiddle() { // below the row with the key
			hwatu.PaintWord(t.g, x, 2*r.Y+2+max(0, 2*r.H-2-h)/2, word, shade, 0)
			x += w + gap
			continue
		}
		hwatu.PaintWord(t.g, r.X+(r.W-w)/2, y, word, shade, 0)
		y += h + gap
	}
}

// goWords writes the meaning of Go and Stop by the hand, in the longest words that fit.
func (t *board) goWords() {
	lines := t.goLines()
	if !t.sheets {
		r := t.goRoom()
		for i, line := range lines[:min(len(lines), r.H)] {
			t.g.TextCut(r.X, r.Y+i, r.W, line.tok, line.fitting(r.W))
		}
		if s := t.f.Now; s.Control.PerMove > 0 && s.Left != nil && r.H > len(lines) {
			t.g.Meter(r.X, r.Y+len(lines), min(30, r.W), int(s.Left(t.me)), int(s.Control.PerMove), ui.Warn)
		}
		return
	}
	x, w := t.handX, t.own.W-6
	for i := range 2 { // two sentences a row
		y := t.handY + t.handCard.rows + 1 + i
		first, second := lines[[2]int{0, 1}[i]], lines[[2]int{3, 2}[i]]
		rest := second.fitting(w / 2)
		n := t.g.TextCut(x, y, w-ui.Width(rest)-3, first.tok, first.fitting(w-ui.Width(rest)-3))
		t.g.TextCut(x+n+3, y, w-n-3, second.tok, rest)
	}
}

// goLine is a sentence about Go and Stop in several lengths, the longest first.
type goLine struct {
	tok   ui.Token
	forms []string
}

// fitting returns the longest form of at most w cells, else the shortest.
func (l goLine) fitting(w int) string {
	for _, form := range l.forms {
		if ui.Width(form) <= w {
			return form
		}
	}
	return l.forms[len(l.forms)-1]
}

// goLines returns the own points, the gain and risk of Go, the gain of Stop, and the opponent's state.
func (t *board) goLines() []goLine {
	a, d, foe := t.a, t.view.Sides[t.me], t.view.Sides[1-t.me]
	base := d.Points.Total + d.Go
	parts := round.Sum(round.PointParts(a, d), 45)
	gold := round.GoldText(min(d.WinsNow*matgo.Document.GoldPerPoint, foe.Gold))
	carry := min(t.view.Carry*matgo.Document.CarryFactor, matgo.MaxCarry)
	who, next := round.SeatTag(a, t.s, 1-t.me), t.view.RuleSet().GoFactor(d.Go+1)
	return []goLine{
		{ui.Accent | ui.Bold, []string{a.T("mg.go.now", "n", base, "parts", parts), a.T("mg.pts", "n", base)}},
		{ui.OK, []string{a.T(app.If(next > 1, "mg.go.gain.x", "mg.go.gain"), "n", d.Go+1, "k", next), a.T("mg.go.gain.short", "n", d.Go+1)}},
		{ui.Warn, []string{a.T("mg.go.risk", "k", carry), a.T("mg.go.risk.short", "k", carry)}},
		{ui.OK, []string{a.T("mg.go.take", "a", base, "b", d.Multiplier.Total, "n", d.WinsNow, "gold", gold), a.T("mg.go.take.short", "n", d.WinsNow)}},
		{ui.Text, []string{a.T("mg.go.foe", "p", who, "n", t.view.HandCounts[1-t.me]+t.view.Passes[1-t.me], "s", foe.Points.Total+foe.Go), who + " " + a.T("mg.pts", "n", foe.Points.Total+foe.Go)}},
	}
}

// nightBlue has the grounds of cards shown to all, from top to bottom.
var (
	blueTop  = ui.NewPaint(ui.Paint{Night: 0x10345c, Dark: 17})
	blueFoot = ui.NewPaint(ui.Paint{Night: 0x0a2038, Dark: 17})
	blueInk  = ui.NewPaint(ui.Paint{Night: 0xd6eaff, Dark: 195})
	blues    = ui.GradientOf(blueTop, blueFoot)
	skyShade = ui.GradientOf(hwatu.WhitePaint, ui.NewPaint(ui.Paint{Night: 0x7cc7ff, Dark: 117}))
	blueDeep = ui.NewPaint(ui.Paint{Night: 0x061426, Dark: 16})
)

// revealed returns the sentence of the event whose cards everybody is being shown, its word and the cards.
func (t *board) revealed() (who, word string, cards []matgo.Card, month int, ok bool) {
	_, _, events := tell.TurnEvents(t.f.Now.Plies)
	slices.Reverse(events) // of two in a turn, the last
	i := slices.IndexFunc(events, func(e games.Event) bool { return e.Hold > 0 })
	if i < 0 {
		return "", "", nil, 0, false
	}
	e := events[i]
	key := ""
	switch f := e.Fact.(type) {
	case matgo.EventShake:
		key, word, cards, month = "mg.shake.done", tell.BigWord(t.a, "흔들기!", "SHAKE!"), f.Cards, f.Month
	case matgo.EventBomb:
		key, word, cards, month = "mg.bomb.done", tell.BigWord(t.a, "폭탄!", "BOMB!"), f.Cards, f.Month
	}
	return t.a.Short(key, "p", play.SpokenSeat(t.a, t.f.Now, e.Seat)), word, cards, month, true
}

// reveal shows the cards of a shake or a bomb to everybody, with the time left; with pictures in the larger size beside
// a large word, if there is room.
func (t *board) reveal() {
	who, word, cards, month, ok := t.revealed()
	if !ok {
		return
	}
	text, double := t.a.T("mg.reveal.cards", "m", month, "n", len(cards)), t.a.T("mg.reveal.factor", "k", 2)
	left := t.f.Now.HeldUntil - t.f.Now.At
	wordW, _ := hwatu.BigSize(word)
	r := t.mat
	if !t.l.Rich || r.H < 10 || wordW+8*len(cards)+3 > r.W {
		late := t.a.T("mg.reveal.left", "t", app.Itoa(int(left+999)/1000)) // by tenths it would take a kilobyte
		beside := told(text)
		beside.Items = append(beside.Items, kit.Item{Block: kit.Text{Ink: ui.Accent, Text: double}})
		shown := t.shown(cards, 0, "")
		block := kit.Col(1, 0, kit.Item{Block: kit.Row(2, kit.Item{Block: shown}, kit.Item{Block: beside, Fill: 1})}, kit.Item{Block: kit.Text{Ink: ui.Text, Text: late}})
		t.sheetOver(who, ui.Info, max(shown.W+2+max(ui.Width(text), ui.Width(double)), ui.Width(late), 40), block)
		return
	}
	if r.H > 12 {
		r = ui.Rect{X: r.X, Y: r.Y + (r.H-10)/2, W: r.W, H: 10}
		t.g.Dim(t.mat)
	}
	for j := range r.H {
		t.g.Fill(ui.Rect{X: r.X, Y: r.Y + j, W: r.W, H: 1}, blues[j*len(blues)/r.H])
	}
	t.g.BlockClicks(t.mat)
	x := r.X + r.W - 2 - 8*len(cards)
	hwatu.PaintWord(t.g, r.X+1, 2*r.Y+3, word, skyShade, blueDeep)
	for k, c := range cards {
		y := r.Y + 1 + k%2
		t.card(x+8*k, y, c, large, hwatu.Look{})
		for j := 2*y + 2; j < 2*(y+large.rows); j++ {
			t.g.Pixel(x+8*k+7, j, blueDeep)
		}
	}
	room := x - r.X - 4
	t.g.TextCut(r.X+3, r.Y, room, hwatu.WhitePaint|ui.Bold, who)
	t.g.TextCut(r.X+3, r.Y+r.H-1, room, blueInk, text)
	late := app.Itoa(int(left+999) / 1000) // by tenths it would take a kilobyte
	t.g.TextCut(x, r.Y+r.H-2, r.W+r.X-x-1, hwatu.WhitePaint|ui.Bold, double)
	t.g.TextCut(x, r.Y+r.H-1, r.W+r.X-x-1, blueInk, t.a.T("mg.reveal.left", "t", late))
}

// void draws a void deal, before the first ply.
func (t *board) void() {
	months, a := t.view.Opening.Void, t.a
	text, factor := a.T("mg.void.text"), a.T("mg.void.factor", "a", max(t.view.Carry>>len(months), 1), "b", t.view.Carry)
	body := told(text)
	body.Items = append(body.Items, kit.Item{Block: kit.Text{Ink: ui.Warn | ui.Bold, Text: factor}})
	t.sheetOver(a.T("mg.void.title", "m", months[len(months)-1]), ui.Info, max(ui.Width(text), ui.Width(factor)), body)
}

// voidTime is the time for which a void deal is shown.
const voidTime = 3 * time.Second

func (v *gameView) voidShown(s *play.Scene) bool {
	return !s.Replay && len(s.Plies) == 0 && s.Result == nil && time.Since(v.begun) < voidTime
}

// call draws the present call over the floor: nine rows, the word, and a sentence below.
func (t *board) call() {
	look := t.f.Call.Look
	if t.f.Banner == "" {
		return
	}
	word := tell.BigWord(t.a, t.f.Call.Ko, t.f.Call.En)
	most := min(59, t.mat.W-2)
	text := ui.Cut(t.f.Banner, most-2)
	w, h := hwatu.BigSize(word)
	// No wider than necessary: the covered floor is sent again afterwards.
	r := ui.Rect{Y: t.mat.Y, W: min(max(w+4, ui.Width(text)+2), most), H: 9}
	r.X = t.mat.X + 1 + (most-r.W)/2
	if t.deckInMiddle() || t.aside < 14 {
		r.X, r.Y = t.mat.X+(t.mat.W-r.W)/2, t.mat.Y+(t.mat.H-r.H)/2
	}
	if word == "" || look == nil || w > r.W || t.mat.H < r.H {
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
