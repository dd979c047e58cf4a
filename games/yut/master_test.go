package yut

import (
	"slices"
	"testing"

	"arcade/games/rng"
)

// A planner needs clearly fewer turns than thoughtful on the same runs, and a master no more
// than a planner: what it adds is smaller than the chance in a few runs.
func TestStrength(t *testing.T) {
	mean := func(policy string, runs int) float64 {
		sim, err := NewSimulation(policy, "strength")
		if err != nil {
			t.Fatal(err)
		}
		tally := tally(sim, 0, runs)
		m, _ := tally.Mean()
		return m
	}
	if plan, think := mean(Planner, 1500), mean(Thoughtful, 1500); plan > think-0.2 {
		t.Errorf("a planner takes %.3f turns, thoughtful %.3f", plan, think)
	}
	if master, plan := mean(Master, 8), mean(Planner, 8); master > plan+1 {
		t.Errorf("a master takes %.3f turns, a planner %.3f", master, plan)
	}
}

// A master's choice depends on what it sees and on the number it draws alone, and is legal.
func TestMasterChoice(t *testing.T) {
	r := newRun(library, "choice")
	for _, p := range []policy{newMaster(8), newMaster(8)} {
		r.reset(library, "choice")
		var acts []act
		chance := rng.Derive("choice", "policy")
		for range 40 {
			if r.over() {
				break
			}
			a := p.choose(&r.state, r.hand, chance)
			if why := r.refusal(a, r.hand); why != "" {
				t.Fatalf("%v is refused: %s", a, why)
			}
			acts = append(acts, a)
			r.play(a)
		}
		if again := replayed(acts); !slices.Equal(again, acts) {
			t.Errorf("another choice in the same place: %v, %v", acts, again)
		}
	}
}

// replayed are a fresh master's choices on the same run.
func replayed(acts []act) (again []act) {
	r := newRun(library, "choice")
	p, chance := newMaster(8), rng.Derive("choice", "policy")
	for range acts {
		a := p.choose(&r.state, r.hand, chance)
		again = append(again, a)
		r.play(a)
	}
	return again
}
