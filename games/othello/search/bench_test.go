package search

import (
	"math/bits"
	"strconv"
	"testing"

	"arcade/games"
)

// BenchmarkEndgame solves FFO #40 down to 14 empty squares along its best line, and #40 itself.
func BenchmarkEndgame(b *testing.B) {
	own, other := parse(suite[0].board, suite[0].turn)
	b.Run("20", func(b *testing.B) { benchSolve(b, own, other) })
	s := NewSolver(20)
	for bits.OnesCount64(^(own | other)) > 14 {
		if sq := s.Solve(own, other, games.Limit{}).Best; sq >= 0 {
			own, other = after(own, other, sq)
		} else {
			own, other = other, own
		}
	}
	b.Run("14", func(b *testing.B) { benchSolve(b, own, other) })
}

func benchSolve(b *testing.B, own, other uint64) {
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		nodes += Solve(own, other, 16, games.Limit{}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkMidgame looks ahead with the wide evaluation from the opening and from two positions of a game
// that the engine played against itself.
func BenchmarkMidgame(b *testing.B) {
	for _, p := range []struct {
		board string
		depth int
	}{
		{"---------------------------OX------XO---------------------------", 10},
		{"--O-------O------OOXXX---OOXXX---OOOX----OOO-X------------------", 13},
		{"--O--O----OOOO--XXOXOX--XXXOOX--XXXOO---XXXXOX--X-XOO--------O--", 11},
	} {
		own, other := parse(p.board, 'X')
		b.Run(strconv.Itoa(bits.OnesCount64(^(own | other))), func(b *testing.B) {
			b.ReportAllocs()
			learnt()
			var nodes int64
			for b.Loop() {
				nodes += Look(own, other, learnt(), p.depth, 16, games.Limit{}).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func BenchmarkEvaluation(b *testing.B) {
	own, other := parse(suite[0].board, suite[0].turn)
	var c contents
	c.read(wide(), own, other)
	sum := 0
	for b.Loop() {
		sum += learnt().value(own, other, 0, &c, 20)
	}
	if sum == 0 {
		b.Log("an even position")
	}
}

// BenchmarkStart measures the time of each start of the program for laying out the weights.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		if _, err := decodeWeights(wide(), wideBin); err != nil {
			b.Fatal(err)
		}
	}
}
