package connectfour

import (
	"arcade/games"
	"arcade/games/rng"
)

// random drops a disc anywhere.
type random struct{}

func (random) Name() string { return "random" }

// Choose expects a [View]. It returns "" for any other value, and for a view without a legal action.
func (random) Choose(view any, r *rng.Source) games.Action { return seer{}.Choose(view, r) }

// seer looks some plies ahead, and chooses by chance among the best columns. Before the horizon only four in a row
// has a worth.
type seer struct {
	name  string
	plies int
}

func (s seer) Name() string { return s.name }

// Choose expects the same as random's.
func (s seer) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok {
		return ""
	}
	b, ok := read(v)
	if !ok || v.ToAct == games.Nobody {
		return ""
	}
	var best []games.Action
	most := 0
	for col, worth := range b.worths(s.plies) {
		switch {
		case worth == full || len(best) > 0 && worth < most:
			continue
		case worth > most:
			best = nil
		}
		most, best = worth, append(best, Drop(col))
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

// worths returns the worth of each column for the player on turn, as far as so many plies show: above 0 if it wins,
// the more the sooner, below 0 if it loses.
func (b *board) worths(plies int) (list [Cols]int) {
	for col := range list {
		list[col] = b.worth(col, plies, full, -full)
	}
	return list
}

// worth returns the worth of a column. It is exact only between two bounds.
func (b *board) worth(col, plies, low, high int) int {
	if b.height(col) == Rows {
		return full
	}
	next := *b
	next.drop(col)
	switch {
	case plies > 0 && next.four(b.turn()) != 0:
		return plies
	case plies <= 1 || next.n == Cols*Rows:
		return 0
	}
	best := full
	for _, reply := range order {
		best = max(best, next.worth(reply, plies-1, max(best, -high), -low))
		if best >= -low {
			break
		}
	}
	return -best
}
