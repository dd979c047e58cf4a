package matgo_test

import (
	"strings"
	"testing"

	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
)

// rule shows one rule on a small position.
type rule struct {
	name string
	matgotest.Table
	play   string // actions with their seats, commas between them
	events string // the kinds of events, "" unchecked
	won    string // captured by seat 0 afterwards; "-" unchecked
	lost   string // captured by seat 1 afterwards; "-" unchecked
	floor  string // "-" unchecked
	legal  string // legal actions afterwards, "" unchecked
	more   func(t *testing.T, p *matgo.Position)
}

func (r rule) run(t *testing.T) {
	p := r.Position(t)
	events := do(t, p, strings.Split(r.play, ", ")...)
	if r.events != "" {
		equal(t, "events", kindsOf(events), r.events)
	}
	for _, c := range []struct {
		what, want string
		got        matgo.Set
	}{
		{"won", r.won, p.Sides[0].Won}, {"lost", r.lost, p.Sides[1].Won}, {"floor", r.floor, p.Floor},
	} {
		if c.want != "-" {
			equal(t, c.what, idsOf(c.got), c.want)
		}
	}
	if r.legal != "" {
		equal(t, "legal", matgotest.Legal(p), r.legal)
	}
	if r.more != nil {
		r.more(t, p)
	}
}

// counted checks the counters of seat 0.
func counted(want matgo.Counters) func(*testing.T, *matgo.Position) {
	return func(t *testing.T, p *matgo.Position) {
		t.Helper()
		equal(t, "counters", p.Sides[0].Counters, want)
	}
}

func TestRules(t *testing.T) {
	for _, r := range []rule{
		// Sections 5 and 6: a turn, and the cards that a card takes.
		{
			name:  "no match: both cards stay on the floor",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p 04p", Floor: "05p", Stock: "06p"},
			play:  "0 play 01p", events: "play match flip match", floor: "01p 05p 06p", legal: "play 03p, play 04p",
		},
		{
			name:  "one match: both are captured, by hand and by flip",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 06y 07y", Stock: "06p"},
			play:  "0 play 01p", events: "play match flip match", won: "01k 01p 06p 06y", floor: "07y", legal: "play 03p",
		},
		{
			name:  "two of different kinds: the seat takes one",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 01t 07y", Stock: "06p"},
			play:  "0 play 01p", events: "play ask", floor: "01k 01t 07y", legal: "take 01k, take 01t",
		},
		{
			name:  "the one that was taken, then the flip",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 01t 07y", Stock: "06p"},
			play:  "0 play 01p, 0 take 01t", events: "play ask match flip match", won: "01p 01t", floor: "01k 06p 07y", legal: "play 03p",
		},
		{
			name:  "two of the same kind: the lower id",
			Table: matgotest.Table{Hand: "01k 02p", Other: "03p", Floor: "01p 01q", Stock: "06p"},
			play:  "0 play 01k", won: "01k 01p", floor: "01q 06p",
		},
		{
			name:  "two of the same kind: the one worth more",
			Table: matgotest.Table{Hand: "11k 02p", Other: "03p", Floor: "11d 11p", Stock: "06p"},
			play:  "0 play 11k", won: "11d 11k", floor: "06p 11p",
		},
		{
			name:  "three: all four, a ttak and a steal",
			Table: matgotest.Table{Hand: "01k 02p", Other: "03p", Floor: "01p 01q 01t 05y", Stock: "06p", Lost: "07p"},
			play:  "0 play 01k", events: "play match ttak flip match steal",
			won: "01k 01p 01q 01t 07p", floor: "05y 06p", more: counted(matgo.Counters{Ttak: 1}),
		},
		{
			name:  "flip with two of different kinds: the seat takes one, a ppuk",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01k 01t", Stock: "01p"},
			play:  "0 play 02p, 0 take 01k", events: "play match flip ask match ppuk", won: "01k 01p", floor: "01t 02p",
			more: counted(matgo.Counters{Ppuk: 1}),
		},
		{
			name:  "flip with two of the same kind: the lower id, a ppuk",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01p 01q", Stock: "01k"},
			play:  "0 play 02p", events: "play match flip match ppuk", won: "01k 01p", floor: "01q 02p",
			more: counted(matgo.Counters{Ppuk: 1}),
		},
		{
			name:  "flip with three: all four, a ppuk and no ttak",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01p 01q 01t", Stock: "01k", Lost: "07p"},
			play:  "0 play 02p", events: "play match flip match ppuk", won: "01k 01p 01q 01t", lost: "07p", floor: "02p",
			more: counted(matgo.Counters{Ppuk: 1}),
		},
		// Section 7: the events of a turn.
		{
			name:  "jjob: a flip of the month played that lies alone",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 05y", Stock: "01t", Lost: "07p 08p"},
			play:  "0 play 01p", events: "play match flip match jjob steal", won: "01k 01p 07p", lost: "08p", floor: "01t 05y",
			more: counted(matgo.Counters{Jjob: 1}),
		},
		{
			name:  "ddadak: a flip that captures the card just played",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y", Stock: "01t", Lost: "07p 08p"},
			play:  "0 play 01p", events: "play match flip match ddadak steal", won: "01p 01t 07p", lost: "08p", floor: "05y",
			more: counted(matgo.Counters{Ddadak: 1}),
		},
		{
			name:  "ddadak: a flip that captures the last of the month played",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 01t 05y", Stock: "01q", Lost: "07p 08p"},
			play:  "0 play 01p, 0 take 01k", won: "01k 01p 01q 01t 07p", lost: "08p", floor: "05y",
			more: counted(matgo.Counters{Ddadak: 1}),
		},
		{
			name:  "ssul: the floor is empty after a capture",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 05y", Stock: "05p", Lost: "07p"},
			play:  "0 play 01p", events: "play match flip match ssul steal", won: "01k 01p 05p 05y 07p", floor: "",
			more: counted(matgo.Counters{Ssul: 1}),
		},
		{
			name:  "two at once steal two",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "", Stock: "01k", Lost: "07p 08p 09p"},
			play:  "0 play 01p", events: "play match flip match ddadak ssul steal steal", won: "01k 01p 07p 08p", lost: "09p",
			more: counted(matgo.Counters{Ddadak: 1, Ssul: 1}),
		},
		{
			name:  "a flipped bonus is won, steals, and one more is flipped",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y", Stock: "b2 b3 06p", Lost: "07p 08p 11d"},
			play:  "0 play 01p", events: "play match flip aside flip aside flip match bonus steal steal",
			won: "07p 08p b2 b3", lost: "11d", floor: "01p 05y 06p",
		},
		{
			name:  "with a ppuk the bonus is held and steals nothing",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01p 01q", Stock: "b2 01k", Lost: "07p"},
			play:  "0 play 02p", events: "play match flip aside flip match ppuk hold", won: "01k 01p", lost: "07p", floor: "01q 02p",
			more: func(t *testing.T, p *matgo.Position) {
				equal(t, "held", idsOf(p.Sides[0].Held), "b2")
				equal(t, "open, streak, month", []any{p.Sides[0].PpukOpen, p.Sides[0].PpukStreak, p.Sides[0].PpukMonth}, "[true 1 1]")
			},
		},
		{
			name: "jabbeok: a capture after a ppuk brings the held cards, each steals",
			Table: matgotest.Table{Hand: "02p 03k 04p", Other: "03p", Floor: "01p 01q 02t 10y", Stock: "b2 01k 06p 08p",
				Lost: "07p 07q 09p"},
			play:   "0 play 04p, 1 play 03p, 0 play 02p",
			events: "play match flip aside flip match ppuk hold play match flip match play match flip match jabbeok release steal steal",
			won:    "01k 01p 02p 02t 07p 07q b2", lost: "09p", floor: "-",
			more: func(t *testing.T, p *matgo.Position) {
				counted(matgo.Counters{Ppuk: 1, Jabbeok: 1})(t, p)
				equal(t, "open, streak, held", []any{p.Sides[0].PpukOpen, p.Sides[0].PpukStreak, p.Sides[0].Held}, "[false 0 0]")
			},
		},
		{
			name: "a bonus card alone makes a ppuk good",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "10y", Stock: "b2 06p", Won: "01k 01p", Lost: "07p 07q 11d",
				Change: func(s *matgo.State) { s.Sides[0].PpukOpen, s.Sides[0].PpukStreak = true, 1 }},
			play: "0 play 02p", events: "play match flip aside flip match bonus jabbeok steal steal",
			won: "01k 01p 07p 07q b2", lost: "11d", floor: "02p 06p 10y",
			more: counted(matgo.Counters{Jabbeok: 1}),
		},
		{
			name: "under version 1 it does not",
			Table: matgotest.Table{Hand: "04p 03k", Other: "03p", Floor: "10y", Stock: "b2 06p", Lost: "07p",
				Change: func(s *matgo.State) { s.Rules, s.Sides[0].PpukOpen, s.Sides[0].PpukStreak = matgo.Versions[0], true, 1 }},
			play: "0 play 04p", events: "play match flip aside flip match bonus steal", won: "07p b2", floor: "04p 06p 10y",
			more: func(t *testing.T, p *matgo.Position) { equal(t, "open", p.Sides[0].PpukOpen, true) },
		},
		{
			name: "no capture leaves the ppuk open",
			Table: matgotest.Table{Hand: "04p 03k", Other: "03p", Floor: "10y", Stock: "06p", Won: "01p", Lost: "07p",
				Change: func(s *matgo.State) { s.Sides[0].PpukOpen, s.Sides[0].PpukStreak = true, 1 }},
			play: "0 play 04p", events: "play match flip match", won: "01p", lost: "07p", floor: "04p 06p 10y",
			more: func(t *testing.T, p *matgo.Position) { equal(t, "open", p.Sides[0].PpukOpen, true) },
		},
		{
			name: "yeon ppuk: a ppuk while one is open, 3 gold",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01p 01q", Stock: "01k",
				Change: func(s *matgo.State) {
					s.Sides[0].PpukOpen, s.Sides[0].PpukStreak, s.Sides[0].Counters.Ppuk = true, 1, 1
				}},
			play: "0 play 02p", events: "play match flip match ppuk yeon_ppuk gold", won: "01k 01p", floor: "-",
			more: func(t *testing.T, p *matgo.Position) {
				counted(matgo.Counters{Ppuk: 2, YeonPpuk: 1})(t, p)
				equal(t, "gold", p.Gold, "[1000003 999997]")
				equal(t, "streak", p.Sides[0].PpukStreak, 2)
			},
		},
		{
			name: "a ppuk on the first turn: 3 gold",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01p 01q", Stock: "01k",
				Change: func(s *matgo.State) { s.Sides[0].Turns = 1 }},
			play: "0 play 02p", events: "play match flip match ppuk first_ppuk gold", won: "-", floor: "-",
			more: func(t *testing.T, p *matgo.Position) { equal(t, "gold", p.Gold, "[1000003 999997]") },
		},
		{
			name: "gold is paid as far as there is any, and an empty purse is refilled",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01p 01q", Stock: "01k",
				Change: func(s *matgo.State) { s.Sides[0].Turns, s.Gold[1] = 1, 2 }},
			play: "0 play 02p", events: "play match flip match ppuk first_ppuk gold", won: "-", floor: "-",
			more: func(t *testing.T, p *matgo.Position) {
				equal(t, "gold", p.Gold, "[1000002 1000000]")
				equal(t, "refilled", p.End.Refilled, "[false true]")
			},
		},
		{
			name: "the third ppuk wins at once: base 7, multiplier 1",
			Table: matgotest.Table{Hand: "02p 03k", Other: "03p", Floor: "01p 01q", Stock: "01k", Lost: "01t 02t 03t 08p",
				Change: func(s *matgo.State) { s.Sides[0].Counters.Ppuk, s.Carry, s.Sides[0].Goes = 2, 4, 1 }},
			play: "0 play 02p", events: "play match flip match ppuk round_end", won: "-", lost: "-", floor: "-",
			more: func(t *testing.T, p *matgo.Position) {
				o := p.View(0).(*matgo.View).Outcome
				equal(t, "outcome", []any{o.Reason, o.Winner, o.Nagari, o.Base, o.Total, o.NextCarry}, "[three_ppuk 0 false [7 0] [7 0] 1]")
				equal(t, "multiplier", []int{o.Multiplier[0].Total, o.Multiplier[1].Total}, "[1 1]")
				equal(t, "gold", p.Gold, "[1000700 999300]")
			},
		},
		{
			name: "the steals of the turn of the third ppuk are taken",
			Table: matgotest.Table{Hand: "05p 03k", Other: "03p", Floor: "05t 05q 05y 01p 01q", Stock: "01k", Lost: "08p",
				Change: func(s *matgo.State) { s.Sides[0].Counters.Ppuk = 2 }},
			play: "0 play 05p", events: "play match ttak flip match ppuk steal round_end",
			won: "01k 01p 05p 05q 05t 05y 08p", floor: "01q",
		},
		// Shakes, bombs, kung.
		{
			name:  "a shake shows three cards and leaves the turn",
			Table: matgotest.Table{Hand: "05p 05q 05y 02p", Other: "03p", Floor: "01p", Stock: "06p"},
			play:  "0 shake 5", events: "shake", won: "", floor: "01p", legal: "play 02p, play 05p, play 05q, play 05y",
			more: func(t *testing.T, p *matgo.Position) {
				counted(matgo.Counters{Shaking: 1})(t, p)
				equal(t, "shown", p.View(0).(*matgo.View).Sides[0].Shaken, []matgo.Declared{{Month: 5, Cards: matgotest.ReadCards(t, "05p 05q 05y")}})
				equal(t, "factor", p.Multiplier(0, false).Shake, 2)
			},
		},
		{
			name:  "another card may be played after a shake",
			Table: matgotest.Table{Hand: "05p 05q 05y 02p", Other: "03p", Floor: "01p", Stock: "06p"},
			play:  "0 shake 5, 0 play 02p", won: "", floor: "01p 02p 06p", legal: "play 03p",
		},
		{
			name:  "two months shaken in one turn multiply by four",
			Table: matgotest.Table{Hand: "05p 05q 05y 06p 06q 06y", Other: "03p", Floor: "01p", Stock: "07p"},
			play:  "0 shake 6, 0 shake 5", floor: "01p", legal: "play 05p, play 05q, play 05y, play 06p, play 06q, play 06y",
			more: func(t *testing.T, p *matgo.Position) { equal(t, "factor", p.Multiplier(0, false).Shake, 4) },
		},
		{
			name:  "a bomb captures four, steals one, flips",
			Table: matgotest.Table{Hand: "05p 05q 05y 02p", Other: "03p", Floor: "05t 01k", Stock: "06p", Lost: "07p 08p"},
			play:  "0 bomb 5", events: "bomb flip match steal", won: "05p 05q 05t 05y 07p", lost: "08p", floor: "01k 06p", legal: "play 03p",
			more: func(t *testing.T, p *matgo.Position) {
				counted(matgo.Counters{Bomb: 1})(t, p)
				equal(t, "shown", p.View(0).(*matgo.View).Sides[0].Bombed, []matgo.Declared{{Month: 5, Cards: matgotest.ReadCards(t, "05p 05q 05t 05y")}})
				equal(t, "factor", p.Multiplier(0, false).Bomb, 2)
			},
		},
		{
			name:  "three in hand and one on the floor: a bomb, no shake; two there: neither",
			Table: matgotest.Table{Hand: "05p 05q 05y 06p 06q 06y 07p 07q 07y", Other: "03p", Floor: "05t 08p 08q", Stock: "01p"},
			play:  "0 shake 6", floor: "-", legal: "shake 7, bomb 5, play 05p, play 05q, play 05y, play 06p, play 06q, play 06y, play 07p, play 07q, play 07y",
		},
		{
			name:  "a shaken month of which one lies on the floor now can be bombed",
			Table: matgotest.Table{Hand: "05p 05q 05y 02p 12k", Other: "05t", Floor: "08p", Stock: "06p 07p 10p", Lost: "09p"},
			play:  "0 shake 5, 0 play 02p, 1 play 05t, 0 bomb 5", won: "05p 05q 05t 05y 09p", floor: "-",
			more: counted(matgo.Counters{Shaking: 1, Bomb: 1}),
		},
		{
			name: "kung: four cards, a steal, and the turn goes on",
			Table: matgotest.Table{Hand: "05p 05q 05y 02p 02q", Other: "03p", Floor: "05t 08p", Stock: "06p", Lost: "09p 10p",
				Change: func(s *matgo.State) { s.Sides[0].Turns, s.Sides[1].Turns, s.Phase = 1, 0, matgo.AskKung }},
			play: "0 kung 5, 0 play 02p", events: "kung play match flip match steal",
			won: "05p 05q 05t 05y 09p", lost: "10p", floor: "02p 06p 08p",
			more: func(t *testing.T, p *matgo.Position) {
				counted(matgo.Counters{Kung: 1})(t, p)
				equal(t, "no factor", p.Multiplier(0, false).Total, 1)
			},
		},
		{
			name: "a kung that is passed can be a bomb",
			Table: matgotest.Table{Hand: "05p 05q 05y 02p", Other: "03p", Floor: "05t 08p", Stock: "06p",
				Change: func(s *matgo.State) { s.Sides[0].Turns, s.Sides[1].Turns, s.Phase = 1, 0, matgo.AskKung }},
			play: "0 kung-pass", events: "kung_pass", floor: "05t 08p", legal: "bomb 5, play 02p, play 05p, play 05q, play 05y",
		},
		// The last card of a hand.
		{
			name:  "last card: no jjob",
			Table: matgotest.Table{Hand: "01p", Other: "03p", Floor: "01k 05y", Stock: "01t", Lost: "07p"},
			play:  "0 play 01p", events: "play match flip match", won: "01k 01p", lost: "07p", floor: "01t 05y", more: counted(matgo.Counters{}),
		},
		{
			name:  "last card: no ddadak, no ssul",
			Table: matgotest.Table{Hand: "01p", Other: "03p", Floor: "", Stock: "01t", Lost: "07p"},
			play:  "0 play 01p", events: "play match flip match", won: "01p 01t", lost: "07p", floor: "", more: counted(matgo.Counters{}),
		},
		{
			name:  "last card: no ppuk, and what is aside is won and steals",
			Table: matgotest.Table{Hand: "02p", Other: "03p", Floor: "01p 01q", Stock: "b2 01k", Lost: "07p 08p"},
			play:  "0 play 02p", events: "play match flip aside flip match bonus steal", won: "01k 01p 07p b2", lost: "08p", floor: "01q 02p",
			more: counted(matgo.Counters{}),
		},
		{
			name:  "last card: a ttak counts and does not steal",
			Table: matgotest.Table{Hand: "01k", Other: "03p", Floor: "01p 01q 01t 05y", Stock: "06p", Lost: "07p"},
			play:  "0 play 01k", events: "play match ttak flip match", won: "01k 01p 01q 01t", lost: "07p", floor: "05y 06p",
			more: counted(matgo.Counters{Ttak: 1}),
		},
		{
			name:  "last card: a bomb steals all the same",
			Table: matgotest.Table{Hand: "05p 05q 05y", Other: "03p", Floor: "05t 01k", Stock: "06p", Lost: "07p"},
			play:  "0 bomb 5", events: "bomb flip match steal", won: "05p 05q 05t 05y 07p", floor: "01k 06p",
			more: counted(matgo.Counters{Bomb: 1}),
		},
		{
			name: "last card: under version 1 a bomb does not steal",
			Table: matgotest.Table{Hand: "05p 05q 05y", Other: "03p", Floor: "05t 01k", Stock: "06p", Lost: "07p",
				Change: func(s *matgo.State) { s.Rules = matgo.Versions[0] }},
			play: "0 bomb 5", events: "bomb flip match", won: "05p 05q 05t 05y", lost: "07p", floor: "01k 06p",
			more: counted(matgo.Counters{Bomb: 1}),
		},
		{
			name: "last card: a ppuk is made good all the same",
			Table: matgotest.Table{Hand: "01p", Other: "03p", Floor: "01k 05y", Stock: "06p", Lost: "07p",
				Change: func(s *matgo.State) { s.Sides[0].PpukOpen = true }},
			play: "0 play 01p", events: "play match flip match jabbeok steal", won: "01k 01p 07p", floor: "05y 06p",
			more: counted(matgo.Counters{Jabbeok: 1}),
		},
		// Steals.
		{
			name:  "the cheapest pi first",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y", Stock: "b2 01t", Lost: "06q 11d b3 12y"},
			play:  "0 play 01p", events: "play match flip aside flip match ddadak bonus steal steal", won: "01p 01t 06q 11d b2", lost: "12y b3", floor: "05y",
		},
		{
			name:  "of two that count 2 the lower id, then 3",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "", Stock: "b2 01t", Lost: "12d 11d b3"},
			play:  "0 play 01p", events: "play match flip aside flip match ddadak bonus ssul steal steal steal",
			won: "01p 01t 11d 12d b2 b3", lost: "", floor: "",
		},
		{
			name:  "nothing to steal",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y", Stock: "01t", Lost: "12y 12k"},
			play:  "0 play 01p", events: "play match flip match ddadak steal_failed", won: "01p 01t", lost: "12k 12y", floor: "05y",
		},
		{
			name: "a gukjin that counts as pi cannot be stolen and becomes a yeol",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "", Stock: "b2 01t", Lost: "07p 09y",
				Change: func(s *matgo.State) { s.Sides[1].Gukjin = matgo.GukjinAsPi }},
			play: "0 play 01p", events: "play match flip aside flip match ddadak bonus ssul steal steal_failed steal_failed",
			won: "01p 01t 07p b2", lost: "09y", floor: "",
			more: func(t *testing.T, p *matgo.Position) {
				v := p.View(0).(*matgo.View).Sides[1]
				equal(t, "gukjin", []any{v.Gukjin, v.GukjinFixed, v.PiCount, v.Captured.Yeol}, "[yeol true 0 [09y]]")
			},
		},
		// The gukjin.
		{
			name:  "a gukjin asks once",
			Table: matgotest.Table{Hand: "09p 02p", Other: "03p", Floor: "09y 05y", Stock: "06p"},
			play:  "0 play 09p", events: "play match flip match ask", won: "09p 09y", floor: "05y 06p", legal: "gukjin yeol, gukjin pi",
		},
		{
			name:  "as pi it counts two and is no yeol",
			Table: matgotest.Table{Hand: "09p 02p", Other: "03p", Floor: "09y 05y", Stock: "06p"},
			play:  "0 play 09p, 0 gukjin pi", won: "09p 09y", floor: "05y 06p", legal: "play 03p",
			more: func(t *testing.T, p *matgo.Position) {
				v := p.View(0).(*matgo.View).Sides[0]
				equal(t, "gukjin", []any{v.Gukjin, v.PiCount, v.Captured.Yeol, v.Captured.Pi}, "[pi 3 [] [09p 09y]]")
			},
		},
		{
			name:  "as yeol",
			Table: matgotest.Table{Hand: "09p 02p", Other: "03p", Floor: "09y 05y", Stock: "06p"},
			play:  "0 play 09p, 0 gukjin yeol", won: "09p 09y", floor: "05y 06p", legal: "play 03p",
			more: func(t *testing.T, p *matgo.Position) {
				v := p.View(0).(*matgo.View).Sides[0]
				equal(t, "gukjin", []any{v.Gukjin, v.PiCount, v.Captured.Yeol, v.Captured.Pi}, "[yeol 1 [09y] [09p]]")
			},
		},
		{
			name: "who chose is not asked again",
			Table: matgotest.Table{Hand: "05p 02p", Other: "03p", Floor: "05y", Stock: "06p", Won: "09y",
				Change: func(s *matgo.State) { s.Sides[0].Gukjin = matgo.GukjinAsYeol }},
			play: "0 play 05p", events: "play match flip match", won: "05p 05y 09y", floor: "06p", legal: "play 03p",
		},
		{
			name:  "the last card of a hand asks too",
			Table: matgotest.Table{Hand: "09p", Other: "03p", Floor: "09y 05y", Stock: "06p"},
			play:  "0 play 09p", events: "play match flip match ask", won: "09p 09y", floor: "05y 06p", legal: "gukjin yeol, gukjin pi",
		},
		// Passing, and an empty stock.
		{
			name:  "an empty hand passes and flips nothing",
			Table: matgotest.Table{Hand: "01p", Other: "03p 04p", Floor: "05y", Stock: "06p 07p"},
			play:  "0 play 01p, 1 play 03p", floor: "01p 03p 05y 06p 07p", legal: "pass",
			more: func(t *testing.T, p *matgo.Position) {
				equal(t, "pass", kindsOf(do(t, p, "0 pass")), "pass")
				if a, ok := p.Forced(); ok {
					t.Errorf("%s is forced on a hand with cards", a)
				}
			},
		},
		{
			name: "no stock: nothing is flipped",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y 01k",
				Change: func(s *matgo.State) {
					s.Sides[1].Won |= matgo.SetOf(s.Deck[s.Next:]...)
					s.Next = matgo.Cards
				}},
			play: "0 play 01p", events: "play match stock_empty", won: "01k 01p", lost: "-", floor: "05y",
		},
		{
			name: "bonus cards at the end of the stock are won",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y", Stock: "b2",
				Change: func(s *matgo.State) {
					rest := s.Deck[s.Next+1:]
					s.Sides[1].Won |= matgo.SetOf(rest...)
					s.Deck[matgo.Cards-1] = matgo.BonusDouble
					s.Next = matgo.Cards - 1
				}},
			play: "0 play 01p", events: "play match flip aside stock_empty bonus steal", won: "01q b2", lost: "-", floor: "01p 05y",
		},
	} {
		t.Run(r.name, r.run)
	}
}

// Section 4-1: a president stops for 10 points times the carry.
func TestPresidentStop(t *testing.T) {
	p := start(t, matgotest.DeckOf(t, "01k 01p 01q 01t", "", "", ""), `"first":0,"carry":2`)
	equal(t, "legal", matgotest.Legal(p), "president stop, president hold")
	events := do(t, p, "0 president stop")
	equal(t, "events", kindsOf(events), "president round_end")
	o := p.View(0).(*matgo.View).Outcome
	equal(t, "outcome", []any{o.Reason, o.Winner, o.Base, o.Total, o.Gold, o.NextCarry}, "[president 0 [10 0] [20 0] [1002000 998000] 1]")
}

// It counts nothing for the opponent, whatever the opponent has won, and no factor applies.
func TestPresidentStopAlone(t *testing.T) {
	p := matgotest.Table{Hand: "01k 01p 01q 01t", Other: "03p", Won: "02t", Lost: "04t 05t 07t", Change: func(s *matgo.State) {
		s.Phase, s.Sides[0].Turns, s.Carry = matgo.AskPresident, 1, 2
		s.Sides[0].Counters.Kung, s.Sides[1].Counters.Shaking = 1, 1
	}}.Position(t)
	do(t, p, "0 president stop")
	f := p.Result().Fields.(matgo.RoundFacts)
	equal(t, "fields", []any{f.Base, f.Multiplier, f.Total}, "[[10 0] [2 1] [20 0]]")
}

// The second seat is asked too, on its own first turn and not later.
func TestPresidentOfSecond(t *testing.T) {
	p := start(t, matgotest.DeckOf(t, "", "01k 01p 01q 01t", "", ""), `"first":0`)
	m, _ := p.State.DefaultMove()
	for p.Seat == 0 {
		do(t, p, "0 "+string(m.Action()))
		m, _ = p.State.DefaultMove()
	}
	equal(t, "legal", matgotest.Legal(p), "president stop, president hold")
	equal(t, "events", kindsOf(do(t, p, "1 president hold")), "president")
	equal(t, "phase", p.Phase, matgo.AskPlay)
}

// The kung question comes after the president, for the first seat alone, and offers each month.
func TestKungAsked(t *testing.T) {
	p := start(t, matgotest.DeckOf(t, "01k 01p 01q 01t 02p 02q 02t 03k 03p 03q", "", "02y 03t", ""), `"first":0`)
	do(t, p, "0 president hold")
	equal(t, "legal", matgotest.Legal(p), "kung 2, kung 3, kung-pass")
	do(t, p, "0 kung 3")
	equal(t, "legal", matgotest.Legal(p), "shake 1, bomb 2, play 01k, play 01p, play 01q, play 01t, play 02p, play 02q, play 02t")

	p = start(t, matgotest.DeckOf(t, "", "02p 02q 02t", "02y", ""), `"first":0`)
	if strings.Contains(matgotest.Legal(p), "kung") {
		t.Errorf("no kung, legal %s", matgotest.Legal(p))
	}
	for p.Seat == 0 {
		m, _ := p.State.DefaultMove()
		do(t, p, "0 "+string(m.Action()))
	}
	if strings.Contains(matgotest.Legal(p), "kung") {
		t.Errorf("the second seat is asked: %s", matgotest.Legal(p))
	}
}

// Section 4-1: a win after a hold with a shake or bomb is worth four times as much;
// without one, or for the loser, it is not.
func TestPresidentFactor(t *testing.T) {
	p := matgotest.Table{Hand: "01p", Other: "02p", Change: func(s *matgo.State) { s.Sides[0].President = 3 }}.Position(t)
	equal(t, "no shake", p.Multiplier(0, true).President, 1)
	p.Sides[0].Counters.Shaking = 1
	equal(t, "a shake", p.Multiplier(0, true).Total, 8)
	equal(t, "a loser's", p.Multiplier(0, false).Total, 2)
	p.Sides[0].Counters = matgo.Counters{Bomb: 1}
	equal(t, "a bomb", p.Multiplier(0, true).Total, 8)
}

// Playing the fourth card of a held president and capturing with it while three are left counts as a shake
// and a bomb, and steals. No round can reach this (it needs a fifth card of the month); the rule is the
// owner's.
func TestPresidentChain(t *testing.T) {
	p := matgotest.Table{Hand: "01p 01q 01t", Other: "03p", Floor: "02y", Stock: "06p", Lost: "07p",
		Change: func(s *matgo.State) { s.Sides[0].President = 1 }}.Position(t)
	events := p.Settle(matgotest.ReadCards(t, "01k")[0], false, matgo.SetOf(matgotest.ReadCards(t, "02y")...), 1, false)
	equal(t, "events", kindsOf(events), "match president_chain flip match steal")
	equal(t, "counters", p.Sides[0].Counters, matgo.Counters{Shaking: 1, Bomb: 1})
}
