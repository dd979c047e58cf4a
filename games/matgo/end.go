package matgo

import "arcade/games"

// Why a round ended by its rules.
const (
	EndStop      = "stop"
	EndThreePpuk = "three_ppuk"
	EndPresident = "president"
	EndEmpty     = "hands_empty"
)

// Why nobody won.
const (
	NagariTie    = "tie"
	NagariNone   = "no_score"
	NagariFailed = "failed_go"
)

// end is how a round ended.
type end struct {
	reason            string
	winner            int8
	tie, none, failed bool // why nagari
	base, total       [2]int
	multiplier        [2]Multiplier
	due, paid         int
	goldBefore        [2]int
	eventGold         int // won by seat 0 from ppuk
	refilled          [2]bool
	nextCarry         int
}

func (e *end) nagari() bool { return e.tie || e.none || e.failed }

// nagariReasons appends why nobody won.
func (e *end) nagariReasons(list []string) []string {
	if e.tie {
		list = append(list, NagariTie)
	}
	if e.none {
		list = append(list, NagariNone)
	}
	if e.failed {
		list = append(list, NagariFailed)
	}
	return list
}

// finishEmpty ends a round in which nobody stopped.
func (s *State) finishEmpty(rec *recorder) {
	var base [2]int
	for i := range base {
		d := &s.sides[i]
		p := s.points(i)
		base[i] = p + d.goes
		if d.goes > 0 && p <= d.goBase {
			s.end.failed = true
		}
	}
	s.end.tie = base[0] == base[1]
	s.end.none = base[0] == 0 && base[1] == 0
	winner := 0
	if base[1] > base[0] {
		winner = 1
	}
	if s.end.nagari() {
		winner = -1
	}
	s.finish(EndEmpty, winner, rec)
}

// finish ends the round: scores, gold and the next carry. winner is -1 for a nagari.
func (s *State) finish(reason string, winner int, rec *recorder) {
	e := &s.end
	s.phase = Over
	e.reason, e.winner = reason, int8(winner)
	for i := range e.base {
		e.base[i] = s.points(i) + s.sides[i].goes
		e.multiplier[i] = s.Multiplier(i, i == winner)
	}
	switch reason {
	case EndPresident:
		e.base[winner], e.base[1-winner] = s.rules.PresidentBase, 0
		e.multiplier[winner], e.multiplier[1-winner] = once(s.carry), once(1)
	case EndThreePpuk:
		e.base[winner], e.base[1-winner] = s.rules.PpukBase, 0
		e.multiplier[winner], e.multiplier[1-winner] = once(1), once(1)
	case endForfeit:
		e.base[winner] = max(e.base[winner], s.rules.ForfeitBase)
	}
	s.settleGold()
	e.nextCarry = 1
	if winner < 0 {
		e.nextCarry = min(s.carry*s.rules.CarryFactor, MaxCarry)
	}
	rec.end(s)
}

// settleGold works out the totals and pays the winner.
func (s *State) settleGold() {
	e := &s.end
	for i := range e.total {
		e.total[i] = e.base[i] * e.multiplier[i].Total
	}
	if e.winner >= 0 {
		e.due = e.total[e.winner] * s.rules.GoldPerPoint
		e.paid = s.pay(int(e.winner), e.due)
	}
}

// Winner is the winning seat, [games.Nobody] for a nagari and while in play.
func (s *State) Winner() games.Seat {
	if s.phase != Over {
		return games.Nobody
	}
	return games.Seat(s.end.winner)
}

// outcome is the end for a view.
func (s *State) outcome() *Outcome {
	if s.phase != Over {
		return nil
	}
	e := &s.end
	o := &Outcome{
		Reason: e.reason, Winner: games.Seat(e.winner), Nagari: e.nagari(), NagariReasons: e.nagariReasons([]string{}),
		Base: e.base, Multiplier: e.multiplier, Total: e.total,
		Due: e.due, Paid: e.paid, Events: e.eventGold, GoldBefore: e.goldBefore, Gold: s.gold,
		Refilled: e.refilled, NextCarry: e.nextCarry, NextFirst: games.Seat(s.first),
	}
	if e.winner >= 0 {
		o.NextFirst = games.Seat(e.winner)
	}
	return o
}

// roundScore is what a round came to, by seat where there are two.
type roundScore struct {
	Nagari     bool        `json:"nagari"`
	Base       [2]int      `json:"base"`
	Multiplier [2]int      `json:"multiplier"`
	Total      [2]int      `json:"total"`
	Gold       [2]int      `json:"gold"`
	NextCarry  int         `json:"next_carry"`
	Go         [2]int      `json:"go"`
	Events     [2]Counters `json:"events"`
}

// roundFacts are a result's beside reason and winner.
type roundFacts struct {
	roundScore
	Captured [2][]Card `json:"captured"`
	Floor    []Card    `json:"floor"`
	Stock    []Card    `json:"stock"`
}

// facts are the result's, of a round that is over.
func (s *State) facts() roundFacts {
	e := &s.end
	return roundFacts{
		roundScore: roundScore{
			Nagari: e.nagari(), Base: e.base, Multiplier: [2]int{e.multiplier[0].Total, e.multiplier[1].Total}, Total: e.total,
			Gold: s.gold, NextCarry: e.nextCarry,
			Go: [2]int{s.sides[0].goes, s.sides[1].goes}, Events: [2]Counters{s.sides[0].counters, s.sides[1].counters},
		},
		Captured: [2][]Card{s.sides[0].won.Cards(), s.sides[1].won.Cards()}, Floor: s.floor.Cards(), Stock: append([]Card{}, s.deck[s.next:]...),
	}
}
