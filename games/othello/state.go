package othello

import "arcade/games"

// Color is a side. Its number is its seat.
type Color uint8

// Black moves first.
const (
	Black Color = iota
	White
)

// Other returns the opponent.
func (c Color) Other() Color { return 1 - c }

// Reasons for the end of a match by the rules of Othello.
const (
	BothPass  = "both_pass"
	BoardFull = "board_full"
	NoBlack   = "no_black_stones"
	NoWhite   = "no_white_stones"
)

// Reasons for refusing an action, beside the reasons that every game shares.
const (
	ReasonOccupied   = "occupied"
	ReasonFlipsNone  = "flips_nothing"
	ReasonMustPass   = "must_pass"
	ReasonMayNotPass = "may_not_pass"
)

// State is a position with the side to move. It is a small value to copy freely; an engine plays on it
// without allocating.
type State struct {
	Board
	// Turn is the side to move. Once the game is over, it is the side that would move.
	Turn Color
	// Passes is the number of passes in a row up to here.
	Passes uint8
}

// Opening is the start: white d4 e5, black e4 d5, black to move.
func Opening() State { return State{Board: Board{Own: 1<<28 | 1<<35, Other: 1<<27 | 1<<36}} }

// end returns the reason for the end of the match, "" while it is in play.
func (s State) end() string {
	switch {
	case s.Own == 0 || s.Other == 0:
		if (s.Own == 0) == (s.Turn == Black) {
			return NoBlack
		}
		return NoWhite
	case s.Empty() == 0:
		return BoardFull
	case s.Passes >= 2:
		return BothPass
	}
	return ""
}

// discs counts the discs of black and white.
func (s State) discs() (black, white int) {
	own, other := s.Counts()
	if s.Turn == White {
		return other, own
	}
	return own, other
}

// winner returns the side with more discs, [games.Nobody] if they are equal. Empty squares count for
// nobody.
func (s State) winner() games.Seat {
	switch black, white := s.discs(); {
	case black > white:
		return games.Seat(Black)
	case white > black:
		return games.Seat(White)
	}
	return games.Nobody
}

// Play puts a disc on sq and returns the discs turned. If that is not legal it returns the reason and
// leaves the state unchanged; "" is legal.
func (s *State) Play(sq Square) (flips uint64, reason string) {
	if s.end() != "" {
		return 0, games.ReasonOver
	}
	flips = s.Flips(sq)
	switch {
	case s.Empty()&sq.bit() != 0 && flips != 0:
		s.play(sq, flips)
		return flips, ""
	case s.Moves() == 0:
		return 0, ReasonMustPass
	case s.Empty()&sq.bit() == 0:
		return 0, ReasonOccupied
	}
	return 0, ReasonFlipsNone
}

// Pass passes the turn. If that is not legal it returns the reason, like Play.
func (s *State) Pass() (reason string) {
	switch {
	case s.end() != "":
		return games.ReasonOver
	case s.Moves() != 0:
		return ReasonMayNotPass
	}
	s.pass()
	return ""
}

func (s *State) play(sq Square, flips uint64) {
	*s = State{Board: s.Board.Play(sq, flips), Turn: s.Turn.Other()}
}

func (s *State) pass() {
	*s = State{Board: s.Board.Pass(), Turn: s.Turn.Other(), Passes: s.Passes + 1}
}
