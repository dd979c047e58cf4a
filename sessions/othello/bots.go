package othello

import (
	_ "embed" // bots.json

	"arcade/sessions/ui"
)

//go:embed bots.json
var botsJSON []byte

// botFaces has the pictures of the bots by name.
var botFaces = ui.Sprites(botsJSON, nil)
