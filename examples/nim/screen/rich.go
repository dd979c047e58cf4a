package nim

import (
	_ "embed" // face.json

	nim "arcade/examples/nim/engine"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// face is the look of Nim where pictures are drawn. It differs from the other games' faces.
var face = play.NewFace(faceJSON, ui.Ink{Dark: 150, Light: 22, Night: 0xa9d46a, Day: 0x3d6310})

// Colours of the cloth, of a stick on it and of the stick's number: by night, by day, and with 256
// colours.
var (
	cloth = ui.NewPaint(ui.Paint{Night: 0x1f4a3a, Day: 0x2f7a5e, Dark: 29, Light: 29})
	ivory = ui.NewPaint(ui.Paint{Night: 0xe8d5a6, Dark: 187})
	ink   = ui.NewPaint(ui.Paint{Night: 0x1b150a, Dark: 16})
)

// drawRich is Draw for terminals that show pictures: the heaps on a cloth, the facts on a sheet. In
// 120x40 the layout is the same, but larger.
func (v *view) drawRich(a *app.App, c *ui.Canvas, s *play.Scene) {
	g, w, tall := ui.Body(c), 40, 3
	if ui.Full(c.W(), c.H()) {
		w, tall = 80, 7
	}
	table := g.Sub(ui.Rect{X: 1, Y: 1, W: w, H: g.H() - 2})
	table.Fill(table.Rect(), cloth)
	for heap, sticks := range heapsOf(s) {
		v.drawHeap(a, table, s, heap, sticks, tall)
	}
	side := g.Sheet(ui.Rect{X: w + 2, Y: 1, W: g.W() - w - 3, H: g.H() - 2}, ui.Panel)
	v.drawFacts(a, side, s, ui.Rect{X: 1, Y: 1, W: side.W() - 2, H: side.H() - 1})
}

// drawHeap draws a heap on the cloth: its letter on a cap, its sticks, and their number. Chosen sticks
// have an x on the ground for chosen things.
func (v *view) drawHeap(a *app.App, g ui.Region, s *play.Scene, heap, sticks, tall int) {
	chosen := s.Mine() && heap == v.heap
	step, y := (g.W()-12)/nim.Most, 2+heap*(g.H()-2)/nim.Heaps
	name := ui.Cap
	if chosen {
		name = ui.Picked
	}
	g.Chip(1, y+tall/2, letter(heap), name)
	for i := range sticks {
		at := ui.Rect{X: 6 + step*i, Y: y, W: step / 2, H: tall}
		g.Fill(at, ivory)
		if numbered.Of(a) {
			g.Text(at.X, y+tall-1, ink, sign(a, i))
		}
		if chosen && i >= sticks-v.n {
			g.Fill(at, ui.Picked)
			g.Text(at.X, y+tall/2, ui.Picked|ui.Bold, "x")
		}
		g.Hit(at, stick{heap, i})
	}
	g.Chip(g.W()-4, y+tall/2, app.Itoa(sticks), ui.Cap)
}
