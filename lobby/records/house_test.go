package records

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"arcade/games"
	klondike "arcade/games/klondike/solver"
	"arcade/games/stones"
	"arcade/games/yut"
)

// The house plays the same deal the same way, to an end that earns the same as a player's run would, or
// until it gives up.
func TestHouseRun(t *testing.T) {
	const seed = "00000000000000000000000000000007"
	for _, tt := range []struct {
		game    games.Game
		board   string
		options string
		bot     string
		earns   bool
	}{
		{stones.Game{}, "1", `{"mode":1}`, stones.Best, true},
		{yut.Game{}, yut.Board, "", yut.Planner, true},
		{klondike.Game{}, "draw1", `{"draw":1}`, klondike.HouseBot, false},
	} {
		setup := games.Setup{Game: tt.game.Info().Name, Rules: tt.game.Info().Rules, Seed: seed, Options: json.RawMessage(tt.options)}
		run, err := playHouse(t.Context(), tt.game, setup, tt.board)
		if err != nil || run.Bot != tt.bot || len(run.Plies) == 0 {
			t.Fatalf("%s: %+v, %v", setup.Game, run, err)
		}
		if tt.earns && !run.Earned || !tt.earns && (run.Of != 52 || run.Done < 5) {
			t.Errorf("%s: earned %v, %d of %d", setup.Game, run.Earned, run.Done, run.Of)
		}
		again, err := playHouse(t.Context(), tt.game, setup, tt.board)
		if err != nil || len(again.Plies) != len(run.Plies) || !reflect.DeepEqual(again.Row, run.Row) {
			t.Errorf("%s: %+v, then %+v, %v", setup.Game, run.Row, again.Row, err)
		}
		t.Logf("%s: %d plies, %d of %d, %+v", setup.Game, len(run.Plies), run.Done, run.Of, run.Row)
	}
}

// Nobody computes for a page that has closed.
func TestHouseRunEndsWithItsAsker(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := stones.Game{}
	setup := games.Setup{Game: g.Info().Name, Rules: g.Info().Rules, Seed: "07", Options: json.RawMessage(`{"mode":1}`)}
	if run, err := playHouse(ctx, g, setup, "1"); !errors.Is(err, context.Canceled) {
		t.Errorf("%d plies, %v", len(run.Plies), err)
	}
}
