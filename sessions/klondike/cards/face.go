package cards

import (
	_ "embed" // face.art

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.art
var faceArt string

// Face is the game's appearance on pages about many games.
var Face = play.NewFace(faceArt, ui.Ink{Dark: 111, Light: 25, Night: 0x7aa2ff, Day: 0x2c4fae})
