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
func (l *Desk) Begin(me table.Person, rec store.Match) (id string, err error) {
	defer l.solo.Lock(me.ID)()
	if rec.Seeded {
		return l.openRun(me, rec)
	}
	for _, s := range l.Directory.OwnSummaries(me.ID) {
		if s.Status == store.Live && s.Game == rec.Game && s.Daily == rec.Daily && !s.Seeded &&
			len(s.Seats) == 1 && s.SeatOf(me.ID) == 0 && l.Solo.SameStart(rec, s.Options) {
			l.Call(me.ID, s.ID) // like a match that begins
			return s.ID, nil
		}
	}
	if l.Config.Node == "" || me.Guest {
		return l.beginNew(me, rec)
	}
	err = store.Again(func() error {
		list, _, err := l.Solo.Of(rec.Game, me.ID)
		if err != nil {
			return err
		}
		for _, r := range list {
			if l.Solo.Same(rec, r) {
				l.Call(me.ID, r.ID)
				id = r.ID
				return nil
			}
		}
		if id, err = l.beginNew(me, rec); errors.Is(err, solo.ErrRunning) {
			return store.ErrConflict
		}
		return err
	})
	return id, err
}

// beginNew is Begin without an unfinished run.
func (l *Desk) beginNew(me table.Person, rec store.Match) (string, error) {
	if rec.Daily != "" {
		if done, err := l.Solo.Done(me.ID, rec); err != nil {
			return "", err
		} else if done {
			return "", solo.ErrDailyDone
		}
		mark, err := l.Solo.Claim(me.ID, rec)
		if errors.Is(err, solo.ErrDailyDone) {
			return "", err
		} else if err != nil {
			return "", fmt.Errorf("note of the day's run: %w", err)
		}
		rec.Casual = mark
	}
	return l.openRun(me, rec)
}

// openRun opens a run. From then on its deal and seed are known by name.
func (l *Desk) openRun(me table.Person, rec store.Match) (string, error) {
	if err := l.MayOpen(me, rec); err != nil {
		return "", err
	}
	if err := l.Solo.Name(rec); err != nil {
		return "", fmt.Errorf("new run: %w", err)
	}
	if err := l.DealNotes.Learn(rec); err != nil {
		return "", fmt.Errorf("new deal: %w", err)
	}
	return l.Open(me, rec, table.Meeting{})
}
