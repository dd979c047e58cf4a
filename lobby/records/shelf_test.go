package records

import (
	"errors"
	"testing"

	"arcade/games"
	"arcade/games/kibo"
)

// The open replays of screens are bounded by address and for the whole house; the room is free again when
// the screens close them or leave.
func TestShelves(t *testing.T) {
	const fullLog = kibo.MaxEntries
	longest := func() *Replay { return &Replay{Plies: make([]games.Ply, fullLog)} }
	want := func(err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	var house Shelves
	var all []*Shelf
	from := func(address string) *Shelf {
		all = append(all, house.Shelf(address))
		return all[len(all)-1]
	}
	fill := func(s *Shelf) (list []*Replay) {
		for range heldPerAddress / fullLog {
			list = append(list, longest())
			want(s.Hold(list[len(list)-1]), nil)
		}
		return list
	}
	kim, lee := from("a"), from("a") // of one address
	mine := fill(kim)
	want(lee.Hold(&Replay{}), ErrManyReplays) // one without actions counts, too
	kim.Drop(mine[0])
	kim.Drop(mine[0])
	kim.Drop(nil)
	want(lee.Hold(mine[0]), nil)
	want(kim.Hold(longest()), ErrManyReplays)

	for i := range heldInAll/heldPerAddress - 1 {
		fill(from(string(rune('b' + i))))
	}
	park := from("z")
	want(park.Hold(&Replay{}), ErrAllReplays)
	lee.Shut()
	want(park.Hold(longest()), nil)
	lee.Drop(mine[0]) // it is no longer held
	want(lee.Hold(longest()), ErrShut)
	want(park.Hold(longest()), ErrAllReplays)
	for _, s := range all {
		s.Shut()
	}
	if len(house.by) != 0 || house.all != 0 {
		t.Errorf("%v, in all %d, are held by nobody", house.by, house.all)
	}
}
