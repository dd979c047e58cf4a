package room

import (
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/names"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// A series is several rounds at one table, each a match of its own. The next round begins when all
// players are ready, never by itself.

// endSeries ends the series for the visitor.
func (v *Participant) endSeries(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if t.SeatOf(v.Me()) == games.Nobody {
		return table.ErrNotSeated
	}
	if t.Waits() {
		t.Ended = true
		t.Changed()
	}
	return nil
}

// beginNext begins the next match after a finished one, and calls its people; the lock is held. The match gets an ID
// that follows from the finished one's. So it exists once, even if an attempt to begin it was stored without an
// answer, or another node that had the table of the finished match has begun it.
func (t *Room) beginNext(host table.Person) error {
	old := t.Rec
	rec := store.Match{
		Game: old.Game, Rules: t.M.Game.Info().Rules, Seed: t.tables.RandomSeed(), Options: old.Options,
		Seats: slices.Clone(old.Seats), Control: old.Control, Rated: old.Rated, Private: old.Private, Shared: old.Shared,
		Previous: old.ID, Round: old.Round, Created: clock.MS(), Winner: -1,
	}
	if rec.Round == 0 {
		slices.Reverse(rec.Seats) // the other player begins
	}
	for i, s := range rec.Seats {
		if p := table.PersonIn(s); p.Bot == "" {
			if s.Player != "" {
				p.Name = t.tables.nameOf(s)
			}
			rec.Seats[i] = t.tables.SeatFor(p, rec)
		} else {
			rec.Seats[i] = store.Seat{Bot: s.Bot, Name: s.Name}
		}
	}
	open := func() (string, error) {
		t.tables.Fair.Again(&rec, old)
		if err := t.tables.Thinking.Deal(&rec, t.M.Result(), t.M.View(games.Everything)); err != nil {
			return "", err
		}
		return t.tables.openNext(host, rec)
	}
	if len(rec.Seats) == 1 {
		open = func() (string, error) {
			if d, ok := t.M.Game.(games.Dealer); ok {
				var err error
				if rec.Options, _, err = d.RulesOf(rec.Options); err != nil {
					return "", err
				}
			}
			if err := solo.WithDeal(t.M.Game, &rec); err != nil {
				return "", err
			}
			return t.tables.BeginRun(host, rec)
		}
	}
	next, err := open()
	if err != nil {
		return err
	}
	t.Next = next
	if rec.Round > 0 {
		t.endBeside(next)
	}
	return nil
}

// openNext opens the match that follows rec.Previous, or calls its people to the one that another node has begun.
func (ts *Tables) openNext(host table.Person, rec store.Match) (string, error) {
	rec.ID = names.IDFrom("the match after "+rec.Previous, idLen)
	id, err := ts.Open(host, rec, table.Meeting{})
	if !errors.Is(err, store.ErrExists) {
		return id, err
	}
	begun, err := ts.record(rec.ID)
	switch {
	case err != nil:
		return "", err
	case begun.Previous != rec.Previous: // by chance another match has this ID
		rec.ID = ""
		return ts.Open(host, rec, table.Meeting{})
	}
	ts.callPeople(begun, "")
	return begun.ID, nil
}

// Rematch asks for another match on the same terms with the colours swapped, or marks the visitor
// ready for the next round of a series. When every player has asked, the match begins and both are
// called to it; a bot always agrees. After a run it begins a ranked run.
func (v *Participant) Rematch(id string) error { return v.Route(id, &table.Rematch{}) }

func (v *Participant) rematch(id string) error {
	if err := v.MayPlay(); err != nil {
		return err
	}
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	me := v.Me()
	seat := t.SeatOf(me)
	all, err := t.WantRematch(seat)
	if err != nil {
		return err
	}
	if !all {
		t.Changed()
		return nil
	}
	if err := t.beginNext(me); err != nil {
		t.Ready[seat] = false
		return err
	}
	t.Changed()
	return nil
}
