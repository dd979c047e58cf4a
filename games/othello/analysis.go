package othello

import (
	"fmt"
	"math/bits"

	"arcade/games"
	"arcade/games/othello/search"
)

const (
	// With exactAnalysis empty squares or fewer an analysis without a given limit is exact, whatever it
	// takes. With up to exactAtMost it tries to be exact. In a game that was played to its end it tries as
	// far back as it gets.
	exactAnalysis, exactAtMost = 20, 24
	// analysisNodes is the default number of positions for each ply that is estimated or tried.
	analysisNodes = 1_000_000
	// missed is the number of discs that an action must give away to count as a miss: exact values are
	// even, and estimates may well be wrong by less.
	missed = 2
)

// Judge is the version of [Game.Analyse]: raise it with the weights, the search or its limits.
func (Game) Judge() int { return 4 }

// Analyse judges every action of a game in discs, black less white; squares left empty count for the
// winner. If limit.Nodes is 0, each ply is exact from 20 empty squares on, which takes some tens of
// millions of positions at worst; earlier plies are estimates by a million positions. Otherwise every ply,
// exact or not, gets limit.Nodes.
func (Game) Analyse(_ games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	p := position{State: Opening()}
	states := []State{p.State}
	for i, a := range plies {
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		states = append(states, p.State)
	}
	certain := 0
	if limit.Nodes == 0 {
		certain, limit.Nodes = exactAnalysis, analysisNodes
	}
	size := tableFor(limit.Nodes)
	a := analyst{limit: limit, certain: certain, look: search.NewLooker(size), solver: search.NewSolver(size)}
	list := make([]games.Judgement, len(plies))
	for i := len(plies) - 1; i >= 0; i-- {
		if a.stopped() {
			return list[i+1:], games.ErrStopped
		}
		j, ok := a.judge(states[i], plies[i], states[i+1])
		if !ok {
			return list[i+1:], games.ErrStopped
		}
		j.Ply = i
		j.Missed = j.Lost() >= missed
		list[i] = j
		if tell != nil {
			tell(j)
		}
	}
	return list, nil
}

// analyst goes through a game from its end and keeps its findings.
type analyst struct {
	limit games.Limit
	// certain is the number of empty squares from which on the limit in positions does not apply.
	certain int
	look    *search.Looker
	solver  *search.Solver
	// exact reports whether the position after the ply is solved; value is its disc difference for black.
	// givenUp: the position could not be solved, so no earlier one can.
	exact, givenUp bool
	value          int
}

// judge judges an action that led from s to after. It returns false once stopped.
func (a *analyst) judge(s State, played games.Action, after State) (games.Judgement, bool) {
	j := games.Judgement{Seat: games.Seat(s.Turn), Played: played, Best: played}
	if !a.exact && !a.givenUp {
		a.exact, a.value, _ = a.solve(after)
	}
	if a.exact {
		j.After = float64(a.value)
		value, best := a.value, played
		all := value == 64 && s.Turn == Black || value == -64 && s.Turn == White
		if played != Pass && !all { // nothing is better than all discs
			a.exact, value, best = a.solve(s)
		}
		if a.exact {
			j.Before, j.Exact = float64(value), true
			if j.Lost() > 0 {
				j.Best = best
			}
			a.value = value
			return j, true
		}
	}
	if played == Pass || s == Opening() { // no choice: the four first moves are mirror images
		j.After, _ = a.guess(after, 60)
		j.Before = j.After
		return j, !a.stopped()
	}
	before, g := a.guess(s, 60)
	j.Before, j.After = before, before
	if best := games.Action(Square(g.Best).String()); best != played {
		// One ply less, so that both searches end at the same ply.
		j.After, _ = a.guess(after, max(g.Depth-1, 1))
		if j.Lost() > 0 {
			j.Best = best
		} else {
			j.After = before
		}
	}
	return j, !a.stopped()
}

// solve returns the exact value of a position for black and the best action, if the limit allows.
func (a *analyst) solve(s State) (exact bool, value int, best games.Action) {
	empties := bits.OnesCount64(s.Empty())
	if empties > exactAtMost && !a.exact && s.end() == "" {
		return false, 0, ""
	}
	limit := a.limit
	if empties <= a.certain {
		limit.Nodes = 0
	}
	r := a.solver.Solve(s.Own, s.Other, limit)
	if !r.Exact {
		a.givenUp = true // positions with more empty squares cannot be solved either
	}
	if s.Turn == White {
		r.Score = -r.Score
	}
	return r.Exact, r.Score, games.Action(Square(r.Best).String())
}

// guess returns the expected value of a position for black.
func (a *analyst) guess(s State, depth int) (float64, search.Guess) {
	g := a.look.Look(s.Own, s.Other, search.Learnt(), depth, a.limit)
	v := float64(g.Score) / search.Unit
	if s.Turn == White {
		v = -v
	}
	return v, g
}

func (a *analyst) stopped() bool { return a.limit.Stop != nil && a.limit.Stop() }
