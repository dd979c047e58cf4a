package lobby

import (
	"slices"

	"arcade/games"
	"arcade/store"
)

// Rematch asks for another match with the same terms and the colours swapped. It
// begins, and both are called to it, when every player has asked; a bot always
// has. After a run alone it is a ranked run, whatever the last one was.
func (v *Visit) Rematch(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	me := v.Me()
	seat := t.seatOf(me)
	if seat == games.Nobody {
		return ErrNotSeated
	}
	if t.rec.Status != store.Done || t.m == nil || t.next != "" {
		return games.ErrNotAllowed
	}
	t.rematch[seat] = true
	for i, s := range t.rec.Seats {
		if s.Bot == "" && !t.rematch[i] {
			t.changed()
			return nil
		}
	}
	old := t.rec
	rec := store.Match{
		Game: old.Game, Rules: t.m.Game.Info().Rules, Seed: newSeed(), Options: old.Options,
		Seats: slices.Clone(old.Seats), Control: old.Control, Rated: old.Rated, Private: old.Private,
		Previous: old.ID, Created: nowMS(), Winner: -1,
	}
	slices.Reverse(rec.Seats)
	for i, s := range rec.Seats {
		if p := personIn(s); p.Bot == "" {
			if s.Player != "" {
				p.Name = v.l.nameOf(s)
			}
			rec.Seats[i] = v.l.seatFor(p, rec)
		}
	}
	open := func() (string, error) { return v.l.open(me, rec, false) }
	if len(rec.Seats) == 1 {
		open = func() (string, error) { return v.l.begin(me, rec) }
	}
	next, err := open()
	if err != nil {
		t.rematch[seat] = false
		return err
	}
	t.next = next
	t.changed()
	return nil
}
