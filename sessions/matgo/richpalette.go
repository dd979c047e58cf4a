package matgo

import "arcade/sessions/ui"

// The table of ui.LevelRich. By Day cloth and slots are lighter, cards are the same.
var (
	matPaint     = ui.NewPaint(ui.Paint{Night: 0x561629, Day: 0x8c2a3c, Dark: 52, Light: 88})
	matRim       = ui.NewPaint(ui.Paint{Night: 0x43101f, Day: 0x7d2236, Dark: 52, Light: 88})
	matShadow    = ui.NewPaint(ui.Paint{Night: 0x28090f, Day: 0x46121e, Dark: 233, Light: 52})
	matText      = ui.NewPaint(ui.Paint{Night: 0xf3dfe4, Day: 0xfff3ee, Dark: 224, Light: 231})
	matDim       = ui.NewPaint(ui.Paint{Night: 0xd9b3bd, Day: 0xffdfe2, Dark: 181, Light: 224})
	matGold      = ui.NewPaint(ui.Paint{Night: 0xffd76a, Day: 0xffe08a, Dark: 221, Light: 229})
	slotPaint    = ui.NewPaint(ui.Paint{Night: 0x3a0c1a, Day: 0x701c2f, Dark: 233, Light: 52})
	slotInk      = ui.NewPaint(ui.Paint{Night: 0xc08494, Day: 0xedc2cc, Dark: 181, Light: 224})
	openPaint    = ui.NewPaint(ui.Paint{Night: 0x12141c, Day: 0xddd3bd, Dark: 232, Light: 187})
	openInk      = ui.NewPaint(ui.Paint{Night: 0x8e97ad, Day: 0x5a5345, Dark: 247, Light: 239})
	piPaint      = ui.NewPaint(ui.Paint{Night: 0xd9cdb8, Day: 0xa98a5a, Dark: 187, Light: 137})
	backLight    = ui.NewPaint(ui.Paint{Night: 0xc22a3c, Dark: 160})
	backDark     = ui.NewPaint(ui.Paint{Night: 0x8f1524, Dark: 88})
	deckEdge     = ui.NewPaint(ui.Paint{Night: 0x5d0d18, Dark: 88})
	markPlain    = twoTone{ui.NewPaint(ui.Paint{Night: 0xe8dcc8, Dark: 187}), darkInk}
	darkInk      = ui.NewPaint(ui.Paint{Night: 0x16130a, Dark: 16})
	orangePaint  = ui.NewPaint(ui.Paint{Night: 0xffb454, Dark: 215})
	whitePaint   = ui.NewPaint(ui.Paint{Night: 0xffffff, Dark: 231})
	deepShadow   = ui.NewPaint(ui.Paint{Night: 0x12060a, Dark: 16})
	matGoldShade = ui.Shaded(matGold, matGold)
)

// matGrounds are the rows of the mat, from its rim to its middle; slotStrips the colours of
// the months on empty places.
var (
	matGrounds = [5]ui.Token{
		matRim, ui.Mix(matRim, matPaint, 0.25), ui.Mix(matRim, matPaint, 0.5), ui.Mix(matRim, matPaint, 0.75), matPaint,
	}
	slotStrips = func() (list [13]ui.Token) {
		for m := 1; m <= 12; m++ {
			list[m] = ui.Mix(art.heads[m].ground, slotPaint, 0.25)
		}
		return list
	}()
)

// The curtain's cloth: its folds, the rail above and the hem below.
var (
	clothFolds = [6]ui.Token{
		backDark, ui.NewPaint(ui.Paint{Night: 0xa81a2a, Dark: 124}), ui.NewPaint(ui.Paint{Night: 0xb3202f, Dark: 160}),
		ui.NewPaint(ui.Paint{Night: 0xa81a2a, Dark: 124}), backDark, ui.NewPaint(ui.Paint{Night: 0x6e0f1c, Dark: 52}),
	}
	clothRail = ui.NewPaint(ui.Paint{Night: 0xe2b04a, Dark: 179})
	clothHem  = ui.NewPaint(ui.Paint{Night: 0x5c0b16, Dark: 52})
)
