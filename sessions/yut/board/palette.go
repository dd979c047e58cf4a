package board

import "arcade/sessions/ui"

// The pieces, and the inks of the special nodes.
var (
	pieceGround = ui.NewSurface(ui.Surface{Fg: 16, Bg: 255, Sixteen: "30;47", Mono: "7"})
	StickInk    = ui.NewInk(ui.Ink{Dark: 214, Light: 94, Sixteen: "33;40"})
	RelicInk    = ui.NewInk(ui.Ink{Dark: 183, Light: 55, Night: 0xc4a7ff, Day: 0x5a38a0, Sixteen: "95;40"})
	RefreshInk  = ui.NewInk(ui.Ink{Dark: 80, Light: 23, Sixteen: "36;40"})
)
