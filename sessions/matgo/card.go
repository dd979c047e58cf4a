package matgo

import (
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// cardMat is the mat of a share card. cardKinds has the colours of the kinds: bright, animal, ribbon, junk.
var (
	cardMat   = ui.NewPaint(ui.Paint{Night: 0x561629, Day: 0x8c2a3c, Dark: 52, Light: 52})
	cardText  = ui.NewPaint(ui.Paint{Night: 0xf3dfe4, Day: 0xfff3ee, Dark: 224, Light: 231})
	cardKinds = [4]ui.Token{
		ui.NewPaint(ui.Paint{Night: 0xffd76a, Dark: 221}), ui.NewPaint(ui.Paint{Night: 0xf0dcae, Dark: 223}),
		ui.NewPaint(ui.Paint{Night: 0xe0384a, Dark: 167}), ui.NewPaint(ui.Paint{Night: 0xd9cdb8, Dark: 187}),
	}
)

func init() {
	Game.Card = play.Card{Picture: cardPicture, Signs: cardSigns, Points: func(view any) []int {
		v, ok := view.(*matgo.View)
		if !ok || v.Outcome == nil || v.Outcome.Winner < 0 {
			return nil // nobody has won, or a side has left
		}
		points := []int{-1, -1}
		points[v.Outcome.Winner] = v.Outcome.Total[v.Outcome.Winner]
		return points
	}}
	Game.Paste = play.Paste{Lead: func(view any) int {
		v, ok := view.(*matgo.View)
		if !ok {
			return 0
		}
		return v.Sides[0].Points.Total + v.Sides[0].Go - v.Sides[1].Points.Total - v.Sides[1].Go
	}}
}

// cardRows calls row for each side's captures by kind, with their number and the row of the card.
func cardRows(view any, row func(y, kind, n int)) {
	v, ok := view.(*matgo.View)
	if !ok {
		return
	}
	for seat, side := range v.Sides {
		c := side.Captured
		for kind, cards := range [4][]matgo.Card{c.Kwang, c.Yeol, c.Tti, c.Pi} {
			row(cardPitch*seat+1+kind, kind, len(cards))
		}
	}
}

// The column of a card's captures, and the rows of a side.
const cardLabel, cardPitch = 4, 7

// cardSigns draws the numbers of each side's captures by kind.
func cardSigns(lang words.Lang, g ui.Region, view any) {
	cardRows(view, func(y, kind, n int) {
		g.Text(1, y, ui.Text, words.T(lang, cardWords[kind]))
		g.Text(cardLabel, y, ui.Text, app.Itoa(n))
	})
}

// cardPicture draws each side's captures by kind, a small card for each.
func cardPicture(lang words.Lang, g ui.Region, view any) {
	g.Fill(g.Rect(), cardMat)
	cardRows(view, func(y, kind, n int) {
		g.Text(1, y, cardText, words.T(lang, cardWords[kind]))
		for i := range n {
			if kind == len(cardKinds)-1 { // there are many: half a cell each
				g.Pixel(cardLabel+i/2, 2*y+i%2, cardKinds[kind])
				continue
			}
			g.Fill(ui.Rect{X: cardLabel + 2*i, Y: y, W: 1, H: 1}, cardKinds[kind])
		}
	})
}

// cardWords has the kinds in two cells.
var cardWords = [4]string{"hw.kind.kwang", "hw.kind.yeol", "hw.kind.tti", "hw.kind.pi"}
