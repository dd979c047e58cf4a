package solver

import (
	"testing"

	"arcade/games"
	"arcade/games/klondike"
)

func TestQ(t *testing.T) {
	for _, seed := range []uint64{74, 247} {
		o := Solve(klondike.Deck(seed), klondike.Standard(), games.Limit{})
		t.Logf("seed %d %s nodes %d", seed, o.Status, o.Nodes)
	}
}
