package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"
)

// RFC 8439, section 2.3.2, has words for a nonzero nonce. The words for a zero nonce and key are its
// appendix A.1, vectors 1 and 2.
func TestChaChaReference(t *testing.T) {
	for n, want := range [][16]uint32{
		{
			0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b,
			0x7c5941da, 0x8d485751, 0x3fe02477, 0x374ad8b8, 0xf4b8436a, 0x1ca11815, 0x69b687c3, 0x8665eeb2,
		},
		{
			0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73, 0xa0290fcb, 0x6965e348, 0x3e53c612, 0xed7aee32,
			0x7621b729, 0x434ee69c, 0xb03371d5, 0xd539d874, 0x281fed31, 0x45fb0a51, 0x1f0ae1ac, 0x6f4d794b,
		},
	} {
		if got := block(new([8]uint32), uint64(n), 20); got != want {
			t.Errorf("block %d:\n%#x, want\n%#x", n, got, want)
		}
	}
}

// Pinned: a change here would change every logged deal.
func TestGolden(t *testing.T) {
	for _, tt := range []struct {
		seed, label string
		want        [3]uint64
	}{
		{"", "", [3]uint64{0xb5100ec82b77f05a, 0x1daa58dd8899fdab, 0xaaa7dd9a39179b50}},
		{"s", "", [3]uint64{0x6b2f625dfed56ce1, 0xa756913fec95dd96, 0x828944436bee4587}},
		{"s", "bot", [3]uint64{0x65e4e4a671328e8b, 0xc81322696e4028c4, 0x9b6efbd26ce30c5e}},
		{"씨앗", "", [3]uint64{0x140db24238712740, 0x733121ac65c425b5, 0x3e6b29a88c26c2b1}},
	} {
		r := Derive(tt.seed, tt.label)
		got := [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}
		if got != tt.want {
			t.Errorf("Derive(%q, %q): %#x, want %#x", tt.seed, tt.label, got, tt.want)
		}
	}
}

func TestGoldenDraws(t *testing.T) {
	r := New("draws")
	var got []int
	for _, n := range []int{1, 2, 6, 48, 52, 1000, 1 << 40, math.MaxInt} {
		got = append(got, r.Intn(n))
	}
	want := []int{0, 1, 3, 38, 18, 69, 660063166338, 8018485977594254974}
	if !slices.Equal(got, want) {
		t.Errorf("draws %v, want %v", got, want)
	}
	deck := make([]int, 12)
	for i := range deck {
		deck[i] = i
	}
	New("shuffle").Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	if want := []int{3, 9, 4, 6, 0, 7, 8, 1, 2, 5, 10, 11}; !slices.Equal(deck, want) {
		t.Errorf("shuffle %v, want %v", deck, want)
	}
}

func TestNewIsDeriveOfNothing(t *testing.T) {
	if *New("x") != *Derive("x", "") {
		t.Error("New(x) is not Derive(x, \"\")")
	}
	// The border between label and seed matters.
	if *Derive("bc", "a") == *Derive("c", "ab") {
		t.Error("two pairs of seed and label share a stream")
	}
}

// The seed's hash is public before the match; it must not be the generator's key.
func TestKeyIsNotThePublishedHash(t *testing.T) {
	sum := sha256.Sum256([]byte("seed"))
	r := New("seed")
	for i, word := range r.key {
		if word == binary.BigEndian.Uint32(sum[4*i:]) || word == binary.LittleEndian.Uint32(sum[4*i:]) {
			t.Fatal("the published hash gives the key away")
		}
	}
}

// 3*2^61 goes into 2^64 two and two thirds times: without the second draw, the
// multiplication gives the numbers 2 mod 3 a quarter instead of a third, and a
// remainder gives the lower two thirds of the range three quarters.
func TestIntnIsUnbiased(t *testing.T) {
	const n, draws = 3 << 61, 40000
	r := New("bias")
	var residue, third [3]int
	for range draws {
		k := r.Intn(n)
		residue[k%3]++
		third[k/(n/3)]++
	}
	for i := range 3 {
		for _, c := range []int{residue[i], third[i]} {
			if math.Abs(float64(c)-draws/3) > 5*math.Sqrt(draws*2.0/9) {
				t.Errorf("part %d has %d of %d draws", i, c, draws)
			}
		}
	}
}

func TestIntnChiSquare(t *testing.T) {
	for _, n := range []int{2, 3, 7, 52} {
		r := New(fmt.Sprint("chi", n))
		count := make([]float64, n)
		const per = 2000
		for range per * n {
			count[r.Intn(n)]++
		}
		var chi float64
		for _, c := range count {
			chi += (c - per) * (c - per) / per
		}
		// Mean n-1, variance 2(n-1); the stream is fixed, so this cannot flake.
		if limit := float64(n-1) + 4*math.Sqrt(2*float64(n-1)) + 4; chi > limit {
			t.Errorf("n=%d: chi square %.1f over %.1f", n, chi, limit)
		}
	}
}

func TestShuffleReachesEveryOrder(t *testing.T) {
	r := New("orders")
	count := map[[4]int]int{}
	for range 24 * 500 {
		a := [4]int{0, 1, 2, 3}
		r.Shuffle(4, func(i, j int) { a[i], a[j] = a[j], a[i] })
		count[a]++
	}
	if len(count) != 24 {
		t.Fatalf("%d orders of 24", len(count))
	}
	for a, c := range count {
		if c < 390 || c > 610 {
			t.Errorf("order %v came %d times, want about 500", a, c)
		}
	}
}

func TestIntnPanicsBelowOne(t *testing.T) {
	for _, n := range []int{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Intn(%d) gave a number", n)
				}
			}()
			New("").Intn(n)
		}()
	}
}

func TestDrawsDoNotAllocate(t *testing.T) {
	r := New("")
	if n := testing.AllocsPerRun(100, func() { r.Intn(52) }); n != 0 {
		t.Errorf("%v allocations per draw", n)
	}
}

func BenchmarkUint64(b *testing.B) {
	r := New("bench")
	for b.Loop() {
		r.Uint64()
	}
}
