package cards

import (
	_ "embed" // face.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// Face is the game's appearance on pages about many games.
var Face = play.NewFace(faceJSON, ui.Ink{Dark: 111, Light: 25, Night: 0x7aa2ff, Day: 0x2c4fae})
