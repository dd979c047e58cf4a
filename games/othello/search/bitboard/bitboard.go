// Package bitboard is the arithmetic of Othello on sets of squares: bit n is the
// square n, 0 for a1, 1 for b1, 8 for a2, 63 for h8. A position is two sets, the
// discs of the side to move and the other side's.
package bitboard

import "math/bits"

// NotA and NotH are all squares but the columns a and h, across which a shift by one would wrap around.
const (
	NotA = 0xfefefefefefefefe
	NotH = 0x7f7f7f7f7f7f7f7f
)

// Corners are the four corner squares.
const Corners = 0x8100000000000081

// Moves is the set of squares on which the side to move flips at least one disc.
//
// It walks from every own disc at once over the other's discs, up to six of
// them, once for each of the eight directions, and keeps the empty squares
// behind (a fill by parallel prefix as on the Chess Programming Wiki, "Kogge-Stone Algorithm").
func Moves(own, other uint64) uint64 {
	inner := other & NotA & NotH // discs that a horizontal or diagonal walk can cross
	m := walk(own, other, 8) | walk(own, inner, 1) | walk(own, inner, 7) | walk(own, inner, 9)
	return m &^ (own | other)
}

// walk is the squares behind unbroken runs of over, seen from own along a step and back.
func walk(own, over uint64, step uint) uint64 {
	up := over & (own << step)
	down := over & (own >> step)
	up |= over & (up << step)
	down |= over & (down >> step)
	over2up, over2down := over&(over<<step), over&(over>>step)
	up |= over2up & (up << (2 * step))
	down |= over2down & (down >> (2 * step))
	up |= over2up & (up << (2 * step))
	down |= over2down & (down >> (2 * step))
	return up<<step | down>>step
}

// rays are, for each square, the squares seen from it: four ways towards h8 and
// then four ways towards a1.
var rays = func() (r [64][8]uint64) {
	ways := [4][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}
	for s := range r {
		for w, d := range ways {
			for n := 1; n < 8; n++ {
				r[s][w] |= at(s%8+n*d[0], s/8+n*d[1])
				r[s][4+w] |= at(s%8-n*d[0], s/8-n*d[1])
			}
		}
	}
	return r
}()

// at is the set of one square, empty for a place off the board.
func at(x, y int) uint64 {
	if x < 0 || x > 7 || y < 0 || y > 7 {
		return 0
	}
	return 1 << (8*y + x)
}

// Flips is the set of discs that a disc of the side to move on the empty square s
// would turn; empty where s is not a legal move.
//
// Along each ray the first square that is not the other's ends the run; only
// where the side to move holds it is the run flipped. Towards h8 a carry finds
// that square, towards a1 the count of leading zeros does.
func Flips(own, other uint64, s int) uint64 {
	r := &rays[s&63]
	return up(own, other, r[0]) | up(own, other, r[1]) | up(own, other, r[2]) | up(own, other, r[3]) |
		down(own, other, r[4]) | down(own, other, r[5]) | down(own, other, r[6]) | down(own, other, r[7])
}

func up(own, other, ray uint64) uint64 {
	end := ((other | ^ray) + 1) & ray & own
	return (end - 1) & ray & uint64(int64(-end)>>63) // nothing where there is no end
}

func down(own, other, ray uint64) uint64 {
	end := uint64(1<<63) >> (uint(bits.LeadingZeros64(ray&^other)) & 63) & ray & own
	return -(end << 1) & ray
}

// Near are, for each square, the squares around it.
var Near = func() (n [64]uint64) {
	for s := range n {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				n[s] |= at(s%8+dx, s/8+dy)
			}
		}
		n[s] &^= 1 << s
	}
	return n
}()

// lines are, for each square, the column and the two diagonals through it, and
// how far to shift the row through it down.
var lines = func() (l [64]struct{ column, diagonal, anti uint64 }) {
	for s := range l {
		r := &rays[s]
		bit := uint64(1) << s
		l[s].column = r[2] | r[6] | bit
		l[s].diagonal = r[3] | r[7] | bit
		l[s].anti = r[1] | r[5] | bit
	}
	return l
}()

// runs are, for each place in a line of eight and each set of own discs in it, how
// many discs a disc there turns when every other square of the line is the other's.
var runs = func() (n [8][256]uint8) {
	for place := range n {
		for own := range n[place] {
			for _, step := range [2]int{-1, 1} {
				run := 0
				for p := place + step; p >= 0 && p < 8; p += step {
					if own>>p&1 == 1 {
						n[place][own] += uint8(run)
						break
					}
					run++
				}
			}
		}
	}
	return n
}()

// LastFlips is how many discs a disc of the side to move turns on s when s is the
// only empty square: then own alone tells.
//
// Each line through s is gathered into a byte by a multiplication ("Kindergarten
// Bitboards" on the Chess Programming Wiki). A line that ends before the board
// does keeps its place among the columns, with the other's discs, which never close
// a run, outside.
func LastFlips(own uint64, s int) int {
	const columnA, spread = 0x0101010101010101, 0x0102040810204080
	x, y := s&7, s>>3&7
	l := &lines[s&63]
	row := own >> uint(8*y) & 0xff
	column := (own & l.column) >> uint(x) * spread >> 56
	diagonal := (own & l.diagonal) * columnA >> 56
	anti := (own & l.anti) * columnA >> 56
	return int(runs[x][row] + runs[y][column] + runs[x][diagonal] + runs[x][anti])
}
