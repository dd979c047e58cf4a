package fair

import (
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// A rated match that a player called off stays in the records with that player. A player who does this
// repeatedly, or resigns in the first moves, must wait before the next rated match. So nobody can search
// through opponents.

const (
	// freeOffs is the number of rated matches that a player may call off in offTime. The next one costs a
	// wait of offWait; each after that doubles it, up to offMost times.
	freeOffs         = 2
	offTime, offWait = time.Hour, time.Minute
	offMost          = 5
	// offRead limits the matches that are read, offPage at a time: a player can begin 1,800 in offTime.
	offRead, offPage = 2000, 20
)

// WaitError means that a player called off too many matches and may not play a rated one before Until.
type WaitError struct{ Until time.Time }

func (e *WaitError) Error() string {
	return "no rated match before " + e.Until.UTC().Format(time.TimeOnly)
}

// MayRate returns the reason why a player may not begin a rated match now, a [*WaitError].
func (f *Rules) MayRate(player string) error {
	n, last, after := 0, int64(0), ""
	for read := 0; read < offRead; {
		list, err := f.Store.Matches(f.Context, player, after, offPage)
		if err != nil {
			return err
		}
		recent := false
		for _, rec := range list {
			recent, after = clock.MS()-rec.Created < offTime.Milliseconds(), rec.ID
			if !rec.Rated || rec.Status != store.Done || clock.MS()-rec.Ended >= offTime.Milliseconds() {
				continue
			}
			off, err := f.calledOff(rec, player)
			if err != nil {
				return err
			}
			if off {
				n, last = n+1, max(last, rec.Ended)
			}
		}
		if read += len(list); len(list) < offPage || !recent {
			break
		}
	}
	if n <= freeOffs {
		return nil
	}
	until := time.UnixMilli(last).Add(offWait << min(n-freeOffs-1, offMost))
	if time.Until(until) <= 0 {
		return nil
	}
	return &WaitError{until}
}

// calledOff reports whether a player called a rated match off, or resigned so early that the winner gains
// nothing. An early resignation with hidden hands costs rating as a later one does, so it does not count.
func (f *Rules) calledOff(rec store.Match, player string) (bool, error) {
	seat := rec.SeatOf(player)
	if ledger.Early(rec.Reason, rec.Plies) {
		g, err := f.Games.Game(rec.Game)
		return err == nil && !g.Info().Hidden && rec.Ledger > 0 && rec.Winner == 1-seat, nil
	}
	if rec.Reason != games.Aborted {
		return false, nil
	}
	end, err := f.Store.Entries(f.Context, rec.ID, rec.Entries-1, 1)
	return len(end) == 1 && end[0].Kind == string(games.Abort) && (end[0].Seat < 0 || end[0].Seat == seat), err
}
