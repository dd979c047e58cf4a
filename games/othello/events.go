package othello

// EventMove reports that a side placed a disc.
type EventMove struct {
	// Flipped are the discs that it turned, a1 first.
	Flipped []Square `json:"flipped"`
	Square  Square   `json:"square"`
}

// EventPass reports that a side passed because it had no legal square.
type EventPass struct {
	// InARow is 1, or 2 at the end.
	InARow int `json:"in_a_row"`
}

func (EventMove) Kind() string { return "move" }
func (EventPass) Kind() string { return "pass" }
