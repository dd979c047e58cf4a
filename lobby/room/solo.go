package room

import (
	"arcade/lobby/table"
)

// Look notes that the visitor saw what the best play is, at its own run in play.
// Once it has been noted nothing more happens. games.ErrNotAllowed at a match of
// more seats.
func (v *Participant) Look(id string) error { return v.Command(id, &table.Look{}) }
