package results

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/ui"
)

// DrawNarrow draws the sheet in 48 columns: the winner and the win, large, and below them the rows from
// points to gold.
func (r *Sheet) DrawNarrow(a *app.App, g ui.Region) bool {
	s := &r.T.Scene
	view, _ := round.Of(s)
	e, ok := Read(view, s.Result, s.Plies)
	if !ok || !g.Rich() || r.waits(a) > 0 {
		return false
	}
	e.last = !r.T.GoesOn()
	in := g.Sheet(ui.Rect{W: g.W(), H: g.H()}, ui.Panel)
	t := richEnding{a: a, g: in, s: s, e: e}
	in.Strip(ui.Rect{W: in.W(), H: 1}, t.colour())
	y := t.narrowHead()
	foot := in.H() - 1
	for _, row := range fit(sheetRows(a, s, e)[1:], foot-y-1) {
		ink := app.Either(row.tok == ui.Text, ui.Text, row.tok)
		right := in.W() - 2
		right -= in.TextRight(right, y, ink, row.right) + 1
		if row.other != "" {
			in.TextCut(in.W()/2, y, right-in.W()/2, ink, row.other)
			right = in.W()/2 - 1
		}
		in.TextCut(2, y, right-2, ink, row.left)
		y++
	}
	x := 2
	for i, b := range r.Answers {
		x += in.Button(x, foot, app.KeyName(b.Key)+" "+b.Label, ui.Key(app.Itoa(i+1)), i == r.Focus) + 1
	}
	return true
}

// narrowHead draws the seal or the word of the end, and returns the row below.
func (t *richEnding) narrowHead() int {
	a, e := t.a, t.e
	if e.Winner == games.Nobody {
		word := tell.BigWord(a, "나가리", "NAGARI")
		_, h := hwatu.BigSize(word)
		hwatu.PaintWord(t.g, 2, 4, word, nagariShade, 0)
		return 3 + (h+1)/2
	}
	lost := t.s.You == 1-e.Winner
	x := 3 + t.seal(app.Either(lost, &sealLost, &sealWon)) + 2
	own := e.Winner == t.s.You
	t.g.TextCut(x, 2, t.g.W()-x-1, app.Either(own, ui.Accent, ui.Strong)|ui.Bold, a.SeatName(t.s.Seats[e.Winner]))
	n := t.g.Letters(x, 4, app.Itoa(e.Total[e.Winner]), 1, app.Either(own, ui.Gold, ui.White))
	t.g.Text(x+n+1, 6, ui.Muted, a.T("mg.pt"))
	paid := app.Either(lost, -e.Paid, e.Paid)
	t.g.TextCut(x, 8, t.g.W()-x-1, app.Either(lost, ui.Bad, ui.OK)|ui.Bold, round.GoldWords(a, paid, true))
	return 11
}
