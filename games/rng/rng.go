// Package rng is the arcade's seeded generator: the same seed gives the same
// deal on any machine and with any Go release, so that a log keeps folding.
package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// Source is a stream of numbers made from a seed: xoshiro256** 1.0 by David
// Blackman and Sebastiano Vigna (https://prng.di.unimi.it/xoshiro256starstar.c).
// A copy of a Source continues on its own. It is not safe for concurrent use.
type Source struct{ s [4]uint64 }

// New gives the stream of a seed, which may be any string.
func New(seed string) *Source { return Derive(seed, "") }

// Derive gives another stream of the same seed, one for each label: a bot that
// draws from its own stream does not disturb the deal. Derive(seed, "") is New(seed).
func Derive(seed, label string) *Source {
	// The state must not be SHA-256(seed) itself: that hash is shown to the
	// players before the match, and whoever knows the state knows every card.
	h := sha256.New()
	h.Write([]byte("arcade/rng/1"))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(label))))
	h.Write([]byte(label))
	h.Write([]byte(seed))
	sum := h.Sum(nil)
	// The generator must not start from zero; no input with a SHA-256 of zero is known.
	r := new(Source)
	for i := range r.s {
		r.s[i] = binary.BigEndian.Uint64(sum[8*i:])
	}
	return r
}

// Uint64 draws 64 bits.
func (r *Source) Uint64() uint64 {
	s := &r.s
	out := bits.RotateLeft64(s[1]*5, 7) * 9
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return out
}

// Intn draws a number in [0, n), each equally likely; n < 1 panics. It is the
// multiplication method of Daniel Lemire, "Fast Random Integer Generation in an
// Interval" (2019): the high word of draw*n, drawn again where the low word
// falls among the 2^64 mod n values that would favour some results.
func (r *Source) Intn(n int) int {
	if n < 1 {
		panic("rng: Intn of a number below 1")
	}
	bound := uint64(n)
	hi, lo := bits.Mul64(r.Uint64(), bound)
	if lo < bound {
		for uneven := -bound % bound; lo < uneven; {
			hi, lo = bits.Mul64(r.Uint64(), bound)
		}
	}
	return int(hi)
}

// Shuffle puts n things into a random order, each order equally likely
// (Fisher-Yates from the last down: i = n-1 .. 1, j = Intn(i+1)); swap exchanges i and j.
func (r *Source) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}
