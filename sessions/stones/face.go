package stones

import (
	_ "embed" // face.art

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.art
var faceArt string

// face distinguishes the game on pages about several games.
var face = play.NewFace(faceArt, ui.Ink{Dark: 80, Light: 23, Night: 0x4fd1d9, Day: 0x0b6670})
