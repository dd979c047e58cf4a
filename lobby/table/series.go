package table

import (
	"arcade/games"
	"arcade/store"
)

// Waits reports whether the series goes on: the next round begins when all players are ready. It
// ends when a player leaves the table, is not ready in time, or calls a round off.
func (t *Table) Waits() bool {
	return t.Rec.Status == store.Done && t.Rec.Round > 0 && t.M != nil && t.Next == "" && t.Rec.Reason != games.Aborted && !t.Ended
}

// ReadyBy returns the time until which a meeting, or the next round of a series, waits for its players, in
// ms; 0 for no limit or nothing to wait for. A bot waits without limit. If the host of the meeting comes
// without a question, this is when.
func (t *Table) ReadyBy() int64 {
	switch {
	case t.Meets() && t.Comes != 0:
		return t.Comes
	case t.Meets():
		return t.MeetingSince + t.Terms.ReadyTime.Milliseconds()
	case t.Waits() && t.People() > 1:
		return t.Rec.Ended + t.Terms.ReadyTime.Milliseconds()
	}
	return 0
}

// LeavesSeries reports whether an absence ends the series after its round: the player left the
// table, or is not back within the grace.
func (t *Table) LeavesSeries(a Away) bool {
	left := a.Grace == t.Terms.GraceLeft && !a.Coming
	return t.Rec.Round > 0 && a.Since != 0 && (left || a.Over(t.Now()))
}
