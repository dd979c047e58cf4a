package table

import "time"

// Away tells since when a seat's player is not at the table.
type Away struct {
	Since int64 // ms, 0 when present
	Grace time.Duration
	// Coming players are in the house and have been called: they are not shown as
	// gone before the grace is over.
	Coming bool
}

// Over reports whether the grace has passed.
func (a Away) Over(now int64) bool { return a.Since != 0 && now >= a.Until() }

// Until is when the grace has passed.
func (a Away) Until() int64 { return a.Since + a.Grace.Milliseconds() }

// Shown is since when others see the player as gone, 0 when they do not.
func (a Away) Shown(now int64) int64 {
	if a.Coming && !a.Over(now) {
		return 0
	}
	return a.Since
}
