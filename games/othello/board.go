package othello

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"arcade/games/othello/search/bitboard"
)

// Board has the discs as the side to move sees them: a set of squares each, bit n for Square(n). It does
// not know which colour moves; [State] does.
type Board struct{ Own, Other uint64 }

// squares returns the squares of a set, a1 first.
func squares(set uint64) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(Square(bits.TrailingZeros64(set))) {
				return
			}
		}
	}
}

// Empty returns the squares without a disc.
func (b Board) Empty() uint64 { return ^(b.Own | b.Other) }

// Moves returns the squares on which the side to move flips at least one disc.
func (b Board) Moves() uint64 { return bitboard.Moves(b.Own, b.Other) }

// Flips returns the discs that a disc of the side to move on the empty square s would turn; zero if s is
// not a legal move.
func (b Board) Flips(s Square) uint64 { return bitboard.Flips(b.Own, b.Other, int(s)) }

// Play puts a disc of the side to move on s, turns flips (from [Board.Flips]) and returns the board as the
// other side sees it.
func (b Board) Play(s Square, flips uint64) Board {
	return Board{Own: b.Other &^ flips, Other: b.Own | flips | s.bit()}
}

// Pass returns the board as the other side sees it.
func (b Board) Pass() Board { return Board{Own: b.Other, Other: b.Own} }

// Counts returns the number of discs of the side to move and of the other side.
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

// parseBoard reads the output of Text, for turn to move.
func parseBoard(text string, turn Color) (Board, error) {
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

// ParsePosition reads a board as [Board.Text] writes it, blanks, and X or O for the side to move. It
// ignores surrounding blanks.
func ParsePosition(text string) (State, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return State{}, fmt.Errorf("a position is a board and the side to move, two words, not %d", len(fields))
	}
	var turn Color
	switch fields[1] {
	case "X":
	case "O":
		turn = White
	default:
		return State{}, fmt.Errorf("the side to move is X or O, not %.10q", fields[1])
	}
	b, err := parseBoard(fields[0], turn)
	if err != nil {
		return State{}, err
	}
	return State{Board: b, Turn: turn}, nil
}

// Perft counts the lines of play of the given number of plies; a pass is a ply,
// and a game that ends earlier is one line.
func Perft(s State, plies int) uint64 {
	if plies == 0 || s.end() != "" {
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
