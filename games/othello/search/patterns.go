package search

import (
	"math/bits"
	"slices"

	"arcade/games/othello/search/bitboard"
)

// features is the most shapes that an evaluation looks at, each in every place that
// the symmetries of the board give to it.
const features = 64

// layout has the shapes of an evaluation: lines, corners and blocks of the board, as
// in Buro, "Improving heuristic mini-max search by supervised learning" (2002). What
// a shape holds is a number in base 3, the first square its highest digit: 0 empty, 1
// and 2 the two sides. A shape stands for its images under the symmetries of the
// board, and contents that are mirror images of each other have one weight.
type layout struct {
	shapes [][]int
	places []feature
	// starts is, by feature, where the contents of its shape begin in fold.
	starts [features]int
	// parts lists for each square the features that it is in.
	parts [64][]part
	// fold gives, for the side to move and the content of a shape by its place among
	// all, the place of its weight; for side 1 the weight of the content with the sides
	// exchanged.
	fold [2][]uint32
	// folded is how many weights of shapes there are.
	folded int
	// plies is the length of a stage; each stage has weights of its own.
	plies, stages int
	// reach is how many plies outside it a stage also learns from.
	reach int
	// fine is how many units of a weight are one of the evaluation.
	fine int
}

// feature is a shape at one place.
type feature struct {
	kind    int
	squares []int
}

// part is a square's part in a feature: what a disc of side 0 there adds to its content.
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

// blocks are the shapes of ten squares that the wide evaluation has besides.
var blocks = [][]int{
	{0, 1, 2, 3, 4, 8, 9, 10, 11, 12},    // the corner, two by five
	{0, 1, 2, 3, 8, 9, 10, 16, 17, 24},   // the triangle in the corner
	{0, 2, 3, 4, 5, 7, 10, 11, 12, 13},   // the edge without the squares beside its corners, and the four below
	{0, 1, 8, 9, 10, 17, 18, 19, 26, 27}, // the long diagonal's half with what stands beside it
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

// stage is the stage of a position. Stage 0 is the first moves, the last one ends at
// few empty squares, where the exact search is at home.
func (l *layout) stage(empties int) int { return min(max((60-empties)/l.plies, 0), l.stages-1) }

// Of a stage's weights the shapes come first, then those by the moves of the side
// to move and of the other, and by the number of empty squares.
func (l *layout) atMine() int    { return l.folded }
func (l *layout) atTheirs() int  { return l.folded + 32 }
func (l *layout) atEmpties() int { return l.folded + 64 }
func (l *layout) perStage() int  { return l.folded + others }

// others is how many weights of a stage are no shape's.
const others = 128

func power(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// images are the places of a shape on the board.
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

// turned is a shape under a symmetry of the board, in the same order, and as a set.
func turned(shape []int, turn int) (squares []int, set uint64) {
	for _, s := range shape {
		squares = append(squares, image(s, turn))
		set |= 1 << image(s, turn)
	}
	return squares, set
}

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

// mirror is a content seen in the mirror: at each place it has the digit from another.
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

// counts are what the evaluation knows beside the shapes: how many moves the side
// to move has and how many the other would have, at most 31 each.
func counts(own, other, legal uint64) (mine, theirs int) {
	return min(bits.OnesCount64(legal), 31), min(bits.OnesCount64(bitboard.Moves(other, own)), 31)
}
