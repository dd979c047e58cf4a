package klondike

import (
	"cmp"
	"slices"
)

// Order is a way to sort the history.
type Order int

// The six orders. Equal tries come latest first.
const (
	Latest Order = iota
	Oldest
	Fastest
	Slowest
	FewestMoves
	MostMoves
	Orders // how many there are
)

// orders compare two tries; Latest is as they are kept.
var orders = [Orders]func(a, b Try) int{
	Oldest:      func(a, b Try) int { return cmp.Compare(a.At, b.At) },
	Fastest:     func(a, b Try) int { return cmp.Compare(a.Time, b.Time) },
	Slowest:     func(a, b Try) int { return cmp.Compare(b.Time, a.Time) },
	FewestMoves: func(a, b Try) int { return cmp.Compare(a.Moves, b.Moves) },
	MostMoves:   func(a, b Try) int { return cmp.Compare(b.Moves, a.Moves) },
}

// Select gives the tries of the history that keep takes, in an order; an unknown
// order is Latest. The history itself stays as it is.
func (s Stats) Select(keep func(Try) bool, order Order) []Try {
	list := make([]Try, 0, len(s.History))
	for _, t := range s.History {
		if keep(t) {
			list = append(list, t)
		}
	}
	if order > Latest && order < Orders {
		slices.SortStableFunc(list, orders[order])
	}
	return list
}
