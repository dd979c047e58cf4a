package table

import (
	"slices"

	"arcade/games"
)

// Meets reports whether the table has a meeting.
func (t *Table) Meets() bool { return t.Met != 0 }

// Unready returns the seats that are not ready.
func (t *Table) Unready() (list []games.Seat) {
	for i, ready := range t.Rematch {
		if !ready {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// RefusedKept limits the people whose refusals an open seat's table keeps, the latest. All nodes receive
// them.
const RefusedKept = 256

// Refuse records that a person declines the open seat.
func (t *Table) Refuse(person string) {
	if !slices.Contains(t.Refused, person) {
		t.Refused = append(t.Refused, person)
		t.Refused = slices.Delete(t.Refused, 0, max(len(t.Refused)-RefusedKept, 0))
	}
}

// Host returns the id of the person who opened the table.
func (t *Table) Host() string {
	for i, s := range t.Rec.Seats {
		if !s.Empty() && (!t.Meets() || games.Seat(i) != t.Came) {
			return PersonIn(s).ID
		}
	}
	return ""
}
