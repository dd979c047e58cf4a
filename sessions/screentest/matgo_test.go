package screentest

import (
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
)

// The known rounds can be played to their ends.
func TestDealtRounds(t *testing.T) {
	for n, r := range MatgoRounds() {
		p, err := matgobots.Game{}.Start(games.Setup{Game: matgo.Name, Options: r.Options})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range r.Actions {
			if _, err := p.Apply(games.Action(a[2:])); err != nil {
				t.Fatalf("round %d, action %d: %v", n, i, err)
			}
		}
		if p.Result() == nil {
			t.Errorf("round %d does not end", n)
		}
	}
}
