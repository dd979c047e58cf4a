package othello

import (
	"math/bits"

	"arcade/games"
	"arcade/games/othello/search"
	"arcade/games/rng"
)

// level is a bot that looks ahead. The weaker levels see less: fewer plies, and only a beginner's rules.
// None plays worse than it sees.
type level struct {
	name string
	// weights returns the learnt evaluation. Without it the level judges by moves, corners and the
	// squares beside them.
	weights func() *search.Weights
	depth   int
	// exact is the number of empty squares from which on it plays exactly to the end.
	exact int
	// nodes is the number of positions that it searches if no limit is given.
	nodes int64
	// exactFor is the number of positions of an exact search that take the time of one with the evaluation.
	exactFor int64
}

// levels are the bots above [greedy], weakest first.
var levels = []level{
	{name: "careful", depth: 2, exact: 2, nodes: 50_000, exactFor: 1},
	{name: "steady", depth: 5, exact: 10, nodes: 1_000_000, exactFor: 1},
	{name: "expert", weights: search.Quick, depth: 4, exact: 12, nodes: 500_000, exactFor: 1},
	{name: "master", weights: search.Learnt, depth: 60, exact: 30, nodes: 1_000_000, exactFor: 6},
}

// Former returns `master` as it was with the narrow evaluation, to measure `master` by.
func Former() games.Thinker {
	return level{name: "former", weights: search.Quick, depth: 60, exact: 30, nodes: 1_000_000, exactFor: 1}
}

func (l level) Name() string { return l.name }

// Choose is Think under the level's own limit.
func (l level) Choose(view any, r *rng.Source) games.Action {
	return l.Think(view, r, games.Limit{})
}

// Think needs a [View] with something to play. Otherwise it returns "".
func (l level) Think(view any, r *rng.Source, limit games.Limit) games.Action {
	v, ok := view.(View)
	if !ok || v.ToAct != games.Seat(Black) && v.ToAct != games.Seat(White) {
		return ""
	}
	b, err := parseBoard(v.Board, Color(v.ToAct))
	if err != nil {
		return ""
	}
	if b.Moves() == 0 {
		return Pass
	}
	if limit.Nodes == 0 {
		limit.Nodes = l.nodes
	}
	return games.Action(l.move(b, r, limit).String())
}

func (l level) move(b Board, r *rng.Source, limit games.Limit) Square {
	empties := bits.OnesCount64(b.Empty())
	if moves := b.Moves(); moves&(moves-1) == 0 {
		return Square(bits.TrailingZeros64(moves)) // the only move
	}
	if empties <= l.exact && cost(empties) <= l.exactFor*limit.Nodes {
		most, rest := split(limit, 8)
		most.Nodes *= l.exactFor
		if s := search.Solve(b.Own, b.Other, min(tableFor(most.Nodes), exactTable), most); s.Exact {
			return Square(s.Best)
		}
		limit = rest
	}
	if l.weights == nil || empties > varied {
		most, rest := split(limit, 4)
		if sq := l.any(b, r, most); sq != NoSquare {
			return sq
		}
		limit = rest
	}
	return Square(search.Look(b.Own, b.Other, l.judge(), l.depth, tableFor(limit.Nodes), limit).Best)
}

// judge returns the level's evaluation, nil for the rough count.
func (l level) judge() *search.Weights {
	if l.weights == nil {
		return nil
	}
	return l.weights()
}

// split reserves one part in so many of a limit for later work.
func split(l games.Limit, parts int64) (most, rest games.Limit) {
	rest = games.Limit{Nodes: max(l.Nodes/parts, 1), Stop: l.Stop}
	most = games.Limit{Nodes: max(l.Nodes-rest.Nodes, 1), Stop: l.Stop}
	return most, rest
}

// exactTable bounds the memory of an exact search, which is allocated anew for each move: 2^18 entries cost
// a few positions in a hundred even at 23 empty squares.
const exactTable = 18

// With more than varied empty squares every level varies its play, so that games differ.
const varied = 50

// any draws one of the best moves: among equals if the level judges roughly, else among moves within half a
// disc.
func (l level) any(b Board, r *rng.Source, limit games.Limit) Square {
	w, slack, depth := l.judge(), search.Unit/2, min(l.depth, 8)
	if w == nil {
		slack = 0
	}
	rated := search.Rate(b.Own, b.Other, w, depth, tableFor(limit.Nodes), limit)
	best := -1 << 30
	for _, m := range rated {
		best = max(best, m.Score)
	}
	var good []search.Rated
	for _, m := range rated {
		if m.Score >= best-slack {
			good = append(good, m)
		}
	}
	if len(good) == 0 {
		return NoSquare
	}
	return Square(good[r.Intn(len(good))].Move)
}

// cost returns the usual number of positions of an exact search with that many empty squares. It grows by a
// factor of 2.2 with each.
func cost(empties int) int64 {
	n := 420.0 // 8 empty squares
	for ; empties > 8; empties-- {
		n *= 2.2
	}
	return int64(n)
}

// tableFor returns a table size that suits a search of that many positions.
func tableFor(nodes int64) int { return min(max(bits.Len64(uint64(nodes))-3, 8), 20) }
