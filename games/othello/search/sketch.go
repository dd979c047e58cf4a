package search

// Before an exact search with many empty squares the solver makes a sketch of it: the same search, but far
// from the end it trusts the likely result of a midgame search. The results with many empty squares are
// kept apart and only say which moves to try first. With fewer empty squares a sketch is exact, and the
// exact search reuses that work from its table.

const (
	// With sketching empty squares or more a sketch runs a midgame search. Its depth is half of the squares
	// above sketchLess.
	sketching, sketchLess = 15, 6
	// sketchFrom is the least number of empty squares at which a sketch pays.
	sketchFrom = sketching + 2
	// sketchWindows limits how often a sketch moves its window: its bounds need not agree.
	sketchWindows = 8
	// sketchBits sizes a sketch's own table: 2^sketchBits entries.
	sketchBits = 16
)

// memory returns the table for positions with that many empty squares.
func (s *endgame) memory(empties int) *table {
	if s.sketches && empties >= sketching {
		return s.sketch
	}
	return s.table
}

// hint returns the move to try first in a position, from its entry e or from the sketch. It returns none if
// neither has one.
func (s *endgame) hint(e *entry, own, other uint64, empties int) int {
	if e == nil && s.sketch != nil && !s.sketches && empties >= sketching {
		e = s.sketch.find(own, other)
	}
	if e == nil {
		return none
	}
	return int(e.move)
}

// sketched returns the bound that a midgame search makes likely for a null window, if it does.
func (s *endgame) sketched(own, other, legal uint64, alpha, empties int) (v int, ok bool) {
	j := s.judge
	j.line[0].read(j.weights.layout, own, other)
	less, before := (empties-sketchLess)/2, j.nodes
	margin := spread(less, empties, empties)
	static := j.value(own, other, legal, 0, empties)
	if bar := unit*(alpha+1) + margin; static >= unit*alpha && bar < 64*unit {
		v, ok = alpha+1, j.search(own, other, bar-1, bar, less, 0, empties) >= bar
	}
	if bar := unit*alpha - margin; !ok && static <= unit*(alpha+1) && bar > -64*unit {
		v, ok = alpha, j.search(own, other, bar, bar+1, less, 0, empties) <= bar
	}
	s.nodes += j.nodes - before
	s.stopped = s.stopped || j.stopped
	return v, ok && !s.stopped
}
