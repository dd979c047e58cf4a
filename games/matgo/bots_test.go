package matgo

import (
	"flag"
	"fmt"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

// botRounds is how many rounds TestBots plays; 20000 measures what the docs say.
var botRounds = flag.Int("bot-rounds", 1000, "rounds in TestBots")

// duel plays rounds of a (seat n%2) against b and gives what a won, lost and gained in gold.
func duel(t testing.TB, a, b games.Bot, rounds int) (won, lost, gold int) {
	for n := range rounds {
		pos, err := Game{}.Start(games.Setup{Game: Name, Seed: fmt.Sprint("duel ", n/2)})
		if err != nil {
			t.Fatal(err)
		}
		seat := games.Seat(n % 2)
		r := rng.Derive(fmt.Sprint(n), "bots")
		for pos.Result() == nil {
			bot := b
			if pos.ToAct() == seat {
				bot = a
			}
			if _, err := pos.Apply(bot.Choose(pos.View(pos.ToAct()), r)); err != nil {
				t.Fatalf("%s in round %d: %v", bot.Name(), n, err)
			}
		}
		switch pos.Result().Winner {
		case seat:
			won++
		case 1 - seat:
			lost++
		}
		gold += pos.(*position).gold[seat] - Standard.StartGold
	}
	return won, lost, gold
}

// The sensible bot clearly beats the random one.
func TestBots(t *testing.T) {
	won, lost, gold := duel(t, sensibleBot{}, randomBot{}, *botRounds)
	t.Logf("%d rounds: won %d, lost %d, %+d gold a round", *botRounds, won, lost, gold / *botRounds)
	if won < 2*lost || gold < 500**botRounds {
		t.Errorf("of %d rounds sensible won %d, lost %d, and gained %d gold", *botRounds, won, lost, gold)
	}
}
