package bitboard

// AVX2 reports whether the processor and the system support the instructions of last_amd64.s.
var AVX2 = hasAVX2()

func hasAVX2() bool

//go:noescape
func fastLast4(own, other uint64, alpha, x1, x2, x3, x4 int) (value int, nodes int64)

// Last4 searches the last four empty squares with a null window, in the given order, and counts the
// positions. The value is a lower bound if it is above alpha, else an upper bound.
func Last4(own, other uint64, alpha, x1, x2, x3, x4 int) (value int, nodes int64) {
	if AVX2 {
		return fastLast4(own, other, alpha, x1, x2, x3, x4)
	}
	return slowLast4(own, other, alpha, x1, x2, x3, x4)
}

// single are the sets of one square.
//
//lint:ignore U1000 last_amd64.s reads it
var single = func() (set [64]uint64) {
	for s := range set {
		set[s] = 1 << s
	}
	return set
}()
