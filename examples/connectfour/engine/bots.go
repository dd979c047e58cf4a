package connectfour

import (
	"arcade/games"
	"arcade/games/rng"
)

// seer looks some plies ahead, and chooses by chance among the best columns. Only four in a row has a worth.
type seer struct {
	name  string
	plies int
}

func (s seer) Name() string { return s.name }

// Choose expects a [View]. It returns "" for any other value, and for a view without a legal action.
func (s seer) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok || v.ToAct != 0 && v.ToAct != 1 {
		return ""
	}
	var best []games.Action
	most := full
	for col, worth := range v.Board.worths(v.ToAct, s.plies) {
		if worth > most {
			most, best = worth, nil
		}
		if worth == most && worth > full {
			best = append(best, Drop(col))
		}
	}
	if len(best) == 0 {
		return ""
	}
	return best[r.Intn(len(best))]
}

// full is the worth of a column without room.
const full = -1000

// order has the columns from the middle outwards: better ones first shorten the search.
var order = [Cols]int{3, 2, 4, 1, 5, 0, 6}

// worths returns the worth of each column for a seat on turn, as far as so many plies show: above 0 if it wins, the
// more the sooner, below 0 if it loses.
func (b *Board) worths(seat games.Seat, plies int) (list [Cols]int) {
	for col := range list {
		list[col] = b.worth(col, seat, plies, full, -full)
	}
	return list
}

// worth returns the worth of a column. It is exact only between two bounds.
func (b *Board) worth(col int, seat games.Seat, plies, low, high int) int {
	if len(b[col]) >= Rows {
		return full
	}
	next := *b
	next.drop(col, seat)
	switch {
	case plies > 0 && next.four(col) != nil:
		return plies
	case plies <= 1 || next.full():
		return 0
	}
	best := full
	for _, reply := range order {
		best = max(best, next.worth(reply, 1-seat, plies-1, max(best, -high), -low))
		if best >= -low {
			break
		}
	}
	return -best
}
