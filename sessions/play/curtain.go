package play

import (
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// The cloth of the curtain from the depth of a fold to its height, its rail and its hem.
var (
	cloth = [4]ui.Token{
		ui.NewPaint(ui.Paint{Night: 0x6f0f1c, Dark: 52}), ui.NewPaint(ui.Paint{Night: 0x8f1524, Dark: 88}),
		ui.NewPaint(ui.Paint{Night: 0xa31c2b, Dark: 88}), ui.NewPaint(ui.Paint{Night: 0xb8222f, Dark: 124}),
	}
	rail = ui.NewPaint(ui.Paint{Night: 0xe0ac3c, Dark: 178})
)

// folds is the repeating pattern of the cloth, one digit a column.
const folds = "00112233332211"

// curtainRich draws the curtain of a shared screen on ui.LevelRich over the hand, or over the foot of the
// body: the name of the next player, and the key that lifts it.
func (t *Table) curtainRich(a *app.App, c *ui.Canvas, hangs func(*ui.Canvas) ui.Rect) {
	body := ui.Body(c)
	h := app.Either(ui.Full(c.W(), c.H()), 9, 5)
	at := ui.Rect{X: 1, Y: body.H() - h, W: body.W() - 2, H: h}
	if hangs != nil {
		at = hangs(c)
		h = at.H
	}
	c.Shade(ui.Rect{W: c.W(), H: c.H() - 1})
	g := body.Sub(at)
	for x := range at.W {
		fold := folds[x%len(folds)] - '0'
		g.Fill(ui.Rect{X: x, W: 1, H: h}, cloth[fold])
		if fold < 2 { // the hem hangs in the folds
			g.Cell(x, h-1, '▄', ui.Ground(ui.Page), cloth[fold])
		}
		g.Cell(x, 0, '▄', cloth[fold], rail)
	}
	text, key := a.T("screen.pass", "p", a.SeatName(t.Snap.Seats[t.Snap.Curtain])), "Enter "+a.T("key.lift")
	w := max(ui.Width(text), ui.Width(key)) + 6
	in := g.Sub(ui.Rect{X: (at.W - w) / 2, Y: (h - 2) / 2, W: w, H: 3})
	in.Fill(in.Rect(), ui.Panel)
	in.Text(3, 0, ui.Strong|ui.Bold, text)
	in.Button(3, 2, key, "enter", true)
}
