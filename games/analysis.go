package games

import "errors"

// Analyser is a Game for two whose matches can be judged action by action.
type Analyser interface {
	// Judge is the version of the judgements. It is raised when the same match would be judged
	// differently.
	Judge() int
	// Analyse judges every action of a match, from the last one back. It calls tell, which may be nil,
	// with each judgement at once. The limit's Nodes apply to each action. It returns the judgements in
	// the order of play. If the limit's Stop ended it, the error is [ErrStopped] and the missing
	// judgements at the front are omitted.
	Analyse(setup Setup, plies []Action, limit Limit, tell func(Judgement)) ([]Judgement, error)
}

// LuckAnalyser is an Analyser of a game of chance that also computes the luck of the deal.
type LuckAnalyser interface {
	Analyser
	// AnalyseLuck computes the luck of a match that winner has won, perhaps by a decision of the table;
	// [ErrStopped] if the limit's Stop ended it.
	AnalyseLuck(setup Setup, plies []Action, winner Seat, limit Limit) (Luck, error)
}

// Luck compares a match with the results of strong players on the same deal, in points by which seat 0
// was ahead.
type Luck struct {
	// Result is the result of the match; 0 if nobody has won it.
	Result float64 `json:"result"`
	// Same is the strong players' average in the same seats, Swapped with the seats changed, so that seat
	// 0 has the cards of seat 1.
	Same    float64 `json:"same"`
	Swapped float64 `json:"swapped"`
}

// Dealt returns seat 0's lead in points from the deal alone.
func (l Luck) Dealt() float64 { return (l.Same - l.Swapped) / 2 }

// Option is a legal action, and its expected value for the seat.
type Option struct {
	Action Action `json:"action"`
	// Points are the game's points for the seat; SE is the error of the estimate, 0 for none.
	Points float64 `json:"points"`
	SE     float64 `json:"se,omitempty"`
}

// ErrStopped is returned when a limit's Stop ended the work.
var ErrStopped = errors.New("stopped")

// Judgement judges one action of a match.
type Judgement struct {
	// Ply counts actions from 0, forced ones too.
	Ply  int
	Seat Seat
	// Played is the action, Best an action that is at least as good.
	Played, Best Action
	// Before is seat 0's final lead in points over seat 1 after best play from here, negative if behind.
	// After is the same once Played has been played.
	Before, After float64
	// Exact reports whether both are exact and not estimates.
	Exact bool
	// Missed reports whether Played lost more than the error of an estimate.
	Missed bool
	// Options are all legal actions, in the order of the notation, if the judge weighs each of them. They
	// are shared and must not be changed.
	Options []Option
}

// Lost returns the points that the action lost, 0 or more.
func (j Judgement) Lost() float64 {
	if j.Seat == 0 {
		return j.Before - j.After
	}
	return j.After - j.Before
}

// TurningPoint returns the index of the judgement that turned the match: the last miss after which the
// seat that would win by best play no longer does. A lead of less than a point is not a win. It returns
// -1 if no action turned the match.
func TurningPoint(list []Judgement) int {
	for i := len(list) - 1; i >= 0; i-- {
		if j := list[i]; j.Missed && ahead(j.Before) != ahead(j.After) {
			return i
		}
	}
	return -1
}

// Found returns the share of a seat's plies that lost nothing, in percent, of those at which it had a choice. It
// returns false if there was none.
func Found(list []Judgement, plies []Ply, seat Seat) (percent int, ok bool) {
	found, of := 0, 0
	for _, j := range list {
		if j.Seat == seat && !plies[j.Ply].Forced {
			of++
			if !j.Missed {
				found++
			}
		}
	}
	if of == 0 {
		return 0, false
	}
	return (100*found + of/2) / of, true
}

// ahead returns the leading side: 1 for seat 0, -1 for seat 1.
func ahead(v float64) int {
	switch {
	case v >= 1:
		return 1
	case v <= -1:
		return -1
	}
	return 0
}
