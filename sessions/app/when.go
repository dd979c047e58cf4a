package app

import (
	"strings"
	"time"
)

// BoardPage is how many places a leaderboard shows.
const BoardPage = 100

// Rating writes a rating; a question mark says that it is provisional.
func (a *App) Rating(r float64, provisional bool) string {
	s := Itoa(int(r + 0.5))
	if provisional {
		s += "?"
	}
	return s
}

// MatchPage is how many matches are read at a time.
const MatchPage = 100

// When is how long ago a moment was, or its date.
func (a *App) When(ms int64) string {
	t := time.UnixMilli(ms)
	switch d := time.Since(t); {
	case d < time.Minute:
		return a.T("when.now")
	case d < time.Hour:
		return a.T("when.minutes", "n", int(d/time.Minute))
	case d < 24*time.Hour:
		return a.T("when.hours", "n", int(d/time.Hour))
	case d < 300*24*time.Hour:
		return t.UTC().Format("01-02")
	default:
		return t.UTC().Format("2006-01")
	}
}

// Day is a date in UTC.
func Day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02") }

// IsBot tells an opponent that is a bot.
func IsBot(opponent string) bool { return strings.HasPrefix(opponent, "bot:") }
