package records

import (
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// The runs of the day: one deal a day for everybody, which nobody may know before.

// Today returns the day of the daily runs, YYYY-MM-DD in UTC.
func (rs *Records) Today() string { return ledger.Day(clock.MS()) }

// DayBefore returns the day before a day, both YYYY-MM-DD.
func DayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// ThisWeek returns the week of today, as [ledger.Week] names it.
func (rs *Records) ThisWeek() string { return ledger.Week(clock.MS()) }

// LastWeek returns the week before today's.
func (rs *Records) LastWeek() string { return ledger.Week(clock.Now().AddDate(0, 0, -7).UnixMilli()) }

// WeekBoards returns the names of a game's weekly boards.
func (rs *Records) WeekBoards(game string) []string {
	if g, err := rs.cfg.Games.Game(game); err != nil {
		return nil
	} else if g.Info().Seats > 1 {
		return []string{ledger.GainBoard}
	}
	return rs.Boards(game)
}

// Veiled returns a record without a seed that is still secret, and without its deal.
func (rs *Records) Veiled(rec store.Match) store.Match {
	return ledger.Veil(rs.cfg.Games, rec, clock.MS())
}

func (rs *Records) veiledAll(list []store.Match) []store.Match {
	for i := range list {
		list[i] = rs.Veiled(list[i])
	}
	return list
}
