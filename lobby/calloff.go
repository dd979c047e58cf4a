package lobby

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/store"
)

// Rated matches that were called off stay in the records with who did it, and whoever
// does it again and again, or gives up in the first moves, waits before the next one: nobody leafs
// through opponents.

const (
	// freeOffs is how many rated matches one may call off in offTime; each after that
	// doubles offWait, up to offMost times.
	freeOffs         = 2
	offTime, offWait = time.Hour, time.Minute
	offMost          = 5
)

// WaitError refuses a rated match to who has called off too many, until a moment.
type WaitError struct{ Until time.Time }

func (e *WaitError) Error() string {
	return "no rated match before " + e.Until.UTC().Format(time.TimeOnly)
}

// mayRate tells whether a player may begin a rated match now; a [*WaitError].
func (l *Lobby) mayRate(player string) error {
	list, err := l.cfg.Store.Matches(player, "", 20)
	if err != nil {
		return err
	}
	n, last := 0, int64(0)
	for _, rec := range list {
		if !rec.Rated || rec.Status != store.Done || clock.MS()-rec.Ended >= offTime.Milliseconds() {
			continue
		}
		off, err := l.calledOff(rec, player)
		if err != nil {
			return err
		}
		if off {
			n, last = n+1, max(last, rec.Ended)
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

// calledOff reports whether a player called a rated match off, or gave it up so early that it gives
// nobody anything. Where hands are hidden that costs rating, as giving up later does.
func (l *Lobby) calledOff(rec store.Match, player string) (bool, error) {
	seat := rec.SeatOf(player)
	if ledger.Early(rec.Reason, rec.Plies) {
		g, err := l.cfg.Games.Game(rec.Game)
		return err == nil && !g.Info().Hidden && rec.Ledger > 0 && rec.Winner == 1-seat, nil
	}
	if rec.Reason != games.Aborted {
		return false, nil
	}
	end, err := l.cfg.Store.Entries(rec.ID, rec.Entries-1, 1)
	return len(end) == 1 && end[0].Kind == string(games.Abort) && (end[0].Seat < 0 || end[0].Seat == seat), err
}

// keepOff keeps a rated match that was called off before it began: its log is that
// one entry, by the seat that did it, or by nobody where both did. The seed is another
// one: that of the table is still to be dealt where the seat stays open.
func (l *Lobby) keepOff(rec store.Match, off []games.Seat) error {
	if !rec.Rated {
		return nil
	}
	rec.ID, rec.Seed, rec.Code, rec.Invited, rec.Started = names.ID(8), l.randomSeed(), "", "", clock.MS()
	rec.Seats = slices.Clone(rec.Seats)
	entry := games.Entry{Kind: games.Abort, Seat: games.Nobody, At: rec.Started}
	if len(off) == 1 {
		entry.Seat = off[0]
	}
	if err := l.deal(&rec, nil, nil); err != nil {
		return err
	}
	rec.Agreed = false // or nothing could be called off
	m, err := ledger.Fold(l.cfg.Games, rec, nil)
	if err == nil {
		_, err = m.Add(entry)
	}
	if err != nil {
		return err
	}
	done, err := ledger.Settle(l.cfg.Store, rec, m, entry.At)
	if err != nil {
		return err
	}
	defer l.Naming()()
	if err := l.Named(rec); errors.Is(err, ErrLeft) {
		return nil
	} else if err != nil {
		return err
	}
	if err := l.cfg.Store.CreateMatch(rec); err != nil {
		return fmt.Errorf("new match: %w", err)
	}
	return l.cfg.Store.Finish(store.Finish{Match: done.Match, Entries: []store.Entry{ledger.ToStore(entry)}})
}
