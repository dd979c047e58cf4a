package matgo

import (
	"math/rand/v2"
	"testing"

	"arcade/internal/chance"
)

// Whoever loses to a player, and however much, the purse that the board ranks moves by at most 2,000 in a day,
// and by goldReach and the way of its base in a longer time. It comes to rest at the purse.
func TestPurseReach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, chance.Seed(t)))
	for run := range 200 {
		purse, start, now := Tally{Gold: InitialGold}, int64(1_764_000_000_000), int64(1_764_000_000_000)
		for range 200 {
			now += int64(r.ExpFloat64() * dayTime / 20)
			was := purse.Gold
			purse.Gold += r.IntN(100_000)
			if run%2 == 1 {
				purse.Gold -= 50_000
			}
			bound := goldReach + goldFollow*float64(now-start)/dayTime + 1
			if moved := float64(purse.list(was, now) - InitialGold); moved > bound || moved < -bound {
				t.Fatalf("run %d: %+.0f after %.2f days, bound %.0f", run, moved, float64(now-start)/dayTime, bound)
			}
		}
	}
	purse := Tally{Gold: InitialGold + 1_200}
	if got := purse.list(InitialGold, 1); got != InitialGold+1_200 {
		t.Errorf("a usual round is listed in full: %d", got)
	}
	purse.Gold += 10_000
	for day := range 30 {
		purse.list(purse.Gold, int64(day+1)*int64(dayTime))
	}
	if purse.Listed != purse.Gold {
		t.Errorf("after a month %+v", purse)
	}
}
