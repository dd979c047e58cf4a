package table

import "time"

// Away is a player's absence from the table.
type Away struct {
	Since int64 // ms, 0 when present
	Grace time.Duration
	// Coming: the player is in the house and has been called. Others do not see it as gone before
	// the grace ends.
	Coming bool
}

// Over reports whether the grace has passed.
func (a Away) Over(now int64) bool { return a.Since != 0 && now >= a.Until() }

// Until returns the end of the grace, in ms.
func (a Away) Until() int64 { return a.Since + a.Grace.Milliseconds() }

// Shown returns the time since which others see the player as gone, 0 if they do not.
func (a Away) Shown(now int64) int64 {
	if a.Coming && !a.Over(now) {
		return 0
	}
	return a.Since
}
