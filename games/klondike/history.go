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

// OrderNames has the orders' names in commands.
var OrderNames = [Orders]string{
	Latest: "latest", Oldest: "oldest", Fastest: "fastest", Slowest: "slowest", FewestMoves: "fewest", MostMoves: "most",
}

// DealTries are a player's tries of one deal.
type DealTries struct {
	// Tries are all of them, latest first, Won the number of those that were won.
	Tries []Try
	Won   int
	// Fastest and Fewest are the wins without a hint in the shortest time and with the fewest moves, the earlier
	// one of two equals; nil before the first.
	Fastest, Fewest *Try
}

// Deals returns the tries of the history that keep accepts, by deal. Latest and Oldest go by a deal's latest and
// first start, the other orders by its best time and by its fewest moves; deals without a best come last. Equal
// deals are sorted latest first.
func (s Stats) Deals(keep func(Try) bool, order Order) (list []DealTries) {
	at := map[string]int{}
	for _, t := range s.Select(keep, Latest) {
		i, known := at[t.DealID]
		if !known {
			i, at[t.DealID] = len(list), len(list)
			list = append(list, DealTries{})
		}
		list[i].add(t)
	}
	slices.SortStableFunc(list, func(a, b DealTries) int {
		switch order {
		case Oldest:
			return cmp.Compare(a.Tries[len(a.Tries)-1].start(), b.Tries[len(b.Tries)-1].start())
		case Fastest, Slowest:
			return bests(a.Fastest, b.Fastest, orders[order])
		case FewestMoves, MostMoves:
			return bests(a.Fewest, b.Fewest, orders[order])
		}
		return cmp.Compare(b.Tries[0].start(), a.Tries[0].start())
	})
	return list
}

// add adds a try that ended before those that were added.
func (d *DealTries) add(t Try) {
	d.Tries = append(d.Tries, t)
	if !t.Won() {
		return
	}
	d.Won++
	if t.Class == Helped {
		return
	}
	if d.Fastest == nil || t.Time <= d.Fastest.Time {
		d.Fastest = &t
	}
	if d.Fewest == nil || t.Moves <= d.Fewest.Moves {
		d.Fewest = &t
	}
}

// Shown returns the try that stands for a deal in an order: the first or the latest one, or a best. Without a
// best it is the latest one.
func (d DealTries) Shown(order Order) Try {
	switch latest := &d.Tries[0]; order {
	case Oldest:
		return d.Tries[len(d.Tries)-1]
	case Fastest, Slowest:
		return *cmp.Or(d.Fastest, latest)
	case FewestMoves, MostMoves:
		return *cmp.Or(d.Fewest, latest)
	default:
		return *latest
	}
}

// start returns the time of a try's first action.
func (t Try) start() int64 { return t.At - t.Time }

// bests compares two bests; nil comes last.
func bests(a, b *Try, by func(a, b Try) int) int {
	switch {
	case a != nil && b != nil:
		return by(*a, *b)
	case a != nil:
		return -1
	case b != nil:
		return 1
	}
	return 0
}
