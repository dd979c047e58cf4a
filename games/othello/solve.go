package othello

import (
	"arcade/games"
	"arcade/games/othello/search"
)

// Solution is the solver's result.
type Solution struct {
	// Score is the disc difference for the side to move under best play. Empty squares count for the
	// winner.
	Score int
	// Best is a move with that score. It is [NoSquare] if the side to move must pass or the game is over.
	Best Square
	// Nodes counts the positions searched.
	Nodes int64
}

// Solve plays a position out exactly. It returns false if stop, which may be nil, returned true before the
// end.
func Solve(b Board, stop func() bool) (Solution, bool) {
	s := search.Solve(b.Own, b.Other, search.TableBits(b.Own, b.Other), games.Limit{Stop: stop})
	return Solution{Score: s.Score, Best: Square(s.Best), Nodes: s.Nodes}, s.Exact
}
