package yut

// What an action brings about, in the order in which it happened. All events are of
// seat 0; nodes, tokens, sticks and relics are named as in the [View].
type (
	// EventThrow is a throw, as in [Throw].
	EventThrow struct {
		Backs  [Slots]bool `json:"backs"`
		Thrown Token       `json:"thrown"`
		// ThrowsLeft is after it, before effects.
		ThrowsLeft int   `json:"throws_left"`
		Token      Token `json:"token"`
	}
	// EventStart begins the moves of a turn.
	EventStart struct{}
	// EventMove is a move.
	EventMove struct {
		From Node `json:"from"`
		// Path are the nodes one by one; the last one, To, may be Finished.
		Path   []Node `json:"path"`
		Pieces int    `json:"pieces"`
		Steps  int    `json:"steps"`
		To     Node   `json:"to"`
		Token  Token  `json:"token"`
	}
	// EventMerge is that the move met pieces.
	EventMerge struct {
		Node Node `json:"node"`
		// Pieces are the pieces of the stack now.
		Pieces int `json:"pieces"`
	}
	// EventFinish is that pieces finished.
	EventFinish struct {
		// Finished are all so far, Pieces the ones of this move.
		Finished int `json:"finished"`
		Pieces   int `json:"pieces"`
	}
	// EventRefresh is that the special nodes were dealt anew.
	EventRefresh struct {
		After  []Special `json:"after"`
		Before []Special `json:"before"`
	}
	// EventStickOffer is an offer.
	EventStickOffer struct {
		Stick string `json:"stick"`
	}
	// EventStickTake is a swap.
	EventStickTake struct {
		Old string `json:"old"`
		// Slot is 1 to 4.
		Slot  int    `json:"slot"`
		Stick string `json:"stick"`
	}
	// EventStickDiscard is an offer refused.
	EventStickDiscard struct {
		Stick string `json:"stick"`
	}
	// EventRelicOffer is a reward; see [Reward].
	EventRelicOffer struct {
		Pieces int      `json:"pieces"`
		Relics []string `json:"relics"`
	}
	// EventRelicTake is a relic taken.
	EventRelicTake struct {
		Relic string `json:"relic"`
	}
	// EventEffect is that a stick or a relic did something. What only changes chances
	// has no event.
	EventEffect struct {
		ID string `json:"id"`
		// Offers are of sticks, Raise is by how much the token of the throw was raised.
		Offers int `json:"offers,omitempty"`
		Raise  int `json:"raise,omitempty"`
		// Source is "stick" or "relic".
		Source string `json:"source"`
		// Steps are more steps of the move that follows, Throws are won, Token came into
		// the hand.
		Steps  int   `json:"steps,omitempty"`
		Throws int   `json:"throws,omitempty"`
		Token  Token `json:"token,omitempty"`
	}
	// EventTurn is the beginning of a turn. The first turn has none.
	EventTurn struct {
		Turn int `json:"turn"`
	}
	// EventEnd is the end.
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
