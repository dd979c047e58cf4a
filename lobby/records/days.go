package records

import (
	"time"

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

// Veiled is a record without a seed that is still secret, and without the deal that came of it.
func (rs *Records) Veiled(rec store.Match) store.Match { return ledger.Veil(rs.games, rec, clock.MS()) }

func (rs *Records) veiledAll(list []store.Match) []store.Match {
	for i := range list {
		list[i] = rs.Veiled(list[i])
	}
	return list
}
