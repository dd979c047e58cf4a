package cards

import "arcade/sessions/ui"

// Colours of the cards: their backs, the black suits and the red ones.
var (
	CardBack  = ui.NewSurface(ui.Surface{Fg: 153, Bg: 24, Sixteen: "97;44"})
	CardBlack = ui.NewSurface(ui.Surface{Fg: 16, Bg: 230, Sixteen: "30;47"})
	CardRed   = ui.NewSurface(ui.Surface{Fg: 124, Bg: 230, Sixteen: "31;47"})
)
