package search

// Before an exact search with many empty squares comes a sketch of it: the same search, which
// far from the end takes for certain what a look ahead makes likely. What it finds with many
// empty squares is kept apart and says only which moves to try first; with fewer it is exact,
// and the exact search finds that work in its table.

const (
	// With sketching empty squares and more a sketch looks ahead, half as far as there are
	// squares over sketchLess.
	sketching, sketchLess = 15, 6
	// sketchFrom is the number of empty squares from which on a sketch pays.
	sketchFrom = sketching + 2
	// sketchWindows is how often a sketch moves its window at most: its bounds need not agree.
	sketchWindows = 8
	// sketchBits is the size of a sketch's own table.
	sketchBits = 16
)

// memory is the table for positions with that many empty squares.
func (s *endgame) memory(empties int) *table {
	if s.sketches && empties >= sketching {
		return s.sketch
	}
	return s.table
}

// hint returns the move to try first in a position, from its entry e or from the sketch; none if
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

// sketched gives the bound that a look ahead makes likely for a null window, if it does.
func (s *endgame) sketched(own, other, legal uint64, alpha, empties int) (v int, ok bool) {
	j := s.judge
	j.line[0].read(j.weights.layout, own, other)
	less, before := (empties-sketchLess)/2, j.nodes
	margin := spread(less, empties, empties)
	static := j.value(own, other, legal, 0, 0, empties)
	if bar := unit*(alpha+1) + margin; static >= unit*alpha && bar < 64*unit {
		v, ok = alpha+1, j.search(own, other, bar-1, bar, less, 0, 0, empties) >= bar
	}
	if bar := unit*alpha - margin; !ok && static <= unit*(alpha+1) && bar > -64*unit {
		v, ok = alpha, j.search(own, other, bar, bar+1, less, 0, 0, empties) <= bar
	}
	s.nodes += j.nodes - before
	s.stopped = s.stopped || j.stopped
	return v, ok && !s.stopped
}
