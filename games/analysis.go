package games

import "errors"

// Analyser is a Game for two whose matches can be judged action by action.
type Analyser interface {
	// Judge is the version of its judgement: it is raised when the same match would be
	// judged otherwise than before.
	Judge() int
	// Analyse judges every action of a match. It works from the last one back and gives
	// each to tell, which may be nil, as soon as it is judged. The limit's Nodes are for
	// each action. What it returns is in the order of play; on [ErrStopped], when the
	// limit's Stop ended it, the missing ones at the front are left out.
	Analyse(setup Setup, plies []Action, limit Limit, tell func(Judgement)) ([]Judgement, error)
}

// LuckAnalyser is an Analyser of a game of chance, which tells what the deal alone
// brought.
type LuckAnalyser interface {
	Analyser
	// AnalyseLuck reckons it for a match that winner has won, by the table where the plies
	// do not end it; [ErrStopped] when the limit's Stop ended it.
	AnalyseLuck(setup Setup, plies []Action, winner Seat, limit Limit) (Luck, error)
}

// Luck is what strong players made of the same deal, in points by which seat 0 was ahead.
type Luck struct {
	// Result is what the match itself brought; 0 where nobody has won it.
	Result float64 `json:"result"`
	// Same is theirs on average in the same seats, Swapped with the seats changed: there
	// seat 0 has what seat 1 was dealt.
	Same    float64 `json:"same"`
	Swapped float64 `json:"swapped"`
}

// Dealt is by how many points the deal alone puts seat 0 ahead.
func (l Luck) Dealt() float64 { return (l.Same - l.Swapped) / 2 }

// Option is an action that could be played, and what its seat could expect of it.
type Option struct {
	Action Action `json:"action"`
	// Points are the game's, for the seat; SE is the error of the estimate, 0 for none.
	Points float64 `json:"points"`
	SE     float64 `json:"se,omitempty"`
}

// ErrStopped is returned by what a limit's Stop ended.
var ErrStopped = errors.New("stopped")

// Judgement judges one action of a match.
type Judgement struct {
	// Ply counts actions from 0, forced ones too.
	Ply  int
	Seat Seat
	// Played is the action, Best one that is at least as good.
	Played, Best Action
	// Before is by how many of the game's points seat 0 would end ahead of seat 1 if both
	// played at their best from here, negative where seat 1 would; After the same once
	// Played has been.
	Before, After float64
	// Exact reports whether both are certain and no estimates.
	Exact bool
	// Missed reports whether Played gave away more than an estimate may be wrong by.
	Missed bool
	// Options are all the actions that were legal, in the order of the notation, where
	// the judge weighs each of them; shared, and not to be written to.
	Options []Option
}

// Lost is how many points the action gave away, 0 or more.
func (j Judgement) Lost() float64 {
	if j.Seat == 0 {
		return j.Before - j.After
	}
	return j.After - j.Before
}

// TurningPoint is the index of the judgement that turned the match: the last miss after
// which the seat that best play would have let win no longer does. Less than a point
// is nobody's win. It is -1 where no action turned it.
func TurningPoint(list []Judgement) int {
	for i := len(list) - 1; i >= 0; i-- {
		if j := list[i]; j.Missed && ahead(j.Before) != ahead(j.After) {
			return i
		}
	}
	return -1
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
