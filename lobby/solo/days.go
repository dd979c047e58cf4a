package solo

import (
	"cmp"
	"context"
	"time"

	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
)

// A key plays a day's run once, even if its player was deleted or removed the key meanwhile. Until the day
// is over the store has a note of it, in codes. Only a holder of the store's secret can test keys against
// them.

// Played are the notes of the players who began a run, by the day and the code of the run and the key.
var Played = notes.New[string]("played", "DAY CODE").PerDay().In()

// dayKept is the time for which the notes of a day stay after its end, since the clocks of nodes differ.
const dayKept = time.Hour

// Claim notes that the player's keys, and the networks on which they were seen, play a day's run. It returns
// ledger.OneNetwork if another player has begun the run from one of these networks, else "". It fails with
// ErrDailyDone if another player has played it with one of the keys.
func (rs *Runs) Claim(player string, rec store.Match) (mark string, err error) {
	run, err := rs.dayRun(rec)
	if err != nil {
		return "", err
	}
	code := rs.Code("player " + player)
	err = store.Again(func() error {
		p, err := rs.Records.Player(rs.Context, player)
		if err != nil {
			return err
		}
		var fresh []store.Note
		claim := func(what string) (others bool, err error) {
			key := rec.Daily + " " + rs.Code("played "+rec.Daily+" "+run+" "+what)
			by, known, err := Played.Get(rs.Context, rs.Store, key)
			if err != nil || known {
				return by != code, err
			}
			n, err := Played.Note(key, code, store.Absent)
			fresh = append(fresh, n)
			return false, err
		}
		for _, key := range p.Keys {
			if others, err := claim(key); err != nil || others {
				return cmp.Or(err, ErrDailyDone)
			}
		}
		networks, err := rs.Networks(p.Keys)
		if err != nil {
			return err
		}
		mark = ""
		for _, network := range networks {
			others, err := claim("network " + network)
			if err != nil {
				return err
			}
			if others {
				mark = ledger.OneNetwork
			}
		}
		if len(fresh) == 0 {
			return nil
		}
		return rs.Store.PutNotes(rs.Context, Played.Name, fresh...)
	})
	return mark, err
}

// dayRun names a run that a player may play once a day.
func (rs *Runs) dayRun(rec store.Match) (string, error) {
	g, err := rs.Games.Game(rec.Game)
	if err != nil {
		return "", err
	}
	return ledger.DayRun(g, rec.Options)
}

// EndDays drops the notes of days that are over, at once and an hour after each midnight, until ctx ends.
func (rs *Runs) EndDays(ctx context.Context) {
	for {
		if err := notes.EndDays(rs.Context, rs.Store, ledger.Day(time.Now().Add(-dayKept).UnixMilli())); err != nil {
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
