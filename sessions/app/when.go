package app

import (
	"hash/fnv"
	"strings"
	"time"
)

// BoardPage is the number of places on a page of a leaderboard.
const BoardPage = 100

// Rating writes a rating; a question mark says that it is provisional.
func (a *App) Rating(r float64, provisional bool) string {
	s := Itoa(int(r + 0.5))
	if provisional {
		s += "?"
	}
	return s
}

// MatchPage is the number of matches in one reading.
const MatchPage = 100

// Changes notes, while a frame is drawn, when something on it will read otherwise: then
// the screens are drawn again, and not before.
func (a *App) Changes(at time.Time) {
	if soonest := time.Now().Add(leastTick); at.Before(soonest) {
		at = soonest
	}
	if a.changes.IsZero() || at.Before(a.changes) {
		a.changes = at
	}
}

// Ages is Changes for an age in a list, next in steps of step: it may be a little out of date,
// by a quarter of a step and 15 s at most. How long is the visitor's own, so that not all who
// look at a list draw it again at one moment.
func (a *App) Ages(at time.Time, step time.Duration) {
	h := fnv.New32a()
	h.Write([]byte(a.Visit.Me().ID))
	late := min(step/4, 15*time.Second)
	a.Changes(at.Add(time.Duration(float64(h.Sum32()) / (1 << 32) * float64(late))))
}

// ClockTo is the time that is left until a moment, for a list: it is kept true to the
// second, or above an hour to the minute.
func (a *App) ClockTo(ms int64) string {
	left := max(ms-time.Now().UnixMilli(), 0)
	step := Either(left >= time.Hour.Milliseconds(), time.Minute, time.Second)
	if left > 0 {
		a.Changes(time.Now().Add(time.Duration(left)*time.Millisecond%step + time.Millisecond))
	}
	return ClockText(left)
}

// When returns a moment as its age or its date.
func (a *App) When(ms int64) string {
	t := time.UnixMilli(ms)
	switch d := time.Since(t); {
	case d < time.Minute:
		a.Ages(t.Add(time.Minute), time.Minute)
		return a.T("when.now")
	case d < time.Hour:
		a.Ages(t.Add(d.Truncate(time.Minute)+time.Minute), time.Minute)
		return a.T("when.minutes", "n", int(d/time.Minute))
	case d < 24*time.Hour:
		a.Ages(t.Add(d.Truncate(time.Hour)+time.Hour), time.Hour)
		return a.T("when.hours", "n", int(d/time.Hour))
	case d < 300*24*time.Hour:
		return t.UTC().Format("01-02")
	default:
		return t.UTC().Format("2006-01")
	}
}

// Day is a date in UTC.
func Day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02") }

// IsBot reports whether an opponent is a bot.
func IsBot(opponent string) bool { return strings.HasPrefix(opponent, "bot:") }
