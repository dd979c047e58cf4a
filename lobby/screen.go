package lobby

import (
	"arcade/games"
)

// Two at one screen: one visitor's hand plays both seats, that of whoever is on turn.
// What is hidden from one of them is behind a curtain until the visitor lifts it for the
// other.

// Lift lifts the curtain for whoever is on turn, at the visitor's own screen.
func (v *Visit) Lift(id string) error { return v.deed("lift", id) }

func (v *Visit) lift(id string) error {
	return v.atTable(id, func(t *room, seat games.Seat) error { return t.Lift(seat) })
}
