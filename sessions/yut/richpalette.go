package yut

import "arcade/sessions/ui"

// shade is a paint of the board: by night, by day, and one index for both pages of 256 colours.
func shade(night, day uint32, index uint8) ui.Token {
	return ui.NewPaint(ui.Paint{Night: night, Day: day, Dark: index, Light: index})
}

// The colours of the board.
var (
	wood      = shade(0x8f5a2c, 0xc99a5e, 137)
	darkWood  = shade(0x86522a, 0xc29255, 137)
	rim       = shade(0x4a2a12, 0x8a5f30, 94)
	innerRim  = ui.NewPaint(ui.Paint{Night: 0x6d421f, Day: 0xaa7d47, Dark: 137, Light: 137})
	woodText  = shade(0xfff0cf, 0x1c0f02, 16)
	nodeText  = shade(0x3b2008, 0x3b2008, 16)
	jadeText  = shade(0x06312a, 0x06312a, 16)
	aimText   = shade(0x08121f, 0x08121f, 16)
	onPiece   = shade(0xffffff, 0xffffff, 231)
	gold      = shade(0xffcb6b, 0xffd34d, 221)
	ring      = shade(0x5c3517, 0x9a6c3a, 137)
	frontText = shade(0xffe6b0, 0xffe6b0, 230)
	scrim     = shade(0x3a2010, 0x3a2010, 52)
	scrimText = shade(0xfff3d0, 0xfff3d0, 230)
)

// grain are the tones of the wood.
var grain = [5]ui.Token{wood, ui.Mix(wood, darkWood, 0.25), ui.Mix(wood, darkWood, 0.5), ui.Mix(wood, darkWood, 0.75), darkWood}

// What is drawn on the wood, with soft edges: paths, rings around nodes, and what is in them.
var (
	path      = ui.NewSoft(shade(0xd9b272, 0xf3dfb4, 223), grain[:]...)
	ground    = append(grain[:len(grain):len(grain)], path.All()...) // what a node may lie on
	edges     = ui.NewSoft(ring, ground...)
	here      = ui.NewSoft(gold, ground...)
	around    = ui.NewSoft(shade(0xffffff, 0xffffff, 231), ground...)
	bed       = append(append(append(ground[:len(ground):len(ground)], edges.All()...), here.Token), around.Token)
	ivory     = ui.NewSoft(shade(0xf0dcae, 0xfff6e0, 230), bed...)
	amber     = ui.NewSoft(shade(0xffb02e, 0xffc04d, 214), bed...)
	jade      = ui.NewSoft(shade(0x6fe0c8, 0x8be8d3, 79), bed...)
	sky       = ui.NewSoft(shade(0x8fd0ff, 0xa9dcff, 117), bed...)
	nodeFaces = [...]*ui.Soft{ivory, amber, jade} // by kind
	middles   = [...]*ui.Soft{middle(ivory), middle(amber), middle(jade)}
	cup       = ui.NewSoft(shade(0x54331a, 0xa9763f, 94), grain[:]...)
	shadowRed = ui.NewSoft(shade(0x7c0f1c, 0x7c0f1c, 88), append(grain[:len(grain):len(grain)], ivory.Token, amber.Token, jade.Token, sky.Token, middles[0].Token, middles[1].Token, middles[2].Token, cup.Token)...)
	red       = ui.NewSoft(shade(0xd8303f, 0xd8303f, 160), shadowRed.Token, cup.Token)
	skyCup    = ui.NewSoft(sky.Token, cup.Token)
)

// middle is the tone in the middle of a large node.
func middle(face *ui.Soft) *ui.Soft {
	index := uint8(0)
	if face == ivory {
		index = 187
	}
	return ui.NewSoft(tinted(face.Token, index), face.Token)
}

// tinted is a colour with some wood in it.
func tinted(face ui.Token, index uint8) ui.Token {
	mixed := ui.Mix(face, wood, 0.22)
	if index == 0 {
		return mixed
	}
	return ui.Repainted(mixed, index)
}

// The mat on which the sticks fall, and what the sides of a stick are named on.
var (
	straw      = shade(0xb98f4e, 0xe0c184, 180)
	darkStraw  = shade(0xad8343, 0xd8b777, 180)
	strawRim   = shade(0x6e4a1e, 0xa8814a, 94)
	strawShade = ui.NewPaint(ui.Paint{Night: 0x6f5026, Day: 0x7c5f38, Dark: 137, Light: 137})
	frontFace  = shade(0x7a4520, 0x7a4520, 94)
	backFace   = shade(0xf7e3b4, 0xf7e3b4, 230)
	relicTile  = shade(0x2b2018, 0x2b2018, 235)
)
