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
	Game.Card = play.Card{Picture: cardPicture, Signs: cardSigns, Points: func(view any) []int {
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

// cardSigns draws the foundations' top cards, and the number of cards home, in signs.
func cardSigns(_ words.Lang, g ui.Region, view any) {
	v, _ := view.(klondike.View)
	for suit, pile := range v.Foundation {
		g.Text(2+cardPitch*suit, 2, ui.Text, shareSuits[suit]+" "+topRank(pile))
	}
	g.Text(2, 5, ui.Text, app.Itoa(atHome(v))+" / "+app.Itoa(klondike.Cards))
}

// cardPitch is the number of cells from a foundation to the next one.
const cardPitch = 6

// topRank returns the rank of a foundation's top card, "-" for none.
func topRank(pile []klondike.Face) string {
	if len(pile) == 0 {
		return "-"
	}
	return pile[len(pile)-1].Card.Rank().String()
}

// cardPicture draws the foundations with their top cards, and the number of cards home.
func cardPicture(_ words.Lang, g ui.Region, view any) {
	v, _ := view.(klondike.View)
	for y := range g.H() {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, app.If(2*y < g.H(), cards.FeltTop, cards.FeltFoot))
	}
	const wide, high = 5, 5
	for suit, pile := range v.Foundation {
		x, y, rank := 2+cardPitch*suit, 2, topRank(pile)
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
	n := g.Letters(2, 9, app.Itoa(atHome(v)), 1, ui.White)
	g.Text(2+n+2, 10, shareInk, "/ "+app.Itoa(klondike.Cards))
}

// shareInk is the ink of text on the share card's table.
var shareInk = ui.NewPaint(ui.Paint{Night: 0xd7dbe6, Dark: 253})
