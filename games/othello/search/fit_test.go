package search

import (
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"arcade/games"
	"arcade/games/othello/search/bitboard"
	"arcade/games/rng"
)

func TestPupilPlays(t *testing.T) {
	for _, w := range []*Weights{nil, quick()} {
		p := NewPupil(School{Weights: w, Depth: 1, Random: 10, Exact: 9, Lambda: 0.9, Stray: 10})
		for game := range 20 {
			play := func() []Sample {
				p.Forget()
				return p.Play(rng.Derive("pupil", strconv.Itoa(game)))
			}
			samples := play()
			if !slices.Equal(samples, play()) {
				t.Fatalf("game %d differs from itself", game)
			}
			if len(samples) < 30 {
				t.Fatalf("game %d has %d positions", game, len(samples))
			}
			last := samples[len(samples)-1]
			if want := Solve(last.Own, last.Other, 10, games.Limit{}).Score; last.Score != float32(want) {
				t.Errorf("game %d ends with %v, want %d", game, last.Score, want)
			}
			for _, s := range samples {
				if s.Own&s.Other != 0 || bitboard.Moves(s.Own, s.Other) == 0 || s.Score < -64 || s.Score > 64 {
					t.Errorf("game %d has %+v", game, s)
				}
			}
			if w == nil && slices.ContainsFunc(samples, func(s Sample) bool { return s.Score != last.Score && s.Score != -last.Score }) {
				t.Errorf("game %d: without weights every position has the result of the game", game)
			}
		}
	}
}

// Fit learns what depends on the shapes alone, also for positions that it never saw.
func TestFitLearns(t *testing.T) {
	p := NewPupil(School{Depth: 1, Random: 20, Exact: 9, Lambda: 1})
	var samples []Sample
	for game := range 250 {
		for _, s := range p.Play(rng.Derive("fit", strconv.Itoa(game))) {
			corners := bits.OnesCount64(s.Own&bitboard.Corners) - bits.OnesCount64(s.Other&bitboard.Corners)
			moves := bits.OnesCount64(bitboard.Moves(s.Own, s.Other))
			s.Score = float32(5*corners + moves)
			samples = append(samples, s)
		}
	}
	for key, shapes := range map[string]Shapes{"narrow": Narrow, "wide": Wide} {
		var stages, again []Stage
		for st := range shapes.Stages() {
			stages = append(stages, Fit(shapes, samples, st, 12, "fit"))
			again = append(again, Fit(shapes, samples, st, 12, "fit"))
		}
		w := Join(shapes, stages)
		if len(w.raw) != w.stages {
			t.Errorf("%s: %d stages of %d", key, len(w.raw), w.stages)
		}
		for st, s := range stages {
			if late := 25 / shapes().plies; st >= late && s.Apart > 2 {
				t.Errorf("%s stage %d: error %.2f on %d positions, %.2f on those apart", key, st, s.Learnt, s.Samples, s.Apart)
			}
		}
		for st := range w.raw {
			if !slices.Equal(w.raw[st], again[st].raw) {
				t.Fatalf("%s stage %d: another time, other weights", key, st)
			}
		}
	}
}

// A position before a stray move learns what its player saw; one before that learns from it, not from what
// the stray move led to.
func TestStrayMovesTeachNothing(t *testing.T) {
	seen := func(score float32, side float32, strayed bool) turn {
		return turn{Sample: Sample{Score: score}, side: side, strayed: strayed}
	}
	game := []turn{seen(2, 1, false), seen(-4, -1, true), seen(10, 1, false), seen(-20, -1, false)}
	p := NewPupil(School{Weights: quick(), Lambda: 0.5})
	want := []float32{4, -4, 20, -20} // as the side to move sees it
	for i, s := range p.label(game, 20) {
		if s.Score != want[i] {
			t.Errorf("position %d: %v, want %v", i, s.Score, want[i])
		}
	}
}
