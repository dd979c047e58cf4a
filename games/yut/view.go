package yut

import "arcade/games"

// Ask is the question to the player. In JSON it is its text.
type Ask string

// The questions. Over asks nothing: all pieces are finished.
const (
	AskThrow Ask = "throw" // throw the sticks
	AskStart Ask = "start" // no throw is left: begin to move
	AskMove  Ask = "move"  // use a token of the hand
	AskStick Ask = "stick" // put the offered stick into a slot, or discard it
	AskRelic Ask = "relic" // take one of the offered relics
	Over     Ask = "over"
)

// View is the public part of the state: all but future chance. Sticks and relics have ids; [FindStick]
// and [FindRelic] return their names and effects.
type View struct {
	// Turn is the present turn, from 1; once over, the number of turns of the run.
	Turn int `json:"turn"`
	// Throws is the number of throws in the whole run.
	Throws int `json:"throws"`
	// ThrowsLeft is the number of throws left in this turn.
	ThrowsLeft int `json:"throws_left"`
	// Hand has the unused tokens, in the order in which they came.
	Hand []Token `json:"hand"`
	// Ask is the present question.
	Ask Ask `json:"ask"`
	// Moving reports whether this turn's moves have begun. A throw during the moves was won by an effect;
	// the moves continue after it without an action.
	Moving bool `json:"moving"`
	// Pieces has each piece's place: a node's name, "home" or "finished".
	Pieces [Pieces]Node `json:"pieces"`
	// Stacks has the pieces on the board by node, in the order of the nodes (O1 to O20, C, A1 to A4, B1 to
	// B4).
	Stacks []Stack `json:"stacks"`
	// Home and Finished are the numbers of pieces before and behind the board.
	Home     int `json:"home"`
	Finished int `json:"finished"`
	// Special has the board's special nodes, in the order of the nodes.
	Special []Special `json:"special"`
	// Sticks has the four carried sticks, slot 1 first.
	Sticks [Slots]Carried `json:"sticks"`
	// Relics has the relics taken, oldest first.
	Relics []Carried `json:"relics"`
	// Odds has the chances of the next throw.
	Odds Odds `json:"odds"`
	// Moves has the legal moves, nil unless Ask is AskMove: by token (do first), then Home before the nodes
	// in their order, then by way.
	Moves []Move `json:"moves,omitempty"`
	// Offer is the offered stick, nil unless Ask is AskStick.
	Offer *Offer `json:"offer,omitempty"`
	// Reward has the offered relics, nil unless Ask is AskRelic.
	Reward *Reward `json:"reward,omitempty"`
	// Last is the latest throw of the run, nil before the first.
	Last *Throw `json:"last,omitempty"`
}

// Stack has the pieces on one node, one or more. They move together for ever.
type Stack struct {
	Node   Node `json:"node"`
	Pieces int  `json:"pieces"`
}

// Special is a node that acts when a move ends there.
type Special struct {
	Node Node `json:"node"`
	// Kind is Stick or Refresh.
	Kind Kind `json:"kind"`
}

// Carried is a stick or a relic of the run.
type Carried struct {
	ID string `json:"id"`
	// Back is a stick's present back chance in percent, including all effects; 0 for a relic.
	Back int `json:"back,omitempty"`
	// Special reports whether a stick differs from the sticks at the start of a run.
	Special bool `json:"special,omitempty"`
	// Used counts the uses in this turn of its effects with a limit per turn.
	Used []int `json:"used,omitempty"`
}

// Odds has the chances of a throw's tokens, do first; they add up to 1.
type Odds [Tokens]float64

// Again returns the chance of another throw.
func (o Odds) Again() float64 { return o[Yut-1] + o[Mo-1] }

// Move is a legal move.
type Move struct {
	// Action is the move in the notation of the log.
	Action games.Action `json:"action"`
	Token  Token        `json:"token"`
	From   Node         `json:"from"`
	// First is the first node of the way, absent if From is not a fork.
	First Node `json:"first,omitempty"`
	// To is the last node of the move.
	To Node `json:"to"`
	// Pieces is the number of moving pieces, Steps the length: the token with added effects.
	Pieces int `json:"pieces"`
	Steps  int `json:"steps"`
}

// Offer is an offered stick.
type Offer struct {
	ID string `json:"id"`
	// Back is its back chance in percent.
	Back int `json:"back"`
	// Odds has the chances of a throw with it in slot 1, 2, 3 and 4.
	Odds [Slots]Odds `json:"odds"`
}

// Reward has the relics that are offered for a finish.
type Reward struct {
	// Pieces is the number of pieces that finished at once. More pieces mean fewer relics.
	Pieces int `json:"pieces"`
	// Relics has the ids, at most 3: max(1, 4 - Pieces).
	Relics []string `json:"relics"`
}

// Throw is a throw.
type Throw struct {
	// Backs reports for each stick whether it showed its back, slot 1 first.
	Backs [Slots]bool `json:"backs"`
	// Thrown is the token of the number of backs. Token is the token that came into the hand: the same
	// unless an effect raised it.
	Thrown Token `json:"thrown"`
	Token  Token `json:"token"`
}
