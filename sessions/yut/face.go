package yut

import (
	_ "embed" // face.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// face distinguishes the game on pages about several games.
var face = play.NewFace(faceJSON, ui.Ink{Dark: 179, Light: 94, Night: 0xe8b36a, Day: 0x8a5416})
