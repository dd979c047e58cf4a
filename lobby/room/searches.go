package room

import (
	"encoding/json"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/replica"
	"arcade/store"
)

// EndSearches closes a person's open seats of quick searches and ends the meetings to which it has
// come, except at the table but.
func (ts *Tables) EndSearches(person, but string) {
	ts.endSearchesHere(person, but)
	ts.endSearchesElsewhere(person, but)
}

func (ts *Tables) endSearchesHere(person, but string) {
	for _, s := range ts.Directory.SummariesOf(person) {
		if s.ID == but || s.Status != store.Open || s.SeatOf(person) == games.Nobody {
			continue
		}
		if t, err := ts.Room(s.ID); err == nil {
			t.Locked(func() {
				seat := ledger.SeatOf(t.Rec, person)
				switch {
				case t.Gone || t.Rec.Status != store.Open || seat == games.Nobody:
				case t.Meets() && (t.Quick || seat == t.GuestSeat):
					_ = t.callOff(seat)
				case t.Quick:
					_ = t.Delete() // logged; tried again when the host leaves
				}
			})
		}
	}
}

// endBeside starts [Tables.endBeside] in another goroutine, because the table's lock is held here.
func (t *Room) endBeside(next string) {
	if t.People() == 1 && len(t.Rec.Seats) > 1 {
		t.tables.Tasks.Spawn("seats beside", func() { t.tables.endBeside(t.ID, next) })
	}
}

// endBeside closes the seats that were open beside a match with a bot, or ties them to the next
// round. Seats with a meeting stay.
func (ts *Tables) endBeside(match, next string) {
	for _, s := range ts.Directory.Lists().Open {
		if s.Beside != match {
			continue
		}
		if t, err := ts.Room(s.ID); err == nil {
			t.Locked(func() {
				switch t.Beside = next; {
				case t.Gone || t.Rec.Status != store.Open:
				case next == "" && !t.Meets():
					_ = t.Delete()
				default:
					t.Changed()
				}
			})
		}
	}
}

// sitsElsewhere reports whether the host of a seat here is just sitting down at another node. If
// host and other sit down at each other's seats, only the one with the higher id gives way.
func (ts *Tables) sitsElsewhere(host, other string) bool {
	to, goes := ts.Sitting.With(host)
	return goes && (to != other || other > host)
}

// endSearchesElsewhere asks other nodes to close a person's open seats that they show.
func (ts *Tables) endSearchesElsewhere(person, but string) {
	asked := map[string]bool{}
	for _, s := range ts.Directory.SummariesOf(person) {
		node, _, far := ts.Directory.Far(s.ID)
		if far && !asked[node] && s.ID != but && s.Status == store.Open {
			asked[node] = true
			ts.Config.Nodes.Send(node, replica.Searches, replica.SearchForm{V: directory.RowVersion, Person: person, But: but})
		}
	}
}

// HandleEndSearches closes the open seats of a person who has sat down at another node.
func (ts *Tables) HandleEndSearches(_ string, body json.RawMessage) {
	var q replica.SearchForm
	if err := json.Unmarshal(body, &q); err != nil {
		ts.Log.Warn("a message about searches cannot be read", "err", err)
		return
	}
	ts.Tasks.Spawn("search", func() { ts.endSearchesHere(q.Person, q.But) }) // it waits for the store; other messages must not
}
