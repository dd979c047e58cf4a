package solver

import (
	"strconv"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
)

func BenchmarkEasy(b *testing.B) {
	for _, draw := range []int{1, 3} {
		r := klondike.Standard()
		r.Draw = draw
		var easy [][klondike.Cards]klondike.Card
		for seed := uint64(1); seed <= 300; seed++ {
			if o := Solve(klondike.Deck(seed), r, games.Limit{Nodes: 90}); o.Status == games.Solvable && o.Nodes > 25 {
				easy = append(easy, klondike.Deck(seed))
			}
		}
		b.Run("draw"+strconv.Itoa(draw), func(b *testing.B) {
			n := int64(0)
			b.ReportAllocs()
			for i := range b.N {
				n += Solve(easy[i%len(easy)], r, games.Limit{}).Nodes
			}
			b.ReportMetric(float64(n)/float64(b.N), "nodes/op")
		})
	}
}
