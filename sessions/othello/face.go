package othello

import (
	_ "embed" // face.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// face is the game's appearance on pages about many games.
var face = play.NewFace(faceJSON, ui.Ink{Dark: 78, Light: 23, Night: 0x3ecf8e, Day: 0x0f6b48})
