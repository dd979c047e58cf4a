package search

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/othello/search/bitboard"
)

// fixed returns the value of a search to a depth without a table, null windows or move ordering.
func fixed(w *Weights, own, other uint64, depth, side int) int {
	empties := bits.OnesCount64(^(own | other))
	moves := bitboard.Moves(own, other)
	if moves == 0 {
		if bitboard.Moves(other, own) == 0 {
			return unit * bitboard.Final(own, other)
		}
		return -fixed(w, other, own, depth, side^1)
	}
	if depth == 0 {
		if w == nil {
			return rough(own, other, bitboard.Moves(own, other))
		}
		var c contents
		c.read(w.layout, own, other)
		return w.value(own, other, bitboard.Moves(own, other), &c, empties)
	}
	best := -infinite
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		f := bitboard.Flips(own, other, sq)
		best = max(best, -fixed(w, other&^f, own|f|1<<sq, depth-1, side^1))
	}
	return best
}

func TestSearchAgainstPlainSearch(t *testing.T) {
	for name, w := range map[string]*Weights{"rough": nil, "noise": noise(wide()), "quick": quick()} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				own, other := played(t, rapid.IntRange(1, 56).Draw(t, "empties"))
				depth := rapid.IntRange(1, 4).Draw(t, "depth")
				want := fixed(w, own, other, depth, 0)
				for _, size := range []int{1, 12} {
					s := &midgame{clock: newClock(games.Limit{}), weights: w, table: newTable(size)}
					if w != nil {
						s.line[0].read(w.layout, own, other)
					}
					empties := bits.OnesCount64(^(own | other))
					if got := s.search(own, other, -infinite, infinite, depth, 0, empties); got != want {
						t.Fatalf("%x %x to depth %d: %d with 2^%d entries, want %d", own, other, depth, got, size, want)
					}
					// Deepening must not use a result of a lesser depth as the value.
					l := Looker{midgame{table: newTable(size)}}
					if got := l.Look(own, other, w, depth, games.Limit{}); got.Score != want {
						t.Fatalf("%x %x deepened to %d: %+v with 2^%d entries, want %d", own, other, depth, got, size, want)
					}
				}
			})
		})
	}
}

// Under any limit Look returns a legal move if there is one, and the same limit gives the same guess.
func TestLookUnderLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, other := played(t, rapid.IntRange(0, 60).Draw(t, "empties"))
		nodes := rapid.Int64Range(1, 20_000).Draw(t, "nodes")
		g := Look(own, other, learnt(), 60, 10, games.Limit{Nodes: nodes})
		if legal := bitboard.Moves(own, other); legal == 0 != (g.Best < 0) || legal != 0 && legal>>g.Best&1 == 0 {
			t.Fatalf("%+v of %x", g, legal)
		}
		if g.Nodes > nodes {
			t.Fatalf("%d nodes of %d", g.Nodes, nodes)
		}
		if again := Look(own, other, learnt(), 60, 10, games.Limit{Nodes: nodes}); again != g {
			t.Fatalf("%+v, then %+v", g, again)
		}
		if g := Look(own, other, learnt(), 60, 10, games.Limit{Stop: func() bool { return true }}); bitboard.Moves(own, other) != 0 && g.Best < 0 {
			t.Fatalf("stopped at once it has no move: %+v", g)
		}
	})
}
