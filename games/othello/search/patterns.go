package search

import (
	"math/bits"

	"arcade/games/othello/search/bitboard"
)

// The evaluation looks at 38 lines and corners of the board, as in Buro, "Improving
// heuristic mini-max search by supervised learning" (2002). What a shape holds is a
// number in base 3, the first square its highest digit: 0 empty, 1 and 2 the two
// sides. A shape stands for its images under the symmetries of the board, and its
// own mirror image has the same weight.
var shapes = [kinds][]int{
	{0, 1, 2, 8, 9, 10, 16, 17, 18},  // the corner
	{9, 0, 1, 2, 3, 4, 5, 6, 7, 14},  // the edge with the squares diagonal to its corners
	{8, 9, 10, 11, 12, 13, 14, 15},   // the second row
	{16, 17, 18, 19, 20, 21, 22, 23}, // the third
	{24, 25, 26, 27, 28, 29, 30, 31}, // the fourth
	{0, 9, 18, 27, 36, 45, 54, 63},   // the long diagonal
	{1, 10, 19, 28, 37, 46, 55},      // and the shorter ones
	{2, 11, 20, 29, 38, 47},          //
	{3, 12, 21, 30, 39},              //
	{4, 13, 22, 31},                  //
}

const (
	kinds    = 10
	features = 38
	// size is the number of contents of all kinds together, folded counts the ones that are
	// no mirror image of one before.
	size   = 19683 + 59049 + 4*6561 + 2187 + 729 + 243 + 81
	folded = 10206 + 29646 + 4*3321 + 1134 + 378 + 135 + 45
)

// feature is a shape at one place.
type feature struct {
	kind    int
	squares []int
}

// offsets are where the contents of a kind begin in the list of all contents.
var offsets = func() (at [kinds]int) {
	for k := 1; k < kinds; k++ {
		at[k] = at[k-1] + power(len(shapes[k-1]))
	}
	return at
}()

func power(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// places are the features, and parts lists for each square the features that it is in.
var places = func() (list [features]feature) {
	n := 0
	for k, shape := range shapes {
		seen := map[uint64]bool{}
		for turn := range 8 {
			var set uint64
			squares := make([]int, len(shape))
			for i, s := range shape {
				squares[i] = image(s, turn)
				set |= 1 << squares[i]
			}
			if !seen[set] {
				seen[set] = true
				list[n] = feature{k, squares}
				n++
			}
		}
	}
	return list
}()

// image is a square under one of the eight symmetries of the board.
func image(s, turn int) int {
	x, y := s%8, s/8
	if turn&1 != 0 {
		x = 7 - x
	}
	if turn&2 != 0 {
		y = 7 - y
	}
	if turn&4 != 0 {
		x, y = y, x
	}
	return 8*y + x
}

type part struct {
	feature int
	power   uint16
}

var parts = func() (of [64][]part) {
	for f, p := range places {
		for i, s := range p.squares {
			of[s] = append(of[s], part{f, uint16(power(len(p.squares) - 1 - i))})
		}
	}
	return of
}()

// fold gives, for the side to move and the content of a shape by its place among
// all, the place of its weight: the same for mirror images, and for side 1 the weight of the
// content with the sides exchanged.
var fold = func() (list [2][]uint16) {
	list[0], list[1] = make([]uint16, size), make([]uint16, size)
	n := 0
	for k, shape := range shapes {
		of := list[0][offsets[k] : offsets[k]+power(len(shape))]
		for c := range of {
			if m := mirror(c, len(shape)); m < c {
				of[c] = of[m]
			} else {
				of[c] = uint16(n)
				n++
			}
		}
		for c, id := range of {
			list[1][offsets[k]+swap(c)] = id
		}
	}
	return list
}()

// mirror is the content of a shape of n squares seen in the mirror: the corner's
// along its diagonal, the others' from end to end.
func mirror(content, n int) int {
	var digits [10]int
	for i := n - 1; i >= 0; i-- {
		digits[i] = content % 3
		content /= 3
	}
	m := 0
	for i := range n {
		from := n - 1 - i
		if n == 9 {
			from = i%3*3 + i/3
		}
		m = 3*m + digits[from]
	}
	return m
}

// swap is the content with the sides exchanged.
func swap(content int) int {
	s := 0
	for p := 1; content != 0; p *= 3 {
		if d := content % 3; d != 0 {
			s += (3 - d) * p
		}
		content /= 3
	}
	return s
}

// contents has the content of every feature; side 0 has the digit 1, side 1 the digit 2.
type contents [features]uint16

// read takes the contents from a position with side 0 to move.
func (c *contents) read(own, other uint64) {
	*c = contents{}
	for ; own != 0; own &= own - 1 {
		for _, p := range parts[bits.TrailingZeros64(own)] {
			c[p.feature] += p.power
		}
	}
	for ; other != 0; other &= other - 1 {
		for _, p := range parts[bits.TrailingZeros64(other)] {
			c[p.feature] += 2 * p.power
		}
	}
}

// play changes the contents by a move of a side.
func (c *contents) play(sq int, flips uint64, side int) {
	if side == 0 {
		for _, p := range parts[sq&63] {
			c[p.feature] += p.power
		}
		for ; flips != 0; flips &= flips - 1 {
			for _, p := range parts[bits.TrailingZeros64(flips)&63] {
				c[p.feature] -= p.power
			}
		}
		return
	}
	for _, p := range parts[sq&63] {
		c[p.feature] += 2 * p.power
	}
	for ; flips != 0; flips &= flips - 1 {
		for _, p := range parts[bits.TrailingZeros64(flips)&63] {
			c[p.feature] += p.power
		}
	}
}

// counts are what the evaluation knows beside the shapes: how many moves the side
// to move has and how many the other would have, at most 31 each.
func counts(own, other, legal uint64) (mine, theirs int) {
	return min(bits.OnesCount64(legal), 31), min(bits.OnesCount64(bitboard.Moves(other, own)), 31)
}
