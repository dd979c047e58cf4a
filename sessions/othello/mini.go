package othello

import (
	"arcade/games/othello"
	"arcade/sessions/ui"
)

// Colours of a board with one pixel a square.
var miniColours = map[byte]ui.Token{
	'X': ui.NewPaint(ui.Paint{Night: 0x10131a, Dark: 233}),
	'O': ui.NewPaint(ui.Paint{Night: 0xfbf8ef, Dark: 231}),
}

// miniFelt has the two greens of its empty squares.
var miniFelt = [2]ui.Token{
	ui.NewPaint(ui.Paint{Night: 0x12704f, Dark: 29}),
	ui.NewPaint(ui.Paint{Night: 0x0e6446, Dark: 23}),
}

// drawMini draws a board in 8 by 4 cells, a pixel a square.
func drawMini(g ui.Region, x, y int, view any) {
	v, ok := view.(othello.View)
	if !ok || len(v.Board) != 64 {
		return
	}
	for i := range 64 {
		tok, disc := miniColours[v.Board[i]]
		if !disc {
			tok = miniFelt[(i+i/8)%2]
		}
		g.Pixel(x+i%8, 2*y+i/8, tok)
	}
}
