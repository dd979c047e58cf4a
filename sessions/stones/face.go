package stones

import (
	_ "embed" // face.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// face distinguishes the game on pages about several games.
var face = play.NewFace(faceJSON, ui.Ink{Dark: 80, Light: 23, Night: 0x4fd1d9, Day: 0x0b6670})
