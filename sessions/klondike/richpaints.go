package klondike

import "arcade/sessions/ui"

// The colours of the table on ui.LevelRich. They are the same by day: a card is a card. Those of
// 256 are chosen by hand, since blends of the felt become teal.
var (
	black = ui.NewPaint(ui.Paint{Night: 0x000001, Dark: 16})

	feltTop  = ui.NewPaint(ui.Paint{Night: 0x16213f, Dark: 17})
	feltFoot = ui.NewPaint(ui.Paint{Night: 0x121b35, Dark: 17})
	feltDim  = ui.NewPaint(ui.Paint{Night: 0x9aa3b8, Dark: 248})
	slotLine = ui.NewPaint(ui.Paint{Night: 0x575f75, Dark: 60})

	gold   = ui.NewPaint(ui.Paint{Night: 0xffcb6b, Dark: 221})
	sky    = ui.NewPaint(ui.Paint{Night: 0x7cc7ff, Dark: 117})
	skyInk = ui.NewPaint(ui.Paint{Night: 0x16130a, Dark: 16})

	inkBlack = ui.NewPaint(ui.Paint{Night: 0x1b2030, Dark: 16})
	inkRed   = ui.NewPaint(ui.Paint{Night: 0xc02138, Dark: 124})
	litBlack = ui.NewPaint(ui.Paint{Night: 0x3a4566, Dark: 238})
	litRed   = ui.NewPaint(ui.Paint{Night: 0xe0415a, Dark: 167})
	cardLine = ui.NewPaint(ui.Paint{Night: 0xcfc6b0, Dark: 144})
	// paperShade is the shadow of a card on another.
	paperShade = ui.NewPaint(ui.Paint{Night: 0x8f8b80, Dark: 245})

	back     = ui.NewPaint(ui.Paint{Night: 0x2f4a8f, Dark: 24})
	backLit  = ui.NewPaint(ui.Paint{Night: 0x3a58a6, Dark: 25})
	backLine = ui.NewPaint(ui.Paint{Night: 0xc9d6f5, Dark: 189})

	crown    = ui.NewPaint(ui.Paint{Night: 0xe0a52e, Dark: 178})
	skin     = ui.NewPaint(ui.Paint{Night: 0xf3cda4, Dark: 223})
	hair     = ui.NewPaint(ui.Paint{Night: 0x7a4a22, Dark: 94})
	greyHair = ui.NewPaint(ui.Paint{Night: 0x8d8577, Dark: 102})
	blueCoat = ui.NewPaint(ui.Paint{Night: 0x2c3a63, Dark: 60})
)

// paper is what a card is drawn on: the last of a pile, one that another covers, one that is
// picked, and one on which may be laid what is picked.
type paper int

const (
	whole paper = iota
	covered
	straw
	strawCovered
	invited
	papers // how many there are
)

var paperTokens = [papers]ui.Token{
	whole:        ui.NewPaint(ui.Paint{Night: 0xfdf8ec, Dark: 230}),
	covered:      ui.NewPaint(ui.Paint{Night: 0xf3ecda, Dark: 187}),
	straw:        ui.NewPaint(ui.Paint{Night: 0xfff0c2, Dark: 229}),
	strawCovered: ui.NewPaint(ui.Paint{Night: 0xf6e2a8, Dark: 222}),
	invited:      ui.NewPaint(ui.Paint{Night: 0xe2f6ff, Dark: 195}),
}

// feltSteps is in how many steps the felt goes dark downwards.
const feltSteps = 6

// felts are those steps, shades what lies in a card's shadow there, slots the ground of an empty
// place, glows that of one to which what is picked may go.
var felts, shades, slots, glows = feltPaints()

func feltPaints() (felt, shade, slot, glow [feltSteps]ui.Token) {
	for i := range felt {
		felt[i] = ui.Mix(feltTop, feltFoot, float64(i)/(feltSteps-1))
		shade[i] = ui.Mix(felt[i], black, 0.5)
		slot[i] = ui.Mix(felt[i], black, 0.18)
		glow[i] = ui.Mix(felt[i], sky, 0.16)
	}
	return felt, shade, slot, glow
}

// cuts are the colours of a card's cut corners, by its paper and the felt.
var cuts = func() (list [papers][feltSteps]ui.Token) {
	for i, tok := range paperTokens {
		for j, felt := range felts {
			list[i][j] = ui.Mix(felt, tok, 0.3)
		}
	}
	return list
}()

// feltCorner is the page at the felt's round corners.
var feltCorner = ui.Mix(ui.Page, feltTop, 0.4)
