package yut

import (
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/sessions/yut/board"
	"arcade/store"
)

// The colours of a board on a card.
var (
	cardWood  = ui.NewPaint(ui.Paint{Night: 0x8f5a2c, Day: 0xc99a5e, Dark: 94, Light: 137})
	cardPath  = ui.NewPaint(ui.Paint{Night: 0xd9b272, Day: 0xf3dfb4, Dark: 180, Light: 223})
	cardNode  = ui.NewPaint(ui.Paint{Night: 0xf0dcae, Day: 0xfff6e0, Dark: 230, Light: 230})
	cardPiece = ui.NewPaint(ui.Paint{Night: 0xd8303f, Dark: 160})
	cardInk   = ui.NewPaint(ui.Paint{Night: 0xffffff, Dark: 231})
)

func init() {
	Game.Card = play.Card{Picture: cardPicture, Signs: cardSigns, Points: func(view any) []int {
		v, _ := view.(yut.View)
		return []int{v.Turn}
	}}
	Game.Paste = play.Paste{
		Progress: func(view any) int {
			v, _ := view.(yut.View)
			return 9 * (yut.Pieces - v.Home + v.Finished) / (2 * yut.Pieces) // a piece on the board is half home
		},
		Figure: func(s store.Score) string { return app.Itoa(int(-s.Value)) },
	}
}

// cardSpot returns the middle of a node on a board of 25 by 25 pixels.
func cardSpot(n yut.Node) (x, y int) {
	b := board.Boards[0].Picture
	return 1 + b.At[n].X*24/(b.W-1), 1 + b.At[n].Y*24/(b.H-1)
}

// onCard returns the number of pieces on each node, and of those that are home in words.
func onCard(view any) (on [yut.Finished + 1]int, done string) {
	v, _ := view.(yut.View)
	for _, n := range v.Pieces {
		on[n]++
	}
	return on, app.Itoa(on[yut.Finished]) + " / " + app.Itoa(yut.Pieces)
}

// cardSigns draws the nodes and the number of pieces on them in signs.
func cardSigns(_ words.Lang, g ui.Region, view any) {
	on, done := onCard(view)
	for n := yut.O1; n < yut.Finished; n++ {
		x, y := cardSpot(n)
		sign := "o"
		if on[n] > 0 {
			sign = app.Itoa(on[n])
		}
		g.Text(x, y/2, ui.Text, sign)
	}
	g.Text(11, 9, ui.Text, done)
}

// cardPicture draws the board with the pieces on it, and beside it the pieces that are home.
func cardPicture(_ words.Lang, g ui.Region, view any) {
	on, done := onCard(view)
	const side = 27
	for y := range side {
		for x := range side {
			g.Pixel(x, y, cardWood)
		}
	}
	for _, e := range yut.Edges() {
		x0, y0 := cardSpot(e.From)
		x1, y1 := cardSpot(e.To)
		steps := max(x1-x0, x0-x1, y1-y0, y0-y1, 1)
		for i := range steps + 1 {
			g.Pixel(x0+(x1-x0)*i/steps, y0+(y1-y0)*i/steps, cardPath)
		}
	}
	for n := yut.O1; n < yut.Finished; n++ {
		x, y := cardSpot(n)
		tok := cardNode
		if on[n] > 0 {
			tok = cardPiece
		}
		for k := range 4 {
			g.Pixel(x+k%2, y+k/2, tok)
		}
	}
	g.Fill(ui.Rect{X: 10, Y: 9, W: ui.Width(done) + 2, H: 1}, cardPiece)
	g.Text(11, 9, cardInk|ui.Bold, done)
}
