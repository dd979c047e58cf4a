package othello

import "arcade/sessions/ui"

// Colours of the board, and of the discs on it.
var (
	felt      = ui.NewSurface(ui.Surface{Fg: 231, Bg: 29, Sixteen: "30;42"})
	discBlack = ui.NewSurface(ui.Surface{Fg: 16, Bg: 29, Sixteen: "30;42"})
	discWhite = ui.NewSurface(ui.Surface{Fg: 231, Bg: 29, Sixteen: "1;97;42"})
	discFace  = ui.NewSurface(ui.Surface{Fg: 16, Bg: 231, Sixteen: "30;47"}) // the middle of a large white disc
	lastBlack = ui.NewSurface(ui.Surface{Fg: 16, Bg: 220, Sixteen: "30;43", Mono: "1"})
	lastWhite = ui.NewSurface(ui.Surface{Fg: 231, Bg: 130, Sixteen: "1;97;41", Mono: "1"})
)
