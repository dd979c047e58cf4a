package solver

import "arcade/games"

// easier is the deal that is searched where single cards are drawn without end: what
// cannot be won there cannot be won under any other rules of drawing. Its states are
// far fewer, as all cards of the talon can always be had, and what is known of them
// serves all states of the search that differ in the drawing alone.
type easier struct {
	search
	// own are the states that it searched, vain the ones of them that went into answers that
	// proved nothing. It answers no more while these are more than all states of the
	// search that asks.
	own, vain int64
}

const (
	// easierFrom is how many states a search has when it begins to ask, and easierStates
	// how many each answer may take.
	easierFrom   = 1000
	easierStates = 1000
	// maxWinning is how many places there are for states that are won at most.
	maxWinning = 1 << 20
)

// newEasier is the easier deal of a search.
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
		e.recent = recent{} // has the moves on the way, of which nothing is proven
	}
	if status == games.Solvable {
		for i := range e.frames {
			e.winning.add(e.key(&e.frames[i].state), 0)
		}
	}
	return status == games.Unsolvable
}
