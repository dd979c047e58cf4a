package search

import (
	"math/bits"
	"slices"

	"arcade/games/othello/search/bitboard"
)

// features limits the features of an evaluation: its shapes, each at every place that the symmetries of the
// board give to it.
const features = 64

// layout has the shapes of an evaluation: lines, corners and blocks of the board, as in Buro, "Improving
// heuristic mini-max search by supervised learning" (2002). The content of a shape is a number in base 3,
// with the first square as its highest digit: 0 empty, 1 and 2 the two sides. A shape stands for its images
// under the symmetries of the board. Mirror images of a content share one weight.
type layout struct {
	shapes [][]int
	places []feature
	// starts has, by feature, the index in fold of the first content of its shape.
	starts [features]int
	// parts lists, by square, the features that contain it.
	parts [64][]part
	// fold maps the content of a shape to the index of its weight, by side to move. For side 1 it is the
	// weight of the content with the sides exchanged.
	fold [2][]uint32
	// folded is the number of weights of shapes.
	folded int
	// plies is the length of a stage. Each stage has its own weights.
	plies, stages int
	// reach is the number of plies outside a stage from which it also learns.
	reach int
	// fine is the number of units of a weight in one unit of the evaluation.
	fine int
}

// feature is a shape at one place.
type feature struct {
	kind    int
	squares []int
}

// part is a square's part in a feature: the amount that a disc of side 0 there adds to its content.
type part struct {
	feature int
	power   uint16
}

// lines are the shapes that both evaluations have.
var lines = [][]int{
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

// blocks are shapes of ten squares. Only the wide evaluation has them.
var blocks = [][]int{
	{0, 1, 2, 3, 4, 8, 9, 10, 11, 12},    // the corner, two by five
	{0, 1, 2, 3, 8, 9, 10, 16, 17, 24},   // the triangle in the corner
	{0, 2, 3, 4, 5, 7, 10, 11, 12, 13},   // the edge without the squares beside its corners, and the four below
	{0, 1, 8, 9, 10, 17, 18, 19, 26, 27}, // half of the long diagonal and the squares beside it
}

func newLayout(shapes [][]int, plies, stages, reach, fine int) *layout {
	l := &layout{shapes: shapes, plies: plies, stages: stages, reach: reach, fine: fine}
	start := 0
	for k, shape := range shapes {
		n := len(l.places)
		l.places = append(l.places, images(k, shape)...)
		for f := n; f < len(l.places); f++ {
			l.starts[f] = start
			for i, s := range l.places[f].squares {
				l.parts[s] = append(l.parts[s], part{f, uint16(power(len(shape) - 1 - i))})
			}
		}
		l.foldKind(shape)
		start += power(len(shape))
	}
	return l
}

// stage returns the stage of a position. Stage 0 has the first moves. The last stage ends at few empty
// squares, where the exact search takes over.
func (l *layout) stage(empties int) int { return min(max((60-empties)/l.plies, 0), l.stages-1) }

// The weights of a stage are ordered: shapes, moves of the side to move, moves of the other side, number of
// empty squares.
func (l *layout) atMine() int    { return l.folded }
func (l *layout) atTheirs() int  { return l.folded + 32 }
func (l *layout) atEmpties() int { return l.folded + 64 }
func (l *layout) perStage() int  { return l.folded + others }

// others is the number of a stage's weights that belong to no shape.
const others = 128

func power(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// images returns the places of a shape on the board.
func images(kind int, shape []int) (list []feature) {
	seen := map[uint64]bool{}
	for turn := range 8 {
		squares, set := turned(shape, turn)
		if !seen[set] {
			seen[set] = true
			list = append(list, feature{kind, squares})
		}
	}
	return list
}

// turned returns a shape under a symmetry of the board, in the same order and as a set.
func turned(shape []int, turn int) (squares []int, set uint64) {
	for _, s := range shape {
		squares = append(squares, image(s, turn))
		set |= 1 << image(s, turn)
	}
	return squares, set
}

// image returns a square under one of the eight symmetries of the board.
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

// foldKind adds the contents of a shape to fold.
func (l *layout) foldKind(shape []int) {
	_, own := turned(shape, 0)
	var mirrors [][]int // for each place in the shape, the place of its image
	for turn := 1; turn < 8; turn++ {
		if squares, set := turned(shape, turn); set == own && !slices.Equal(squares, shape) {
			var from []int
			for _, s := range squares {
				from = append(from, slices.Index(shape, s))
			}
			mirrors = append(mirrors, from)
		}
	}
	of := make([]uint32, power(len(shape)))
	for c := range of {
		m := c
		for _, from := range mirrors {
			m = min(m, mirror(c, from))
		}
		if m < c {
			of[c] = of[m]
		} else {
			of[c] = uint32(l.folded)
			l.folded++
		}
	}
	swapped := make([]uint32, len(of))
	for c, id := range of {
		swapped[swap(c)] = id
	}
	l.fold[0], l.fold[1] = append(l.fold[0], of...), append(l.fold[1], swapped...)
}

// mirror returns the mirror image of a content: each digit comes from the place that from names.
func mirror(content int, from []int) int {
	var digits [10]int
	for i := len(from) - 1; i >= 0; i-- {
		digits[i] = content % 3
		content /= 3
	}
	m := 0
	for _, i := range from {
		m = 3*m + digits[i]
	}
	return m
}

// swap returns a content with the sides exchanged.
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

// read sets the contents from a position with side 0 to move.
func (c *contents) read(l *layout, own, other uint64) {
	*c = contents{}
	for ; own != 0; own &= own - 1 {
		for _, p := range l.parts[bits.TrailingZeros64(own)] {
			c[p.feature] += p.power
		}
	}
	for ; other != 0; other &= other - 1 {
		for _, p := range l.parts[bits.TrailingZeros64(other)] {
			c[p.feature] += 2 * p.power
		}
	}
}

// play changes the contents by a move of a side.
func (c *contents) play(l *layout, sq int, flips uint64, side int) {
	if side == 0 {
		for _, p := range l.parts[sq&63] {
			c[p.feature&63] += p.power
		}
		for ; flips != 0; flips &= flips - 1 {
			for _, p := range l.parts[bits.TrailingZeros64(flips)&63] {
				c[p.feature&63] -= p.power
			}
		}
		return
	}
	for _, p := range l.parts[sq&63] {
		c[p.feature&63] += 2 * p.power
	}
	for ; flips != 0; flips &= flips - 1 {
		for _, p := range l.parts[bits.TrailingZeros64(flips)&63] {
			c[p.feature&63] += p.power
		}
	}
}

// counts returns the evaluation's other inputs: the numbers of moves of the side to move and of the other
// side, each at most 31.
func counts(own, other, legal uint64) (mine, theirs int) {
	return min(bits.OnesCount64(legal), 31), min(bits.OnesCount64(bitboard.Moves(other, own)), 31)
}
