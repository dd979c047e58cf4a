// Package bitboard is the arithmetic of Othello on sets of squares: bit n is the
// square n, 0 for a1, 1 for b1, 8 for a2, 63 for h8. A position is two sets, the
// discs of the side to move and the other side's.
package bitboard

import "math/bits"

// NotA and NotH are all squares except column a or h, across which a shift by one would wrap around.
const (
	NotA = 0xfefefefefefefefe
	NotH = 0x7f7f7f7f7f7f7f7f
)

// Corners are the four corner squares.
const Corners = 0x8100000000000081

// Moves returns the squares on which the side to move flips at least one disc.
//
// It walks from every own disc at once over the other's discs, up to six of them, once for each of the
// eight directions, and keeps the empty squares behind (a fill by parallel prefix as on the Chess
// Programming Wiki, "Kogge-Stone Algorithm"). The four lines are written out: as a function each would be a
// call.
func Moves(own, other uint64) uint64 {
	inner := other & NotA & NotH // discs that a horizontal or diagonal walk can cross

	up, down := inner&(own<<1), inner&(own>>1)
	up, down = up|inner&(up<<1), down|inner&(down>>1)
	over, rest := inner&(inner<<1), inner&(inner>>1)
	up, down = up|over&(up<<2), down|rest&(down>>2)
	up, down = up|over&(up<<2), down|rest&(down>>2)
	m := up<<1 | down>>1

	up, down = other&(own<<8), other&(own>>8)
	up, down = up|other&(up<<8), down|other&(down>>8)
	over, rest = other&(other<<8), other&(other>>8)
	up, down = up|over&(up<<16), down|rest&(down>>16)
	up, down = up|over&(up<<16), down|rest&(down>>16)
	m |= up<<8 | down>>8

	up, down = inner&(own<<7), inner&(own>>7)
	up, down = up|inner&(up<<7), down|inner&(down>>7)
	over, rest = inner&(inner<<7), inner&(inner>>7)
	up, down = up|over&(up<<14), down|rest&(down>>14)
	up, down = up|over&(up<<14), down|rest&(down>>14)
	m |= up<<7 | down>>7

	up, down = inner&(own<<9), inner&(own>>9)
	up, down = up|inner&(up<<9), down|inner&(down>>9)
	over, rest = inner&(inner<<9), inner&(inner>>9)
	up, down = up|over&(up<<18), down|rest&(down>>18)
	up, down = up|over&(up<<18), down|rest&(down>>18)
	m |= up<<9 | down>>9

	return m &^ (own | other)
}

// rays has, by square, the squares seen from it: four ways towards h8 and then four ways towards a1.
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

// at returns the set of one square, empty for a place off the board.
func at(x, y int) uint64 {
	if x < 0 || x > 7 || y < 0 || y > 7 {
		return 0
	}
	return 1 << (8*y + x)
}

// Flips returns the discs that a disc of the side to move on the empty square s would turn. It is empty if
// s is not a legal move.
//
// Along each ray the run ends at the first square without a disc of the other side. The run is flipped only
// if the side to move holds that square. Towards h8 a carry finds the square, towards a1 the count of
// leading zeros does.
func Flips(own, other uint64, s int) uint64 {
	r := &rays[s&63]
	return up(own, other, r[0]) | up(own, other, r[1]) | up(own, other, r[2]) | up(own, other, r[3]) |
		down(own, other, r[4]) | down(own, other, r[5]) | down(own, other, r[6]) | down(own, other, r[7])
}

func up(own, other, ray uint64) uint64 {
	end := ((other | ^ray) + 1) & ray & own
	return (end - 1) & ray & uint64(int64(-end)>>63) // 0 if the run has no end
}

func down(own, other, ray uint64) uint64 {
	end := uint64(1<<63) >> (uint(bits.LeadingZeros64(ray&^other)) & 63) & ray & own
	return -(end << 1) & ray
}

// Near has, by square, the squares around it.
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

// lines has, by square, the column and the two diagonals through it, and the shift down of the row through
// it.
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

// runs counts, by place in a line of eight and set of own discs in it, the discs that a disc there turns if
// every other square of the line is the other's.
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

// LastFlips counts the discs that a disc of the side to move on s turns when s is the only empty square.
// Then own alone determines the count.
//
// A multiplication gathers each line through s into a byte ("Kindergarten Bitboards" on the Chess
// Programming Wiki). A line that is shorter than the board keeps its place among the columns. The squares
// outside count as the other's discs, which never close a run.
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
