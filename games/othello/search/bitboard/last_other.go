//go:build !amd64

package bitboard

// Last4 searches the last four empty squares with a null window, in the given order, and counts the
// positions. The value is a lower bound if it is above alpha, else an upper bound.
func Last4(own, other uint64, alpha, x1, x2, x3, x4 int) (value int, nodes int64) {
	return slowLast4(own, other, alpha, x1, x2, x3, x4)
}
