package search

import (
	"math/bits"

	"arcade/games"
	"arcade/games/othello/search/bitboard"
)

// deepest limits the plies of the midgame search.
const deepest = 40

// midgame searches to a depth by an evaluation: principal variation search with a table and iterative
// deepening. With a learnt evaluation it also prunes forward.
type midgame struct {
	clock
	weights *Weights // nil: rough
	doubt   int      // see [probable]; 0 for no forward pruning
	table   *table
	moves   [64][34]move // by ply; none for a pass
	line    [64]contents // by ply
}

// Guess is the result of a midgame search.
type Guess struct {
	// Score is the expected disc difference in 1/[Unit] discs, seen from the side to move.
	Score int
	// Best is a move. It is -1 if the side to move must pass or the game is over.
	Best int
	// Depth is the number of plies that were searched in full.
	Depth int
	// Nodes counts the positions searched.
	Nodes int64
}

// Unit is one disc in the scores of a [Guess].
const Unit = unit

// Looker searches the midgame. It keeps its memory from one search to the next.
type Looker struct{ mid midgame }

// NewLooker makes a Looker with a memory of 2^size entries of 24 bytes.
func NewLooker(size int) *Looker { return &Looker{midgame{doubt: doubt, table: newTable(size)}} }

// Look deepens a search until the depth or the limit. With weights nil it judges by moves, corners and the
// squares beside them alone. If there is a legal move it returns one, however soon it is stopped. All
// searches of a Looker should have the same weights.
func (l *Looker) Look(own, other uint64, w *Weights, depth int, limit games.Limit) Guess {
	l.mid.clock, l.mid.weights = newClock(limit), w
	return l.mid.think(own, other, depth)
}

// Look is [Looker.Look] with a memory of 2^size entries.
func Look(own, other uint64, w *Weights, depth, size int, limit games.Limit) Guess {
	return NewLooker(size).Look(own, other, w, depth, limit)
}

// think deepens until depth or the limit.
func (s *midgame) think(own, other uint64, depth int) Guess {
	empties := bits.OnesCount64(^(own | other))
	legal := bitboard.Moves(own, other)
	if s.weights != nil {
		s.line[0].read(s.weights.layout, own, other)
	}
	g := Guess{Best: -1}
	if legal == 0 {
		if bitboard.Moves(other, own) == 0 {
			g.Score = unit * bitboard.Final(own, other)
			return g
		}
		h := s.think(other, own, depth)
		g.Score, g.Depth, g.Nodes = -h.Score, h.Depth, h.Nodes
		return g
	}
	n := s.list(own, other, legal, 0, empties, 1, none)
	moves := s.moves[0][:n]
	for i := range moves {
		next(moves[i:])
	}
	g.Best = int(moves[0].sq)
	for d := 1; d <= min(depth, empties, deepest); d++ {
		best, with := s.root(own, other, moves, d, empties)
		if with != none {
			g.Score, g.Best = best, with
		}
		if s.stopped {
			break
		}
		g.Depth = d
	}
	g.Nodes = s.nodes
	return g
}

// root searches all moves to a depth and moves the best to the front. Once stopped it returns the best move
// that it finished, or none.
func (s *midgame) root(own, other uint64, moves []move, depth, empties int) (best, with int) {
	best, with = -infinite, none
	for i := range moves {
		m := moves[i]
		a, b := s.step(own, other, m, 0)
		v := -infinite
		if i > 0 {
			v = -s.search(a, b, -best-1, -best, depth-1, 1, empties-1)
		}
		if i == 0 || v > best && !s.stopped {
			v = -s.search(a, b, -infinite, -best, depth-1, 1, empties-1)
		}
		if s.stopped {
			return best, with
		}
		if v > best {
			best, with = v, int(m.sq)
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
		}
	}
	return best, with
}

// step plays a move at a ply and returns the position after it.
func (s *midgame) step(own, other uint64, m move, ply int) (a, b uint64) {
	if s.weights != nil {
		s.line[ply+1].play(s.weights.layout, &s.line[ply], int(m.sq), m.flips)
	}
	return other &^ m.flips, own | m.flips | 1<<m.sq
}

// value evaluates the position at a ply, given its legal moves.
func (s *midgame) value(own, other, legal uint64, ply, empties int) int {
	if s.weights == nil {
		return rough(own, other, legal)
	}
	return s.weights.value(own, other, legal, &s.line[ply], empties)
}

// search returns the value of a position in units, 0 once stopped. A value above alpha is a lower bound,
// one below beta an upper bound.
func (s *midgame) search(own, other uint64, alpha, beta, depth, ply, empties int) int {
	if s.tick() {
		return 0
	}
	legal := bitboard.Moves(own, other)
	if legal == 0 {
		replies := bitboard.Moves(other, own)
		if replies == 0 {
			return unit * bitboard.Final(own, other)
		}
		return -s.pass(other, own, replies, -beta, -alpha, depth, ply, empties)
	}
	if depth <= 0 {
		return s.value(own, other, legal, ply, empties)
	}
	hint, low := none, alpha
	if depth > 1 {
		if e := s.table.find(own, other); e != nil {
			hint = int(e.move)
			if int(e.depth) >= depth {
				if int(e.lower) >= beta || e.lower == e.upper {
					return int(e.lower)
				}
				if int(e.upper) <= alpha {
					return int(e.upper)
				}
			}
		}
		if beta == alpha+1 && s.doubt > 0 && s.weights != nil {
			if v, cut := s.probable(own, other, legal, alpha, depth, ply, empties); cut || s.stopped {
				return v
			}
		}
	}
	n := s.list(own, other, legal, ply, empties, depth, hint)
	moves := s.moves[ply][:n]
	best, with := -infinite, none
	for i := range moves {
		next(moves[i:])
		m := moves[i]
		a, b := s.step(own, other, m, ply)
		v := -infinite
		if i > 0 && beta > low+1 {
			v = -s.search(a, b, -low-1, -low, depth-1, ply+1, empties-1)
		}
		if i == 0 || beta == low+1 || v > low && v < beta {
			v = -s.search(a, b, -beta, -low, depth-1, ply+1, empties-1)
		}
		if s.stopped {
			return 0
		}
		if v > best {
			best, with = v, int(m.sq)
			if low = max(low, v); low >= beta {
				break
			}
		}
	}
	if depth > 1 {
		s.table.keep(own, other, depth, alpha, beta, best, with)
	}
	return best
}

// pass searches the position that a pass leaves at a ply, where the other side has legal moves.
func (s *midgame) pass(own, other, legal uint64, alpha, beta, depth, ply, empties int) (v int) {
	s.line[ply].pass()
	if depth > 0 {
		v = s.search(own, other, alpha, beta, depth, ply, empties)
	} else {
		v = s.value(own, other, legal, ply, empties)
	}
	s.line[ply].pass()
	return v
}

// list stores the moves at a ply and rates them: the move from the table first, then by the evaluation if
// the search is deep enough to pay for it, else as in the endgame.
func (s *midgame) list(own, other, legal uint64, ply, empties, depth, hint int) int {
	moves := &s.moves[ply]
	n := 0
	for ; legal != 0; legal &= legal - 1 {
		sq := bits.TrailingZeros64(legal) & 63
		m := &moves[n]
		n++
		m.sq, m.flips = uint8(sq), bitboard.Flips(own, other, sq)
		a, b := other&^m.flips, own|m.flips|1<<sq
		switch {
		case a == 0:
			m.order = 1 << 30
		case sq == hint:
			m.order = 1 << 29
		case depth > 3:
			s.step(own, other, *m, ply)
			replies := bitboard.Moves(a, b)
			m.order = int32(-2*s.value(a, b, replies, ply+1, empties-1) - 8*bits.OnesCount64(replies))
		case depth > 1:
			m.order = fastest(a, b, 60, sq, 0)
		default:
			m.order = int32(worth[sq])
		}
	}
	return n
}

// probable cuts a null window when a shallower search makes the side of the value almost certain (Buro,
// "ProbCut", 1995; "Experiments with Multi-ProbCut", 1997).
func (s *midgame) probable(own, other, legal uint64, alpha, depth, ply, empties int) (v int, cut bool) {
	if depth < 3 || depth >= empties {
		return 0, false
	}
	less := shallower(depth)
	margin := s.doubt * spread(less, depth, empties) / 16
	static := s.value(own, other, legal, ply, empties)
	if bar := alpha + 1 + margin; static >= alpha+1-unit && bar < 64*unit {
		if v := s.search(own, other, bar-1, bar, less, ply, empties); v >= bar && !s.stopped {
			return alpha + 1, true
		}
	}
	if bar := alpha - margin; static <= alpha+unit && bar > -64*unit {
		if v := s.search(own, other, bar, bar+1, less, ply, empties); v <= bar && !s.stopped {
			return alpha, true
		}
	}
	return 0, false
}

// shallower returns the depth of the search that replaces one to depth, which is 3 or more: about half,
// with the same side to move at the end.
func shallower(depth int) int { return depth/4*2 + depth&1 }

// doubt is the number of standard deviations that a cut requires, in sixteenths.
const doubt = 16

// spread returns the standard deviation, in units, of the difference between a search to a depth and a
// shallower one, as TestSpread measured it. It grows towards the end of the game and with the difference in
// depth.
func spread(less, depth, empties int) int {
	return (160 + 6*(54-empties)) * (16 + 2*(depth-less) - less) / 200
}

// rough judges by a beginner's rules: number of moves, corners, the squares beside empty corners.
func rough(own, other, legal uint64) int {
	moves := bits.OnesCount64(legal) - bits.OnesCount64(bitboard.Moves(other, own))
	return unit * (moves + placed(own, other) - placed(other, own))
}

// placed counts corners, and discs beside empty corners.
func placed(own, other uint64) int {
	free := bitboard.Corners &^ (own | other)
	beside := free<<1&bitboard.NotA | free>>1&bitboard.NotH | free<<8 | free>>8
	across := free<<9&bitboard.NotA | free<<7&bitboard.NotH | free>>7&bitboard.NotA | free>>9&bitboard.NotH
	return 10*bits.OnesCount64(own&bitboard.Corners) - 5*bits.OnesCount64(own&across) - 2*bits.OnesCount64(own&beside)
}

// Rated is a move with its value in 1/[Unit] discs for the side to move.
type Rated struct{ Move, Score int }

// Rate searches every move to the same depth, each in full. If the limit ends it, it returns nothing.
func Rate(own, other uint64, w *Weights, depth, size int, limit games.Limit) []Rated {
	s := &midgame{clock: newClock(limit), weights: w, table: newTable(size)}
	empties := bits.OnesCount64(^(own | other))
	if w != nil {
		s.line[0].read(s.weights.layout, own, other)
	}
	var list []Rated
	for legal := bitboard.Moves(own, other); legal != 0; legal &= legal - 1 {
		m := move{sq: uint8(bits.TrailingZeros64(legal))}
		m.flips = bitboard.Flips(own, other, int(m.sq))
		a, b := s.step(own, other, m, 0)
		v := -s.search(a, b, -infinite, infinite, min(depth, deepest)-1, 1, empties-1)
		if s.stopped {
			return nil
		}
		list = append(list, Rated{int(m.sq), v})
	}
	return list
}
