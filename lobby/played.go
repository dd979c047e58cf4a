package lobby

import (
	"encoding/json"
	"time"

	"arcade/lobby/ledger"
	"arcade/store"
)

// A key plays a day's run once, also where its player has been deleted meanwhile, or has
// removed the key. Until the day is over the store has a note of it, in codes that only the
// holder of the store's secret can try keys on.

// playedSpace has by the day and the code of a run and a key the code of the player who began it.
const playedSpace = "played"

// dayKept is how long the notes of a day stay after its end: the clocks of nodes differ.
const dayKept = time.Hour

// claimDay notes that the player's keys play a day's run. ErrDailyDone where one of them has
// played it for another player.
func (l *Lobby) claimDay(player string, rec store.Match) error {
	g, err := l.cfg.Games.Game(rec.Game)
	if err != nil {
		return err
	}
	run, err := ledger.DayRun(g, rec.Options)
	if err != nil {
		return err
	}
	code := l.secretCode("player " + player)
	mine, err := json.Marshal(code)
	if err != nil {
		return err
	}
	return store.Again(func() error {
		p, err := l.Player(player)
		if err != nil {
			return err
		}
		var fresh []store.Note
		for _, key := range p.Keys {
			note := rec.Daily + " " + l.secretCode("played "+rec.Daily+" "+run+" "+key)
			var by string
			known, err := store.ReadNote(l.cfg.Store, playedSpace, note, &by)
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
		return l.cfg.Store.PutNotes(playedSpace, fresh...)
	})
}

// endDays drops the notes of days that are over, now and an hour after each midnight.
func (l *Lobby) endDays() {
	for {
		if err := l.dropDays(ledger.Day(time.Now().Add(-dayKept).UnixMilli())); err != nil {
			l.log.Error("notes of days that are over", "err", err)
		}
		next := time.Now().UTC().Add(-dayKept).Truncate(24 * time.Hour).Add(24*time.Hour + dayKept)
		select {
		case <-l.ctx.Done():
			return
		case <-time.After(time.Until(next)):
		}
	}
}

// dropDays drops the notes of the days before a day.
func (l *Lobby) dropDays(day string) error {
	const page = 500
	for {
		list, err := l.cfg.Store.Notes(playedSpace, "", page)
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
			if err := l.cfg.Store.PutNotes(playedSpace, old...); err != nil {
				return err
			}
		}
		if len(old) < page {
			return nil
		}
	}
}
