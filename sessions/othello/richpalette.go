package othello

import (
	_ "embed" // discs.json
	"fmt"

	"arcade/sessions/ui"
)

// Colours of the table on ui.LevelRich: felt in two greens, its lines, a wooden rim.
var (
	feltLight = ui.NewPaint(ui.Paint{Night: 0x12704f, Day: 0x2f9a6d, Dark: 29, Light: 29})
	feltDark  = ui.NewPaint(ui.Paint{Night: 0x0e6446, Day: 0x298c62, Dark: 29, Light: 29})
	feltLine  = ui.NewPaint(ui.Paint{Night: 0x0a4f38, Day: 0x1f7550, Dark: 23, Light: 23})
	rimTop    = ui.NewPaint(ui.Paint{Night: 0x6a4526, Day: 0xc39a68, Dark: 94, Light: 137})
	rimFoot   = ui.NewPaint(ui.Paint{Night: 0x4c3019, Day: 0xb58a57, Dark: 94, Light: 137})
	rimText   = ui.NewPaint(ui.Paint{Night: 0xf0d9b5, Day: 0x2a1a08, Dark: 231, Light: 16})
	lamp      = ui.NewPaint(ui.Paint{Night: 0xffcb6b, Day: 0xffe08a, Dark: 221, Light: 222})
	lastDark  = ui.NewPaint(ui.Paint{Night: 0xff8a5c, Dark: 209}) // on a black disc
	lastLight = ui.NewPaint(ui.Paint{Night: 0xd1401f, Dark: 160})
	inkBlack  = ui.NewPaint(ui.Paint{Night: 0x000000, Dark: 16})
	inkWhite  = ui.NewPaint(ui.Paint{Night: 0xffffff, Dark: 231})
	legalDot  = ui.NewPaint(ui.Paint{Night: 0xa0c6b9, Day: 0xeaf5f0, Dark: 158, Light: 231}) // thin white on the felt, as thin as 3:1 allows
)

// rowInk is the ink of a row's number on a square of the narrow board.
var rowInk = ui.NewInk(ui.Ink{Dark: 231, Light: 16, Sixteen: "30;42"})

// The bodies of discs.
var (
	blackDisc  = ui.NewPaint(ui.Paint{Night: 0x14171f, Dark: 233})
	blackGloss = ui.NewPaint(ui.Paint{Night: 0x2c3243, Dark: 237})
	blackFoot  = ui.NewPaint(ui.Paint{Night: 0x11141c, Dark: 232})
	whiteDisc  = ui.NewPaint(ui.Paint{Night: 0xf4f1e8, Dark: 255})
	whiteFoot  = ui.NewPaint(ui.Paint{Night: 0xe9e4d6, Dark: 253})
	barBlack   = ui.NewPaint(ui.Paint{Night: 0x05070b, Dark: 16})
)

// rims has the steps of the rim from above, rimCorners the steps of its corners on the page.
var (
	rims = func() (list [7]ui.Token) {
		for i := range list {
			list[i] = ui.Mix(rimTop, rimFoot, float64(i)/6)
		}
		return list
	}()
	rimCorners = [2]ui.Token{ui.Mix(ui.Page, rimTop, 0.4), ui.Mix(ui.Page, rimFoot, 0.4)}
)

// seams has the edges of small squares. In 256 colours, with only one green for felt, they are the lines of
// the board; otherwise they are invisible.
var seams = [2]ui.Token{
	ui.NewPaint(ui.Paint{Night: 0x12704f, Day: 0x2f9a6d, Dark: 23, Light: 23}),
	ui.NewPaint(ui.Paint{Night: 0x0e6446, Day: 0x298c62, Dark: 23, Light: 23}),
}

// ground is the ground of a small square, with the resulting colours of an edge, a shadow, a legal square
// and the disc that would lie there.
type ground struct{ felt, seam, shadow, legal, ghostBlack, ghostWhite ui.Token }

func newGround(felt, seam ui.Token) ground {
	return ground{felt: felt, seam: seam, shadow: ui.Mix(felt, inkBlack, 0.45)}
}

// lit returns a green of the felt with a thin colour over it.
func lit(night, day uint32, index uint8) ui.Token {
	return ui.NewPaint(ui.Paint{Night: night, Day: day, Dark: index, Light: index})
}

// The grounds of small squares: normal, after the last move, and under the cursor. The latter two have no
// legal mark.
var (
	grounds = func() (list [2]ground) {
		list = [2]ground{newGround(feltLight, seams[0]), newGround(feltDark, seams[1])}
		list[0].legal, list[1].legal = lit(0x76ac99, 0x86c4aa, 115), lit(0x73a594, 0x83bca4, 115)
		list[0].ghostBlack, list[1].ghostBlack = lit(0x134839, 0x235f4a, 23), lit(0x114134, 0x205744, 23)
		list[0].ghostWhite, list[1].ghostWhite = lit(0x78aa94, 0x88c1a4, 115), lit(0x76a38f, 0x84b99e, 115)
		return list
	}()
	lastGrounds  = [2]ground{newGround(lit(0x94a957, 0xa1bc65, 107), seams[0]), newGround(lit(0x93a353, 0x9fb560, 107), seams[1])}
	cursorGround = newGround(lamp, lamp)
)

//go:embed discs.json
var discsJSON []byte

// discs has the pictures of discs: 7x3 at rest and turning, the transparent cursor, and the tile of a seat.
var discs = ui.Sprites(discsJSON, discColours())

// discColours returns the colours in discs.json: a disc's colours, and each of them mixed with the felt, so
// that edges are smooth on any felt.
func discColours() map[string]ui.Token {
	bodies := map[string]ui.Token{
		"black": blackDisc, "white": whiteDisc, "light": inkWhite, "gold": lamp, "deep": barBlack,
		"gloss": ui.NewPaint(ui.Paint{Night: 0x3a4152, Dark: 238}), "soft": ui.NewPaint(ui.Paint{Night: 0x272c3a, Dark: 235}),
		"grey": ui.NewPaint(ui.Paint{Night: 0xb9b4a6, Dark: 250}), "pale": ui.NewPaint(ui.Paint{Night: 0xd9d5c9, Dark: 253}),
	}
	colours := map[string]ui.Token{
		"felt": feltLight, "shadow.42": ui.Mix(feltLight, inkBlack, 0.42), "shadow.21": ui.Mix(feltLight, inkBlack, 0.21),
	}
	for name, body := range bodies {
		colours[name] = body
		for _, part := range []int{25, 50, 75} {
			colours[fmt.Sprintf("%s.%d", name, part)] = ui.Mix(feltLight, body, float64(part)/100)
		}
	}
	colours["black.50"], colours["white.50"] = lit(0x134437, 0x225946, 23), lit(0x83b19c, 0x92c6ab, 115) // the disc under the cursor
	return colours
}
