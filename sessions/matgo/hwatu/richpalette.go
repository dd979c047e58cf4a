package hwatu

import "arcade/sessions/ui"

// Colours of the table on ui.LevelRich. By Day cloth and slots are lighter; cards are the same.
var (
	MatPaint     = ui.NewPaint(ui.Paint{Night: 0x561629, Day: 0x8c2a3c, Dark: 52, Light: 88})
	matRim       = ui.NewPaint(ui.Paint{Night: 0x43101f, Day: 0x7d2236, Dark: 52, Light: 88})
	MatShadow    = ui.NewPaint(ui.Paint{Night: 0x28090f, Day: 0x46121e, Dark: 233, Light: 52})
	MatText      = ui.NewPaint(ui.Paint{Night: 0xf3dfe4, Day: 0xfff3ee, Dark: 224, Light: 231})
	MatDim       = ui.NewPaint(ui.Paint{Night: 0xd9b3bd, Day: 0xffdfe2, Dark: 181, Light: 224})
	MatGold      = ui.NewPaint(ui.Paint{Night: 0xffd76a, Day: 0xffe08a, Dark: 221, Light: 229})
	SlotPaint    = ui.NewPaint(ui.Paint{Night: 0x3a0c1a, Day: 0x701c2f, Dark: 233, Light: 52})
	SlotInk      = ui.NewPaint(ui.Paint{Night: 0xc08494, Day: 0xedc2cc, Dark: 181, Light: 224})
	OpenPaint    = ui.NewPaint(ui.Paint{Night: 0x12141c, Day: 0xddd3bd, Dark: 232, Light: 187})
	OpenInk      = ui.NewPaint(ui.Paint{Night: 0x8e97ad, Day: 0x5a5345, Dark: 247, Light: 239})
	PiPaint      = ui.NewPaint(ui.Paint{Night: 0xd9cdb8, Day: 0xa98a5a, Dark: 187, Light: 137})
	BackLight    = ui.NewPaint(ui.Paint{Night: 0xc22a3c, Dark: 160})
	BackDark     = ui.NewPaint(ui.Paint{Night: 0x8f1524, Dark: 88})
	DeckEdge     = ui.NewPaint(ui.Paint{Night: 0x5d0d18, Dark: 88})
	MarkPlain    = TwoTone{ui.NewPaint(ui.Paint{Night: 0xe8dcc8, Dark: 187}), DarkInk}
	DarkInk      = ui.NewPaint(ui.Paint{Night: 0x16130a, Dark: 16})
	OrangePaint  = ui.NewPaint(ui.Paint{Night: 0xffb454, Dark: 215})
	WhitePaint   = ui.NewPaint(ui.Paint{Night: 0xffffff, Dark: 231})
	DeepShadow   = ui.NewPaint(ui.Paint{Night: 0x12060a, Dark: 16})
	MatGoldShade = ui.GradientOf(MatGold, MatGold)
)

// matGrounds has the rows of the mat, from its rim to its middle; slotStrips the colours of the months on
// empty places.
var (
	MatGrounds = [5]ui.Token{
		matRim, ui.Mix(matRim, MatPaint, 0.25), ui.Mix(matRim, MatPaint, 0.5), ui.Mix(matRim, MatPaint, 0.75), MatPaint,
	}
	SlotStrips = func() (list [13]ui.Token) {
		for m := 1; m <= 12; m++ {
			list[m] = ui.Mix(Art.heads[m].Ground, SlotPaint, 0.25)
		}
		return list
	}()
)
