package room

import (
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
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

// beginNext begins the next match after a finished one, and calls its people; the lock is held.
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
		return t.tables.Open(host, rec, table.Meeting{})
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
