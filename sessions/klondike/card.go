package klondike

import (
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

func init() {
	Game.Card = play.Card{Draw: drawShareCard, Points: func(view any) []int {
		v, _ := view.(klondike.View)
		return []int{v.Moves}
	}}
	Game.Paste = play.Paste{
		Progress: func(view any) int {
			v, _ := view.(klondike.View)
			home := 0
			for _, pile := range v.Foundation {
				home += len(pile)
			}
			return 9 * home / klondike.Cards
		},
		Figure: pages.Figure,
	}
}

// shareSuits has the signs of the suits, in the order of the foundations.
var shareSuits = [klondike.Suits]string{"♥", "♦", "♣", "♠"}

// drawShareCard draws the foundations with their top cards, and the number of cards home.
func drawShareCard(_ words.Lang, g ui.Region, view any) {
	v, _ := view.(klondike.View)
	home := 0
	if g.Rich() {
		for y := range g.H() {
			tok := cards.FeltTop
			if 2*y >= g.H() {
				tok = cards.FeltFoot
			}
			g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, tok)
		}
	}
	const wide, high, pitch = 5, 5, 6
	for suit, pile := range v.Foundation {
		home += len(pile)
		x, y, rank := 2+pitch*suit, 2, "-"
		if n := len(pile); n > 0 {
			rank = pile[n-1].Card.Rank().String()
		}
		if !g.Rich() {
			g.Text(x, y, ui.Text, shareSuits[suit]+" "+rank)
			continue
		}
		paper, ink := cards.Back, shareInk
		if len(pile) > 0 {
			paper, ink = cards.PaperTokens[cards.Whole], cards.InkBlack
			if suit < 2 {
				ink = cards.InkRed
			}
		}
		g.Fill(ui.Rect{X: x, Y: y, W: wide, H: high}, paper)
		g.Text(x+1, y, ink|ui.Bold, rank)
		g.Text(x+2, y+2, ink|ui.Bold, shareSuits[suit])
		g.Text(x+wide-1-ui.Width(rank), y+high-1, ink|ui.Bold, rank)
	}
	count := app.Itoa(home)
	if !g.Rich() {
		g.Text(2, 5, ui.Text, count+" / "+app.Itoa(klondike.Cards))
		return
	}
	n := g.Letters(2, 9, count, 1, ui.White)
	g.Text(2+n+2, 10, shareInk, "/ "+app.Itoa(klondike.Cards))
}

// shareInk is the ink of text on the share card's table.
var shareInk = ui.NewPaint(ui.Paint{Night: 0xd7dbe6, Dark: 253})
