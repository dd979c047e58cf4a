package bots

import (
	"strconv"
	"testing"

	"arcade/games/matgo"
	"arcade/games/rng"
)

// BenchmarkRounds measures rounds a second of a pair on one core, and the time of a step and of a decision.
// A step allocates nothing.
func BenchmarkRounds(b *testing.B) {
	for _, name := range []string{"random", "sensible", "learnt"} {
		b.Run(name, func(b *testing.B) {
			play, r := players[name](), rng.New("benchmark")
			deals := make([]matgo.State, 64)
			for i := range deals {
				deals[i] = matgo.Deal(&matgo.Document, "benchmark/"+strconv.Itoa(i), matgo.DefaultOptions())
			}
			var buf [32]matgo.Move
			b.ReportAllocs()
			steps, rounds := 0, 0
			var s matgo.State
			for b.Loop() {
				s = deals[rounds%len(deals)]
				rounds++
				for s.Phase != matgo.Over {
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
		var buf [32]matgo.Move
		s := matgo.Deal(&matgo.Document, "benchmark/"+strconv.Itoa(1), matgo.DefaultOptions())
		legal := s.Legal(buf[:0])
		for b.Loop() {
			x.choose(&s, legal, r, masterWorlds, nil)
		}
	})
}

// No step of a round allocates, with or without the engine's players.
func TestStepsDoNotAllocate(t *testing.T) {
	for _, name := range []string{"random", "sensible", "learnt"} {
		stepsDoNotAllocate(t, name, &matgo.Document)
		stepsDoNotAllocate(t, name, &matgo.Standard)
	}
}

func stepsDoNotAllocate(t *testing.T, name string, rules *matgo.Rules) {
	t.Helper()
	play, r := players[name](), rng.New("allocations")
	var buf [32]matgo.Move
	var s matgo.State
	deal := matgo.Deal(rules, "benchmark/"+strconv.Itoa(7), matgo.DefaultOptions())
	if n := testing.AllocsPerRun(20, func() {
		s = deal
		for s.Phase != matgo.Over {
			legal := s.Legal(buf[:0])
			n, _ := play(&s, legal, r)
			s.Apply(legal[n])
		}
	}); n > 0 {
		t.Errorf("%s, %s rules: %v allocations in a round", name, rules.Name, n)
	}
}
