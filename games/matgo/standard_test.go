package matgo_test

import (
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
)

// The standard rules, one at a time. Whole rounds are in the vectors.
func TestStandardRules(t *testing.T) {
	piled := func(seat int, bonus ...matgo.Card) func(*matgo.State) {
		return func(s *matgo.State) {
			s.Sides[seat].Piles, s.Sides[seat].PpukOpen, s.Sides[seat].PpukStreak, s.Sides[seat].Counters.Ppuk = 1<<1, true, 1, 1
			for _, c := range bonus {
				s.PileMonths[c-matgo.BonusDouble] = 1
				s.Floor |= c.Bit()
				s.Sides[0].Won &^= c.Bit()
			}
		}
	}
	for _, r := range []rule{
		{
			name:  "a ppuk: all three stay on the floor, with the bonus card that came before",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 05y", Stock: "b2 01t", Lost: "07p"},
			play:  "0 play 01p", events: "play match flip aside flip match ppuk pile", lost: "07p", floor: "01k 01p 01t 05y b2",
			more: func(t *testing.T, p *matgo.Position) {
				equal(t, "pile", gametest.JSON(t, p.View(1).(*matgo.View).Piles), `[{"month":1,"seat":0,"cards":["01k","01p","01t"],"bonus":["b2"]}]`)
				equal(t, "points", p.Score(0), 0)
			},
		},
		{
			name: "the other's pile, by hand: its bonus card steals, and so does the closed ppuk",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 01q 01t 05y", Stock: "06p", Won: "b2", Lost: "07p 08p 09p",
				Change: piled(1, matgo.BonusDouble)},
			play: "0 play 01p", events: "play match pile_taken release flip match jabbeok steal steal",
			won: "01k 01p 01q 01t 07p 08p b2", lost: "09p", floor: "05y 06p", more: counted(matgo.Counters{Jabbeok: 1}),
		},
		{
			name: "any capture closes every open ppuk",
			Table: matgotest.Table{Hand: "05p 02p", Other: "03p", Floor: "01k 01q 01t 05y", Stock: "06p", Lost: "07p 08p 09p", Change: func(s *matgo.State) {
				piled(0)(s)
				s.Sides[1].PpukOpen = true
			}},
			play: "0 play 05p", won: "05p 05y 07p 08p", lost: "09p", floor: "01k 01q 01t 06p", more: counted(matgo.Counters{Ppuk: 1, Jabbeok: 2}),
		},
		{
			name:  "three from the deal are no ppuk, but steal",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 01q 01t 05y", Stock: "06p", Lost: "07p 08p"},
			play:  "0 play 01p", events: "play match flip match jabbeok steal", won: "01k 01p 01q 01t 07p", lost: "08p", floor: "05y 06p",
			more: counted(matgo.Counters{Jabbeok: 1}),
		},
		{
			name:  "jjob: the flip takes the card just played",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y", Stock: "01t", Lost: "07p 08p"},
			play:  "0 play 01p", won: "01p 01t 07p", lost: "08p", floor: "05y", more: counted(matgo.Counters{Jjob: 1}),
		},
		{
			name:  "ddadak: the flip takes the second of two",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "01k 01t 05y", Stock: "01q", Lost: "07p 08p"},
			play:  "0 play 01p, 0 take 01k", won: "01k 01p 01q 01t 07p", lost: "08p", floor: "05y", more: counted(matgo.Counters{Ddadak: 1}),
		},
		{
			name:  "a bonus card of the hand steals at once and draws; the turn goes on",
			Table: matgotest.Table{Hand: "b3 02p", Other: "03p", Floor: "05y", Stock: "06y 06p", Lost: "07p 08p", Change: func(s *matgo.State) { s.Rules = &matgo.Standard }},
			play:  "0 play b3", events: "bonus_play steal", won: "07p b3", lost: "08p", floor: "05y", legal: "play 02p, play 06y",
		},
		{
			name:  "a pass card flips",
			Table: matgotest.Table{Hand: "02p", Other: "03p", Floor: "05y", Stock: "05p", Change: func(s *matgo.State) { s.Sides[0].Passes = 2 }},
			play:  "0 pass", events: "pass flip match ssul steal_failed", won: "05p 05y", floor: "", more: counted(matgo.Counters{Ssul: 1}),
		},
		{
			name: "a gukjin that is pi is stolen before a pi worth three, and stays pi",
			Table: matgotest.Table{Hand: "01p 02p", Other: "03p", Floor: "05y", Stock: "01t", Lost: "09y b3", Change: func(s *matgo.State) {
				s.Sides[1].Gukjin = matgo.GukjinAsPi
			}},
			play: "0 play 01p", won: "01p 01t 09y", lost: "b3", floor: "05y", more: func(t *testing.T, p *matgo.Position) {
				equal(t, "gukjin", p.Sides[0].Gukjin, matgo.GukjinAsPi)
			},
		},
		{
			name:  "the last card steals nothing",
			Table: matgotest.Table{Hand: "01p", Other: "03p", Floor: "01k 01q 01t 05y", Stock: "b2 06p", Lost: "07p 08p"},
			play:  "0 play 01p", won: "01k 01p 01q 01t b2", lost: "07p 08p", floor: "05y 06p", more: counted(matgo.Counters{Jabbeok: 1}),
		},
	} {
		r.Rules = &matgo.Standard
		t.Run(r.name, r.run)
	}
}

// Under the standard rules a president that lies on the floor ends the round before its first action, with ten points for the first seat.
func TestFloorPresidentWins(t *testing.T) {
	deck := matgotest.DeckOf(t, "", "", "", "")
	at := func(id string) int {
		for i, c := range deck {
			if c.String() == id {
				return i
			}
		}
		return -1
	}
	for i, id := range []string{"04p", "04q", "04t", "04y"} {
		j := at(id)
		deck[20+i], deck[j] = deck[j], deck[20+i]
	}
	p := start(t, deck, `"rules":"standard","first":1,"carry":4`)
	o := p.View(games.Spectator).(*matgo.View).Outcome
	if o == nil || o.Reason != matgo.EndFloorPresident || o.Winner != 1 || o.Total != [2]int{0, 10} || o.NextCarry != 1 || p.Gold != [2]int{999_000, 1_001_000} {
		t.Errorf("outcome %+v, gold %v", o, p.Gold)
	}
	equal(t, "month", p.View(games.Spectator).(*matgo.View).Opening.President, 4)
}

// Only the seat that draws a card for a bonus card sees it.
func TestDrawnCardHidden(t *testing.T) {
	p := start(t, matgotest.DeckOf(t, "b2 01k", "", "", "12y"), `"rules":"standard","first":0`)
	do(t, p, "0 play b2")
	own, other := p.View(0).(*matgo.View), p.View(1).(*matgo.View)
	if !matgo.SetOf(own.Hands[0]...).Has(p.Deck[28]) || own.StockCount != 21 {
		t.Errorf("hand %v, stock %d", own.Hands[0], own.StockCount)
	}
	equal(t, "flips", len(other.Past.Flips), 0)
	equal(t, "draws", other.Past.Draws, []int{0})
}

// Rules are of the match's version: an older one has no others.
func TestStandardVersion(t *testing.T) {
	setup := games.Setup{Game: matgo.Name, Rules: 2, Seed: "s", Options: []byte(`{"rules":"standard"}`)}
	if _, err := (matgo.Game{}).Start(setup); err == nil {
		t.Error("standard rules in version 2")
	}
}

// A purse that a round emptied is full in the next one, which keeps the rules.
func TestStandardSeries(t *testing.T) {
	last := games.Result{Reason: games.Finished, Winner: 0, Fields: matgo.RoundFacts{RoundScore: matgo.RoundScore{Gold: [2]int{5, 0}, NextCarry: 1}}}
	raw, err := matgo.Game{}.NextRound(games.Round{Options: []byte(`{"rules":"standard"}`), Last: &last})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "options", string(raw), `{"rules":"standard","first":0,"carry":1,"gold":[5,1000000]}`)
}
