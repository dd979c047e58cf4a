package hwatu

import (
	_ "embed" // face.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// Face is the game's appearance on pages about many games.
var Face = play.NewFace(faceJSON, ui.Ink{Dark: 204, Light: 125, Night: 0xff6b7d, Day: 0xb0243a})
