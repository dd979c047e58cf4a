package othello

import (
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/rng"
)

// duel plays games in pairs from random openings. It returns the points of the first bot and its lead in
// discs.
func duel(t testing.TB, a, b games.Bot, pairs int, nodes int64) (points float64, discs int) {
	t.Helper()
	for pair := range pairs {
		for side := range 2 {
			opening, chance := rng.Derive("duel", string(rune('a'+pair))), rng.Derive("chance", string(rune('a'+pair)))
			p := newGame(t)
			for range 8 {
				legal := p.Legal()
				gametest.Play(t, p, legal[opening.Intn(len(legal))])
			}
			for p.ToAct() != games.Nobody {
				bot := a
				if int(p.ToAct()) != side {
					bot = b
				}
				gametest.Play(t, p, gametest.Choose(bot, p.View(p.ToAct()), chance, games.Limit{Nodes: nodes}))
			}
			black, white := p.(*position).discs()
			d := black - white
			if side == 1 {
				d = -d
			}
			discs += d
			switch {
			case d > 0:
				points++
			case d == 0:
				points += 0.5
			}
		}
	}
	return points, discs
}

// Each level beats the one below it, the strongest even with a fraction of its own limit.
func TestLevelsAreOrdered(t *testing.T) {
	bots := Game{}.Bots()
	if len(bots) != 7 || bots[0].Name() != "novice" {
		t.Fatalf("%d bots, the first is %s", len(bots), bots[0].Name())
	}
	for i := 1; i < len(bots); i++ {
		const pairs = 6
		points, discs := duel(t, bots[i], bots[i-1], pairs, 10_000)
		t.Logf("%s against %s: %.1f of %d, %+d discs", bots[i].Name(), bots[i-1].Name(), points, 2*pairs, discs)
		if points <= pairs || discs <= 0 {
			t.Errorf("%s won %.1f of %d against %s, %+d discs", bots[i].Name(), points, 2*pairs, bots[i-1].Name(), discs)
		}
	}
}

// Think obeys a stop within a few thousand positions.
func TestThinkStops(t *testing.T) {
	master := games.FindBot(Game{}, "master").(games.Thinker)
	asked := 0
	limit := games.Limit{Nodes: 1 << 60, Stop: func() bool { asked++; return asked > 5 }}
	p := newGame(t)
	gametest.Play(t, p, goldens(t)[0].actions[:12]...)
	if a := master.Think(p.View(p.ToAct()), rng.New("x"), limit); a == "" {
		t.Error("no action")
	}
	if asked < 6 || asked > 12 {
		t.Errorf("asked %d times", asked)
	}
}

// In the opening the levels vary, and give nothing away by it.
func TestBotsVary(t *testing.T) {
	for _, bot := range (Game{}).Bots() {
		seen := map[games.Action]bool{}
		for i := range 30 {
			seen[bot.Choose(newGame(t).View(0), rng.Derive("vary", string(rune('a'+i))))] = true
		}
		if len(seen) != 4 {
			t.Errorf("%s begins with %v", bot.Name(), seen)
		}
	}
}
