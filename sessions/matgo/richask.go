package matgo

import (
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// ask draws a question over the floor; Go and Stop are two large buttons beside it.
func (t *richTable) ask() {
	if t.view.Phase == matgo.AskGo {
		t.goOrStop()
		return
	}
	q, a := t.q, t.a
	w := ui.Width(q.title) + 6
	cards := 0
	if len(q.cards) > 0 {
		cards = (t.size.W()+1)*len(q.cards) - 1 + app.Either(q.apart > 0, 2, 0)
		w = max(w, cards+6)
	}
	lines := 0
	for _, l := range q.lines {
		lines = max(lines, ui.Width(l))
	}
	at := 3
	if cards > 0 {
		at += cards + 3
	}
	w = min(max(w, at+lines+3, q.widths(a)+6), t.mat.W)
	h := max(len(q.lines), app.Either(cards > 0, t.size.H(), 0)) + 4
	h = min(h, t.mat.H)
	t.g.Dim(t.mat)
	r := t.mat.Centered(w, h)
	g := t.g.Sheet(r, ui.Raised)
	t.g.Shade(t.mat)
	g.Strip(ui.Rect{W: r.W, H: 1}, ui.Accent)
	g.Text(3, 1, ui.Strong|ui.Bold, q.title)
	x := 3
	for i, c := range q.cards {
		hwatu.Paint(a, g, x, 2, c, t.size)
		x += t.size.W() + 1
		if i+1 == q.apart {
			x += 2
		}
	}
	for i, l := range q.lines {
		g.TextCut(at, 2+i, r.W-at-2, ui.Text, l)
	}
	t.answers(g, 3, r.H-1)
}

// answers draws the answers of a question as keys in a row.
func (t *richTable) answers(g ui.Region, x, y int) {
	for i, b := range t.q.answers {
		x += g.Button(x, y, app.Itoa(i+1)+" "+b.on(t.a), ui.Key(app.Itoa(i+1)), i == t.v.button) + 2
	}
}

// goButton is the look of one of the two large buttons.
type goButton struct {
	words  []string // big words, by language
	shade  ui.Shade
	ground [3]ui.Token // from top to bottom
	ink    ui.Token
}

func buttonGrounds(top ui.Token) [3]ui.Token {
	foot := ui.NewPaint(ui.Paint{Night: 0x120806, Dark: 16})
	return [3]ui.Token{top, ui.Mix(top, foot, 0.2), ui.Mix(top, foot, 0.4)}
}

var goButtons = [2]goButton{
	{
		[]string{"=고", "=GO"}, ui.Shaded(ui.NewPaint(ui.Paint{Night: 0xfff6dc, Dark: 230}), hwatu.OrangePaint),
		buttonGrounds(ui.NewPaint(ui.Paint{Night: 0x6b3500, Dark: 58})), ui.NewPaint(ui.Paint{Night: 0xffe6c4, Dark: 223}),
	},
	{
		[]string{"=스", "=톱", "=STOP"}, ui.Shaded(hwatu.WhitePaint, ui.NewPaint(ui.Paint{Night: 0x7be0a4, Dark: 115})),
		buttonGrounds(ui.NewPaint(ui.Paint{Night: 0x0b4a33, Dark: 22})), ui.NewPaint(ui.Paint{Night: 0xd9fcea, Dark: 194}),
	},
}

// goOrStop draws the two buttons instead of deck and log, and the sentences by the hand.
func (t *richTable) goOrStop() {
	d := t.view.Sides[t.me]
	n := d.WinsNow
	texts := [2][2]string{
		{t.a.T("mg.go.from", "n", max(d.Points.Total+1, matgo.Document.GoMin)), t.a.T("mg.go.plus")},
		{"", t.a.T("mg.pts", "n", n)},
	}
	for i := range goButtons {
		r := ui.Rect{X: 61 + 9*i, Y: t.mat.Y, W: 9, H: t.mat.H}
		if t.large() {
			r = ui.Rect{X: t.deckX + 20*i, Y: t.deckY, W: 20, H: t.size.H() + 1}
		}
		t.goButton(i, r, texts[i])
	}
	t.goWords()
}

// goButton draws one of the two buttons. The focused one has a gold edge.
func (t *richTable) goButton(i int, r ui.Rect, texts [2]string) {
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
	case t.large():
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
			t.g.Cell(r.X, r.Y+j, '▌', ui.Ground(ui.Accent), t.g.At(r.X, r.Y+j))
			t.g.Cell(r.X+r.W-1, r.Y+j, '▐', ui.Ground(ui.Accent), t.g.At(r.X+r.W-1, r.Y+j))
		}
	}
	key := app.Itoa(i + 1)
	t.g.Chip(r.X+app.Either(i == t.v.button, 1, 0), r.Y, key, app.Either(i == t.v.button, ui.Focus, ui.Cap))
	t.g.Hit(r, ui.Press(ui.Key(key)))
}

// goWord draws a button's word: its syllables below each other, or side by side if there is room.
func (t *richTable) goWord(list []string, r ui.Rect, shade ui.Shade) {
	gap := app.Either(t.large(), 1, 0)
	wide, high := -gap, -gap
	for _, word := range list {
		w, h := hwatu.BigSize(word)
		wide, high = wide+w+gap, high+h+gap
	}
	x, y := r.X+(r.W-wide)/2, 2*r.Y+app.Either(high > 14, 1, 5)
	for _, word := range list {
		w, h := hwatu.BigSize(word)
		if t.large() { // below the row with the key
			hwatu.PaintWord(t.g, x, 2*r.Y+2+max(0, 2*r.H-2-h)/2, word, shade, 0)
			x += w + gap
			continue
		}
		hwatu.PaintWord(t.g, r.X+(r.W-w)/2, y, word, shade, 0)
		y += h + gap
	}
}

// goWords writes the meaning of Go and Stop beside the hand, in the longest words that fit.
func (t *richTable) goWords() {
	lines := t.goLines()
	x, w := t.handX+6*len(t.view.Hands[t.me])+2, 0
	w = 77 - x
	if !t.large() {
		for i, line := range lines {
			t.g.TextCut(x, t.handY+i, w, line.tok, line.fitting(w))
		}
		if s := t.f.Now; s.Control.PerMove > 0 && s.Left != nil {
			t.g.Meter(x, t.handY+len(lines), min(30, w), int(s.Left(t.me)), int(s.Control.PerMove), ui.Warn)
		}
		return
	}
	x, w = t.handX, t.own.W-6
	for i := range 2 { // two sentences a row
		y := t.handY + t.size.H() + 1 + i
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
func (t *richTable) goLines() []goLine {
	a, d, foe := t.a, t.view.Sides[t.me], t.view.Sides[1-t.me]
	base := d.Points.Total + d.Go
	parts := round.Sum(round.PointParts(a, d), 45)
	gold := round.GoldText(min(d.WinsNow*matgo.Document.GoldPerPoint, foe.Gold))
	carry := min(t.view.Carry*matgo.Document.CarryFactor, matgo.MaxCarry)
	who, next := round.SeatTag(a, t.s, 1-t.me), t.view.RuleSet().GoFactor(d.Go+1)
	return []goLine{
		{ui.Accent | ui.Bold, []string{a.T("mg.go.now", "n", base, "parts", parts), a.T("mg.pts", "n", base)}},
		{ui.OK, []string{a.T(app.Either(next > 1, "mg.go.gain.x", "mg.go.gain"), "n", d.Go+1, "k", next), a.T("mg.go.gain.short", "n", d.Go+1)}},
		{ui.Warn, []string{a.T("mg.go.risk", "k", carry), a.T("mg.go.risk.short", "k", carry)}},
		{ui.OK, []string{a.T("mg.go.take", "a", base, "b", d.Multiplier.Total, "n", d.WinsNow, "gold", gold), a.T("mg.go.take.short", "n", d.WinsNow)}},
		{ui.Text, []string{a.T("mg.go.foe", "p", who, "n", t.view.HandCounts[1-t.me]+t.view.Passes[1-t.me], "s", foe.Points.Total+foe.Go), who + " " + a.T("mg.pts", "n", foe.Points.Total+foe.Go)}},
	}
}
