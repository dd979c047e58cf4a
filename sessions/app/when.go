package app

import (
	"hash/fnv"
	"strings"
	"time"
)

// BoardPage is the number of places on a page of a leaderboard.
const BoardPage = 100

// Rating returns a rating with a question mark if it is provisional.
func (a *App) Rating(r float64, provisional bool) string {
	s := Itoa(int(r + 0.5))
	if provisional {
		s += "?"
	}
	return s
}

// MatchPage is the number of matches that are read at once.
const MatchPage = 100

// RedrawAt records, while a frame is drawn, the time at which a text on it changes by itself: the screens
// are drawn again then, and not before.
func (a *App) RedrawAt(at time.Time) {
	if soonest := time.Now().Add(leastTick); at.Before(soonest) {
		at = soonest
	}
	if a.changes.IsZero() || at.Before(a.changes) {
		a.changes = at
	}
}

// RedrawForAge is Changes for an age in a list, which changes in steps of step. The redraw may be late by a
// quarter of a step, at most 15 s. The delay depends on the visitor, so that not all viewers of a list
// redraw at one moment.
func (a *App) RedrawForAge(at time.Time, step time.Duration) {
	h := fnv.New32a()
	h.Write([]byte(a.Visit.Me().ID))
	late := min(step/4, 15*time.Second)
	a.RedrawAt(at.Add(time.Duration(float64(h.Sum32()) / (1 << 32) * float64(late))))
}

// ClockTo returns the time left until a moment, for a list: to the second, or above an hour to the
// minute.
func (a *App) ClockTo(ms int64) string {
	left := max(ms-time.Now().UnixMilli(), 0)
	step := If(left >= time.Hour.Milliseconds(), time.Minute, time.Second)
	if left > 0 {
		a.RedrawAt(time.Now().Add(time.Duration(left)*time.Millisecond%step + time.Millisecond))
	}
	return a.ClockText(left)
}

// Ago returns a moment as its age or its date.
func (a *App) Ago(ms int64) string {
	t := time.UnixMilli(ms)
	switch d := time.Since(t); {
	case d < time.Minute:
		a.RedrawForAge(t.Add(time.Minute), time.Minute)
		return a.T("when.now")
	case d < time.Hour:
		a.RedrawForAge(t.Add(d.Truncate(time.Minute)+time.Minute), time.Minute)
		return a.T("when.minutes", "n", int(d/time.Minute))
	case d < 24*time.Hour:
		a.RedrawForAge(t.Add(d.Truncate(time.Hour)+time.Hour), time.Hour)
		return a.T("when.hours", "n", int(d/time.Hour))
	case d < 300*24*time.Hour:
		return t.UTC().Format("01-02")
	default:
		return t.UTC().Format("2006-01")
	}
}

// Day returns a date in UTC.
func Day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02") }

// IsBot reports whether an opponent is a bot.
func IsBot(opponent string) bool { return strings.HasPrefix(opponent, "bot:") }
