package stones

import (
	_ "embed" // duelface.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed duelface.json
var duelFaceJSON []byte

// duelFace distinguishes the game on pages about several games.
var duelFace = play.NewFace(duelFaceJSON, ui.Ink{Dark: 183, Light: 61, Night: 0xc4a7ff, Day: 0x6440a8})
