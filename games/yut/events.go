package yut

// Events of an action, in order. All events are of seat 0. Nodes, tokens, sticks and relics have their
// names in the [View].
type (
	// EventThrow is a throw, as in [Throw].
	EventThrow struct {
		Backs  [Slots]bool `json:"backs"`
		Thrown Token       `json:"thrown"`
		// ThrowsLeft is the number of throws left after it, before effects.
		ThrowsLeft int   `json:"throws_left"`
		Token      Token `json:"token"`
	}
	// EventStart begins the moves of a turn.
	EventStart struct{}
	// EventMove is a move.
	EventMove struct {
		From Node `json:"from"`
		// Path has every node of the move. The last one, To, may be Finished.
		Path   []Node `json:"path"`
		Pieces int    `json:"pieces"`
		Steps  int    `json:"steps"`
		To     Node   `json:"to"`
		Token  Token  `json:"token"`
	}
	// EventMerge: the move met pieces.
	EventMerge struct {
		Node Node `json:"node"`
		// Pieces is the size of the stack now.
		Pieces int `json:"pieces"`
	}
	// EventFinish: pieces finished.
	EventFinish struct {
		// Finished counts all finished pieces so far, Pieces the ones of this move.
		Finished int `json:"finished"`
		Pieces   int `json:"pieces"`
	}
	// EventRefresh: the special nodes were dealt anew.
	EventRefresh struct {
		After  []Special `json:"after"`
		Before []Special `json:"before"`
	}
	// EventStickOffer: a stick is offered.
	EventStickOffer struct {
		Stick string `json:"stick"`
	}
	// EventStickTake: the player swapped a stick.
	EventStickTake struct {
		Old string `json:"old"`
		// Slot is 1 to 4.
		Slot  int    `json:"slot"`
		Stick string `json:"stick"`
	}
	// EventStickDiscard: the player refused the offered stick.
	EventStickDiscard struct {
		Stick string `json:"stick"`
	}
	// EventRelicOffer is a reward; see [Reward].
	EventRelicOffer struct {
		Pieces int      `json:"pieces"`
		Relics []string `json:"relics"`
	}
	// EventRelicTake: the player took a relic.
	EventRelicTake struct {
		Relic string `json:"relic"`
	}
	// EventEffect: a stick or a relic acted. Effects that only change chances have no event.
	EventEffect struct {
		ID string `json:"id"`
		// Offers counts the sticks offered. Raise is the rise of the throw's token.
		Offers int `json:"offers,omitempty"`
		Raise  int `json:"raise,omitempty"`
		// Source is "stick" or "relic".
		Source string `json:"source"`
		// Steps are added to the following move, Throws are added, and Token went into the hand.
		Steps  int   `json:"steps,omitempty"`
		Throws int   `json:"throws,omitempty"`
		Token  Token `json:"token,omitempty"`
	}
	// EventTurn is the beginning of a turn. The first turn has none.
	EventTurn struct {
		Turn int `json:"turn"`
	}
	// EventEnd is the end of the run.
	EventEnd struct {
		Throws int `json:"throws"`
		Turns  int `json:"turns"`
	}
)

func (EventThrow) Kind() string        { return "throw" }
func (EventStart) Kind() string        { return "start" }
func (EventMove) Kind() string         { return "move" }
func (EventMerge) Kind() string        { return "merge" }
func (EventFinish) Kind() string       { return "finish" }
func (EventRefresh) Kind() string      { return "refresh" }
func (EventStickOffer) Kind() string   { return "stick_offer" }
func (EventStickTake) Kind() string    { return "stick_take" }
func (EventStickDiscard) Kind() string { return "stick_discard" }
func (EventRelicOffer) Kind() string   { return "relic_offer" }
func (EventRelicTake) Kind() string    { return "relic_take" }
func (EventEffect) Kind() string       { return "effect" }
func (EventTurn) Kind() string         { return "turn" }
func (EventEnd) Kind() string          { return "end" }
