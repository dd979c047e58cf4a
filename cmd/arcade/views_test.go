package main

import (
	"testing"

	_ "arcade/sessions" // registers the views
	"arcade/sessions/play"
)

// Every game of the registry has a view, and every view has a game.
func TestGamesHaveViews(t *testing.T) {
	games := registry().Games()
	for _, g := range games {
		if name := g.Info().Name; play.All[name] == nil {
			t.Errorf("%s is in games.go and not in sessions/games.go", name)
		}
	}
	if len(play.All) != len(games) {
		t.Errorf("%d views for %d games", len(play.All), len(games))
	}
}
