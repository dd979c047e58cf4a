package cards

import "arcade/sessions/ui"

// The colours of the table on ui.LevelRich, the same by day. The colours of 256 are chosen by hand, since
// blends of the felt become teal.
var (
	black = ui.NewPaint(ui.Paint{Night: 0x000001, Dark: 16})

	FeltTop  = ui.NewPaint(ui.Paint{Night: 0x16213f, Dark: 234})
	FeltFoot = ui.NewPaint(ui.Paint{Night: 0x121b35, Dark: 234})
	FeltDim  = ui.NewPaint(ui.Paint{Night: 0x9aa3b8, Dark: 248})
	SlotLine = ui.NewPaint(ui.Paint{Night: 0x575f75, Dark: 60})

	Gold   = ui.NewPaint(ui.Paint{Night: 0xffcb6b, Dark: 221})
	Sky    = ui.NewPaint(ui.Paint{Night: 0x7cc7ff, Dark: 117})
	SkyInk = ui.NewPaint(ui.Paint{Night: 0x16130a, Dark: 16})

	InkBlack = ui.NewPaint(ui.Paint{Night: 0x1b2030, Dark: 16})
	InkRed   = ui.NewPaint(ui.Paint{Night: 0xc02138, Dark: 124})
	litBlack = ui.NewPaint(ui.Paint{Night: 0x3a4566, Dark: 238})
	litRed   = ui.NewPaint(ui.Paint{Night: 0xe0415a, Dark: 167})
	CardLine = ui.NewPaint(ui.Paint{Night: 0xcfc6b0, Dark: 144})
	// PaperShade is the shadow of a card on another.
	PaperShade = ui.NewPaint(ui.Paint{Night: 0x8f8b80, Dark: 245})

	Back     = ui.NewPaint(ui.Paint{Night: 0x2f4a8f, Dark: 24})
	BackLit  = ui.NewPaint(ui.Paint{Night: 0x3a58a6, Dark: 25})
	BackLine = ui.NewPaint(ui.Paint{Night: 0xc9d6f5, Dark: 189})

	crown    = ui.NewPaint(ui.Paint{Night: 0xe0a52e, Dark: 178})
	skin     = ui.NewPaint(ui.Paint{Night: 0xf3cda4, Dark: 223})
	hair     = ui.NewPaint(ui.Paint{Night: 0x7a4a22, Dark: 94})
	greyHair = ui.NewPaint(ui.Paint{Night: 0x8d8577, Dark: 102})
	blueCoat = ui.NewPaint(ui.Paint{Night: 0x2c3a63, Dark: 60})
)

// Paper is the ground of a card: of the last card of a pile, of a covered one, of a picked one, or of a
// target.
type Paper int

const (
	// Whole is the paper of a card that can be taken.
	Whole Paper = iota
	// Covered is the paper of a card below others.
	Covered
	// Straw is the paper of a card with a hint.
	Straw
	// StrawCovered is the paper of such a card below others.
	StrawCovered
	// Invited is the paper of a target.
	Invited
	papers // the number of papers
)

// PaperTokens has all kinds of paper.
var PaperTokens = [papers]ui.Token{
	Whole:        ui.NewPaint(ui.Paint{Night: 0xfdf8ec, Dark: 230}),
	Covered:      ui.NewPaint(ui.Paint{Night: 0xf3ecda, Dark: 187}),
	Straw:        ui.NewPaint(ui.Paint{Night: 0xfff0c2, Dark: 229}),
	StrawCovered: ui.NewPaint(ui.Paint{Night: 0xf6e2a8, Dark: 222}),
	Invited:      ui.NewPaint(ui.Paint{Night: 0xe2f6ff, Dark: 195}),
}

// FeltSteps is the number of steps in which the felt darkens downwards.
const FeltSteps = 6

// Felts has those steps, Shades the felt in a card's shadow, Slots the ground of an empty place, Glows the
// ground of a legal target.
var Felts, Shades, Slots, Glows = feltPaints()

func feltPaints() (felt, shade, slot, glow [FeltSteps]ui.Token) {
	for i := range felt {
		felt[i] = ui.Mix(FeltTop, FeltFoot, float64(i)/(FeltSteps-1))
		shade[i] = ui.Mix(felt[i], black, 0.5)
		slot[i] = ui.Mix(felt[i], black, 0.18)
		glow[i] = ui.Mix(felt[i], Sky, 0.16)
	}
	return felt, shade, slot, glow
}

// Cuts has the colours of a card's cut corners, by its paper and the felt.
var Cuts = func() (list [papers][FeltSteps]ui.Token) {
	for i, tok := range PaperTokens {
		for j, felt := range Felts {
			list[i][j] = ui.Mix(felt, tok, 0.3)
		}
	}
	return list
}()

// FeltCorner is the page colour at the felt's round corners.
var FeltCorner = ui.Mix(ui.Page, FeltTop, 0.4)
