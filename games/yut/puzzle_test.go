package yut

import (
	"fmt"
	"testing"

	"arcade/games"
)

// plannerRun returns the actions of a run that the planner plays.
func plannerRun(seed string) (list []games.Action) {
	p, r := &planner{w: fitted()}, newRun(library, seed)
	for !r.over() {
		a := p.choose(&r.state, r.hand, nil)
		list = append(list, a.action())
		r.play(a)
	}
	return list
}

// The first position listed for a run is nearly always a puzzle.
func TestFirstPuzzlePly(t *testing.T) {
	const runs = 4
	found := 0
	for n := range runs {
		setup := games.Setup{Game: Name, Rules: Game{}.Info().Rules, Seed: fmt.Sprint("puzzles ", n)}
		plies := plannerRun(setup.Seed)
		list, err := Game{}.PuzzlePlies(setup, plies, games.Limit{})
		if err != nil || len(list) == 0 {
			t.Fatal(list, err)
		}
		z, err := Game{}.Puzzle(setup, plies[:list[0]], games.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if z != nil {
			found++
		}
	}
	if found < runs-1 {
		t.Errorf("%d of %d", found, runs)
	}
}
