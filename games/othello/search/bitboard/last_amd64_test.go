package bitboard

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// Both forms of the last four squares give the same value and look at the same positions.
func TestFastLast4(t *testing.T) {
	if !AVX2 {
		t.Skip("this processor has no AVX2")
	}
	rapid.Check(t, func(t *rapid.T) {
		squares := rapid.Permutation(func() (all []int) {
			for s := range 64 {
				all = append(all, s)
			}
			return all
		}()).Draw(t, "squares")[:4]
		var empty uint64
		for _, s := range squares {
			empty |= 1 << s
		}
		own := rapid.Uint64().Draw(t, "own")
		for range rapid.IntRange(0, 2).Draw(t, "lean") { // few discs: passes and early ends
			own &= rapid.Uint64().Draw(t, "fewer")
		}
		if own &^= empty; rapid.Bool().Draw(t, "turn") {
			own = ^(own | empty)
		}
		other := ^(own | empty)
		alpha := rapid.IntRange(-64, 63).Draw(t, "alpha")
		want, positions := slowLast4(own, other, alpha, squares[0], squares[1], squares[2], squares[3])
		got, nodes := fastLast4(own, other, alpha, squares[0], squares[1], squares[2], squares[3])
		if got != want || nodes != positions {
			t.Fatalf("%x %x %v above %d: %d in %d positions, want %d in %d (%d discs)", own, other, squares, alpha, got, nodes, want, positions, bits.OnesCount64(own))
		}
	})
}
