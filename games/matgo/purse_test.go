package matgo

import (
	"math/rand/v2"
	"testing"

	"arcade/internal/chance"
)

// Whoever loses to a player, and however much, the purse moves by at most 2,000 in a day, and by goldReach and
// the way of its base in a longer time.
func TestPurseReach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, chance.Seed(t)))
	for run := range 200 {
		purse, start, now := Tally{Gold: InitialGold}, int64(1_764_000_000_000), int64(1_764_000_000_000)
		for range 200 {
			now += int64(r.ExpFloat64() * dayTime / 20)
			change := r.IntN(100_000)
			if run%2 == 1 {
				change -= 50_000
			}
			purse.pay(change, now)
			bound := goldReach + goldFollow*float64(now-start)/dayTime + 1
			if moved := float64(purse.Gold - InitialGold); moved > bound || moved < -bound {
				t.Fatalf("run %d: %+.0f after %.2f days, bound %.0f", run, moved, float64(now-start)/dayTime, bound)
			}
		}
	}
	purse := Tally{Gold: InitialGold}
	purse.pay(1_200, 1)
	if purse.pay(-700, 2); purse.Gold != InitialGold+500 {
		t.Errorf("a usual round counts fully: %+v", purse)
	}
}
