package matgo_test

import (
	"flag"
	"fmt"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
	"arcade/games/rng"
)

// rounds is the number of random rounds in TestPlayouts. The rules' long test is
//
//	go test ./games/matgo -run TestPlayouts -rounds 1000000
var rounds = flag.Int("rounds", 2000, "random rounds in TestPlayouts")

// playout plays random moves to the end and calls see after each.
func playout(s *matgo.State, r *rng.Source, see func()) (moves int) {
	var buf [32]matgo.Move
	for s.Phase != matgo.Over {
		legal := s.Legal(buf[:0])
		if reason := s.Apply(legal[r.Intn(len(legal))]); reason != "" {
			panic(reason)
		}
		moves++
		if see != nil {
			see()
		}
	}
	return moves
}

// Random rounds end, and no card or gold is ever lost or doubled.
func TestPlayouts(t *testing.T) {
	longest := 0
	ends := map[string]int{}
	var counters [2]matgo.Counters
	for n := range *rounds {
		r := rng.Derive(fmt.Sprint(n), "test")
		o := matgo.DefaultOptions()
		o.Hour = n % 24
		if n%3 == 0 {
			o.First, o.Carry, o.Gold = n%2, 1+n%4, [2]int{1 + n%700, 900}
		}
		s := matgo.NewState(&matgo.Document, o, r, r)
		see := func() {
			if wrong := matgotest.Check(&s); wrong != "" {
				t.Fatalf("round %d: %s", n, wrong)
			}
		}
		see()
		moves := playout(&s, r, see)
		longest = max(longest, moves)
		ends[s.End.Reason]++
		for i := range counters {
			c, d := &counters[i], s.Sides[i].Counters
			c.Ssul += d.Ssul
			c.Kung += d.Kung
			c.Ttak += d.Ttak
		}
	}
	if longest > 60 {
		t.Errorf("a round of %d moves", longest)
	}
	for _, reason := range []string{matgo.EndStop, matgo.EndPresident, matgo.EndEmpty} {
		if ends[reason] == 0 {
			t.Errorf("no round ended by %s", reason)
		}
	}
	t.Logf("%d rounds: ends %v, longest %d moves, ssul %d, kung %d, ttak %d", *rounds, ends, longest,
		counters[0].Ssul+counters[1].Ssul, counters[0].Kung+counters[1].Kung, counters[0].Ttak+counters[1].Ttak)
}

// A round does not allocate, from the shuffle to the end.
func TestPlayoutAllocates(t *testing.T) {
	r := rng.New("allocations")
	if n := testing.AllocsPerRun(200, func() {
		s := matgo.NewState(&matgo.Document, matgo.DefaultOptions(), r, r)
		playout(&s, r, nil)
	}); n != 0 {
		t.Errorf("%v allocations in a round, want 0", n)
	}
}

// BenchmarkPlayout measures rounds a second, with random moves on both seats.
func BenchmarkPlayout(b *testing.B) {
	r := rng.New("benchmark")
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		s := matgo.NewState(&matgo.Document, matgo.DefaultOptions(), r, r)
		moves += playout(&s, r, nil)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rounds/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/round")
}

// The interfaces of a round that tables use.
var (
	_ games.Forcer      = (*matgo.Position)(nil)
	_ games.DefaultMove = (*matgo.Position)(nil)
	_ games.Standing    = (*matgo.Position)(nil)
	_ games.Forfeit     = (*matgo.Position)(nil)
)
