package search

import "arcade/games/othello/search/bitboard"

//go:noescape
func fastPlay(to, from *contents, powers *[64]contents, sq int, flips uint64)

//go:noescape
func fastSum(c *contents, zeros *[features]int32, at *int16, n int) int

// play sets the contents to those after a move, as the other side sees them.
func (c *contents) play(l *layout, from *contents, sq int, flips uint64) {
	if bitboard.AVX2 {
		fastPlay(c, from, &l.powers, sq, flips)
		return
	}
	c.slowPlay(l, from, sq, flips)
}

// sum adds up the weights of the contents. at has the weights of a stage.
func (c *contents) sum(l *layout, at []int16) int {
	if bitboard.AVX2 {
		return fastSum(c, &l.zeros, &at[0], len(l.places))
	}
	return c.slowSum(l, at)
}
