package board

import "arcade/sessions/ui"

// Shade returns a paint of the board: by night, by day, and one index for both pages of 256 colours.
func Shade(night, day uint32, index uint8) ui.Token {
	return ui.NewPaint(ui.Paint{Night: night, Day: day, Dark: index, Light: index})
}

// The colours of the board.
var (
	wood      = Shade(0x8f5a2c, 0xc99a5e, 137)
	darkWood  = Shade(0x86522a, 0xc29255, 137)
	rim       = Shade(0x4a2a12, 0x8a5f30, 94)
	innerRim  = ui.NewPaint(ui.Paint{Night: 0x6d421f, Day: 0xaa7d47, Dark: 137, Light: 137})
	WoodText  = Shade(0xfff0cf, 0x1c0f02, 16)
	NodeText  = Shade(0x3b2008, 0x3b2008, 16)
	jadeText  = Shade(0x06312a, 0x06312a, 16)
	aimText   = Shade(0x08121f, 0x08121f, 16)
	onPiece   = Shade(0xffffff, 0xffffff, 231)
	Gold      = Shade(0xffcb6b, 0xffd34d, 221)
	ring      = Shade(0x5c3517, 0x9a6c3a, 137)
	FrontText = Shade(0xffe6b0, 0xffe6b0, 230)
	Scrim     = Shade(0x3a2010, 0x3a2010, 52)
	ScrimText = Shade(0xfff3d0, 0xfff3d0, 230)
)

// grain has the tones of the wood.
var grain = [5]ui.Token{wood, ui.Mix(wood, darkWood, 0.25), ui.Mix(wood, darkWood, 0.5), ui.Mix(wood, darkWood, 0.75), darkWood}

// The pictures on the wood, with soft edges: paths, rings around nodes, and their contents.
var (
	path      = ui.NewSoft(Shade(0xd9b272, 0xf3dfb4, 223), grain[:]...)
	ground    = append(grain[:len(grain):len(grain)], path.All()...) // the grounds of a node
	edges     = ui.NewSoft(ring, ground...)
	here      = ui.NewSoft(Gold, ground...)
	around    = ui.NewSoft(Shade(0xffffff, 0xffffff, 231), ground...)
	bed       = append(append(append(ground[:len(ground):len(ground)], edges.All()...), here.Token), around.Token)
	Ivory     = ui.NewSoft(Shade(0xf0dcae, 0xfff6e0, 230), bed...)
	Amber     = ui.NewSoft(Shade(0xffb02e, 0xffc04d, 214), bed...)
	jade      = ui.NewSoft(Shade(0x6fe0c8, 0x8be8d3, 79), bed...)
	sky       = ui.NewSoft(Shade(0x8fd0ff, 0xa9dcff, 117), bed...)
	nodeFaces = [...]*ui.Soft{Ivory, Amber, jade} // by kind
	middles   = [...]*ui.Soft{middle(Ivory), middle(Amber), middle(jade)}
	cup       = ui.NewSoft(Shade(0x54331a, 0xa9763f, 94), grain[:]...)
	ShadowRed = ui.NewSoft(Shade(0x7c0f1c, 0x7c0f1c, 88), append(grain[:len(grain):len(grain)], Ivory.Token, Amber.Token, jade.Token, sky.Token, middles[0].Token, middles[1].Token, middles[2].Token, cup.Token)...)
	Red       = ui.NewSoft(Shade(0xd8303f, 0xd8303f, 160), ShadowRed.Token, cup.Token)
	skyCup    = ui.NewSoft(sky.Token, cup.Token)
)

// middle returns the tone in the middle of a large node.
func middle(face *ui.Soft) *ui.Soft {
	index := uint8(0)
	if face == Ivory {
		index = 187
	}
	return ui.NewSoft(tinted(face.Token, index), face.Token)
}

// tinted returns a colour with some wood in it.
func tinted(face ui.Token, index uint8) ui.Token {
	mixed := ui.Mix(face, wood, 0.22)
	if index == 0 {
		return mixed
	}
	return ui.Repainted(mixed, index)
}

// The mat for the sticks, and the grounds for the names of a stick's sides.
var (
	Straw      = Shade(0xb98f4e, 0xe0c184, 180)
	DarkStraw  = Shade(0xad8343, 0xd8b777, 180)
	StrawRim   = Shade(0x6e4a1e, 0xa8814a, 94)
	StrawShade = ui.NewPaint(ui.Paint{Night: 0x6f5026, Day: 0x7c5f38, Dark: 137, Light: 137})
	FrontFace  = Shade(0x7a4520, 0x7a4520, 94)
	BackFace   = Shade(0xf7e3b4, 0xf7e3b4, 230)
	relicTile  = Shade(0x2b2018, 0x2b2018, 235)
)
