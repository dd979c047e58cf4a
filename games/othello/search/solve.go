// Package search plays Othello: an exact search of the endgame, a search of the
// midgame by an evaluation that was fitted to games, and the parts of both.
//
// Nothing in it reads a clock or starts a goroutine. A search is bounded by a
// [Limit]; the same limit in positions gives the same answer anywhere.
package search

import (
	"math/bits"

	"arcade/games/othello/search/bitboard"
)

// Solution is what a search of the endgame found.
type Solution struct {
	// Score is the disc difference under best play, seen from the side to move;
	// squares left empty count for the winner.
	Score int
	// Best is a move that reaches it, -1 where the side to move must pass or the game is over.
	Best int
	// Nodes is how many positions were looked at.
	Nodes int64
	// Exact is false where the limit ended the search; then Score and Best mean nothing.
	Exact bool
}

// Solve searches a position to the end of the game. It takes 2^size entries of 24
// bytes to remember positions by; 22 suits the hardest ones.
func Solve(own, other uint64, size int, limit Limit) Solution {
	s := &endgame{clock: newClock(limit), table: newTable(size)}
	return s.solve(own, other)
}

func (s *endgame) solve(own, other uint64) Solution {
	score, best := s.full(own, other, -64, 64)
	if best == none {
		best = -1
	}
	return Solution{Score: score, Best: best, Nodes: s.nodes, Exact: !s.stopped}
}

// full searches a window, and gives a best move, none where there is no move.
func (s *endgame) full(own, other uint64, alpha, beta int) (best, with int) {
	if s.tick() {
		return 0, none
	}
	empty := ^(own | other)
	empties, of := bits.OnesCount64(empty), odd(empty)
	legal := bitboard.Moves(own, other)
	if legal == 0 {
		if bitboard.Moves(other, own) == 0 {
			return final(own, other), none
		}
		v, _ := s.full(other, own, -beta, -alpha)
		return -v, none
	}
	hint := none
	if e := s.table.find(own, other); e != nil {
		hint = int(e.move)
	}
	var list [34]move
	n := s.list(own, other, legal, empties, of, hint)
	moves := append(list[:0], s.moves[empties][:n]...)
	best, with = -infinite, none
	for i := range moves {
		next(moves[i:])
		m := &moves[i]
		a, b := other&^m.flips, own|m.flips|1<<m.sq
		low := max(alpha, best)
		v := -infinite
		if i > 0 {
			v = -s.exact(a, b, -low-1, empties-1, of^quarter[m.sq&63])
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
	s.table.keep(own, other, empties, alpha, beta, best, with)
	return best, with
}

// TableBits is a fitting size for [Solve] to solve a position with.
func TableBits(own, other uint64) int {
	return min(max(bits.OnesCount64(^(own|other))+2, 10), 22)
}
