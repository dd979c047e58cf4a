package klondike

import (
	"cmp"
	"slices"
)

// Order is a way to sort the history.
type Order int

// The six orders. Equal tries are sorted latest first.
const (
	Latest Order = iota
	Oldest
	Fastest
	Slowest
	FewestMoves
	MostMoves
	Orders // the number of orders
)

// orders compare two tries. Latest is the stored order.
var orders = [Orders]func(a, b Try) int{
	Oldest:      func(a, b Try) int { return cmp.Compare(a.At, b.At) },
	Fastest:     func(a, b Try) int { return cmp.Compare(a.Time, b.Time) },
	Slowest:     func(a, b Try) int { return cmp.Compare(b.Time, a.Time) },
	FewestMoves: func(a, b Try) int { return cmp.Compare(a.Moves, b.Moves) },
	MostMoves:   func(a, b Try) int { return cmp.Compare(b.Moves, a.Moves) },
}

// Select returns the tries of the history that keep accepts, in an order. An unknown order is Latest. The
// history itself does not change.
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
