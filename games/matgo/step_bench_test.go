package matgo

import (
	"strconv"
	"testing"

	"arcade/games/rng"
)

// Rounds a second of a pair on one core, and what a step and a decision take: a step
// allocates nothing.
func BenchmarkRounds(b *testing.B) {
	for _, name := range []string{"random", "sensible", "learnt"} {
		b.Run(name, func(b *testing.B) {
			play, r := players[name](), rng.New("benchmark")
			deals := make([]State, 64)
			for i := range deals {
				deals[i] = evaluationDeal(i)
			}
			var buf [32]Move
			b.ReportAllocs()
			steps, rounds := 0, 0
			var s State
			for b.Loop() {
				s = deals[rounds%len(deals)]
				rounds++
				for s.Phase != Over {
					legal := s.Legal(buf[:0])
					n, _ := play(&s, legal, r)
					s.Apply(legal[n])
					steps++
				}
			}
			b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
	b.Run("master", func(b *testing.B) {
		x, r := newMaster(), rng.New("benchmark")
		var buf [32]Move
		s := evaluationDeal(1)
		legal := s.Legal(buf[:0])
		for b.Loop() {
			x.choose(&s, legal, r, masterWorlds, nil)
		}
	})
}

// No step of a round allocates, with the engine's players as without.
func TestStepsDoNotAllocate(t *testing.T) {
	for _, name := range []string{"random", "sensible", "learnt"} {
		play, r := players[name](), rng.New("allocations")
		var buf [32]Move
		var s State
		deal := evaluationDeal(7)
		if n := testing.AllocsPerRun(20, func() {
			s = deal
			for s.Phase != Over {
				legal := s.Legal(buf[:0])
				n, _ := play(&s, legal, r)
				s.Apply(legal[n])
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations in a round", name, n)
		}
	}
}

// The evaluation set is no training's: its decks come from no seed that a round is
// dealt from, and are the same each time.
func TestEvaluationSet(t *testing.T) {
	decks := map[[Cards]Card]bool{}
	for n := range 2000 {
		s := evaluationDeal(n)
		if s != evaluationDeal(n) || decks[s.Deck] {
			t.Fatalf("deal %d is not the same twice, or is there twice", n)
		}
		decks[s.Deck] = true
	}
	for n := range 2000 {
		for _, seed := range []string{"evaluation/", "matgo/", "matgo school/", "matgo stage 1/", "matgo held 1/"} {
			if s := Deal(&Standard, seed+strconv.Itoa(n+1), DefaultOptions()); decks[s.Deck] {
				t.Fatalf("%s%d deals one of them", seed, n+1)
			}
		}
	}
	// Another stream of the same seed is another deal, which is why no seed reaches them.
	s, e := Deal(&Standard, "evaluation/1", DefaultOptions()), evaluationDeal(0)
	if s.Deck == e.Deck {
		t.Error("a seed deals the first of them")
	}
}
