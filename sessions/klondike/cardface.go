package klondike

import (
	"arcade/games/klondike"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// look is how a card appears: its visible rows, what marks it, whether others cover it, whether it is the top one of
// its pile and the last, and whether it lies beside the card below it. A pair is two cards in a row.
type look struct {
	rows             int
	mood             mood
	under, top, last bool
	beside, pair     bool
	second           klondike.Card
}

// card draws an open card; its text is in the row y.
func (d *drawing) card(x, y int, c klondike.Card, k look) {
	if d.rich {
		d.paint(x, y, c, k)
		return
	}
	d.sign(x, y, c, k)
}

// place draws an empty place with what belongs there, of that many rows with its border.
func (d *drawing) place(x, y, rows int, text string, m mood) {
	if d.rich {
		d.slot(x, y, rows, text, m)
		return
	}
	d.box(x, y, rows, ui.Muted, m, "", text, "")
}

// suitSign returns the sign of an empty foundation.
func (d *drawing) suitSign(s klondike.Suit) string {
	if d.rich {
		return cards.SuitSign(s)
	}
	return suitText(s)
}

// inkOf returns the colour of a card's sign.
func inkOf(c klondike.Card) ui.Token {
	if c.Red() {
		return cards.InkRed
	}
	return cards.InkBlack
}
