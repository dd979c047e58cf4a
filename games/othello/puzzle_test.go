package othello

import (
	"fmt"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

// botGame plays bots of the middle of the ladder against each other from a random opening.
func botGame(t testing.TB, seed string) []games.Action {
	t.Helper()
	r := rng.New("puzzle test " + seed)
	p := &position{State: Opening()}
	var plies []games.Action
	for p.end() == "" {
		legal := p.Legal()
		a := legal[r.Intn(len(legal))]
		if len(plies) >= 10 {
			a = games.FindBot(Game{}, "careful").Choose(p.View(p.ToAct()), r)
		}
		if _, err := p.Apply(a); err != nil {
			t.Fatal(err)
		}
		plies = append(plies, a)
	}
	return plies
}

// plain is an exact search that shares no code with package search: it plays every line to its end.
func plain(s State, alpha, beta int) int {
	if s.end() != "" {
		own, other := s.Counts()
		empty := 64 - own - other
		switch {
		case own > other:
			return own - other + empty
		case other > own:
			return own - other - empty
		}
		return 0
	}
	if s.Moves() == 0 {
		s.pass()
		return -plain(s, -beta, -alpha)
	}
	for sq := range squares(s.Moves()) {
		after := s
		after.play(sq, s.Flips(sq))
		if alpha = max(alpha, -plain(after, -beta, -alpha)); alpha >= beta {
			break
		}
	}
	return alpha
}

// Each answer of each puzzle is the only right one, and the moves between two answers are best, by a search
// that shares no code with the finder.
func TestPuzzlesAreUnique(t *testing.T) {
	found, lines := 0, 0
	for n := range 100 {
		plies := botGame(t, fmt.Sprint(n))
		at, err := Game{}.PuzzlePlies(games.Setup{}, plies, games.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range at {
			s := stateAfter(t, plies[:from])
			if own, other := s.Counts(); 64-own-other > 10 {
				continue // the plain search would take too long
			}
			z, err := Game{}.Puzzle(games.Setup{}, plies[:from], games.Limit{})
			if err != nil || z == nil {
				if err != nil {
					t.Fatal(err)
				}
				continue
			}
			found++
			if len(z.Line) > 1 {
				lines++
			}
			holdLine(t, s, z)
			if again, _ := (Game{}).Puzzle(games.Setup{}, plies[:from], games.Limit{}); fmt.Sprint(again) != fmt.Sprint(z) {
				t.Errorf("found %v, then %v", z, again)
			}
		}
	}
	if found < 20 || lines < 3 {
		t.Errorf("%d puzzles, %d with more than one answer", found, lines)
	}
}

// holdLine checks a puzzle's line against the plain search.
func holdLine(t *testing.T, s State, z *games.Puzzle) {
	t.Helper()
	if games.Seat(s.Turn) != z.Seat {
		t.Fatalf("seat %d answers, %d is to move", z.Seat, s.Turn)
	}
	for i, step := range z.Line {
		values, best := map[games.Action]int{}, -100
		for sq := range squares(s.Moves()) {
			after := s
			after.play(sq, s.Flips(sq))
			v := -plain(after, -65, 65)
			values[games.Action(sq.String())], best = v, max(best, v)
		}
		if len(values) == 0 && step.Action != Pass {
			t.Fatalf("step %d: %s, and only a pass is legal", i, step.Action)
		}
		if len(values) > 0 && values[step.Action] != best {
			t.Errorf("step %d: %s is worth %d, the best %d", i, step.Action, values[step.Action], best)
		}
		if step.Answer() {
			for _, o := range step.Options {
				v := values[o.Action]
				if o.Points != float64(v) {
					t.Errorf("step %d: %s is worth %d, not %v", i, o.Action, v, o.Points)
				}
				wins := best > 0 && v <= 0 // the only win has the most discs too
				if right := !wins && (z.Goal == GoalWin || best-v < puzzleMargin); o.Action != step.Action && right {
					t.Errorf("step %d: %s at %d is as good as %s at %d", i, o.Action, v, step.Action, best)
				}
			}
			if len(step.Options) != len(values) {
				t.Errorf("step %d: %d options of %d", i, len(step.Options), len(values))
			}
		}
		playText(&s, step.Action)
	}
}

func stateAfter(t testing.TB, plies []games.Action) State {
	t.Helper()
	p := position{State: Opening()}
	for _, a := range plies {
		if _, err := p.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	return p.State
}

// The eight images of a position share one key; other positions have other keys.
func TestPuzzleKey(t *testing.T) {
	s := stateAfter(t, botGame(t, "key")[:40])
	turn := func(b Board) Board { return Board{Own: turned(b.Own), Other: turned(b.Other)} }
	b, seen := s.Board, []Board{}
	for range 4 {
		if seen = append(seen, b); puzzleKey(b) != puzzleKey(s.Board) {
			t.Error("a turn of the board is another puzzle")
		}
		b = turn(b)
	}
	if b != s.Board || slices.Contains(seen[1:], s.Board) {
		t.Error("four quarter turns are no full turn")
	}
	if puzzleKey(Board{Own: b.Other, Other: b.Own}) == puzzleKey(b) {
		t.Error("the other side's puzzle is the same")
	}
}

// BenchmarkPuzzles measures puzzles found per hour of one core, over whole games between bots.
func BenchmarkPuzzles(b *testing.B) {
	found := 0
	for i := range b.N {
		plies := botGame(b, fmt.Sprint(i))
		at, err := Game{}.PuzzlePlies(games.Setup{}, plies, games.Limit{})
		if err != nil {
			b.Fatal(err)
		}
		for _, n := range at {
			z, err := Game{}.Puzzle(games.Setup{}, plies[:n], games.Limit{Nodes: 20_000_000})
			if err != nil {
				b.Fatal(err)
			}
			if z != nil {
				found++
			}
		}
	}
	b.ReportMetric(float64(found)/b.Elapsed().Hours(), "puzzles/h")
}

// A puzzle asks for no smaller defeat.
func TestNoLostPuzzle(t *testing.T) {
	for best, want := range map[float64]bool{-28: false, -2: false, 0: true, 10: true, 32: false} {
		options := []games.Option{{Action: "a1", Points: best}, {Action: "b1", Points: best - puzzleMargin}}
		if best > 0 {
			options[1].Points = 2 // both win
			options[0].Points = max(best, 2+puzzleMargin)
		}
		if _, _, ok := unique(options); ok != want {
			t.Errorf("the best move ends at %+.0f: %t", best, ok)
		}
	}
}
