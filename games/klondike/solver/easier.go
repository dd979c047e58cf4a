package solver

import "arcade/games"

// easier is the same deal with single cards drawn without end. If the deal cannot be won with this rule, it
// cannot be won with any other rule of drawing. It has far fewer states, because all cards of the talon are
// always available. One result serves all states of the main search that differ only in the drawing.
type easier struct {
	search
	// own counts the states that it searched, vain the states in answers that proved nothing. It stops
	// answering when vain exceeds all states of the main search.
	own, vain int64
}

const (
	// easierFrom is the number of states after which a search begins to ask. easierStates limits the states
	// of each answer.
	easierFrom   = 1000
	easierStates = 1000
	// maxWinning limits the places for won states.
	maxWinning = 1 << 20
)

// newEasier returns the easier deal of a search.
func newEasier(s *search) *easier {
	e := &easier{search: search{layout: s.layout, talonRules: talonRules{draw: 1, unlimited: true}, effort: s.effort, f2t: s.f2t}}
	e.lost, e.winning = newTable(false), newTable(false)
	e.winning.most = maxWinning
	return e
}

// hopeless reports whether a state is proven to be lost in the easier deal.
func (e *easier) hopeless(st *state) bool {
	x := *st
	x.waste, x.turned, x.redeals, x.drawn = 0, false, 0, 0
	e.close(&x, nil)
	k := e.key(&x)
	if e.won(&x) || e.winning.has(k, 0) {
		return false
	}
	if e.known(&x) {
		return true
	}
	if e.vain > e.nodes-e.own {
		return false
	}
	before := e.nodes
	e.until = before + easierStates
	status := e.run(x)
	took := e.nodes - before
	e.own += took
	if status != games.Unsolvable {
		e.vain += took
		e.recent = recent{} // has the moves on the way, about which nothing is proven
	}
	if status == games.Solvable {
		for i := range e.frames {
			e.winning.add(e.key(&e.frames[i].state), 0)
		}
	}
	return status == games.Unsolvable
}
