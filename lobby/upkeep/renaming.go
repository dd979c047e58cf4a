package upkeep

import (
	"errors"
	"fmt"
	"slices"

	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// RenameSeats changes a person's name at the tables in memory. Finished matches keep the name under which
// they were played.
func (u *Upkeep) RenameSeats(person, name string) error {
	var errs []error
	for _, t := range u.Rooms() { // one that fails keeps no other from the new name
		errs = append(errs, rename(t, person, name))
	}
	return errors.Join(errs...)
}

func rename(t *room.Room, person, name string) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	rec := t.Rec
	rec.Seats = slices.Clone(rec.Seats)
	found := false
	for i, s := range rec.Seats {
		if s.Bot == "" && !s.Empty() && table.PersonIn(s).ID == person && s.Name != name {
			rec.Seats[i].Name, found = name, true
		}
	}
	if !found || t.Gone || !t.Here() || rec.Status == store.Done {
		return nil
	}
	if err := t.Update(t.Stored(rec)); errors.Is(err, table.ErrStale) {
		return nil // its present owner receives the name itself
	} else if err != nil {
		return fmt.Errorf("rename at %s: %w", t.ID, err)
	}
	t.Rec = rec
	t.Changed()
	return nil
}
