package play

import "arcade/store"

// Paste is what a game gives to the line that tells elsewhere how a match came out. Neither
// of the first two may show a move, a card or a throw: others play the same run.
type Paste struct {
	// Progress is how far a run has come, from 0 to 9.
	Progress func(view any) int
	// Lead is by how much the first seat is ahead; nil for the difference of Card.Points.
	Lead func(view any) int
	// Figure is a row of a day's board in a few digits, "" where it has none.
	Figure func(s store.Score) string
}
