package matgo

import "arcade/games"

// Phase is what the seat that is to act is asked for.
type Phase uint8

// The phases.
const (
	// AskPlay: a card, a shake, a bomb, or "pass" where the hand is empty.
	AskPlay Phase = iota
	// AskPresident: to stop or hold with four of a month in hand.
	AskPresident
	// AskKung: to use a kung or pass it.
	AskKung
	// AskTake: which floor card to take.
	AskTake
	// AskGukjin: what the gukjin counts as.
	AskGukjin
	// AskGo: go or stop.
	AskGo
	// Over: nothing, the round has ended.
	Over
)

var phaseNames = [...]string{"play", "president", "kung", "take", "gukjin", "go", "over"}

// String is "play", "president", "kung", "take", "gukjin", "go" or "over".
func (p Phase) String() string { return phaseNames[p] }

// MarshalText writes the phase as [Phase.String] does.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// View is what one seat, a spectator (as seat -1) or "all" may see of a round.
// Lists of cards are sorted by id, but for Stock. It is one flat JSON object, which clients
// of the protocol read, and so has a field for each of its keys.
type View struct {
	// Seat is the viewer: 0, 1, -1 a spectator, -2 one from whom nothing is hidden.
	Seat games.Seat `json:"seat"`
	// Phase is what ToAct is asked for. All may know it.
	Phase Phase `json:"phase"`
	// ToAct is the seat that must act, -1 once over.
	ToAct games.Seat `json:"to_act"`
	// First is the seat that began the round (선).
	First games.Seat `json:"first"`
	// Turn counts the turns from 1: a turn is all that a seat does until the other
	// is to act. Ply counts the actions played.
	Turn int `json:"turn"`
	Ply  int `json:"ply"`
	// Opening is how the round was set up.
	Opening Opening `json:"opening"`
	// Carry multiplies what the winner gets: the carry of the setup, doubled by
	// each deal that was void.
	Carry int `json:"carry"`
	// Hands are the cards of each seat, null for a hand that the viewer may not
	// see. Once over both are open.
	Hands [2][]Card `json:"hands"`
	// HandCounts are how many cards each seat holds.
	HandCounts [2]int `json:"hand_counts"`
	// Floor are the cards that lie open.
	Floor []Card `json:"floor"`
	// Stock are the cards to be flipped, next first; null but for "all" and once over.
	Stock []Card `json:"stock"`
	// StockCount is how many there are.
	StockCount int `json:"stock_count"`
	// Aside are the bonus cards that were flipped in this turn and are nobody's yet.
	Aside []Card `json:"aside"`
	// Sides is what each seat has won and declared, open to all.
	Sides [2]Side `json:"sides"`
	// Ask is what ToAct is asked for and all may know; null where Phase says it
	// all. For a president and a kung it is shown only to that seat and to "all".
	Ask *Ask `json:"ask"`
	// Legal are the legal actions; null for a seat that is not to act, except for "all".
	Legal []games.Action `json:"legal"`
	// LastCard reports whether the card which the seat plays or has just played is its
	// last: none of ppuk, ssul, jjob, ddadak happens, and no steal of a sweep.
	LastCard bool `json:"last_card"`
	// Last is the last action with the seat that played it, null before the first.
	Last *LastAction `json:"last"`
	// Past is what was played so far, open to all.
	Past Past `json:"past"`
	// Outcome is how the round ended, null while it is in play.
	Outcome *Outcome `json:"outcome"`
}

// LastAction is the last action played.
type LastAction struct {
	Seat   games.Seat   `json:"seat"`
	Action games.Action `json:"action"`
}

// Past is what all have seen since the opening.
type Past struct {
	// Floor are the cards that lay open when the first turn began.
	Floor []Card `json:"floor"`
	// Flips are the cards that came from the stock since, in their order.
	Flips []Card `json:"flips"`
	// Actions are the actions played so far, with their seats.
	Actions []LastAction `json:"actions"`
}

// Opening is how a round was set up.
type Opening struct {
	// By is how the first seat was found: "option" (it was given: the last
	// winner), "night" (the lower month), "day" (the higher) or "coin" (equal months).
	By string `json:"by"`
	// Hour is the hour of the setup, 0 to 23.
	Hour int `json:"hour"`
	// Months are the months of the cards that the seats compared, null where By is "option".
	Months *[2]int `json:"months"`
	// HandBonus are the bonus cards that each seat had in its hand. FloorBonus are the bonus cards
	// that First took from the floor.
	HandBonus  [2][]Card `json:"hand_bonus"`
	FloorBonus []Card    `json:"floor_bonus"`
	// Void are the months of which four lay on the floor of a deal that was void
	// (바닥 대통령), oldest first. Each doubled the carry.
	Void []int `json:"void"`
}

// Side is what a seat has won and declared in this round, open to all.
type Side struct {
	// Captured are the cards won by kind: kwang, yeol, tti, pi. [Gukjin] is with
	// the pi where Gukjin is "pi", else with the yeol.
	Captured Captured `json:"captured"`
	// PiCount is how many pi they count.
	PiCount int `json:"pi_count"`
	// Gukjin is what it counts as: "" for a seat that never chose, "yeol" or "pi".
	Gukjin string `json:"gukjin"`
	// GukjinFixed reports whether a theft failed against it and turned it into a yeol.
	GukjinFixed bool `json:"gukjin_fixed"`
	// Points are the points of the captured cards and events.
	Points Points `json:"points"`
	// Go is how often the seat said go, GoBase the points at the last go.
	Go     int `json:"go"`
	GoBase int `json:"go_base"`
	// Multiplier is what the seat's points + go would be multiplied by, if it won now.
	Multiplier Multiplier `json:"multiplier"`
	// WinsNow is what that makes, in points.
	WinsNow int `json:"wins_now"`
	// Danger is which bak the seat leaves open (its half of the conditions): no
	// kwang, few pi, no yeol, has said go.
	Danger Bak `json:"danger"`
	// Events counts what befell.
	Events Counters `json:"events"`
	// Ppuk is the seat's state of ppuk.
	Ppuk Ppuk `json:"ppuk"`
	// Held are the bonus cards that a ppuk holds back until it is made good.
	Held []Card `json:"held"`
	// Shaken, Bombed and Kung are the declared months with the cards shown.
	Shaken []Declared `json:"shaken"`
	Bombed []Declared `json:"bombed"`
	Kung   []Declared `json:"kung"`
	// President reports whether the seat played on with a president (들고치기).
	President bool `json:"president"`
	// Gold is the seat's purse as it stands: before the end without the settlement.
	Gold int `json:"gold"`
}

// Captured are won cards by kind, each list sorted by id, never null.
type Captured struct {
	Kwang []Card `json:"kwang"`
	Yeol  []Card `json:"yeol"`
	Tti   []Card `json:"tti"`
	Pi    []Card `json:"pi"`
}

// Points are the parts of the base points (section 8-1 of the rules), without the go bonus.
type Points struct {
	Kwang int `json:"kwang"` // 3광 비3광 4광 5광
	Yeol  int `json:"yeol"`
	Tti   int `json:"tti"`
	Pi    int `json:"pi"`
	// The sets: 홍단, 청단, 초단, 고도리.
	Hongdan   int `json:"hongdan"`
	Cheongdan int `json:"cheongdan"`
	Chodan    int `json:"chodan"`
	Godori    int `json:"godori"`
	// Events are the points for ttak, ppuk and jjob.
	Events int `json:"events"`
	Total  int `json:"total"`
}

// Multiplier are the factors of a seat's points, 1 where there is none.
type Multiplier struct {
	Go        int `json:"go"`        // from the third go on
	Shake     int `json:"shake"`     // shakes
	Bomb      int `json:"bomb"`      // bombs
	GoBak     int `json:"go_bak"`    // 고박: the other has said go
	Gwang     int `json:"gwang"`     // 광박
	Pi        int `json:"pi"`        // 피박
	Meong     int `json:"meong"`     // 멍박
	Carry     int `json:"carry"`     // the carry: the winner's alone
	President int `json:"president"` // 들고치기 with a shake or bomb: the winner's alone
	Total     int `json:"total"`     // the product
}

// Bak is a set of baks.
type Bak struct {
	Gwang bool `json:"gwang"`
	Pi    bool `json:"pi"`
	Meong bool `json:"meong"`
	Go    bool `json:"go"`
}

// Counters count the events of a seat in a round; the names are the result's.
type Counters struct {
	Ttak     int `json:"ttak"`
	Ppuk     int `json:"ppuk"`
	Jjob     int `json:"jjob"`
	Shaking  int `json:"shaking"`
	Bomb     int `json:"bomb"`
	Ddadak   int `json:"ddadak"`
	Ssul     int `json:"ssul"`
	Jabbeok  int `json:"jabbeok"`
	YeonPpuk int `json:"yeonPpuk"`
	Kung     int `json:"kung"`
}

// Ppuk is a seat's state of ppuk. These rules leave no pile of three: a ppuk takes
// its two cards, and stays open until the seat captures in a turn without one.
type Ppuk struct {
	// Open reports whether the last ppuk is not yet made good.
	Open bool `json:"open"`
	// Streak is how many ppuk followed each other without being made good; 0 where not Open.
	Streak int `json:"streak"`
	// Turn and Month belong to the last ppuk, 0 before the first.
	Turn  int `json:"turn"`
	Month int `json:"month"`
}

// Declared is a declared month with the cards shown: the hand's three (or four)
// of a shake; of a bomb or a kung also the floor card.
type Declared struct {
	Month int    `json:"month"`
	Cards []Card `json:"cards"`
}

// Ask is a question with its choices.
type Ask struct {
	// Source is, for a take, "hand" or "flip"; Card the card that takes, Choices
	// the floor cards of which it takes one. Else they are absent.
	Source  string `json:"source,omitempty"`
	Card    *Card  `json:"card,omitempty"`
	Choices []Card `json:"choices,omitempty"`
	// Months are the months of a president or of the kungs; absent for others.
	Months []int `json:"months,omitempty"`
}

// Outcome is how a round ended.
type Outcome struct {
	// Reason is "stop", "three_ppuk", "president" or "hands_empty".
	Reason string `json:"reason"`
	// Winner is the winning seat, -1 for a nagari.
	Winner games.Seat `json:"winner"`
	// Nagari reports whether nobody won; NagariReasons are why: "tie", "no_score", "failed_go".
	Nagari        bool     `json:"nagari"`
	NagariReasons []string `json:"nagari_reasons"`
	// Base is points + go of each seat; Multiplier and Total what became of them.
	Base       [2]int        `json:"base"`
	Multiplier [2]Multiplier `json:"multiplier"`
	Total      [2]int        `json:"total"`
	// Due is the gold that the winner's total is worth, Paid what the loser could
	// pay of it. Events is the gold that seat 0 won from seat 1 by ppuk in the
	// round, negative where it lost.
	Due    int `json:"due"`
	Paid   int `json:"paid"`
	Events int `json:"events"`
	// GoldBefore is each purse at the start of the round, Gold at its end.
	GoldBefore [2]int `json:"gold_before"`
	Gold       [2]int `json:"gold"`
	// Refilled tells who had nothing left and started again with the initial sum.
	Refilled [2]bool `json:"refilled"`
	// NextCarry is the carry of the next round, NextFirst its first seat.
	NextCarry int        `json:"next_carry"`
	NextFirst games.Seat `json:"next_first"`
}
