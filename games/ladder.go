package games

// Rung is a bot on its game's ladder: how strong it was measured to be, on the scale of the
// players' ratings. The documents of each game say how, and with which command.
type Rung struct {
	Bot string
	// Rating lies within Error of the true value in 95 of 100 measurements like this one.
	Rating, Error float64
	// Games is how many it was measured in.
	Games int
}

// Laddered is a game for two with a ladder of bots.
type Laddered interface {
	// Ladder lists the rungs, weakest first.
	Ladder() []Rung
}
