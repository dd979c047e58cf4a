package yut

import (
	_ "embed" // face.art

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.art
var faceArt string

// face distinguishes the game on pages about several games.
var face = play.NewFace(faceArt, ui.Ink{Dark: 179, Light: 94, Night: 0xe8b36a, Day: 0x8a5416})
