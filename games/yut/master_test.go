package yut

import (
	"os"
	"strconv"
	"testing"

	"arcade/games/rng"
)

func TestMasterScratch(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ROLL"))
	runs, _ := strconv.Atoi(os.Getenv("RUNS"))
	p := &player{policy: newMaster(n)}
	var tl Tally
	for i := range runs {
		seed := "yut/" + strconv.Itoa(i)
		p.reset(library, seed)
		c := rng.Derive(seed, "policy")
		for !p.over() {
			p.run.play(p.policy.choose(&p.state, p.hand, c))
		}
		tl.Games++
		tl.Turns[p.turn]++
	}
	m, e := tl.Mean()
	t.Logf("%d rollouts: %.3f ± %.3f", n, m, e)
}

func TestPlannerScratch(t *testing.T) {
	runs, _ := strconv.Atoi(os.Getenv("RUNS"))
	for _, pol := range []policy{&planner{w: fitted()}, new(thoughtful)} {
		p := &player{policy: pol}
		var tl Tally
		for i := range runs {
			p.play(Simulation{relic: -1}, "yut/"+strconv.Itoa(i))
			tl.Games++
			tl.Turns[p.turn]++
		}
		m, e := tl.Mean()
		t.Logf("%T: %.3f ± %.3f", pol, m, e)
	}
}
