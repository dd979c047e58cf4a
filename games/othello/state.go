package othello

import "arcade/games"

// Color is a side. Its number is its seat.
type Color uint8

// Black moves first.
const (
	Black Color = iota
	White
)

// Other is the opponent.
func (c Color) Other() Color { return 1 - c }

// Why a match ended by the rules of Othello.
const (
	BothPass  = "both_pass"
	BoardFull = "board_full"
	NoBlack   = "no_black_stones"
	NoWhite   = "no_white_stones"
)

// Why an action is refused, beside the reasons that every game shares.
const (
	ReasonOccupied   = "occupied"
	ReasonFlipsNone  = "flips_nothing"
	ReasonMustPass   = "must_pass"
	ReasonMayNotPass = "may_not_pass"
)

// State is a position with whose turn it is: a small value, copied freely, on
// which an engine plays without allocating.
type State struct {
	Board
	// Turn is the side to move; once over, the one that would have been.
	Turn Color
	// Passes is how many passes in a row led here.
	Passes uint8
}

// Opening is the start: white d4 e5, black e4 d5, black to move.
func Opening() State { return State{Board: Board{Own: 1<<28 | 1<<35, Other: 1<<27 | 1<<36}} }

// end is why the match is over, "" while it is in play.
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

// discs is how many discs black and white have.
func (s State) discs() (black, white int) {
	own, other := s.Counts()
	if s.Turn == White {
		return other, own
	}
	return own, other
}

// winner is the side with more discs, [games.Nobody] where they are equal. Empty
// squares count for nobody.
func (s State) winner() games.Seat {
	switch black, white := s.discs(); {
	case black > white:
		return games.Seat(Black)
	case white > black:
		return games.Seat(White)
	}
	return games.Nobody
}

// Play puts a disc on sq and gives the set of discs turned. Where that is not
// legal it gives the reason, and the state is unchanged; "" is legal.
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

// Pass gives the turn away; as Play, it gives the reason where that is not legal.
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
