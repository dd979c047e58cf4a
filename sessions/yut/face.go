package yut

import (
	_ "embed" // face.json

	"arcade/sessions/play"
	"arcade/sessions/ui"
)

//go:embed face.json
var faceJSON []byte

// face is how the game is told from others on pages about many.
var face = play.NewFace(faceJSON, ui.Ink{Dark: 179, Light: 94, Night: 0xe8b36a, Day: 0x8a5416})
