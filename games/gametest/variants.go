package gametest

import (
	"encoding/json"
	"testing"

	"arcade/games"
)

// variants checks that a day's run of one variant reveals nothing about another: options that start
// different games have different variants, and options that start the same game have the same one.
func (g Game) variants(t *testing.T) {
	_, recorder := g.Engine.(games.Recorder)
	_, dealer := g.Engine.(games.Dealer) // a player gets one run of a deal a day
	if g.Engine.Info().Seats != 1 || !recorder || dealer {
		return
	}
	first, variant := map[string]string{}, map[string]string{}
	for _, o := range append([]string{"", "{}", "null"}, g.options()...) {
		setup := g.setupOf(0)
		setup.Options = json.RawMessage(o)
		name, err := games.VariantOf(g.Engine, setup.Options)
		if err != nil {
			t.Fatalf("options %s: %v", o, err)
		}
		view := JSON(t, start(t, g.Engine, setup).View(games.Everything))
		if was, ok := first[name]; ok && was != view {
			t.Errorf("options %s start another game, and are the variant %q too", o, name)
		}
		if was, ok := variant[view]; ok && was != name {
			t.Errorf("options %s are the variant %q, and start the game of %q", o, name, was)
		}
		first[name], variant[view] = view, name
	}
	for o := range g.Refused {
		if name, err := games.VariantOf(g.Engine, json.RawMessage(o)); err == nil && name != "" {
			t.Errorf("options %s, which the game refuses, are the variant %q", o, name)
		}
	}
}
