package matgo

import "arcade/games"

// Reasons for the end of a round by its rules.
const (
	EndStop      = "stop"
	EndThreePpuk = "three_ppuk"
	EndPresident = "president"
	EndEmpty     = "hands_empty"
	// EndLastStop: the last card brought the points for a stop. EndFloorPresident: four of a month lay on the
	// floor of the deal. Both exist only with piles.
	EndLastStop       = "last_card_stop"
	EndFloorPresident = "floor_president"
)

// Reasons for a round without a winner.
const (
	NagariTie    = "tie"
	NagariNone   = "no_score"
	NagariFailed = "failed_go"
)

// Ending is the end of a round.
type Ending struct {
	Reason            string
	Winner            int8
	Tie, None, Failed bool // reasons for a nagari
	Base, Total       [2]int
	Multiplier        [2]Multiplier
	Due, Paid         int
	GoldBefore        [2]int
	EventGold         int // won by seat 0 for ppuk
	Refilled          [2]bool
	NextCarry         int
}

func (e *Ending) Nagari() bool { return e.Tie || e.None || e.Failed }

// NagariReasons appends the reasons for a nagari.
func (e *Ending) NagariReasons(list []string) []string {
	if e.Tie {
		list = append(list, NagariTie)
	}
	if e.None {
		list = append(list, NagariNone)
	}
	if e.Failed {
		list = append(list, NagariFailed)
	}
	return list
}

// finishEmpty ends a round without a stop.
func (s *State) finishEmpty(rec *recorder) {
	var base [2]int
	var failed [2]bool
	for i := range base {
		d := &s.Sides[i]
		p := s.Score(i)
		base[i] = p + d.Goes
		failed[i] = d.Goes > 0 && p <= d.GoBase
	}
	s.End.Failed = failed[0] || failed[1]
	if s.Rules.Piles && failed[0] != failed[1] {
		other := BoolInt(failed[0])
		if s.Score(other) >= s.Rules.GoMin {
			s.End.Failed = false
			s.Finish(EndEmpty, other, rec)
			return
		}
	}
	s.End.Tie = base[0] == base[1]
	s.End.None = base[0] == 0 && base[1] == 0
	winner := 0
	if base[1] > base[0] {
		winner = 1
	}
	if s.End.Nagari() {
		winner = -1
	}
	s.Finish(EndEmpty, winner, rec)
}

// Finish ends the round: scores, gold and the next carry. winner is -1 for a nagari.
func (s *State) Finish(reason string, winner int, rec *recorder) {
	e := &s.End
	s.Phase = Over
	e.Reason, e.Winner = reason, int8(winner)
	for i := range e.Base {
		e.Base[i] = s.Score(i) + s.Sides[i].Goes
		e.Multiplier[i] = s.Multiplier(i, i == winner)
	}
	switch reason {
	case EndFloorPresident:
		e.Base[winner], e.Base[1-winner] = s.Rules.PresidentBase, 0
		e.Multiplier[winner], e.Multiplier[1-winner] = once(1), once(1)
	case EndPresident:
		e.Base[winner], e.Base[1-winner] = s.Rules.PresidentBase, 0
		e.Multiplier[winner], e.Multiplier[1-winner] = once(s.Carry), once(1)
	case EndThreePpuk:
		e.Base[winner], e.Base[1-winner] = s.Rules.PpukBase, 0
		won := once(1)
		if s.Rules.Piles {
			won.Carry, won.President = e.Multiplier[winner].Carry, e.Multiplier[winner].President
			won = won.product()
		}
		e.Multiplier[winner], e.Multiplier[1-winner] = won, once(1)
	case EndEmpty:
		if s.Rules.Piles && winner >= 0 {
			e.Multiplier[winner].GoBak = 1
			e.Multiplier[winner] = e.Multiplier[winner].product()
		}
	case EndForfeit:
		e.Base[winner] = max(e.Base[winner], s.Rules.ForfeitBase)
	}
	s.settleGold()
	e.NextCarry = 1
	if winner < 0 {
		e.NextCarry = min(s.Carry*s.Rules.CarryFactor, MaxCarry)
	}
	rec.end(s)
}

// settleGold computes the totals and pays the winner.
func (s *State) settleGold() {
	e := &s.End
	for i := range e.Total {
		e.Total[i] = e.Base[i] * e.Multiplier[i].Total
	}
	if e.Winner >= 0 {
		e.Due = e.Total[e.Winner] * s.Rules.GoldPerPoint
		e.Paid = s.pay(int(e.Winner), e.Due)
	}
}

// Winner returns the winning seat, [games.Nobody] for a nagari and while in play.
func (s *State) Winner() games.Seat {
	if s.Phase != Over {
		return games.Nobody
	}
	return games.Seat(s.End.Winner)
}

// outcome returns the end for a view.
func (s *State) outcome() *Outcome {
	if s.Phase != Over {
		return nil
	}
	e := &s.End
	o := &Outcome{
		Reason: e.Reason, Winner: games.Seat(e.Winner), Nagari: e.Nagari(), NagariReasons: e.NagariReasons([]string{}),
		Base: e.Base, Multiplier: e.Multiplier, Total: e.Total,
		Due: e.Due, Paid: e.Paid, Events: e.EventGold, GoldBefore: e.GoldBefore, Gold: s.Gold,
		Refilled: e.Refilled, NextCarry: e.NextCarry, NextFirst: games.Seat(s.First),
	}
	if e.Winner >= 0 {
		o.NextFirst = games.Seat(e.Winner)
	}
	return o
}

// RoundScore is the score of a round, by seat where there are two.
type RoundScore struct {
	Nagari     bool        `json:"nagari"`
	Base       [2]int      `json:"base"`
	Multiplier [2]int      `json:"multiplier"`
	Total      [2]int      `json:"total"`
	Gold       [2]int      `json:"gold"`
	NextCarry  int         `json:"next_carry"`
	Go         [2]int      `json:"go"`
	Events     [2]Counters `json:"events"`
}

// roundFacts are a result's fields beside reason and winner.
type roundFacts struct {
	RoundScore
	Captured [2][]Card `json:"captured"`
	Floor    []Card    `json:"floor"`
	Stock    []Card    `json:"stock"`
}

// facts returns the result's fields of a round that is over.
func (s *State) facts() roundFacts {
	e := &s.End
	return roundFacts{
		RoundScore: RoundScore{
			Nagari: e.Nagari(), Base: e.Base, Multiplier: [2]int{e.Multiplier[0].Total, e.Multiplier[1].Total}, Total: e.Total,
			Gold: s.Gold, NextCarry: e.NextCarry,
			Go: [2]int{s.Sides[0].Goes, s.Sides[1].Goes}, Events: [2]Counters{s.Sides[0].Counters, s.Sides[1].Counters},
		},
		Captured: [2][]Card{s.Sides[0].Won.Cards(), s.Sides[1].Won.Cards()}, Floor: s.Floor.Cards(), Stock: append([]Card{}, s.Deck[s.Next:]...),
	}
}

// Net returns a seat's points from a round that is over: the winner's total, negative for the loser.
func (s *State) Net(seat int) int {
	w := int(s.End.Winner)
	switch {
	case w < 0:
		return 0
	case w == seat:
		return s.End.Total[w]
	}
	return -s.End.Total[w]
}
