package bitboard

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// slowFlips applies the rule as a person does: from the square, each way, over the other's discs until an
// own one.
func slowFlips(own, other uint64, s int) uint64 {
	var all uint64
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			var run uint64
			for x, y := s%8+dx, s/8+dy; at(x, y) != 0 && (dx != 0 || dy != 0); x, y = x+dx, y+dy {
				if other&at(x, y) == 0 {
					if own&at(x, y) != 0 {
						all |= run
					}
					break
				}
				run |= at(x, y)
			}
		}
	}
	return all
}

// discs draws a position, reachable or not, with at most the given number of empty squares.
func discs(t *rapid.T, empties int) (own, other uint64) {
	empty := rapid.Uint64().Draw(t, "empty")
	for bits.OnesCount64(empty) > empties {
		empty &= empty - 1
	}
	own = rapid.Uint64().Draw(t, "own") &^ empty
	return own, ^own &^ empty
}

func TestMovesAndFlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, other := discs(t, 60)
		var moves uint64
		for s := range 64 {
			if (own|other)>>s&1 == 1 {
				continue
			}
			want := slowFlips(own, other, s)
			if want != 0 {
				moves |= 1 << s
			}
			if got := Flips(own, other, s); got != want {
				t.Fatalf("%d flips %x, want %x", s, got, want)
			}
		}
		if got := Moves(own, other); got != moves {
			t.Fatalf("moves %x, want %x", got, moves)
		}
	})
}

func TestLastFlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.IntRange(0, 63).Draw(t, "square")
		own := rapid.Uint64().Draw(t, "own") &^ (1 << s)
		want := bits.OnesCount64(slowFlips(own, ^own&^(1<<s), s))
		if got := LastFlips(own, s); got != want {
			t.Fatalf("%d of %x flips %d, want %d", s, own, got, want)
		}
	})
}

func TestNear(t *testing.T) {
	for s, want := range map[int]int{0: 3, 7: 3, 3: 5, 24: 5, 27: 8, 63: 3} {
		if got := bits.OnesCount64(Near[s]); got != want || Near[s]>>s&1 == 1 {
			t.Errorf("%d has %d neighbours, want %d", s, got, want)
		}
	}
}

// Stable discs stay, whatever legal moves follow.
func TestStableStays(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		own, other := discs(t, rapid.SampledFrom([]int{1, 3, 8, 20, 60}).Draw(t, "empties"))
		mine, theirs := Stable(own, other), Stable(other, own)
		if mine&^own != 0 || theirs&^other != 0 {
			t.Fatalf("%x of %x, %x of %x", mine, own, theirs, other)
		}
		found += bits.OnesCount64(mine &^ rim)
		a, b := own, other
		for passes := 0; passes < 2; a, b = b, a {
			moves := Moves(a, b)
			if moves == 0 {
				passes++
				continue
			}
			passes = 0
			for range rapid.IntRange(0, bits.OnesCount64(moves)-1).Draw(t, "move") {
				moves &= moves - 1
			}
			s := bits.TrailingZeros64(moves)
			f := Flips(a, b, s)
			a, b = a|f|1<<s, b&^f
		}
		if mine&^a != 0 && mine&^b != 0 || theirs&^a != 0 && theirs&^b != 0 {
			t.Fatal("a stable disc was turned")
		}
	})
	if found == 0 {
		t.Error("nothing inside the board was ever stable")
	}
}

func TestStableKnown(t *testing.T) {
	for _, tt := range []struct {
		own, other uint64
		want       uint64
	}{
		{own: 1, want: 1},                                   // a corner
		{own: 2, want: 0},                                   // a2 alone
		{own: 7, want: 7},                                   // a run from a corner
		{own: 0xff, want: 0xff},                             // a full edge
		{own: 0x7e, other: 0x81, want: 0x7e},                // a full edge of two colours
		{own: 0x3e, other: 0x40, want: 0},                   // open at a1
		{own: columnA, want: columnA},                       // a full column
		{own: 0x0307, want: 0x0307},                         // a triangle: b2 by a1 b1 c1 a2
		{own: ^uint64(0) >> 1, want: ^uint64(0) >> 1},       // all but h8, which can turn nothing
		{own: 1 << 9, other: ^uint64(1 << 9), want: 1 << 9}, // a full board
	} {
		if got := Stable(tt.own, tt.other); got != tt.want {
			t.Errorf("of %x against %x stable %x, want %x", tt.own, tt.other, got, tt.want)
		}
	}
}

func BenchmarkFlips(b *testing.B) {
	own, other := uint64(0x0000_1c34_0c10_0000), uint64(0x0008_2048_7028_0c00)
	var sum uint64
	for i := range b.N {
		sum += Flips(own, other, i&63)
	}
	if sum == 0 && b.N > 64 {
		b.Fatal("nothing flips")
	}
}

func BenchmarkMoves(b *testing.B) {
	own, other := uint64(0x0000_1c34_0c10_0000), uint64(0x0008_2048_7028_0c00)
	var sum uint64
	for range b.N {
		sum += Moves(own, other)
	}
	if sum == 0 && b.N > 64 {
		b.Fatal("no moves")
	}
}
