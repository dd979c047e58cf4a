package yut

import "arcade/games"

// Ask is what the player is asked, in JSON its text.
type Ask string

// What can be asked. Over asks nothing: all pieces are finished.
const (
	AskThrow Ask = "throw" // throw the sticks
	AskStart Ask = "start" // all throws are thrown: begin to move
	AskMove  Ask = "move"  // use a token of the hand
	AskStick Ask = "stick" // put the offered stick into a slot, or discard it
	AskRelic Ask = "relic" // take one of the offered relics
	Over     Ask = "over"
)

// View is what anybody may see: everything but what chance has still to bring.
// Sticks and relics are named by their ids; [FindStick] and [FindRelic] tell
// what they are called and what they do.
type View struct {
	// Turn is the present turn, from 1; once over, how many turns the run took.
	Turn int `json:"turn"`
	// Throws is how many throws were made in the whole run.
	Throws int `json:"throws"`
	// ThrowsLeft is how many throws this turn still has.
	ThrowsLeft int `json:"throws_left"`
	// Hand are the tokens still to be used, in the order in which they came.
	Hand []Token `json:"hand"`
	// Ask is what is to be done now.
	Ask Ask `json:"ask"`
	// Moving reports whether this turn's moves have begun. A throw that is asked for
	// while it is true was won by an effect; moving goes on after it by itself.
	Moving bool `json:"moving"`
	// Pieces is where each piece is, a node's name, "home" or "finished".
	Pieces [Pieces]Node `json:"pieces"`
	// Stacks are the pieces on the board by node, in the order of the nodes
	// (O1 to O20, C, A1 to A4, B1 to B4).
	Stacks []Stack `json:"stacks"`
	// Home and Finished are how many pieces are before and behind the board.
	Home     int `json:"home"`
	Finished int `json:"finished"`
	// Special are the board's special nodes, in the order of the nodes.
	Special []Special `json:"special"`
	// Sticks are the four sticks carried, slot 1 first.
	Sticks [Slots]Carried `json:"sticks"`
	// Relics are the relics taken, oldest first.
	Relics []Carried `json:"relics"`
	// Odds are the chances of the next throw.
	Odds Odds `json:"odds"`
	// Moves are the moves that can be made, nil unless Ask is AskMove: by token
	// (do first), then Home before the nodes in their order, then by way.
	Moves []Move `json:"moves,omitempty"`
	// Offer is the stick that is offered, nil unless Ask is AskStick.
	Offer *Offer `json:"offer,omitempty"`
	// Reward are the relics that are offered, nil unless Ask is AskRelic.
	Reward *Reward `json:"reward,omitempty"`
	// Last is the latest throw of the run, nil before the first.
	Last *Throw `json:"last,omitempty"`
}

// Stack is the pieces on one node, one or more; they move together for ever.
type Stack struct {
	Node   Node `json:"node"`
	Pieces int  `json:"pieces"`
}

// Special is a node that does something when a move ends there.
type Special struct {
	Node Node `json:"node"`
	// Kind is Stick or Refresh.
	Kind Kind `json:"kind"`
}

// Carried is a stick or a relic of the run.
type Carried struct {
	ID string `json:"id"`
	// Back is a stick's chance of showing its back in percent, as it is now with
	// what all effects add; 0 for a relic.
	Back int `json:"back,omitempty"`
	// Special reports whether a stick is another one than those a run starts with.
	Special bool `json:"special,omitempty"`
	// Used is how often each of its effects was used in this turn, for the effects that
	// have a limit by the turn.
	Used []int `json:"used,omitempty"`
}

// Odds are the chances of a throw's tokens, do first; they add up to 1.
type Odds [Tokens]float64

// Again is the chance of another throw.
func (o Odds) Again() float64 { return o[Yut-1] + o[Mo-1] }

// Move is a move that can be made.
type Move struct {
	// Action is the move in the notation of the log.
	Action games.Action `json:"action"`
	Token  Token        `json:"token"`
	From   Node         `json:"from"`
	// First is the first node of the way, absent where From is not a fork.
	First Node `json:"first,omitempty"`
	// To is where the move ends.
	To Node `json:"to"`
	// Pieces is how many pieces move, Steps how far: the token and what effects add.
	Pieces int `json:"pieces"`
	Steps  int `json:"steps"`
}

// Offer is a stick that is offered.
type Offer struct {
	ID string `json:"id"`
	// Back is its chance of showing its back in percent.
	Back int `json:"back"`
	// Odds are the chances of a throw with it in slot 1, 2, 3 and 4.
	Odds [Slots]Odds `json:"odds"`
}

// Reward are the relics that are offered for a finish.
type Reward struct {
	// Pieces is how many pieces finished at once: the more, the fewer relics are offered.
	Pieces int `json:"pieces"`
	// Relics are the ids, at most 3: max(1, 4 - Pieces).
	Relics []string `json:"relics"`
}

// Throw is a throw that was made.
type Throw struct {
	// Backs tells of each stick whether it showed its back, slot 1 first.
	Backs [Slots]bool `json:"backs"`
	// Thrown is the token of the number of backs, Token what came into the hand:
	// the same unless an effect raised it.
	Thrown Token `json:"thrown"`
	Token  Token `json:"token"`
}
