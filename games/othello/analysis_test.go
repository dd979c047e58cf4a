package othello

import (
	"errors"
	"slices"
	"testing"

	"arcade/games"
)

func TestAnalyse(t *testing.T) {
	for _, g := range goldens(t) {
		var told []int
		steps, err := Game{}.Analyse(games.Setup{}, g.actions, games.Limit{Nodes: 8_000}, func(s games.Judgement) { told = append(told, s.Ply) })
		if err != nil || len(steps) != len(g.actions) || len(told) != len(steps) {
			t.Fatalf("%s: %d steps of %d, told %d, %v", g.reason, len(steps), len(g.actions), len(told), err)
		}
		s := Opening()
		for i, step := range steps {
			if told[len(told)-1-i] != i || step.Ply != i || step.Seat != games.Seat(s.Turn) || step.Played != g.actions[i] {
				t.Fatalf("%s: step %d is %+v", g.reason, i, step)
			}
			if step.Lost() < 0 || (step.Lost() == 0) != (step.Best == step.Played) || step.Missed != (step.Lost() >= 2) {
				t.Fatalf("%s: %+v lost %v", g.reason, step, step.Lost())
			}
			if i > 0 && step.Exact && steps[i-1].Exact && steps[i-1].After != step.Before {
				t.Fatalf("%s: after %+v comes %+v", g.reason, steps[i-1], step)
			}
			if i > 0 && steps[i-1].Exact && !step.Exact {
				t.Fatalf("%s: exact before ply %d, and not after", g.reason, i)
			}
			if step.Best != Pass {
				sq, _ := ParseSquare(string(step.Best))
				if try := s; !played(try.Play(sq)) {
					t.Fatalf("%s: %s is not legal at ply %d", g.reason, step.Best, i)
				}
			}
			if step.Played == Pass {
				s.Pass()
			} else {
				sq, _ := ParseSquare(string(step.Played))
				s.Play(sq)
			}
		}
		last := steps[len(steps)-1]
		if want := float64(final(g.black, g.white)); last.After != want || !last.Exact {
			t.Errorf("%s: %d to %d ends with %+v", g.reason, g.black, g.white, last)
		}
	}
}

func played(_ uint64, reason string) bool { return reason == "" }

// final counts the empty squares for the winner.
func final(black, white int) int {
	switch {
	case black > white:
		return 64 - 2*white
	case white > black:
		return 2*black - 64
	}
	return 0
}

// For the last ten plies the best value matches an exhaustive search.
func TestAnalyseFindsTheMistake(t *testing.T) {
	g := goldens(t)[0]
	steps, err := Game{}.Analyse(games.Setup{}, g.actions, games.Limit{Nodes: 10_000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps[len(steps)-8:] {
		s := Opening()
		for _, a := range g.actions[:step.Ply] {
			if sq, ok := ParseSquare(string(a)); ok {
				s.Play(sq)
			} else {
				s.Pass()
			}
		}
		if want := brute(s); step.Before != float64(want) || !step.Exact {
			t.Errorf("ply %d: %+v, want %d", step.Ply, step, want)
		}
	}
}

// brute returns the exact value of a position for black.
func brute(s State) int {
	if s.end() != "" {
		return final(s.discs())
	}
	if s.Moves() == 0 {
		s.Pass()
		return brute(s)
	}
	best := -100
	for sq := range squares(s.Moves()) {
		next := s
		next.Play(sq)
		v := brute(next)
		if s.Turn == White {
			v = -v
		}
		best = max(best, v)
	}
	if s.Turn == White {
		return -best
	}
	return best
}

func TestAnalyseStops(t *testing.T) {
	g := goldens(t)[0]
	asked := 0
	steps, err := Game{}.Analyse(games.Setup{}, g.actions, games.Limit{Nodes: 1000, Stop: func() bool { asked++; return asked > 30 }}, nil)
	if !errors.Is(err, games.ErrStopped) || len(steps) == 0 || len(steps) >= len(g.actions) || steps[len(steps)-1].Ply != len(g.actions)-1 {
		t.Errorf("%d steps of %d, %v", len(steps), len(g.actions), err)
	}
	var illegal *games.IllegalError
	if _, err := (Game{}).Analyse(games.Setup{}, append(slices.Clone(g.actions[:3]), "a1"), games.Limit{}, nil); !errors.As(err, &illegal) {
		t.Errorf("a1 at ply 4: %v", err)
	}
	if steps, err := (Game{}).Analyse(games.Setup{}, nil, games.Limit{}, nil); err != nil || len(steps) != 0 {
		t.Errorf("no game: %v, %v", steps, err)
	}
}

// Without a limit the last twenty squares are exact in every game that reaches them.
func TestAnalyseIsExactFromTwentyEmpty(t *testing.T) {
	for _, g := range goldens(t) {
		if g.black+g.white < 60 {
			continue
		}
		// The earlier plies cost the most and are not tested here.
		told := 0
		steps, err := Game{}.Analyse(games.Setup{}, g.actions, games.Limit{Stop: func() bool { return told >= 20 }}, func(games.Judgement) { told++ })
		if !errors.Is(err, games.ErrStopped) || len(steps) != 20 {
			t.Fatalf("%s: %d steps, %v", g.reason, len(steps), err)
		}
		for _, step := range steps {
			if !step.Exact {
				t.Errorf("%s: an estimate: %+v", g.reason, step)
			}
		}
	}
}
