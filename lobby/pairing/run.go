package pairing

import (
	"errors"
	"fmt"

	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// Begin starts a run. If the player has an unfinished one of the same kind, it returns that one's id:
// today's run, or a ranked run of the same game and options, even a hinted one, so that leaving never
// gives another seed. ErrDailyDone if today's run is finished.
func (d *Desk) Begin(me table.Person, rec store.Match) (id string, err error) {
	defer d.solo.Lock(me.ID)()
	if rec.Seeded {
		return d.openRun(me, rec)
	}
	for _, s := range d.Directory.SummariesOf(me.ID) {
		if s.Status == store.Live && s.Game == rec.Game && s.Daily == rec.Daily && !s.Seeded &&
			len(s.Seats) == 1 && s.SeatOf(me.ID) == 0 && d.Solo.SameStart(rec, s.Options) {
			d.Call(me.ID, s.ID) // like a match that begins
			return s.ID, nil
		}
	}
	if d.Config.Node == "" || me.Guest {
		return d.beginNew(me, rec)
	}
	err = store.Again(func() error {
		list, _, err := d.Solo.Of(rec.Game, me.ID)
		if err != nil {
			return err
		}
		for _, r := range list {
			if d.Solo.Same(rec, r) {
				d.Call(me.ID, r.ID)
				id = r.ID
				return nil
			}
		}
		if id, err = d.beginNew(me, rec); errors.Is(err, solo.ErrRunning) {
			return store.ErrConflict
		}
		return err
	})
	return id, err
}

// beginNew is Begin without an unfinished run.
func (d *Desk) beginNew(me table.Person, rec store.Match) (string, error) {
	if rec.Daily != "" {
		if done, err := d.Solo.Done(me.ID, rec); err != nil {
			return "", err
		} else if done {
			return "", solo.ErrDailyDone
		}
		mark, err := d.Solo.Claim(me.ID, rec)
		if errors.Is(err, solo.ErrDailyDone) {
			return "", err
		} else if err != nil {
			return "", fmt.Errorf("note of the day's run: %w", err)
		}
		rec.Casual = mark
	}
	return d.openRun(me, rec)
}

// openRun opens a run. From then on its deal and seed are known by name.
func (d *Desk) openRun(me table.Person, rec store.Match) (string, error) {
	if err := d.MayOpen(me, rec); err != nil {
		return "", err
	}
	if err := d.Solo.Name(rec); err != nil {
		return "", fmt.Errorf("new run: %w", err)
	}
	if err := d.DealNotes.Learn(rec); err != nil {
		return "", fmt.Errorf("new deal: %w", err)
	}
	return d.Open(me, rec, table.Meeting{})
}
