package othello

import (
	"arcade/games"
	"arcade/games/othello/search"
)

// Solution is what the solver found.
type Solution struct {
	// Score is the disc difference for the side to move under best play; squares
	// left empty count for the winner.
	Score int
	// Best is a move that reaches it, [NoSquare] where the side to move must pass or
	// the game is over.
	Best Square
	// Nodes is how many positions were looked at.
	Nodes int64
}

// Solve plays a position out exactly. The second value is false where stop, which
// may be nil, gave true before the end.
func Solve(b Board, stop func() bool) (Solution, bool) {
	s := search.Solve(b.Own, b.Other, search.TableBits(b.Own, b.Other), games.Limit{Stop: stop})
	return Solution{Score: s.Score, Best: Square(s.Best), Nodes: s.Nodes}, s.Exact
}
