package search

import (
	"math/bits"

	"arcade/games/othello/search/bitboard"
)

// final is the disc difference of a game that is over, seen from own: the
// squares left empty count for the winner.
func final(own, other uint64) int {
	a, b := bits.OnesCount64(own), bits.OnesCount64(other)
	switch {
	case a > b:
		return 64 - 2*b
	case a < b:
		return 2*a - 64
	}
	return 0
}

// last1 is the exact value with x the only empty square.
func last1(own uint64, x int) int {
	n := bits.OnesCount64(own)
	if f := bitboard.LastFlips(own, x); f > 0 {
		return 2*(n+f) - 62
	}
	if f := bitboard.LastFlips(^own&^(1<<uint(x&63)), x); f > 0 {
		return 2*(n-f) - 64
	}
	if n >= 32 { // 32 of 63: one more than the other
		return 2*n - 62
	}
	return 2*n - 64
}

// The functions below give a bound of the exact value: above alpha it is a lower
// bound, else an upper one. They take the empty squares in the order in which they
// are to be tried.

func (s *endgame) last2(own, other uint64, alpha, x1, x2 int) int {
	s.nodes++
	best := -infinite
	if bitboard.Near[x1&63]&other != 0 {
		if f := bitboard.Flips(own, other, x1); f != 0 {
			s.nodes++
			if best = -last1(other&^f, x2); best > alpha {
				return best
			}
		}
	}
	if bitboard.Near[x2&63]&other != 0 {
		if f := bitboard.Flips(own, other, x2); f != 0 {
			s.nodes++
			if v := -last1(other&^f, x1); v > best {
				best = v
			}
		}
	}
	if best > -infinite {
		return best
	}
	// The other plays, which wants the least for own.
	if bitboard.Near[x1&63]&own != 0 {
		if f := bitboard.Flips(other, own, x1); f != 0 {
			s.nodes++
			best = last1(own&^f, x2)
			if best <= alpha {
				return best
			}
		}
	}
	if bitboard.Near[x2&63]&own != 0 {
		if f := bitboard.Flips(other, own, x2); f != 0 {
			s.nodes++
			if v := last1(own&^f, x1); v < best || best == -infinite {
				best = v
			}
		}
	}
	if best == -infinite {
		return final(own, other)
	}
	return best
}

func (s *endgame) last3(own, other uint64, alpha, x1, x2, x3 int, passed bool) int {
	s.nodes++
	best := -infinite
	if bitboard.Near[x1&63]&other != 0 {
		if f := bitboard.Flips(own, other, x1); f != 0 {
			if best = -s.last2(other&^f, own|f|1<<uint(x1&63), -alpha-1, x2, x3); best > alpha {
				return best
			}
		}
	}
	if bitboard.Near[x2&63]&other != 0 {
		if f := bitboard.Flips(own, other, x2); f != 0 {
			if v := -s.last2(other&^f, own|f|1<<uint(x2&63), -alpha-1, x1, x3); v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	if bitboard.Near[x3&63]&other != 0 {
		if f := bitboard.Flips(own, other, x3); f != 0 {
			if v := -s.last2(other&^f, own|f|1<<uint(x3&63), -alpha-1, x1, x2); v > best {
				best = v
			}
		}
	}
	if best > -infinite {
		return best
	}
	if passed {
		return final(own, other)
	}
	return -s.last3(other, own, -alpha-1, x1, x2, x3, true)
}

func (s *endgame) last4(own, other uint64, alpha, x1, x2, x3, x4 int, passed bool) int {
	s.nodes++
	best := -infinite
	if bitboard.Near[x1&63]&other != 0 {
		if f := bitboard.Flips(own, other, x1); f != 0 {
			if best = -s.odd3(other&^f, own|f|1<<uint(x1&63), -alpha-1, x2, x3, x4); best > alpha {
				return best
			}
		}
	}
	if bitboard.Near[x2&63]&other != 0 {
		if f := bitboard.Flips(own, other, x2); f != 0 {
			if v := -s.odd3(other&^f, own|f|1<<uint(x2&63), -alpha-1, x1, x3, x4); v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	if bitboard.Near[x3&63]&other != 0 {
		if f := bitboard.Flips(own, other, x3); f != 0 {
			if v := -s.odd3(other&^f, own|f|1<<uint(x3&63), -alpha-1, x1, x2, x4); v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	if bitboard.Near[x4&63]&other != 0 {
		if f := bitboard.Flips(own, other, x4); f != 0 {
			if v := -s.odd3(other&^f, own|f|1<<uint(x4&63), -alpha-1, x1, x2, x3); v > best {
				best = v
			}
		}
	}
	if best > -infinite {
		return best
	}
	if passed {
		return final(own, other)
	}
	return -s.last4(other, own, -alpha-1, x1, x2, x3, x4, true)
}

// odd3 is last3 with a square that is alone in its quarter first: who plays there
// leaves the other an even number of squares everywhere.
func (s *endgame) odd3(own, other uint64, alpha, x1, x2, x3 int) int {
	q1, q2, q3 := quarter[x1&63], quarter[x2&63], quarter[x3&63]
	switch {
	case q1 == q2 && q2 != q3:
		x1, x3 = x3, x1
	case q1 == q3 && q2 != q3:
		x1, x2 = x2, x1
	}
	return s.last3(own, other, alpha, x1, x2, x3, false)
}

// quarter is the quarter of the board that a square is in, as one of four bits.
var quarter = func() (q [64]uint8) {
	for s := range q {
		q[s] = 1 << (s/4%2 + s/32*2)
	}
	return q
}()

// quarters are the squares of each set of quarters.
var quarters = func() (set [16]uint64) {
	for of := range set {
		for s, q := range quarter {
			if of&int(q) != 0 {
				set[of] |= 1 << s
			}
		}
	}
	return set
}()

// odd is the set of quarters with an odd number of empty squares.
func odd(empty uint64) (of uint8) {
	for ; empty != 0; empty &= empty - 1 {
		of ^= quarter[bits.TrailingZeros64(empty)&63]
	}
	return of
}
