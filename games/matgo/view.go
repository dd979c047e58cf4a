package matgo

import "arcade/games"

// Phase is the question that the seat to act must answer.
type Phase uint8

// The phases.
const (
	// AskPlay: a card, a shake, a bomb, or "pass" if the hand is empty.
	AskPlay Phase = iota
	// AskPresident: stop or hold with four of a month in hand.
	AskPresident
	// AskKung: use a kung or pass it.
	AskKung
	// AskTake: the floor card to take.
	AskTake
	// AskGukjin: whether the gukjin counts as yeol or pi.
	AskGukjin
	// AskGo: go or stop.
	AskGo
	// Over: nothing, the round has ended.
	Over
)

var phaseNames = [...]string{"play", "president", "kung", "take", "gukjin", "go", "over"}

// String returns "play", "president", "kung", "take", "gukjin", "go" or "over".
func (p Phase) String() string { return phaseNames[p] }

// MarshalText writes the phase as [Phase.String] does.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// View is everything that one seat, a spectator (as seat -1) or "all" may see of a round. Lists of cards
// are sorted by id, except Stock. It is one flat JSON object, which clients of the protocol read, and so
// has a field for each of its keys.
type View struct {
	// Seat is the viewer: 0, 1, -1 for a spectator, -2 for a viewer who sees everything.
	Seat games.Seat `json:"seat"`
	// Rules names the set of rules, "" for the document's; see [View.RuleSet].
	Rules string `json:"rules,omitempty"`
	// Phase is the question to ToAct. Everybody may know it.
	Phase Phase `json:"phase"`
	// ToAct is the seat that must act, -1 once over.
	ToAct games.Seat `json:"to_act"`
	// First is the seat that began the round (선).
	First games.Seat `json:"first"`
	// Turn counts the turns from 1. A turn has all actions of a seat until the other is to act. Ply counts
	// the actions played.
	Turn int `json:"turn"`
	Ply  int `json:"ply"`
	// Opening describes the set-up of the round.
	Opening Opening `json:"opening"`
	// Carry multiplies the winner's total: the carry of the setup, doubled by each void deal.
	Carry int `json:"carry"`
	// Hands has the cards of each seat, null for a hand that the viewer may not see. Once over both are
	// open.
	Hands [2][]Card `json:"hands"`
	// HandCounts has the number of cards of each hand.
	HandCounts [2]int `json:"hand_counts"`
	// Passes has the number of pass cards of each hand, which HandCounts leaves out.
	Passes [2]int `json:"passes,omitzero"`
	// Floor has the open cards, those of piles included.
	Floor []Card `json:"floor"`
	// Piles has the ppuk on the floor. It exists only under the standard rules, like Swept and Steals.
	Piles []Pile `json:"piles,omitempty"`
	// Swept reports whether the card played in this turn took three, which steals one pi. Steals counts the
	// pi that a bomb or a pile will steal at the end of this turn.
	Swept  bool `json:"swept,omitempty"`
	Steals int  `json:"steals,omitempty"`
	// Stock has the cards to be flipped, next first; null except for "all" and once over.
	Stock []Card `json:"stock"`
	// StockCount is the number of cards in the stock.
	StockCount int `json:"stock_count"`
	// Aside has the bonus cards that were flipped in this turn and belong to no seat yet.
	Aside []Card `json:"aside"`
	// Sides has each seat's captures and declarations, open to all.
	Sides [2]Side `json:"sides"`
	// Ask has the public details of the question to ToAct; null if Phase says it all. For a president and a
	// kung only that seat and "all" see it.
	Ask *Ask `json:"ask"`
	// Legal lists the legal actions; null for a seat that is not to act, except for "all".
	Legal []games.Action `json:"legal"`
	// LastCard reports whether the card that the seat plays or has just played is its last. Then there is
	// no ppuk, ssul, jjob or ddadak, and no steal of a sweep.
	LastCard bool `json:"last_card"`
	// Last is the last action with the seat that played it, null before the first.
	Last *LastAction `json:"last"`
	// Past has the moves so far, open to all.
	Past Past `json:"past"`
	// Outcome is the end of the round, null while it is in play.
	Outcome *Outcome `json:"outcome"`
}

// LastAction is the last action played.
type LastAction struct {
	Seat   games.Seat   `json:"seat"`
	Action games.Action `json:"action"`
}

// Past is everything that all have seen since the opening.
type Past struct {
	// Floor has the open cards at the start of the first turn.
	Floor []Card `json:"floor"`
	// Flips has the cards flipped from the stock since, in order.
	Flips []Card `json:"flips"`
	// Draws has an entry for each card that was drawn for a bonus card: the number of flips before it.
	Draws []int `json:"draws,omitempty"`
	// Actions has the actions played so far, with their seats.
	Actions []LastAction `json:"actions"`
}

// Opening describes the set-up of a round.
type Opening struct {
	// By says how the first seat was found: "option" (it was given: the last winner), "night" (the lower
	// month), "day" (the higher) or "coin" (equal months).
	By string `json:"by"`
	// Hour is the hour of the setup, 0 to 23.
	Hour int `json:"hour"`
	// Months has the months of the cards that the seats compared, null if By is "option".
	Months *[2]int `json:"months"`
	// HandBonus has the bonus cards that each seat had in its hand. FloorBonus has the bonus cards that
	// First took from the floor.
	HandBonus  [2][]Card `json:"hand_bonus"`
	FloorBonus []Card    `json:"floor_bonus"`
	// Void has the months of which four lay on the floor of a void deal (바닥 대통령), oldest first. Each
	// doubled the carry.
	Void []int `json:"void"`
	// President is the month of which four on the floor ended the round, 0 for none; under the standard rules.
	President int `json:"president,omitempty"`
}

// Side has a seat's captures and declarations in this round, open to all.
type Side struct {
	// Captured has the captured cards by kind: kwang, yeol, tti, pi. [Gukjin] is with the pi if Gukjin is
	// "pi", else with the yeol.
	Captured Captured `json:"captured"`
	// PiCount is the number of pi that they count.
	PiCount int `json:"pi_count"`
	// Gukjin says how it counts: "" without a choice, "yeol" or "pi".
	Gukjin string `json:"gukjin"`
	// GukjinFixed reports whether the rules decided about the gukjin: a failed steal turned it into a yeol, or
	// under the standard rules a stop turned it into pi.
	GukjinFixed bool `json:"gukjin_fixed"`
	// Points are the points of the captured cards and events.
	Points Points `json:"points"`
	// Go counts the seat's goes. GoBase has the points at the last go.
	Go     int `json:"go"`
	GoBase int `json:"go_base"`
	// Multiplier has the factors of the seat's points + go, if it won now.
	Multiplier Multiplier `json:"multiplier"`
	// WinsNow is the resulting win, in points.
	WinsNow int `json:"wins_now"`
	// Danger has the baks that the seat is open to (its half of the conditions): no kwang, few pi, no yeol,
	// has said go.
	Danger Bak `json:"danger"`
	// Events counts the seat's events.
	Events Counters `json:"events"`
	// Ppuk is the seat's state of ppuk.
	Ppuk Ppuk `json:"ppuk"`
	// Held has the bonus cards that a ppuk holds back until it is made good.
	Held []Card `json:"held"`
	// Shaken, Bombed and Kung have the declared months with the cards shown.
	Shaken []Declared `json:"shaken"`
	Bombed []Declared `json:"bombed"`
	Kung   []Declared `json:"kung"`
	// President reports whether the seat played on with a president (들고치기).
	President bool `json:"president"`
	// Gold is the seat's present purse: before the end without the settlement.
	Gold int `json:"gold"`
}

// Captured has the captured cards by kind, each list sorted by id, never null.
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

// Multiplier has the factors of a seat's points, 1 for none.
type Multiplier struct {
	Go        int `json:"go"`        // from the third go on
	Shake     int `json:"shake"`     // shakes
	Bomb      int `json:"bomb"`      // bombs
	GoBak     int `json:"go_bak"`    // 고박: the opponent has said go
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

// Counters counts the events of a seat in a round. The names are the result's.
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

// Ppuk is a seat's state of ppuk. Under the document's rules a ppuk takes its two cards, and stays open until
// the seat captures in a turn without one. Under the standard rules it leaves a pile, and stays open until any
// seat captures.
type Ppuk struct {
	// Open reports whether the last ppuk is not yet made good.
	Open bool `json:"open"`
	// Streak is the number of ppuk in a row that were not made good; 0 unless Open.
	Streak int `json:"streak"`
	// Turn and Month are the last ppuk's, 0 before the first.
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
	// Source is, for a take, "hand" or "flip". Card is the card that takes one of the floor cards Choices.
	// For other questions the three are absent.
	Source  string `json:"source,omitempty"`
	Card    *Card  `json:"card,omitempty"`
	Choices []Card `json:"choices,omitempty"`
	// Months has the months of a president or of the kungs; absent for other questions.
	Months []int `json:"months,omitempty"`
}

// Outcome is the end of a round.
type Outcome struct {
	// Reason is "stop", "three_ppuk", "president", "hands_empty" or "forfeit", under the standard rules also
	// "last_card_stop" or "floor_president".
	Reason string `json:"reason"`
	// Winner is the winning seat, -1 for a nagari.
	Winner games.Seat `json:"winner"`
	// Nagari reports whether no seat won. NagariReasons has the reasons: "tie", "no_score", "failed_go".
	Nagari        bool     `json:"nagari"`
	NagariReasons []string `json:"nagari_reasons"`
	// Base is points + go of each seat. Multiplier and Total are applied to it.
	Base       [2]int        `json:"base"`
	Multiplier [2]Multiplier `json:"multiplier"`
	Total      [2]int        `json:"total"`
	// Due is the gold for the winner's total, Paid the part that the loser could pay. Events is the gold
	// that seat 0 won from seat 1 by ppuk in the round, negative if it lost.
	Due    int `json:"due"`
	Paid   int `json:"paid"`
	Events int `json:"events"`
	// GoldBefore has each purse at the start of the round, Gold at its end.
	GoldBefore [2]int `json:"gold_before"`
	Gold       [2]int `json:"gold"`
	// Refilled reports, by seat, whether the purse was empty and started again with the initial sum.
	Refilled [2]bool `json:"refilled"`
	// NextCarry is the carry of the next round, NextFirst its first seat.
	NextCarry int        `json:"next_carry"`
	NextFirst games.Seat `json:"next_first"`
}

// RuleSet returns the set of rules of the round.
func (v *View) RuleSet() *Rules {
	if v.Rules == RulesStandard {
		return &Standard
	}
	return &Document
}
