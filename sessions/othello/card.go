package othello

import (
	"arcade/games/othello"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// cardDiscs has the four pixels of a small disc, row by row, by colour.
var cardDiscs = map[byte][4]ui.Token{
	'X': {blackGloss, blackDisc, blackDisc, blackDisc},
	'O': {inkWhite, inkWhite, cardFoot, cardFoot},
}

// cardFoot is the lower half of a small white disc.
var cardFoot = ui.NewPaint(ui.Paint{Night: 0xddd6c6, Dark: 252})

// points returns the discs of each side.
func points(view any) []int {
	v, _ := view.(othello.View)
	return v.Counts[:]
}

// cardSigns draws the final position in signs.
func cardSigns(_ words.Lang, g ui.Region, view any) {
	v, _ := view.(othello.View)
	signs := map[rune]string{'X': "●", 'O': "○", '-': "."}
	for i, disc := range v.Board {
		g.Text(3+2*(i%8), 3+i/8, ui.Text, signs[disc])
	}
}

// cardPicture draws the final position: discs of 2 by 2 pixels with one pixel of felt between.
func cardPicture(_ words.Lang, g ui.Region, view any) {
	v, _ := view.(othello.View)
	if len(v.Board) != 64 {
		return
	}
	const side = 27 // a rim of one pixel, and eight times three and one
	for y := range side {
		for x := range side {
			tok := feltLight
			switch {
			case x == 0 || y == 0:
				tok = rimTop
			case x == side-1 || y == side-1:
				tok = rimFoot
			}
			g.Pixel(x, y, tok)
		}
	}
	for i := range 64 {
		for k, tok := range cardDiscs[v.Board[i]] {
			if tok != 0 {
				g.Pixel(2+3*(i%8)+k%2, 2+3*(i/8)+k/2, tok)
			}
		}
	}
}
