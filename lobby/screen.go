package lobby

import "arcade/lobby/table"

// Two at one screen: one visitor's hand plays both seats, that of whoever is on turn.
// What is hidden from one of them is behind a curtain until the visitor lifts it for the
// other.

// Lift lifts the curtain for whoever is on turn, at the visitor's own screen.
func (v *Visit) Lift(id string) error { return v.command(id, &table.Lift{}) }
