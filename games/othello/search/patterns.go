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
// heuristic mini-max search by supervised learning" (2002). The content of a shape is a number with a digit
// for each square, the first one highest, each worth three times the next: 1 is a disc of the side to move,
// -1 one of the other side, 0 an empty square. So the other side sees the negative number. A shape stands
// for its images under the symmetries of the board. Mirror images of a content share one weight.
type layout struct {
	shapes [][]int
	places []feature
	// zeros has, by feature, the index in fold of the content 0 of its shape. From len(places) on it has the
	// index of a weight that is 0.
	zeros [features]int32
	// parts lists, by square, the features that contain it, and powers has the same by feature.
	parts  [64][]part
	powers [64]contents
	// fold maps the contents of a shape, from the least one on, to the indexes of their weights.
	fold []uint32
	// folded is the number of weights of shapes.
	folded int
	// plies is the length of a stage. Each stage has its own weights.
	plies, stages int
	// reach is the number of plies outside a stage from which it also learns.
	reach int
	// fine is how many units of a weight make one unit of the evaluation: 1 or finest.
	fine int
}

// finest divides faster as a constant than as a field of a layout.
const finest = 16

// feature is a shape at one place.
type feature struct {
	kind    int
	squares []int
}

// part is a square's part in a feature: the amount that a disc of the side to move there adds to its
// content.
type part struct {
	feature int
	power   int16
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
	for k, shape := range shapes {
		n := len(l.places)
		l.places = append(l.places, images(k, shape)...)
		for f := n; f < len(l.places); f++ {
			l.zeros[f] = int32(len(l.fold) + power(len(shape))/2)
			for i, s := range l.places[f].squares {
				p := part{f, int16(power(len(shape) - 1 - i))}
				l.parts[s] = append(l.parts[s], p)
				l.powers[s][f] = p.power
			}
		}
		l.foldKind(shape)
	}
	for f := len(l.places); f < features; f++ {
		l.zeros[f] = int32(len(l.fold) + others)
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

// foldKind adds the contents of a shape to fold. The order of the weights is that of the contents with the
// digit 2 in place of -1.
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
	fold := make([]uint32, len(of))
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
		fold[len(fold)/2+signed(c)] = of[c]
	}
	l.fold = append(l.fold, fold...)
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

// signed returns a content with the digit -1 for each digit 2.
func signed(content int) int {
	s := 0
	for p := 1; content != 0; p *= 3 {
		if d := content % 3; d == 2 {
			s -= p
		} else {
			s += d * p
		}
		content /= 3
	}
	return s
}

// contents has the content of every feature, as the side to move sees it.
type contents [features]int16

// read sets the contents from a position.
func (c *contents) read(l *layout, own, other uint64) {
	*c = contents{}
	for ; own != 0; own &= own - 1 {
		for _, p := range l.parts[bits.TrailingZeros64(own)] {
			c[p.feature] += p.power
		}
	}
	for ; other != 0; other &= other - 1 {
		for _, p := range l.parts[bits.TrailingZeros64(other)] {
			c[p.feature] -= p.power
		}
	}
}

// pass changes sides.
func (c *contents) pass() {
	for f, v := range c {
		c[f] = -v
	}
}

// slowPlay is [contents.play] in plain Go.
func (c *contents) slowPlay(l *layout, from *contents, sq int, flips uint64) {
	for f, v := range from {
		c[f] = -v
	}
	for _, p := range l.parts[sq&63] {
		c[p.feature&63] -= p.power
	}
	for ; flips != 0; flips &= flips - 1 {
		for _, p := range l.parts[bits.TrailingZeros64(flips)&63] {
			c[p.feature&63] -= 2 * p.power
		}
	}
}

// slowSum is [contents.sum] in plain Go.
func (c *contents) slowSum(l *layout, at []int16) (sum int) {
	for f := range l.places {
		sum += int(at[l.zeros[f&63]+int32(c[f&63])])
	}
	return sum
}

// counts returns the evaluation's other inputs: the numbers of moves of the side to move and of the other
// side, each at most 31.
func counts(own, other, legal uint64) (mine, theirs int) {
	return min(bits.OnesCount64(legal), 31), min(bits.OnesCount64(bitboard.Moves(other, own)), 31)
}
