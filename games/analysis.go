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
	// limit's Stop ended it, those that are missing at the front are left out.
	Analyse(setup Setup, plies []Action, limit Limit, tell func(Judgement)) ([]Judgement, error)
}

// ErrStopped is returned by what a limit's Stop ended.
var ErrStopped = errors.New("stopped")

// Judgement is what is to be said of one action of a match.
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
	// Exact tells that both are certain and no estimates.
	Exact bool
	// Missed tells that Played gave away more than an estimate may be wrong by.
	Missed bool
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

// ahead is who is ahead: 1 for seat 0, -1 for seat 1.
func ahead(v float64) int {
	switch {
	case v >= 1:
		return 1
	case v <= -1:
		return -1
	}
	return 0
}
