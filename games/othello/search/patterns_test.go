package search

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"arcade/games/othello/search/bitboard"
)

func TestTablesFit(t *testing.T) {
	if len(fold[0]) != size || len(fold[1]) != size {
		t.Fatalf("%d and %d contents, want %d", len(fold[0]), len(fold[1]), size)
	}
	most := 0
	for _, id := range fold[0] {
		most = max(most, int(id))
	}
	if most != folded-1 {
		t.Errorf("%d weights, want %d", most+1, folded)
	}
	var of [64]int
	for f, p := range places {
		if len(p.squares) != len(shapes[p.kind]) {
			t.Fatalf("feature %d has %d squares", f, len(p.squares))
		}
		for _, s := range p.squares {
			of[s]++
		}
	}
	for s, n := range of {
		if n != len(parts[s]) || n != of[image(s, 5)] || n < 4 {
			t.Errorf("%s is in %d features, its parts are %d, its image is in %d", name(s), n, len(parts[s]), of[image(s, 5)])
		}
	}
}

// Moves keep the contents as reading the board afresh would.
func TestContentsFollowThePlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, other := played(t, rapid.IntRange(1, 60).Draw(t, "empties"))
		var c contents
		c.read(own, other)
		for side := 0; ; side ^= 1 {
			moves := bitboard.Moves(own, other)
			if moves == 0 {
				break
			}
			sq := bits.TrailingZeros64(moves)
			f := bitboard.Flips(own, other, sq)
			c.play(sq, f, side)
			own, other = other&^f, own|f|1<<sq
			var want contents
			if side == 0 {
				want.read(other, own)
			} else {
				want.read(own, other)
			}
			if c != want {
				t.Fatalf("after %s by side %d: %v, want %v", name(sq), side, c, want)
			}
		}
	})
}

// noise are weights that tell every content from every other.
func noise() *Weights {
	var raw [stages][]int8
	h := uint32(1)
	for st := range raw {
		raw[st] = make([]int8, perStage)
		for i := range raw[st] {
			h = h*1664525 + 1013904223
			raw[st][i] = int8(h>>24) / 8
		}
	}
	return &Weights{raw}
}

// A position has one value: whichever side has the digit 1, and seen from whichever side.
func TestValueIsSymmetric(t *testing.T) {
	w := noise()
	rapid.Check(t, func(t *rapid.T) {
		own, other := played(t, rapid.IntRange(1, 60).Draw(t, "empties"))
		empties := bits.OnesCount64(^(own | other))
		var c, d contents
		c.read(own, other)
		d.read(other, own)
		want := w.value(own, other, bitboard.Moves(own, other), &c, 0, empties)
		if got := w.value(own, other, bitboard.Moves(own, other), &d, 1, empties); got != want {
			t.Fatalf("%d as side 1, %d as side 0", got, want)
		}
		for turn := range 8 {
			var a, b uint64
			for s := range 64 {
				a |= own >> s & 1 << image(s, turn)
				b |= other >> s & 1 << image(s, turn)
			}
			c.read(a, b)
			if got := w.value(a, b, bitboard.Moves(a, b), &c, 0, empties); got != want {
				t.Fatalf("%d, turned %d", got, want)
			}
		}
	})
}

func TestWeightsEncode(t *testing.T) {
	w := noise()
	data, err := w.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := decodeWeights(data)
	if err != nil {
		t.Fatal(err)
	}
	for st := range w.raw {
		for i, v := range w.raw[st] {
			if back.raw[st][i] != v {
				t.Fatalf("stage %d weight %d: %d, want %d", st, i, back.raw[st][i], v)
			}
		}
	}
	for _, bad := range [][]byte{nil, []byte("x"), data[:len(data)/2], append([]byte{1}, data...)} {
		if _, err := decodeWeights(bad); err == nil {
			t.Errorf("%d bytes were taken for weights", len(bad))
		}
	}
}
