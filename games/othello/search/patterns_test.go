package search

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arcade/games/othello/search/bitboard"
)

var layouts = map[string]*layout{"narrow": narrow(), "wide": wide()}

func TestTablesFit(t *testing.T) {
	for key, want := range map[string]struct{ places, folded, least int }{"narrow": {38, 54828, 4}, "wide": {58, 204030, 5}} {
		t.Run(key, func(t *testing.T) {
			l := layouts[key]
			if len(l.places) != want.places || l.folded != want.folded {
				t.Errorf("%d places and %d weights, want %d and %d", len(l.places), l.folded, want.places, want.folded)
			}
			seen := make([]bool, l.folded)
			for _, id := range l.fold {
				seen[id] = true
			}
			if slices.Contains(seen, false) {
				t.Error("a weight has no content")
			}
			var of [64]int
			for f, p := range l.places {
				if len(p.squares) != len(l.shapes[p.kind]) {
					t.Fatalf("feature %d has %d squares", f, len(p.squares))
				}
				for _, s := range p.squares {
					of[s]++
				}
			}
			for s, n := range of {
				if n != len(l.parts[s]) || n != of[image(s, 5)] || n < want.least {
					t.Errorf("%s is in %d features, its parts are %d, its image is in %d", name(s), n, len(l.parts[s]), of[image(s, 5)])
				}
			}
		})
	}
}

// Playing moves changes the contents as reading the board afresh would.
func TestContentsFollowThePlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := layouts[rapid.SampledFrom([]string{"narrow", "wide"}).Draw(t, "layout")]
		own, other := played(t, rapid.IntRange(1, 60).Draw(t, "empties"))
		var c contents
		c.read(l, own, other)
		for {
			moves := bitboard.Moves(own, other)
			if moves == 0 {
				break
			}
			sq := bits.TrailingZeros64(moves)
			f := bitboard.Flips(own, other, sq)
			var next, slow, want contents
			next.play(l, &c, sq, f)
			slow.slowPlay(l, &c, sq, f)
			own, other = other&^f, own|f|1<<sq
			if want.read(l, own, other); next != want || slow != want {
				t.Fatalf("after %s: %v and %v, want %v", name(sq), next, slow, want)
			}
			c = next
		}
	})
}

// noise returns weights that distinguish every content from every other.
func noise(l *layout) *Weights {
	w := &Weights{layout: l}
	h := uint32(1)
	for range l.stages {
		raw := make([]int16, l.perStage())
		for i := range raw {
			h = h*1664525 + 1013904223
			raw[i] = int16(int8(h>>24)/8) * int16(l.fine)
		}
		w.raw = append(w.raw, raw)
	}
	return w.open()
}

// A position has one value from whichever side of the board it is seen, and in both forms.
func TestValueIsSymmetric(t *testing.T) {
	for key, l := range layouts {
		w := noise(l)
		t.Run(key, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { symmetric(t, w) })
		})
	}
}

func symmetric(t *rapid.T, w *Weights) {
	own, other := played(t, rapid.IntRange(1, 60).Draw(t, "empties"))
	empties := bits.OnesCount64(^(own | other))
	var c, d contents
	c.read(w.layout, own, other)
	want := w.value(own, other, bitboard.Moves(own, other), &c, empties)
	at := w.at[empties]
	if slow, got := c.slowSum(w.layout, at), c.sum(w.layout, at); got != slow {
		t.Fatalf("the shapes' weights add up to %d, want %d", got, slow)
	}
	d.read(w.layout, other, own)
	if d.pass(); d != c {
		t.Fatalf("%v after a pass, want %v", d, c)
	}
	for turn := range 8 {
		var a, b uint64
		for s := range 64 {
			a |= own >> s & 1 << image(s, turn)
			b |= other >> s & 1 << image(s, turn)
		}
		c.read(w.layout, a, b)
		if got := w.value(a, b, bitboard.Moves(a, b), &c, empties); got != want {
			t.Fatalf("%d, turned %d", got, want)
		}
	}
}

func TestWeightsEncode(t *testing.T) {
	for key, l := range layouts {
		w := noise(l)
		data, err := w.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := decodeWeights(l, data)
		if err != nil {
			t.Fatal(err)
		}
		for st := range w.raw {
			if !slices.Equal(back.raw[st], w.raw[st]) {
				t.Fatalf("%s: stage %d comes back otherwise", key, st)
			}
		}
		for _, bad := range [][]byte{nil, []byte("x"), data[:len(data)/2], append([]byte{1}, data...)} {
			if _, err := decodeWeights(l, bad); err == nil {
				t.Errorf("%s: %d bytes were taken for weights", key, len(bad))
			}
		}
	}
}
