// Package search plays Othello. It has an exact endgame search, a midgame search by an evaluation that was
// fitted to games, and the parts of both.
//
// It reads no clock and starts no goroutine. A [games.Limit] bounds a search; the same limit in positions
// gives the same answer anywhere.
package search

import (
	"math/bits"

	"arcade/games"
	"arcade/games/othello/search/bitboard"
)

// Solution is the result of an endgame search.
type Solution struct {
	// Score is the disc difference under best play, seen from the side to move;
	// squares left empty count for the winner.
	Score int
	// Best is a move with that score. It is -1 if the side to move must pass or the game is over.
	Best int
	// Nodes counts the positions searched.
	Nodes int64
	// Exact is false if the limit ended the search; then Score and Best mean nothing.
	Exact bool
}

// Solver searches endgames. It keeps its memory from one search to the next.
type Solver struct{ end endgame }

// NewSolver makes a Solver with a memory of 2^size entries of 24 bytes; 22 suits the hardest positions. The
// learnt evaluation orders its moves.
func NewSolver(size int) *Solver {
	judge := &midgame{weights: quick(), doubt: doubt, table: newTable(min(size, 14))}
	return &Solver{endgame{table: newTable(size), judge: judge}}
}

// Solve searches a position to the end of the game.
func (s *Solver) Solve(own, other uint64, limit games.Limit) Solution {
	s.end.clock, s.end.judge.clock = newClock(limit), newClock(limit)
	return s.end.solve(own, other)
}

// Solve is [Solver.Solve] with a memory of 2^size entries.
func Solve(own, other uint64, size int, limit games.Limit) Solution {
	return NewSolver(size).Solve(own, other, limit)
}

// guessing is the least number of empty squares at which a midgame search gives the first window of the
// exact search.
const guessing = 14

func (s *endgame) solve(own, other uint64) Solution {
	alpha, beta := -64, 64
	if empties := bits.OnesCount64(^(own | other)); s.judge != nil && empties >= guessing {
		before := s.judge.nodes
		g := s.judge.think(own, other, min(empties/2-2, 12))
		s.nodes += s.judge.nodes - before
		s.stopped = s.judge.stopped
		middle := g.Score / unit / 2 * 2
		alpha, beta = max(middle-4, -64), min(middle+4, 64)
		if empties >= sketchFrom {
			if s.sketch == nil {
				s.sketch = newTable(sketchBits)
			}
			s.sketches = true
			middle, _ = s.seek(own, other, alpha, beta)
			s.sketches = false
			alpha, beta = max(middle-2, -64), min(middle+2, 64)
		}
	}
	score, best := s.seek(own, other, alpha, beta)
	if best == none {
		best = -1
	}
	return Solution{Score: score, Best: best, Nodes: s.nodes, Exact: !s.stopped}
}

// seek searches a window. If the value lies outside, it searches the windows beside it.
func (s *endgame) seek(own, other uint64, alpha, beta int) (score, best int) {
	for n := 0; ; n++ {
		score, best = s.full(own, other, alpha, beta)
		switch {
		case s.stopped, s.sketches && n == sketchWindows:
		case score <= alpha && alpha > -64:
			alpha, beta = max(score-8, -64), score+1
			continue
		case score >= beta && beta < 64:
			alpha, beta = score-1, min(score+8, 64)
			continue
		}
		return score, best
	}
}

// full searches a window. It returns the value and a best move, none if there is no move.
func (s *endgame) full(own, other uint64, alpha, beta int) (best, with int) {
	if s.tick() {
		return 0, none
	}
	empty := ^(own | other)
	empties, of := bits.OnesCount64(empty), bitboard.Odd(empty)
	legal := bitboard.Moves(own, other)
	if legal == 0 {
		if bitboard.Moves(other, own) == 0 {
			return bitboard.Final(own, other), none
		}
		v, _ := s.full(other, own, -beta, -alpha)
		return -v, none
	}
	memory := s.memory(empties)
	hint := s.hint(memory.find(own, other), own, other, empties)
	var list [34]move
	moves := append(list[:0], s.list(own, other, legal, empties)...)
	s.rate(moves, own, other, empties, of, hint)
	best, with = -infinite, none
	for i := range moves {
		next(moves[i:])
		m := &moves[i]
		a, b := other&^m.flips, own|m.flips|1<<m.sq
		low := max(alpha, best)
		v := -infinite
		if i > 0 {
			v = -s.exact(a, b, -low-1, empties-1, of^bitboard.Quarter[m.sq&63])
		}
		if i == 0 || v > low && v < beta && !s.stopped {
			v, _ = s.full(a, b, -beta, -max(low, v-1))
			v = -v
		}
		if s.stopped {
			return 0, none
		}
		if v > best {
			best, with = v, int(m.sq)
		}
		if best >= beta {
			break
		}
	}
	memory.keep(own, other, empties, alpha, beta, best, with)
	return best, with
}

// TableBits returns a table size that suits [Solve] for a position: about as many entries as the search
// makes. In a larger table every entry touches a new page, which the system must clear first.
func TableBits(own, other uint64) int {
	return min(max(bits.OnesCount64(^(own|other))-2, 10), 22)
}
