//go:build !amd64

package search

// play sets the contents to those after a move, as the other side sees them.
func (c *contents) play(l *layout, from *contents, sq int, flips uint64) {
	c.slowPlay(l, from, sq, flips)
}

// sum adds up the weights of the contents. at has the weights of a stage.
func (c *contents) sum(l *layout, at []int16) int { return c.slowSum(l, at) }
