package bitboard

import "math/bits"

// edges has, by the own and other discs of an edge's eight squares (own*256+other), the own discs that no
// play along the edge can turn.
//
// A disc is stable if it survives every disc of either colour on every empty square and is stable
// afterwards. So boards with fewer empty squares are computed first.
var edges = func() (stable [1 << 16]uint8) {
	for empties := range 9 {
		for own := range 256 {
			for other := range 256 {
				if own&other == 0 && bits.OnesCount8(uint8(own|other)) == 8-empties {
					stable[own<<8|other] = edge(&stable, own, other)
				}
			}
		}
	}
	return stable
}()

func edge(stable *[1 << 16]uint8, own, other int) uint8 {
	keep := own
	for s := range 8 {
		bit := 1 << s
		if (own|other)&bit != 0 {
			continue
		}
		f := edgeFlips(own, other, s)
		keep &= int(stable[(own|f|bit)<<8|other&^f])
		f = edgeFlips(other, own, s)
		keep &= int(stable[(own&^f)<<8|other|f|bit])
	}
	return uint8(keep)
}

// edgeFlips returns the discs of other that own turns along the edge with a disc on s.
func edgeFlips(own, other, s int) (flips int) {
	for _, step := range [2]int{-1, 1} {
		run := 0
		for p := s + step; p >= 0 && p < 8; p += step {
			bit := 1 << p
			if other&bit == 0 {
				if own&bit != 0 {
					flips |= run
				}
				break
			}
			run |= bit
		}
	}
	return flips
}

// The edges of the board.
const (
	columnA = 0x0101010101010101
	row1    = 0xff
	rim     = row1 | row1<<56 | columnA | columnA<<7
)

// columnByte gathers column a of a set into a byte, row 1 in its lowest bit;
// byteColumn undoes it.
func columnByte(set uint64) uint64 { return set & columnA * 0x0102040810204080 >> 56 }
func byteColumn(b uint64) uint64 {
	return (b*columnA&0x8040201008040201 + 0x7f7f7f7f7f7f7f7f) >> 7 & columnA
}

// Stable returns own discs that can never be turned: all on the edges, and inside the ones that follow from
// full lines and from stable neighbours. There may be more.
func Stable(own, other uint64) uint64 {
	stable := uint64(edges[own&0xff<<8|other&0xff]) |
		uint64(edges[own>>56<<8|other>>56])<<56 |
		byteColumn(uint64(edges[columnByte(own)<<8|columnByte(other)])) |
		byteColumn(uint64(edges[columnByte(own>>7)<<8|columnByte(other>>7)]))<<7

	// A disc is safe along a line that is full or leads off the board beside it. Next to a stable disc it
	// is safe too.
	discs := own | other
	rows := discs & (discs >> 4)
	rows &= rows >> 2
	rows &= rows >> 1
	rows = rows&columnA*0xff | columnA | columnA<<7
	columns := discs & bits.RotateLeft64(discs, 8)
	columns &= bits.RotateLeft64(columns, 16)
	columns &= bits.RotateLeft64(columns, 32)
	columns |= row1 | row1<<56
	diagonals, antis := ^spread9(^discs)|rim, ^spread7(^discs)|rim

	inner := own &^ rim
	stable |= inner & rows & columns & diagonals & antis
	for stable != 0 {
		next := inner & (rows | stable<<1 | stable>>1) & (columns | stable<<8 | stable>>8) &
			(diagonals | stable<<9 | stable>>9) & (antis | stable<<7 | stable>>7)
		if next&^stable == 0 {
			break
		}
		stable |= next
	}
	return stable
}

// spread9 and spread7 return every square on a diagonal with a square of the set.
func spread9(set uint64) uint64 {
	up, down := set, set
	up |= up << 9 & NotA
	down |= down >> 9 & NotH
	up |= up << 18 & (NotA & (NotA << 1))
	down |= down >> 18 & (NotH & (NotH >> 1))
	up |= up << 36 & 0xf0f0f0f0f0f0f0f0
	down |= down >> 36 & 0x0f0f0f0f0f0f0f0f
	return up | down
}

func spread7(set uint64) uint64 {
	up, down := set, set
	up |= up << 7 & NotH
	down |= down >> 7 & NotA
	up |= up << 14 & (NotH & (NotH >> 1))
	down |= down >> 14 & (NotA & (NotA << 1))
	up |= up << 28 & 0x0f0f0f0f0f0f0f0f
	down |= down >> 28 & 0xf0f0f0f0f0f0f0f0
	return up | down
}
