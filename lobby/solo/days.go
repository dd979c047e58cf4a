package solo

import (
	"context"
	"encoding/json"
	"time"

	"arcade/lobby/ledger"
	"arcade/store"
)

// A key plays a day's run once, also where its player has been deleted meanwhile, or has
// removed the key. Until the day is over the store has a note of it, in codes that only the
// holder of the store's secret can try keys on.

// PlayedSpace has by the day and the code of a run and a key the code of the player who began it.
const PlayedSpace = "played"

// dayKept is how long the notes of a day stay after its end: the clocks of nodes differ.
const dayKept = time.Hour

// Claim notes that the player's keys play a day's run. ErrDailyDone where one of them has
// played it for another player.
func (rs *Runs) Claim(player string, rec store.Match) error {
	g, err := rs.Games.Game(rec.Game)
	if err != nil {
		return err
	}
	run, err := ledger.DayRun(g, rec.Options)
	if err != nil {
		return err
	}
	code := rs.Code("player " + player)
	mine, err := json.Marshal(code)
	if err != nil {
		return err
	}
	return store.Again(func() error {
		p, err := rs.Records.Player(player)
		if err != nil {
			return err
		}
		var fresh []store.Note
		for _, key := range p.Keys {
			note := rec.Daily + " " + rs.Code("played "+rec.Daily+" "+run+" "+key)
			var by string
			known, err := store.ReadNote(rs.Store, PlayedSpace, note, &by)
			switch {
			case err != nil:
				return err
			case !known:
				fresh = append(fresh, store.Note{Key: note, Value: mine, From: store.Absent})
			case by != code:
				return ErrDailyDone
			}
		}
		if len(fresh) == 0 {
			return nil
		}
		return rs.Store.PutNotes(PlayedSpace, fresh...)
	})
}

// EndDays drops the notes of days that are over, now and an hour after each midnight,
// until ctx ends.
func (rs *Runs) EndDays(ctx context.Context) {
	for {
		if err := rs.dropDays(ledger.Day(time.Now().Add(-dayKept).UnixMilli())); err != nil {
			rs.Log.Error("notes of days that are over", "err", err)
		}
		next := time.Now().UTC().Add(-dayKept).Truncate(24 * time.Hour).Add(24*time.Hour + dayKept)
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(next)):
		}
	}
}

// dropDays drops the notes of the days before a day.
func (rs *Runs) dropDays(day string) error {
	const page = 500
	for {
		list, err := rs.Store.Notes(PlayedSpace, "", page)
		if err != nil {
			return err
		}
		var old []store.Note
		for _, n := range list {
			if n.Key < day {
				old = append(old, store.Note{Key: n.Key})
			}
		}
		if len(old) > 0 {
			if err := rs.Store.PutNotes(PlayedSpace, old...); err != nil {
				return err
			}
		}
		if len(old) < page {
			return nil
		}
	}
}
