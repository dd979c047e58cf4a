package stones

import (
	"math"
	"slices"

	"arcade/games/stones"
	"arcade/sessions/ui"
)

// lit returns a colour that is the same by Day: the table keeps its colours.
func lit(rgb uint32, index uint8) ui.Paint {
	return ui.Paint{Night: rgb, Day: rgb, Dark: index, Light: index}
}

// The colours of the river. By Day the water is lighter.
var (
	deep     = ui.Paint{Night: 0x0a3b48, Day: 0x5fb3bd, Dark: 23, Light: 73}
	shallow  = ui.Paint{Night: 0x0d5560, Day: 0x7cc7cb, Dark: 23, Light: 73}
	foamInk  = ui.Paint{Night: 0x2f8c94, Day: 0xb7e6e4, Dark: 30, Light: 116}
	white    = lit(0xffffff, 231)
	shade    = lit(0x05141a, 233)
	glow     = lit(0xffd75e, 143)
	bankTok  = ui.NewPaint(ui.Paint{Night: 0x2f6b3a, Day: 0x7fb36a, Dark: 28, Light: 107})
	shoreTok = ui.NewPaint(ui.Paint{Night: 0x214d2b, Day: 0x629a55, Dark: 22, Light: 65})
	hopTok   = ui.NewPaint(ui.Paint{Night: 0xaecdc9, Day: 0xe6f5f4, Dark: 195, Light: 231})
	numTok   = ui.NewPaint(ui.Paint{Night: 0xbfe6e2, Day: 0x06343a, Dark: 195, Light: 16})
	hotTok   = ui.NewPaint(ui.Paint{Night: 0xffffff, Day: 0x010101, Dark: 231, Light: 16})
	oddsTok  = ui.NewPaint(ui.Paint{Night: 0xc9fff2, Day: 0xffffff, Dark: 195, Light: 231})
	oddsInk  = ui.NewPaint(ui.Paint{Night: 0x062a2a, Day: 0x06343a, Dark: 16, Light: 16})
)

// mids has the colours between stones and water in 256 colours.
var mids = ui.Mids{
	{23, 117}: 73, {23, 74}: 30, {23, 183}: 103, {23, 140}: 60, {23, 221}: 143, {23, 178}: 100, {23, 246}: 66, {23, 242}: 239, {23, 231}: 152,
	{117, 231}: 195, {183, 231}: 225, {23, 195}: 73, {74, 117}: 111, {140, 183}: 141, {178, 221}: 220, {242, 246}: 244, {23, 143}: 65,
	{143, 221}: 185, {74, 231}: 152, {140, 231}: 182, {246, 231}: 251, {143, 178}: 142,
	{73, 117}: 74, {73, 74}: 73, {73, 183}: 146, {73, 140}: 103, {73, 221}: 150, {73, 231}: 152, {73, 246}: 109, {73, 143}: 108,
}

// gradePaint has the colours of a grade: a stone's top and its foot, the words on it, and the tokens of the
// first and the last.
type gradePaint struct {
	top, foot ui.Paint
	tok, ink  ui.Token
}

func newGrade(top, foot ui.Paint, ink uint32) gradePaint {
	return gradePaint{top, foot, ui.NewPaint(top), ui.NewPaint(lit(ink, 16))}
}

// grades has the colours of the grades; each grade also has a letter.
var grades = [stones.Rewards]gradePaint{
	newGrade(lit(0x8a93a0, 246), lit(0x5b6572, 242), 0x10141a),
	newGrade(lit(0x9ad6a0, 115), lit(0x5c9e68, 71), 0x0c2412),
	newGrade(lit(0x8fd0ff, 117), lit(0x4b8ec4, 74), 0x06203a),
	newGrade(lit(0xd3b8ff, 183), lit(0x8d6fd0, 140), 0x22104a),
	newGrade(lit(0xffd75e, 221), lit(0xd08a12, 178), 0x3a2200),
	newGrade(lit(0xffb07a, 215), lit(0xc96a2a, 172), 0x3a1600),
	newGrade(lit(0xff8f9a, 210), lit(0xc8405a, 167), 0x3a0410),
}

// picture is a part of the river in pixels, drawn once for all: a token a pixel, 0 where the picture is
// transparent. Its middle is on a cell.
type picture struct {
	w, h, midX, midY int
	pixels           []ui.Token
}

// draw draws the picture with its middle at a cell.
func (p *picture) draw(g ui.Region, x, y int) {
	for i, tok := range p.pixels {
		if tok != 0 {
			g.Pixel(x-p.midX+i%p.w, 2*y-p.midY+i/p.w, tok)
		}
	}
}

// layer is a disc of a picture: its colour, half its width and height, and the distance of its centre below
// the picture's middle, in pixels.
type layer struct {
	colour       ui.Paint
	rx, ry, down float64
}

// newPicture draws discs over each other on the water of each row of pixels from the middle on.
func newPicture(layers []layer, water func(dy int) ui.Paint) *picture {
	const room = 7
	p := &picture{w: 2*room + 1, h: 2 * room, midX: room, midY: room - 1}
	for y := range p.h {
		for x := range p.w {
			colour, any := water(y-p.midY), false
			for _, l := range layers {
				switch t := l.covers(float64(x-p.midX), float64(y-p.midY)-l.down); {
				case t == 1:
					colour, any = l.colour, true
				case t > 0:
					colour, any = colour.Soft(l.colour, t, mids), true
				}
			}
			if tok := ui.Token(0); any {
				tok = ui.NewPaint(colour)
				p.pixels = append(p.pixels, tok)
			} else {
				p.pixels = append(p.pixels, tok)
			}
		}
	}
	return p
}

// covers returns the part of the pixel at x, y from its middle that the disc covers, in quarters.
func (l layer) covers(x, y float64) float64 {
	const n = 4
	in := 0
	for i := range n {
		for j := range n {
			dx := (x + (float64(i)+0.5)/n - 0.5) / l.rx
			dy := (y + (float64(j)+0.5)/n - 1) / l.ry
			if dx*dx+dy*dy <= 1 {
				in++
			}
		}
	}
	switch t := float64(in) / (n * n); {
	case t < 0.2:
		return 0
	case t > 0.8:
		return 1
	default:
		return math.Round(t*4) / 4
	}
}

// stoneLayers returns the discs of a stone: a ring if a roll can reach it, a glow round the best, its foot
// and its top.
func stoneLayers(r stones.Reward, hot bool, rx, ry float64, water ui.Paint) (list []layer) {
	if hot {
		list = append(list, layer{white, rx + 1, ry + 0.9, 0})
	}
	look := grades[r]
	if r >= stones.SuperEpic {
		halo := glow.Soft(water, 0.35, nil)
		halo.Dark, halo.Light = glow.Dark, glow.Light
		list = append(list, layer{halo, rx + 0.7, ry + 0.7, 0})
	}
	foot := look.foot.Soft(shade, 0.35, nil)
	return append(list, layer{foot, rx, ry, 0.8}, layer{look.top, rx - 0.2, ry - 0.35, -0.2})
}

// waterShades is the number of tones of the water.
const waterShades = 5

// waterRow returns the water of a row of cells of a river h rows high.
func waterRow(row, h int) ui.Paint {
	return deep.Soft(shallow, math.Round(float64(row)/float64(h)*waterShades)/waterShades, nil)
}

// used lists the grades that some mode gives.
var used = slices.DeleteFunc([]stones.Reward{0, 1, 2, 3, 4, 5, 6}, func(r stones.Reward) bool { return !given(r) })
