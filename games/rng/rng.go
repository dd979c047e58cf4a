// Package rng is the arcade's seeded generator: the same seed gives the same
// deal on any machine and with any Go release, so that a log keeps folding.
package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// Source is a stream of numbers made from a seed: ChaCha with 8 rounds (Daniel J. Bernstein, "ChaCha, a
// variant of Salsa20", 2008) under a key made from the seed. A part of the stream, such as the cards seen
// so far, does not reveal the rest. A copy of a Source continues on its own. It is not safe for concurrent
// use.
type Source struct {
	key  [8]uint32
	next uint64 // the next block
	buf  [8]uint64
	left int // draws left in buf, from its end
}

// rounds is the number of mixing rounds: 8 are enough to be unpredictable (J.-P. Aumasson, "Too Much
// Crypto", 2019).
const rounds = 8

// New returns the stream of a seed, which may be any string.
func New(seed string) *Source { return Derive(seed, "") }

// Derive returns another stream of the same seed, one for each label: a bot that draws from its own stream
// does not disturb the deal. Derive(seed, "") is New(seed).
func Derive(seed, label string) *Source {
	// The key must not be SHA-256(seed) itself: the players see that hash before the match, and the key
	// reveals every card.
	in := append(make([]byte, 0, 128), "arcade/rng/2"...)
	in = binary.BigEndian.AppendUint64(in, uint64(len(label)))
	in = append(append(in, label...), seed...)
	sum := sha256.Sum256(in)
	r := new(Source)
	for i := range r.key {
		r.key[i] = binary.LittleEndian.Uint32(sum[4*i:])
	}
	return r
}

// Uint64 draws 64 bits.
func (r *Source) Uint64() uint64 {
	if r.left == 0 {
		w := block(&r.key, r.next, rounds)
		for i := range r.buf {
			r.buf[i] = uint64(w[2*i]) | uint64(w[2*i+1])<<32
		}
		r.next++
		r.left = len(r.buf)
	}
	out := r.buf[len(r.buf)-r.left]
	r.left--
	return out
}

// block returns one block of the ChaCha stream with a nonce of zero: the words that RFC 8439, section 2.3,
// gives for 20 rounds.
func block(key *[8]uint32, n uint64, rounds int) [16]uint32 {
	in := [16]uint32{
		0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, // "expand 32-byte k"
		key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7],
		uint32(n), uint32(n >> 32), 0, 0,
	}
	x0, x1, x2, x3, x4, x5, x6, x7 := in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]
	x8, x9, x10, x11, x12, x13, x14, x15 := in[8], in[9], in[10], in[11], in[12], in[13], in[14], in[15]
	for range rounds / 2 {
		x0, x4, x8, x12 = quarter(x0, x4, x8, x12)
		x1, x5, x9, x13 = quarter(x1, x5, x9, x13)
		x2, x6, x10, x14 = quarter(x2, x6, x10, x14)
		x3, x7, x11, x15 = quarter(x3, x7, x11, x15)
		x0, x5, x10, x15 = quarter(x0, x5, x10, x15)
		x1, x6, x11, x12 = quarter(x1, x6, x11, x12)
		x2, x7, x8, x13 = quarter(x2, x7, x8, x13)
		x3, x4, x9, x14 = quarter(x3, x4, x9, x14)
	}
	out := [16]uint32{x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15}
	for i := range out {
		out[i] += in[i]
	}
	return out
}

// quarter is ChaCha's quarter round.
func quarter(a, b, c, d uint32) (uint32, uint32, uint32, uint32) {
	a += b
	d = bits.RotateLeft32(d^a, 16)
	c += d
	b = bits.RotateLeft32(b^c, 12)
	a += b
	d = bits.RotateLeft32(d^a, 8)
	c += d
	b = bits.RotateLeft32(b^c, 7)
	return a, b, c, d
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

// Shuffle puts n things into a random order, each order equally likely (Fisher-Yates from the last down: i
// = n-1 .. 1, j = Intn(i+1)). swap exchanges i and j.
func (r *Source) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}
