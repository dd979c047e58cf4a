package solver

import (
	"errors"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
)

// A deal may be lost by the last action of a run.
func TestPuzzleOfTheLastAction(t *testing.T) {
	s, plies, err := Game{}.PuzzleRun("10")
	if err != nil {
		t.Fatal(err)
	}
	last, _, err := Game{}.LastWinnable(s, plies, games.Limit{Nodes: puzzleNodes})
	if err != nil || last <= puzzleBack || last >= len(plies)-1 {
		t.Fatalf("last %d of %d, %v", last, len(plies), err)
	}
	for n, want := range map[int]int{last: 0, last + 1: puzzleBack, last + 2: puzzleBack} {
		list, err := Game{}.PuzzlePlies(s, plies[:n], games.Limit{})
		if err != nil || len(list) != want || want > 0 && list[0] != last {
			t.Errorf("%d actions: %v, %v; want %d from %d on", n, list, err, want, last)
		}
	}
}

// An undo takes back only what the player has played since the puzzle began.
func TestPuzzleUndo(t *testing.T) {
	for text, fine := range map[string]bool{
		"undo": false, "draw undo": true, "draw undo undo": false, "draw draw undo draw undo undo": true, "draw undo draw undo undo": false,
	} {
		var actions []games.Action
		for _, a := range strings.Fields(text) {
			actions = append(actions, games.Action(a))
		}
		name, err := Game{}.PuzzleAnswer(start(t, setup(1, ""), "draw"), actions)
		illegal := (&games.IllegalError{})
		if name != "" || fine && err != nil || !fine && (!errors.As(err, &illegal) || illegal.Reason != klondike.ReasonNothingToUndo) {
			t.Errorf("%s: %q, %v", text, name, err)
		}
	}
}
