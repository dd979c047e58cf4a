package table

import (
	"arcade/games"
	"arcade/store"
)

// Waits reports whether the next round begins when everybody is ready: the series is over
// when somebody has left the table, was not ready in time, or called the round off.
func (t *Table) Waits() bool {
	return t.Rec.Status == store.Done && t.Rec.Round > 0 && t.M != nil && t.Next == "" && t.Rec.Reason != games.Aborted && !t.Ended
}

// ReadyBy is until when a meeting, or the next round of a series, waits for players who are not
// ready; 0 if nothing waits. A bot waits as long as its opponent likes.
func (t *Table) ReadyBy() int64 {
	switch {
	case t.Meets():
		return t.Met + t.Terms.ReadyTime.Milliseconds()
	case t.Waits() && t.People() > 1:
		return t.Rec.Ended + t.Terms.ReadyTime.Milliseconds()
	}
	return 0
}

// LeavesSeries reports whether an absence ends the series once its round is over: the absence of a
// player who has left the table, or is not back within the grace.
func (t *Table) LeavesSeries(a Away) bool {
	left := a.Grace == t.Terms.GraceLeft && !a.Coming
	return t.Rec.Round > 0 && a.Since != 0 && (left || a.Over(t.Now()))
}
