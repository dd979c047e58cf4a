package stones

import (
	_ "embed" // duelface.art

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed duelface.art
var duelFaceArt string

// duelFace distinguishes the game on pages about several games.
var duelFace = play.NewFace(duelFaceArt, ui.Ink{Dark: 183, Light: 61, Night: 0xc4a7ff, Day: 0x6440a8})
