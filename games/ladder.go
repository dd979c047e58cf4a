package games

// Rung is a bot on its game's ladder, with its measured strength on the scale of the players' ratings.
// The documents of each game have the method and the command.
type Rung struct {
	Bot string
	// Rating is within Error of the true value in 95 of 100 measurements like this one.
	Rating, Error float64
	// Games is the number of games of the measurement.
	Games int
}

// Laddered is a game for two with a ladder of bots.
type Laddered interface {
	// Ladder returns the rungs, weakest first.
	Ladder() []Rung
}
