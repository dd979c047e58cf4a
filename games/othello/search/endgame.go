package search

import (
	"math/bits"

	"arcade/games/othello/search/bitboard"
)

// infinite is beyond every value.
const infinite = 1 << 14

// Thresholds of the endgame search, in empty squares.
const (
	// With shallow or fewer the search keeps no positions and orders moves by parity alone.
	shallow = 7
	// With probing or more it probes the table for every move before it searches any (enhanced
	// transposition cut-offs).
	probing = 10
	// With judging or more the evaluation orders the moves. With looking or more a search orders them, one
	// ply deeper for every two more empty squares.
	judging = 13
	looking = 15
)

// endgame is an exact search to the end of the game: principal variation search
// on null windows, with everything preallocated.
type endgame struct {
	clock
	table *table
	judge *midgame // nil: moves are ordered without an evaluation
	// sketch is the table of sketches, nil before the first. sketches is true during a sketch.
	sketch   *table
	sketches bool
	moves    [65][34]move // by number of empty squares
}

// move is a move to be ordered.
type move struct {
	flips uint64
	order int32
	sq    uint8
}

// mayBeStable has, by number of empty squares, the least alpha at which counting stable discs pays. Below
// it the bound is hardly ever reached.
var mayBeStable = func() (alpha [65]int) {
	for n := range alpha {
		alpha[n] = min(max(2*n-8, 0), 62)
	}
	return alpha
}()

// bound returns the most that own can reach, given the opponent's stable discs. It returns infinite when
// alpha makes the count not worth its time.
func bound(own, other uint64, alpha, empties int) int {
	if alpha < mayBeStable[empties] {
		return infinite
	}
	return 64 - 2*bits.OnesCount64(bitboard.Stable(other, own))
}

// few searches a null window with 5 to shallow empty squares. of has the quarters with an odd number of
// them.
func (s *endgame) few(own, other uint64, alpha, empties int, of uint8) int {
	s.nodes++
	if b := bound(own, other, alpha, empties); b <= alpha {
		return b
	}
	moves := bitboard.Moves(own, other)
	if moves == 0 {
		if bitboard.Moves(other, own) == 0 {
			return bitboard.Final(own, other)
		}
		return -s.few(other, own, -alpha-1, empties, of)
	}
	best := -infinite
	empty := ^(own | other)
	for _, part := range [2]uint64{moves & bitboard.Quarters[of], moves &^ bitboard.Quarters[of]} {
		for ; part != 0; part &= part - 1 {
			sq := bits.TrailingZeros64(part) & 63
			f := bitboard.Flips(own, other, sq)
			a, b := other&^f, own|f|1<<sq
			var v int
			if rest := of ^ bitboard.Quarter[sq]; empties == 5 {
				v = -s.four(a, b, -alpha-1, empty&^(1<<sq), rest)
			} else {
				v = -s.few(a, b, -alpha-1, empties-1, rest)
			}
			if v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	return best
}

// four searches the last four empty squares, the ones in odd quarters first.
func (s *endgame) four(own, other uint64, alpha int, empty uint64, of uint8) int {
	var x [4]int
	n := 0
	for _, part := range [2]uint64{empty & bitboard.Quarters[of], empty &^ bitboard.Quarters[of]} {
		for ; part != 0; part &= part - 1 {
			x[n&3] = bits.TrailingZeros64(part)
			n++
		}
	}
	v, nodes := bitboard.Last4(own, other, alpha, x[0], x[1], x[2], x[3])
	s.nodes += nodes
	return v
}

// exact searches a null window with any number of empty squares. It returns 0 once stopped.
func (s *endgame) exact(own, other uint64, alpha, empties int, of uint8) int {
	switch {
	case empties > shallow:
		return s.null(own, other, alpha, empties, of)
	case empties > 4:
		return s.few(own, other, alpha, empties, of)
	case empties == 4:
		return s.four(own, other, alpha, ^(own | other), of)
	}
	return s.tiny(own, other, alpha, ^(own | other))
}

// tiny searches 0 to 3 empty squares. Only the root of a search has so few.
func (s *endgame) tiny(own, other uint64, alpha int, empty uint64) int {
	v, nodes := bitboard.Tiny(own, other, alpha, empty)
	s.nodes += nodes
	return v
}

// null searches a null window with more than shallow empty squares.
func (s *endgame) null(own, other uint64, alpha, empties int, of uint8) int {
	if s.tick() {
		return 0
	}
	if b := bound(own, other, alpha, empties); b <= alpha {
		return b
	}
	memory := s.memory(empties)
	e := memory.find(own, other)
	if e != nil {
		if int(e.lower) > alpha {
			return int(e.lower)
		}
		if int(e.upper) <= alpha {
			return int(e.upper)
		}
	}
	legal := bitboard.Moves(own, other)
	if legal == 0 {
		if bitboard.Moves(other, own) == 0 {
			return bitboard.Final(own, other)
		}
		return -s.null(other, own, -alpha-1, empties, of)
	}
	if s.sketches && empties >= sketching {
		if v, ok := s.sketched(own, other, legal, alpha, empties); ok || s.stopped {
			return v
		}
	}
	hint := s.hint(e, own, other, empties)
	moves := s.list(own, other, legal, empties)
	best, with := -infinite, none
	if empties >= probing {
		for i := range moves {
			m := &moves[i]
			if v := s.known(other&^m.flips, own|m.flips|1<<m.sq, -alpha-1, empties-1); -v > best {
				if best, with = -v, int(m.sq); best > alpha {
					memory.keep(own, other, empties, alpha, alpha+1, best, with)
					return best
				}
			}
		}
		best, with = -infinite, none
	}
	s.rate(moves, own, other, empties, of, hint)
	for i := range moves {
		next(moves[i:])
		m := &moves[i]
		v := -s.exact(other&^m.flips, own|m.flips|1<<m.sq, -alpha-1, empties-1, of^bitboard.Quarter[m.sq&63])
		if s.stopped {
			return 0
		}
		if v > best {
			if best, with = v, int(m.sq); best > alpha {
				break
			}
		}
	}
	memory.keep(own, other, empties, alpha, alpha+1, best, with)
	return best
}

// known returns an upper bound of a child that proves a cut-off for its parent, or infinite if none is
// known.
func (s *endgame) known(own, other uint64, alpha, empties int) int {
	if b := bound(own, other, alpha, empties); b <= alpha {
		return b
	}
	if empties > shallow {
		if e := s.memory(empties).find(own, other); e != nil && int(e.upper) <= alpha {
			return int(e.upper)
		}
	}
	return infinite
}

// list stores the moves of a node in moves[empties].
func (s *endgame) list(own, other, legal uint64, empties int) []move {
	moves := &s.moves[empties]
	n := 0
	for ; legal != 0; legal &= legal - 1 {
		sq := bits.TrailingZeros64(legal) & 63
		moves[n].sq, moves[n].flips = uint8(sq), bitboard.Flips(own, other, sq)
		n++
	}
	return moves[:n]
}

// rate orders the moves of a node: first the move from the table, then by the evaluation far from the end,
// and by the number of replies near it.
func (s *endgame) rate(moves []move, own, other uint64, empties int, of uint8, hint int) {
	judged := s.judge != nil && empties >= judging
	if judged {
		s.judge.line[0].read(s.judge.weights.layout, own, other)
	}
	for i := range moves {
		m := &moves[i]
		sq := int(m.sq)
		a, b := other&^m.flips, own|m.flips|1<<m.sq
		switch {
		case a == 0:
			m.order = 1 << 30 // the opponent has no discs left
		case sq == hint:
			m.order = 1 << 29
		case judged:
			s.judge.step(own, other, *m, 0)
			m.order = s.judged(a, b, empties)
		default:
			m.order = fastest(a, b, empties, sq, of)
		}
	}
}

// judged rates the position after a move by the evaluation, and slightly by the number of replies.
func (s *endgame) judged(a, b uint64, empties int) int32 {
	depth := 0
	if empties >= looking {
		depth = min(1+(empties-looking)/2, 6)
	}
	before := s.judge.nodes
	v := -s.judge.search(a, b, -infinite, infinite, depth, 1, empties-1)
	s.nodes += s.judge.nodes - before
	s.stopped = s.stopped || s.judge.stopped
	return int32(v - 24*bits.OnesCount64(bitboard.Moves(a, b)))
}

// fastest rates a move by the position after it: few replies (corners count twice), own discs stable in the
// corners, few empty squares beside own discs, odd quarters, good squares.
func fastest(a, b uint64, empties, sq int, of uint8) int32 {
	replies := bitboard.Moves(a, b)
	empty := ^(a | b)
	order := -16 * (bits.OnesCount64(replies) + bits.OnesCount64(replies&bitboard.Corners))
	order -= 2 * bits.OnesCount64(around(b)&empty)
	order += 8 * bits.OnesCount64(corners(b))
	if of&bitboard.Quarter[sq&63] != 0 {
		if empties < 12 {
			order += 12
		} else {
			order += 4
		}
	}
	return int32(order + int(worth[sq&63]))
}

// around returns every square beside a square of the set.
func around(set uint64) uint64 {
	set |= set<<1&bitboard.NotA | set>>1&bitboard.NotH
	return set | set<<8 | set>>8
}

// corners returns the own corners and the own discs beside them on the edges.
func corners(own uint64) uint64 {
	c := own & bitboard.Corners
	return own & (c | c<<1&bitboard.NotA | c>>1&bitboard.NotH | c<<8 | c>>8)
}

// worth rates squares by themselves: corners best, then the edges away from them, the squares beside the
// corners worst.
var worth = func() (w [64]int8) {
	quarter := [4][4]int8{{9, 0, 4, 4}, {0, -1, 2, 2}, {4, 2, 3, 3}, {4, 2, 3, 0}}
	for s := range w {
		x, y := s%8, s/8
		w[s] = quarter[min(y, 7-y)][min(x, 7-x)]
	}
	return w
}()

// next moves the best rated move to the front, the first one of equals. It compares without a branch,
// because no processor foresees which move is the best. The compiler would branch if next were inlined.
//
//go:noinline
func next(moves []move) {
	best := int64(moves[0].order) << 8
	for i := range moves {
		above := int64(moves[i].order)<<8 - int64(i) - best
		best += above &^ (above >> 63)
	}
	i := -best & 0xff
	moves[0], moves[i] = moves[i], moves[0]
}
