package hwatu

import (
	_ "embed" // face.art

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.art
var faceArt string

// Face is the game's appearance on pages about many games.
var Face = play.NewFace(faceArt, ui.Ink{Dark: 204, Light: 125, Night: 0xff6b7d, Day: 0xb0243a})
