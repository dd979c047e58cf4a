package bitboard

import "math/bits"

// none is below every value: no move has been tried.
const none = -1 << 14

// Final returns the disc difference of a game that is over, seen from own. Empty squares count for the
// winner.
func Final(own, other uint64) int {
	a, b := bits.OnesCount64(own), bits.OnesCount64(other)
	switch {
	case a > b:
		return 64 - 2*b
	case a < b:
		return 2*a - 64
	}
	return 0
}

// Last1 returns the exact value when x is the only empty square.
func Last1(own uint64, x int) int {
	n := bits.OnesCount64(own)
	if f := LastFlips(own, x); f > 0 {
		return 2*(n+f) - 62
	}
	if f := LastFlips(^own&^(1<<uint(x&63)), x); f > 0 {
		return 2*(n-f) - 64
	}
	if n >= 32 { // 32 of 63: one more than the other
		return 2*n - 62
	}
	return 2*n - 64
}

// Tiny is [Last4] with at most three empty squares.
func Tiny(own, other uint64, alpha int, empty uint64) (value int, nodes int64) {
	var x [3]int
	squares := 0
	for ; empty != 0; empty &= empty - 1 {
		x[squares%3] = bits.TrailingZeros64(empty)
		squares++
	}
	var n counter
	switch squares {
	case 0:
		return Final(own, other), 1
	case 1:
		return Last1(own, x[0]), 1
	case 2:
		value = n.last2(own, other, alpha, x[0], x[1])
	default:
		value = n.odd3(own, other, alpha, x[0], x[1], x[2])
	}
	return value, int64(n)
}

// slowLast4 is [Last4] in plain Go.
func slowLast4(own, other uint64, alpha, x1, x2, x3, x4 int) (value int, nodes int64) {
	var n counter
	value = n.last4(own, other, alpha, x1, x2, x3, x4, false)
	return value, int64(n)
}

// counter counts positions.
type counter int64

// The methods below return a bound of the exact value: a lower bound if it is above alpha, else an upper
// bound. They try the empty squares in the given order.

func (n *counter) last2(own, other uint64, alpha, x1, x2 int) int {
	*n++
	best := none
	if Near[x1&63]&other != 0 {
		if f := Flips(own, other, x1); f != 0 {
			*n++
			if best = -Last1(other&^f, x2); best > alpha {
				return best
			}
		}
	}
	if Near[x2&63]&other != 0 {
		if f := Flips(own, other, x2); f != 0 {
			*n++
			if v := -Last1(other&^f, x1); v > best {
				best = v
			}
		}
	}
	if best > none {
		return best
	}
	// The other side plays and wants the least for own.
	if Near[x1&63]&own != 0 {
		if f := Flips(other, own, x1); f != 0 {
			*n++
			best = Last1(own&^f, x2)
			if best <= alpha {
				return best
			}
		}
	}
	if Near[x2&63]&own != 0 {
		if f := Flips(other, own, x2); f != 0 {
			*n++
			if v := Last1(own&^f, x1); v < best || best == none {
				best = v
			}
		}
	}
	if best == none {
		return Final(own, other)
	}
	return best
}

func (n *counter) last3(own, other uint64, alpha, x1, x2, x3 int, passed bool) int {
	*n++
	best := none
	if Near[x1&63]&other != 0 {
		if f := Flips(own, other, x1); f != 0 {
			if best = -n.last2(other&^f, own|f|1<<uint(x1&63), -alpha-1, x2, x3); best > alpha {
				return best
			}
		}
	}
	if Near[x2&63]&other != 0 {
		if f := Flips(own, other, x2); f != 0 {
			if v := -n.last2(other&^f, own|f|1<<uint(x2&63), -alpha-1, x1, x3); v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	if Near[x3&63]&other != 0 {
		if f := Flips(own, other, x3); f != 0 {
			if v := -n.last2(other&^f, own|f|1<<uint(x3&63), -alpha-1, x1, x2); v > best {
				best = v
			}
		}
	}
	if best > none {
		return best
	}
	if passed {
		return Final(own, other)
	}
	return -n.last3(other, own, -alpha-1, x1, x2, x3, true)
}

func (n *counter) last4(own, other uint64, alpha, x1, x2, x3, x4 int, passed bool) int {
	*n++
	best := none
	if Near[x1&63]&other != 0 {
		if f := Flips(own, other, x1); f != 0 {
			if best = -n.odd3(other&^f, own|f|1<<uint(x1&63), -alpha-1, x2, x3, x4); best > alpha {
				return best
			}
		}
	}
	if Near[x2&63]&other != 0 {
		if f := Flips(own, other, x2); f != 0 {
			if v := -n.odd3(other&^f, own|f|1<<uint(x2&63), -alpha-1, x1, x3, x4); v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	if Near[x3&63]&other != 0 {
		if f := Flips(own, other, x3); f != 0 {
			if v := -n.odd3(other&^f, own|f|1<<uint(x3&63), -alpha-1, x1, x2, x4); v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	if Near[x4&63]&other != 0 {
		if f := Flips(own, other, x4); f != 0 {
			if v := -n.odd3(other&^f, own|f|1<<uint(x4&63), -alpha-1, x1, x2, x3); v > best {
				best = v
			}
		}
	}
	if best > none {
		return best
	}
	if passed {
		return Final(own, other)
	}
	return -n.last4(other, own, -alpha-1, x1, x2, x3, x4, true)
}

// odd3 is last3 with the square first that is alone in its quarter: a disc there leaves the other side an
// even number of squares everywhere.
func (n *counter) odd3(own, other uint64, alpha, x1, x2, x3 int) int {
	q1, q2, q3 := Quarter[x1&63], Quarter[x2&63], Quarter[x3&63]
	switch {
	case q1 == q2 && q2 != q3:
		x1, x3 = x3, x1
	case q1 == q3 && q2 != q3:
		x1, x2 = x2, x1
	}
	return n.last3(own, other, alpha, x1, x2, x3, false)
}

// Quarter returns the quarter of the board that has a square, as one of four bits.
var Quarter = func() (q [64]uint8) {
	for s := range q {
		q[s] = 1 << (s/4%2 + s/32*2)
	}
	return q
}()

// Quarters has the squares of each set of quarters.
var Quarters = func() (set [16]uint64) {
	for of := range set {
		for s, q := range Quarter {
			if of&int(q) != 0 {
				set[of] |= 1 << s
			}
		}
	}
	return set
}()

// Odd returns the quarters with an odd number of empty squares.
func Odd(empty uint64) (of uint8) {
	for ; empty != 0; empty &= empty - 1 {
		of ^= Quarter[bits.TrailingZeros64(empty)&63]
	}
	return of
}
