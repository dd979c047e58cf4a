package nim

import (
	"fmt"

	nim "arcade/examples/nim/engine"
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// letter returns a heap's name.
func letter(heap int) string { return string(rune('a' + heap)) }

// Draw draws the heaps on the left and the facts on the right. The layout is the same in 80x24 and in
// 120x40, with longer sticks. Terminals that show pictures have another layout.
func (v *view) Draw(a *app.App, c *ui.Canvas, s *play.Scene) {
	if _, ok := s.View.(nim.View); !ok {
		return
	}
	if c.Rich {
		v.drawRich(a, c, s)
		return
	}
	g := ui.Body(c)
	x, y, w, h, split, tall := 0, 0, 80, 21, 39, 1
	if ui.Full(c.W(), c.H()) {
		w, h, split, tall = 120, 37, 64, 5
		x, y = (g.W()-w)/2, (g.H()-h)/2
	}
	v.drawHeaps(a, g, s, x+4, y+3, tall)
	g.VLine(x+split, 0, g.H(), ui.Muted)
	r := ui.Rect{X: x + split + 2, Y: y + 1, W: w - split - 3, H: h - 2}
	g.HLine(r.X-1, r.Y+3, r.W, ui.Muted)
	g.HLine(r.X-1, r.Y+r.H-6, r.W, ui.Muted)
	v.drawFacts(a, g, s, r)
}

// wood is the ink of a stick: by night, by day, with 256 colours and with 16.
var wood = ui.NewInk(ui.Ink{Dark: 180, Light: 94, Night: 0xd9b382, Day: 0x7a4a12, Sixteen: "33;40", Bold: true})

// sign returns the symbol of a heap's stick number i, counted from 0.
func sign(a *app.App, i int) string {
	return app.Either(numbered.Of(a), app.Itoa(i+1), "|")
}

// drawHeaps draws the sticks. Chosen sticks are x.
func (v *view) drawHeaps(a *app.App, g ui.Region, s *play.Scene, x, y, tall int) {
	for heap, sticks := range heapsOf(s) {
		top := y + heap*(tall+3)
		chosen := s.Mine() && heap == v.heap
		if chosen {
			g.Text(x, top+tall/2, ui.Focus, ">")
		}
		g.Text(x+2, top+tall/2, ui.Strong, letter(heap))
		for i := range sticks {
			at := ui.Rect{X: x + 5 + 3*i, Y: top, W: 2, H: tall}
			for row := range tall {
				if chosen && i >= sticks-v.n {
					g.Text(at.X, top+row, ui.Picked, "x")
				} else {
					g.Text(at.X, top+row, wood, sign(a, i))
				}
			}
			g.Hit(at, stick{heap, i})
		}
		g.Text(x+5+3*nim.Most+1, top+tall/2, ui.Muted, app.Itoa(sticks))
	}
}

// drawFacts draws the players, the actions so far and the last lines of the chat.
func (v *view) drawFacts(a *app.App, g ui.Region, s *play.Scene, r ui.Rect) {
	for seat := range s.Seats {
		line := seats.Line{Side: v.Side(a, games.Seat(seat)), Count: -1}
		seats.Draw(a, g, s, games.Seat(seat), line, r, r.Y+seat)
	}
	g.Text(r.X, r.Y+4, ui.Muted, a.T("nim.taken"))
	for i, p := range s.Plies { // at most 15 plies, three in a row
		g.Text(r.X+i%3*12, r.Y+5+i/3, ui.Text, fmt.Sprintf("%2d. %s", i+1, p.Action))
	}
	g.Text(r.X, r.Y+r.H-5, ui.Text, a.T("nim.goal"))
	for i, l := range s.Chat[max(len(s.Chat)-3, 0):] {
		g.Text(r.X, r.Y+r.H-4+i, ui.Info, ui.Cut(a.PersonName(l.From)+": "+a.Spoken(l), r.W-2))
	}
}
