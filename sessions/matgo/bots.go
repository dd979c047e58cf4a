package matgo

import (
	_ "embed" // bots.art

	"arcade/sessions/ui"
)

//go:embed bots.art
var botsArt string

// botFaces has the pictures of the bots by name.
var botFaces = ui.Sprites(botsArt, nil)
