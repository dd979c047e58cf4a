package othello

import (
	"arcade/games"
	"arcade/games/rng"
)

// greedy takes a corner if it can, else as many discs as it can. It plays next to an empty corner only if
// nothing else is left.
type greedy struct{}

func (greedy) Name() string { return "greedy" }

// Choose needs a [View] with something to play. Otherwise it returns "".
func (greedy) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok || len(v.Board) != 64 || len(v.Flips) != len(v.Legal) {
		return ""
	}
	if v.MustPass {
		return Pass
	}
	return favourite(v.Legal, r, func(i int) int { return v.Flips[i] + 100*standing(v.Board, v.Legal[i]) })
}

// favourite returns the square with the highest score, by chance among equals, or "" without squares. It
// calls score once for each index.
func favourite(squares []Square, r *rng.Source, score func(i int) int) games.Action {
	var best []Square
	most := -1 << 30
	for i, sq := range squares {
		n := score(i)
		if n > most {
			best, most = best[:0], n
		}
		if n == most {
			best = append(best, sq)
		}
	}
	if len(best) == 0 {
		return ""
	}
	return games.Action(best[r.Intn(len(best))].String())
}

// standing returns 1 for a corner, -1 for a square next to an empty corner, else 0.
func standing(board string, sq Square) int {
	x, y := int(sq)%8, int(sq)/8
	nearX, nearY := x/4*7, y/4*7 // the corner of this quarter
	switch dx, dy := max(x, nearX)-min(x, nearX), max(y, nearY)-min(y, nearY); {
	case dx == 0 && dy == 0:
		return 1
	case dx <= 1 && dy <= 1 && board[8*nearY+nearX] == '-':
		return -1
	}
	return 0
}
