package othello

import (
	"errors"
	"fmt"
	"math/bits"

	"arcade/games"
	"arcade/games/othello/search"
)

// Step is one ply of a game under analysis.
type Step struct {
	// Ply counts actions from 0, passes too.
	Ply  int
	Turn Color
	// Played is the action, Best one that is at least as good.
	Played, Best games.Action
	// Before is the disc difference black less white that best play would reach
	// from here, After the one once Played is on the board.
	Before, After float64
	// Exact tells that both are certain and no estimates.
	Exact bool
}

// Lost is how many discs the action gave away, 0 or more.
func (s Step) Lost() float64 {
	if s.Turn == White {
		return s.After - s.Before
	}
	return s.Before - s.After
}

// exactAnalysis is the number of empty squares from which on an analysis tries to be exact.
const exactAnalysis = 24

// ErrStopped is returned by [Analyse] when the limit's Stop ended it.
var ErrStopped = errors.New("stopped")

// Analyse judges every action of a game from the opening. It works from the last
// one back and gives each to tell, which may be nil, as soon as it is judged. The
// limit's Nodes are for each ply, 0 for as many as the strongest bot takes; where
// they reach it is exact from 20 empty squares on, a few million. The steps are in
// the order of play; on [ErrStopped] those that are missing at the front are left out.
func Analyse(actions []games.Action, limit games.Limit, tell func(Step)) ([]Step, error) {
	p := position{State: Opening()}
	states := []State{p.State}
	for i, a := range actions {
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		states = append(states, p.State)
	}
	if limit.Nodes == 0 {
		limit.Nodes = levels[len(levels)-1].nodes
	}
	a := analyst{limit: limit, look: search.NewLooker(tableFor(limit.Nodes)), solver: search.NewSolver(tableFor(limit.Nodes))}
	steps := make([]Step, len(actions))
	for i := len(actions) - 1; i >= 0; i-- {
		if limit.Stop != nil && limit.Stop() {
			return steps[i+1:], ErrStopped
		}
		step, ok := a.judge(states[i], actions[i], states[i+1])
		if !ok {
			return steps[i+1:], ErrStopped
		}
		step.Ply = i
		steps[i] = step
		if tell != nil {
			tell(step)
		}
	}
	return steps, nil
}

// Turn is the index of the step that turned the game: the last one after which the
// side that best play would have let win no longer does. It is -1 where no action did.
func Turn(steps []Step) int {
	for i := len(steps) - 1; i >= 0; i-- {
		if sign(steps[i].Before) != sign(steps[i].After) && steps[i].Lost() > 0 {
			return i
		}
	}
	return -1
}

// sign is who is ahead; less than a disc is nobody.
func sign(v float64) int {
	switch {
	case v >= 1:
		return 1
	case v <= -1:
		return -1
	}
	return 0
}

// analyst goes through a game from its end and keeps what it found out.
type analyst struct {
	limit  games.Limit
	look   *search.Looker
	solver *search.Solver
	// exact tells that the position after the ply is solved, and value its disc
	// difference for black. given up: it could not be, nor can those before it.
	exact, givenUp bool
	value          int
}

// judge judges an action that led from s to after. It gives false once stopped.
func (a *analyst) judge(s State, played games.Action, after State) (Step, bool) {
	step := Step{Turn: s.Turn, Played: played, Best: played}
	if !a.exact && !a.givenUp {
		a.exact, a.value, _ = a.solve(after)
	}
	if a.exact {
		step.After = float64(a.value)
		value, best := a.value, played
		if played != Pass {
			a.exact, value, best = a.solve(s)
		}
		if a.exact {
			step.Before, step.Exact = float64(value), true
			if step.Lost() > 0 {
				step.Best = best
			}
			a.value = value
			return step, true
		}
	}
	if played == Pass {
		step.After, _ = a.guess(after, 60)
		step.Before = step.After
		return step, !a.stopped()
	}
	before, g := a.guess(s, 60)
	step.Before, step.After = before, before
	if best := games.Action(Square(g.Best).String()); best != played {
		// One ply less, so that the two see as far.
		step.After, _ = a.guess(after, max(g.Depth-1, 1))
		if step.Lost() > 0 {
			step.Best = best
		} else {
			step.After = before
		}
	}
	return step, !a.stopped()
}

// solve gives the exact value of a position for black and the best action, where
// the limit allows.
func (a *analyst) solve(s State) (exact bool, value int, best games.Action) {
	empties := bits.OnesCount64(s.Empty())
	if empties > exactAnalysis {
		return false, 0, ""
	}
	r := a.solver.Solve(s.Own, s.Other, a.limit)
	if !r.Exact {
		a.givenUp = true // nor can those with more empty squares be
	}
	if s.Turn == White {
		r.Score = -r.Score
	}
	return r.Exact, r.Score, games.Action(Square(r.Best).String())
}

// guess gives the expected value of a position for black.
func (a *analyst) guess(s State, depth int) (float64, search.Guess) {
	g := a.look.Look(s.Own, s.Other, search.Learnt(), depth, a.limit)
	v := float64(g.Score) / search.Unit
	if s.Turn == White {
		v = -v
	}
	return v, g
}

func (a *analyst) stopped() bool { return a.limit.Stop != nil && a.limit.Stop() }
