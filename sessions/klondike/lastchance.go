package klondike

import (
	"arcade/games"
)

// lastChance is when a try that was lost could be won for the last time.
type lastChance struct {
	ply    int // actions that had been played, -1 for never
	of     int // of how many
	status games.SolveStatus
}
