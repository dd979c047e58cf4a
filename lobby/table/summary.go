package table

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Summary is a table as the lists show it. It never changes. It has many fields because lists and pairing
// need many facts; fields that no other node reads directly have no JSON.
type Summary struct {
	ID, Game string
	Status   store.Status
	Seats    []SeatInfo
	Control  string `json:",omitzero"`
	// Days: the match is played over days.
	Days    bool   `json:",omitzero"`
	Rated   bool   `json:",omitzero"`
	Private bool   `json:",omitzero"`
	Invited string `json:",omitzero"`
	// Previous is the match whose rematch an open seat asks for, "" for none.
	Previous string `json:",omitzero"`
	Created  int64
	// ToAct is the seat on turn, Plies counts the actions, Watchers the spectators.
	ToAct    games.Seat
	Plies    int `json:",omitzero"`
	Watchers int `json:",omitzero"`
	// Deadline is the time at which the seat on turn runs out of time (ms since 1970), 0 if no clock runs.
	Deadline int64 `json:",omitzero"`
	// Since is a run's start moved forward by the time that it stood still (ms since 1970), so that
	// now - Since is its time; 0 for any other match, and while it stands still.
	Since int64 `json:",omitzero"`
	// Daily is the day of a daily run, "" for none; Seeded and Hinted are as in [Snapshot].
	Daily  string `json:",omitzero"`
	Seeded bool   `json:",omitzero"`
	Hinted bool   `json:"Looked,omitzero"`

	// Meets: both seats of the open table are taken, and its people are asked whether they are
	// ready.
	Meets bool `json:",omitzero"`

	Quick     bool            `json:"-"` // a quick search may take the seat
	GuestSeat games.Seat      `json:"-"` // the guest of a meeting
	Comes     bool            `json:"-"` // its host comes at ReadyBy without a question
	Waits     bool            `json:"-"` // the series goes on
	ReadyBy   int64           `json:"-"`
	Refused   []string        `json:"-"` // the people who declined the open seat
	Beside    string          `json:"-"`
	Options   json.RawMessage `json:"-"`
	Seed      string          `json:"-"`
	From      string          `json:"-"` // the code of an open seat's network, or of a program's address
	Screen    bool            `json:"-"` // two people at one screen
	Client    bool            `json:"-"` // a program's match
	Idle      bool            `json:"-"` // a program's match that is not worth watching now
	LastAt    int64           `json:"-"` // the last entry's time in ms; 0 while open
}

// SeatOf returns a person's seat, games.Nobody for none.
func (s *Summary) SeatOf(person string) games.Seat {
	return games.Seat(slices.IndexFunc(s.Seats, func(i SeatInfo) bool { return person != "" && i.ID == person }))
}

// HostSeat returns the seat of the waiting host.
func (s *Summary) HostSeat() SeatInfo {
	for n, i := range s.Seats {
		if i.ID != "" && !(s.Meets && games.Seat(n) == s.GuestSeat) {
			return i
		}
	}
	return SeatInfo{}
}

// People counts the seats held by people, the two at one screen as one.
func (s *Summary) People() (n int) {
	if s.Screen {
		return 1
	}
	for _, i := range s.Seats {
		if i.ID != "" && i.Bot == "" {
			n++
		}
	}
	return n
}

// Host returns the person who opened the table.
func (s *Summary) Host() Person { return s.HostSeat().Person }

// Summary returns the table as the lists show it now.
func (t *Table) Summary() *Summary {
	s := &Summary{
		ID: t.ID, Game: t.Rec.Game, Status: t.Rec.Status, Control: t.Rec.Control, Rated: t.Rated(),
		Private: t.Rec.Private, Quick: t.Quick, Invited: t.Rec.Invited, Created: t.Rec.Created, ToAct: games.Nobody,
		Days: t.Days(), Meets: t.Meets(), GuestSeat: t.GuestSeat, Comes: t.Comes != 0, Waits: t.Waits(), Refused: slices.Clone(t.Refused), Beside: t.Beside,
		Daily: t.Rec.Daily, Seeded: t.Rec.Seeded, Options: t.Rec.Options, Seed: t.Rec.Seed,
		From: t.Rec.From, Client: ledger.ByClient(t.Rec), Screen: ledger.AtScreen(t.Rec),
	}
	if t.AsksRematch() {
		s.Previous = t.Rec.Previous
	}
	now := t.Now()
	wall := clock.MS() - now // lists use the system's clock
	if by := t.ReadyBy(); by != 0 {
		s.ReadyBy = by + wall
	}
	for i, rec := range t.Rec.Seats {
		s.Seats = append(s.Seats, SeatInfo{
			Person: PersonIn(rec), Rating: rec.Rating, Provisional: Provisional(rec), Away: t.Away[i].Shown(now), Rematch: t.Ready[i],
		})
	}
	s.Watchers = t.Gallery
	if t.M != nil {
		s.ToAct, s.Plies, s.Hinted, s.LastAt = t.M.ToAct(), len(t.M.Plies()), t.M.Hinted(), t.M.LastAt()
		s.Idle = s.Client && (t.M.Over() || s.Plies == 0 || now >= t.IdleAt())
		if rested, resting := t.M.Rested(); len(t.Rec.Seats) == 1 && t.Live() && resting == 0 && s.Plies > 0 {
			s.Since = t.M.Plies()[0].At + rested + wall
		}
		if left, running := t.M.Left(s.ToAct, now); running {
			s.Deadline = now + left + wall
		}
	}
	return s
}

// SeatsOf returns the seats of a record as lists and replays show them, without clocks.
func SeatsOf(rec store.Match) []SeatInfo {
	list := make([]SeatInfo, len(rec.Seats))
	for i, s := range rec.Seats {
		list[i] = SeatInfo{
			Person: PersonIn(s), Rating: s.Rating, Provisional: Provisional(s), Change: s.Change,
		}
	}
	return list
}

// IDs returns the ids of the people with a seat, and of the invited one.
func (s *Summary) IDs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, i := range s.Seats {
			if i.ID != "" && i.Bot == "" && !yield(i.ID) {
				return
			}
		}
		if s.Invited != "" {
			yield(s.Invited)
		}
	}
}

// Concerns reports whether the table is one of a person's own.
func (s *Summary) Concerns(person string) bool {
	for id := range s.IDs() {
		if id == person {
			return true
		}
	}
	return false
}

// Listed reports whether strangers may see the table. They see a challenge once it is played.
func (s *Summary) Listed() bool {
	return !s.Private && !s.Meets && !ledger.DayLasts(s.Daily, clock.MS()) && (s.Invited == "" || s.Status != store.Open) && !s.Deserted()
}

// Deserted reports whether all players have left a live table: there is nothing to watch.
func (s *Summary) Deserted() bool {
	if s.Idle {
		return true
	}
	if s.Status != store.Live || s.Days { // in a match over days, players come and go
		return false
	}
	return !slices.ContainsFunc(s.Seats, func(i SeatInfo) bool { return i.Bot == "" && i.Away == 0 })
}

// ByBots reports whether no person has a seat.
func (s *Summary) ByBots() bool {
	return !slices.ContainsFunc(s.Seats, func(i SeatInfo) bool { return i.ID != "" && i.Bot == "" && !i.Remote })
}

// SameSeat reports whether an open seat looks the same as before.
func (s *Summary) SameSeat(old *Summary) bool {
	a, b := s.HostSeat(), old.HostSeat()
	return a.Person == b.Person && a.Rating == b.Rating && s.Control == old.Control && s.Rated == old.Rated
}

// ByAge orders tables by age, oldest first.
func ByAge(a, b *Summary) int {
	return cmp.Or(cmp.Compare(a.Created, b.Created), cmp.Compare(a.ID, b.ID))
}

// FalseFirst orders false before true.
func FalseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
