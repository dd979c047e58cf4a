package othello

import (
	"fmt"
	"iter"
	"math/bits"
)

// Board is the discs as the side to move sees them: a set of squares each, bit n
// for Square(n). It does not know which colour moves; [State] does.
type Board struct{ Own, Other uint64 }

// The columns a and h, across which a shift by one would wrap around.
const (
	notA = 0xfefefefefefefefe
	notH = 0x7f7f7f7f7f7f7f7f
)

// Squares gives the squares of a set, a1 first.
func Squares(set uint64) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(Square(bits.TrailingZeros64(set))) {
				return
			}
		}
	}
}

// Empty is the set of squares without a disc.
func (b Board) Empty() uint64 { return ^(b.Own | b.Other) }

// Moves is the set of squares on which the side to move flips at least one disc.
//
// It walks from every own disc at once over the other's discs, up to six of
// them, once for each of the eight directions, and keeps the empty squares
// behind (a fill by parallel prefix as on the Chess Programming Wiki, "Kogge-Stone Algorithm").
func (b Board) Moves() uint64 {
	inner := b.Other & notA & notH // discs that a horizontal or diagonal walk can cross
	m := walk(b.Own, b.Other, 8) | walk(b.Own, inner, 1) | walk(b.Own, inner, 7) | walk(b.Own, inner, 9)
	return m & b.Empty()
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
// four ways towards a1.
var rays = func() (r [64]struct{ up, down [4]uint64 }) {
	ways := [4][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}
	for s := range r {
		for w, d := range ways {
			for n := 1; n < 8; n++ {
				if x, y := s%8+n*d[0], s/8+n*d[1]; x >= 0 && x < 8 && y >= 0 && y < 8 {
					r[s].up[w] |= 1 << (8*y + x)
				}
				if x, y := s%8-n*d[0], s/8-n*d[1]; x >= 0 && x < 8 && y >= 0 && y < 8 {
					r[s].down[w] |= 1 << (8*y + x)
				}
			}
		}
	}
	return r
}()

// Flips is the set of discs that a disc of the side to move on the empty square s
// would turn; zero where s is no legal move.
//
// Along each ray the first square that is not the other's ends the run; only
// where the side to move holds it is the run flipped.
func (b Board) Flips(s Square) uint64 {
	r := &rays[s&63]
	var flips uint64
	for _, ray := range r.up {
		end := ray &^ b.Other
		end &= -end & b.Own // the lowest, if it is own
		// end-1 covers the run; where there is no end this subtracts nothing.
		flips |= (end - (end|-end)>>63) & ray
	}
	for _, ray := range r.down {
		end := uint64(1<<63) >> uint(bits.LeadingZeros64(ray&^b.Other)) & b.Own
		flips |= -(end << 1) & ray
	}
	return flips
}

// Play puts a disc of the side to move on s, turns flips (from [Board.Flips]) and
// gives the board as the other side sees it.
func (b Board) Play(s Square, flips uint64) Board {
	return Board{Own: b.Other &^ flips, Other: b.Own | flips | s.bit()}
}

// Pass gives the board as the other side sees it.
func (b Board) Pass() Board { return Board{Own: b.Other, Other: b.Own} }

// Counts is how many discs the side to move and the other have.
func (b Board) Counts() (own, other int) {
	return bits.OnesCount64(b.Own), bits.OnesCount64(b.Other)
}

// Text writes the board as 64 characters, a1 b1 .. h8: X black, O white, - empty.
// turn is the side to move.
func (b Board) Text(turn Color) string {
	black, white := b.Own, b.Other
	if turn == White {
		black, white = white, black
	}
	var text [64]byte
	for s := range text {
		switch {
		case black>>s&1 == 1:
			text[s] = 'X'
		case white>>s&1 == 1:
			text[s] = 'O'
		default:
			text[s] = '-'
		}
	}
	return string(text[:])
}

// ParseBoard reads what Text wrote, for turn to move.
func ParseBoard(text string, turn Color) (Board, error) {
	if len(text) != 64 {
		return Board{}, fmt.Errorf("a board has 64 squares, not %d", len(text))
	}
	var sets [2]uint64
	for i := range 64 {
		switch text[i] {
		case 'X':
			sets[Black] |= 1 << i
		case 'O':
			sets[White] |= 1 << i
		case '-':
		default:
			return Board{}, fmt.Errorf("square %s: %q is none of X O -", Square(i), text[i])
		}
	}
	return Board{Own: sets[turn], Other: sets[turn.Other()]}, nil
}

// Perft counts the lines of play of the given number of plies; a pass is a ply,
// and a game that ends earlier is one line.
func Perft(s State, plies int) uint64 {
	if plies == 0 || s.End() != "" {
		return 1
	}
	moves := s.Moves()
	if moves == 0 {
		s.pass()
		return Perft(s, plies-1)
	}
	var n uint64
	for ; moves != 0; moves &= moves - 1 {
		next := s
		sq := Square(bits.TrailingZeros64(moves))
		next.play(sq, s.Flips(sq))
		n += Perft(next, plies-1)
	}
	return n
}
