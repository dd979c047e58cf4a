package yut

import (
	"math"
	"slices"
	"testing"

	"arcade/games/rng"
)

// A planner needs clearly fewer turns than thoughtful on the same runs, a keen one fewer than
// that, and a master no more than a planner: what it adds is smaller than the chance in a few runs.
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
	if plan, think := mean(Planner, 600), mean(Thoughtful, 600); plan > think-0.2 {
		t.Errorf("a planner takes %.3f turns, thoughtful %.3f", plan, think)
	}
	if keen, plan := mean(Keen, 2000), mean(Planner, 2000); keen > plan {
		t.Errorf("a keen planner takes %.3f turns, a planner %.3f", keen, plan)
	}
	if master, plan := mean(Master, 3), mean(Planner, 3); master > plan+1 {
		t.Errorf("a master takes %.3f turns, a planner %.3f", master, plan)
	}
}

// A master's choice depends only on its view and on the number that it draws, and is legal.
func TestMasterChoice(t *testing.T) {
	r := newRun(library, "choice")
	for _, p := range []policy{newMaster(8, masterTurns), newMaster(8, masterTurns)} {
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

// replayed returns a fresh master's choices on the same run.
func replayed(acts []act) (again []act) {
	r := newRun(library, "choice")
	p, chance := newMaster(8, masterTurns), rng.Derive("choice", "policy")
	for range acts {
		a := p.choose(&r.state, r.hand, chance)
		again = append(again, a)
		r.play(a)
	}
	return again
}

// Playing on for some turns gives the same average as playing to the end, with less randomness.
func TestPlayOutEarly(t *testing.T) {
	const rollouts = 2000
	r := newRun(library, "early")
	p := newMaster(0, 0)
	for r.ask() != AskMove {
		r.play(p.planner.choose(&r.state, r.hand, nil))
	}
	var mean, spread [2]float64
	for n := range rollouts {
		chance := chanceOf(string(rune('a' + n)))
		for k, turns := range [...]int{0, masterTurns} {
			v := p.playOut(&r.state, r.hand, r.moves(nil, r.hand)[0], &chance, turns)
			mean[k] += v / rollouts
			spread[k] += v * v / rollouts
		}
	}
	for k := range spread {
		spread[k] = math.Sqrt(spread[k] - mean[k]*mean[k])
	}
	if math.Abs(mean[0]-mean[1]) > 0.4 || spread[1] > 0.8*spread[0] {
		t.Errorf("to the end %.2f with a spread of %.2f, for %d turns %.2f with %.2f", mean[0], spread[0], masterTurns, mean[1], spread[1])
	}
}

// Actions clearly behind the best are dropped, except the first action, with which all are compared.
func TestSift(t *testing.T) {
	of := func(slot uint8, behind, spread float64) weighed {
		return weighed{act: act{slot: slot}, behind: 100 * behind, squares: 100 * (behind*behind + spread*spread)}
	}
	p := &master{list: []weighed{of(1, 0, 0), of(2, -0.5, 1), of(3, 0.1, 5), of(4, 0.1, 1), of(5, -0.4, 1)}}
	p.sift(100)
	var left []uint8
	for _, w := range p.list {
		left = append(left, w.slot)
	}
	if want := []uint8{1, 2, 3, 5}; !slices.Equal(left, want) {
		t.Errorf("left are %v, want %v", left, want)
	}
}

// A master tries an offered stick in one of the slots that hold the same stick.
func TestSameSlots(t *testing.T) {
	s := carrying(1, "", "", O5)
	s.offers, s.offer, s.moving = 1, library.stick("lucky"), true
	s.sticks[2].index = uint8(library.stick("heavy"))
	m := newMaster(0, 0)
	m.candidates(s, nil)
	var slots []uint8
	for _, w := range m.list {
		slots = append(slots, w.slot)
	}
	if want := []uint8{1, 3, 0}; !slices.Equal(slots, want) {
		t.Errorf("slots %v, want %v", slots, want)
	}
}
