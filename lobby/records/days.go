package records

import (
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// The runs of the day: one deal a day for everybody, which nobody may know before.

// Today is the day of the daily runs, YYYY-MM-DD in UTC.
func (rs *Records) Today() string { return ledger.Day(clock.MS()) }

// DayBefore is the day before a day, both YYYY-MM-DD.
func DayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// DayLasts tells that a day is not over yet: what chance brings on it is to be
// known to nobody who has still to play. "" is no day.
func DayLasts(day string) bool { return day != "" && day >= ledger.Day(clock.MS()) }

// Veiled is a record without a seed that is still secret, and without the deal that came
// of it: that of a match which is not over, or of a day that is not.
func (rs *Records) Veiled(rec store.Match) store.Match {
	if rec.Status == store.Done && !DayLasts(rec.Daily) {
		return rec
	}
	rec.Seed = ""
	if d := games.As[games.Dealer](rs.games, rec.Game); d != nil {
		rec.Options, _, _ = d.RulesOf(rec.Options) // which the game has taken before
	}
	return rec
}

func (rs *Records) veiledAll(list []store.Match) []store.Match {
	for i := range list {
		list[i] = rs.Veiled(list[i])
	}
	return list
}

// MayWatch tells what keeps the holder of a seat, or a stranger, from a table: a
// daily run shows others what they have still to play.
func MayWatch(rec store.Match, seat games.Seat) error {
	switch {
	case seat != games.Nobody:
		return nil
	case rec.Private:
		return ErrPrivate
	case DayLasts(rec.Daily):
		return ErrHidden
	}
	return nil
}
