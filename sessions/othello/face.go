package othello

import (
	_ "embed" // face.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// face is how the game is told from others on pages about many.
var face = play.NewFace(faceJSON, ui.Ink{Dark: 78, Light: 23, Night: 0x3ecf8e, Day: 0x0f6b48})
