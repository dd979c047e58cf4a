package table

import (
	"slices"

	"arcade/games"
	"arcade/store"
)

// Meets reports whether the table has a meeting.
func (t *Table) Meets() bool { return t.MeetingSince != 0 }

// ComeTime is the time, in ms, after which the host of a seat for anybody comes to its guest without being
// asked whether it is ready. Until then the host may stay where it is.
const ComeTime = 5_000

// ForAnybody reports whether the table is an open seat that whoever comes may take, for a match now.
func (t *Table) ForAnybody() bool {
	return t.Rec.Status == store.Open && t.Rec.Invited == "" && !t.Rec.Private && !t.Days()
}

// Rated reports whether the match is rated, or will be with the guest who has come.
func (t *Table) Rated() bool { return t.Rec.Rated && !t.Unrated }

// EndMeeting forgets the meeting, because the match begins or the guest's seat is free again.
func (t *Table) EndMeeting() {
	t.MeetingSince, t.Comes, t.Called, t.Unrated = 0, 0, 0, false
	clear(t.Ready)
}

// Unready returns the seats that are not ready.
func (t *Table) Unready() (list []games.Seat) {
	for i, ready := range t.Ready {
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
		if !s.Empty() && (!t.Meets() || games.Seat(i) != t.GuestSeat) {
			return PersonIn(s).ID
		}
	}
	return ""
}
