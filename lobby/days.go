package lobby

import (
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// The runs of the day: one deal a day for everybody, which nobody may know before.

// Today is the day of the daily runs, YYYY-MM-DD in UTC.
func (l *Lobby) Today() string { return ledger.Day(nowMS()) }

// DayBefore is the day before a day, both YYYY-MM-DD.
func DayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// dayLasts tells that a day is not over yet: what chance brings on it is to be
// known to nobody who has still to play. "" is no day.
func dayLasts(day string) bool { return day != "" && day >= ledger.Day(nowMS()) }

// toDaily makes a new match one of the day on which it was created.
// ErrBadOffer where its options are none of the game's.
func (l *Lobby) toDaily(g games.Game, rec *store.Match) (err error) {
	rec.Daily = ledger.Day(rec.Created)
	if rec.Seed, err = ledger.DaySeed(l.secret, g, rec.Daily, rec.Options); err != nil {
		return fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	return nil
}

// veiled is a record without a seed that is still secret, and without the deal that came
// of it: that of a match which is not over, or of a day that is not.
func (l *Lobby) veiled(rec store.Match) store.Match {
	if rec.Status == store.Done && !dayLasts(rec.Daily) {
		return rec
	}
	rec.Seed = ""
	if d := games.As[games.Dealer](l.cfg.Games, rec.Game); d != nil {
		rec.Options, _, _ = d.RulesOf(rec.Options) // which the game has taken before
	}
	return rec
}

func (l *Lobby) veiledAll(list []store.Match) []store.Match {
	for i := range list {
		list[i] = l.veiled(list[i])
	}
	return list
}

// mayWatch tells what keeps the holder of a seat, or a stranger, from a table: a
// daily run shows others what they have still to play.
func mayWatch(rec store.Match, seat games.Seat) error {
	switch {
	case seat != games.Nobody:
		return nil
	case rec.Private:
		return ErrPrivate
	case dayLasts(rec.Daily):
		return ErrHidden
	}
	return nil
}
