package matgo_test

import (
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
)

// Section 8-1: the points of captured cards and events.
func TestPoints(t *testing.T) {
	for _, c := range []struct {
		name   string
		won    string
		gukjin matgo.GukjinMode
		events matgo.Counters
		want   matgo.Points
	}{
		{name: "nothing"},
		{name: "two kwang", won: "01k 03k"},
		{name: "three kwang", won: "01k 03k 08k", want: matgo.Points{Kwang: 3}},
		{name: "three kwang with the rain", won: "01k 03k 12k", want: matgo.Points{Kwang: 2}},
		{name: "four kwang", won: "01k 03k 08k 11k", want: matgo.Points{Kwang: 4}},
		{name: "four kwang with the rain", won: "01k 03k 08k 12k", want: matgo.Points{Kwang: 4}},
		{name: "five kwang", won: "01k 03k 08k 11k 12k", want: matgo.Points{Kwang: 15}},
		{name: "four yeol", won: "02y 05y 06y 07y"},
		{name: "five yeol", won: "02y 05y 06y 07y 10y", want: matgo.Points{Yeol: 1}},
		{name: "seven yeol", won: "02y 05y 06y 07y 10y 12y 09y", want: matgo.Points{Yeol: 3}},
		{name: "a gukjin as pi is no yeol", won: "02y 05y 06y 07y 09y", gukjin: matgo.GukjinAsPi},
		{name: "a gukjin nobody chose is a yeol", won: "02y 05y 06y 07y 09y", want: matgo.Points{Yeol: 1}},
		{name: "five tti", won: "01t 02t 04t 05t 12t", want: matgo.Points{Tti: 1}},
		{name: "nine pi", won: "01p 02p 03p 04p 05p 06p 07p 08p 09p"},
		{name: "ten pi", won: "01p 02p 03p 04p 05p 06p 07p 08p 09p 10p", want: matgo.Points{Pi: 1}},
		{name: "pi by worth", won: "11d 12d b2 b3 01p", want: matgo.Points{Pi: 1}},
		{name: "a gukjin as pi", won: "11d 12d b2 b3 09y", gukjin: matgo.GukjinAsPi, want: matgo.Points{Pi: 2}},
		{name: "hongdan", won: "01t 02t 03t", want: matgo.Points{Hongdan: 3}},
		{name: "cheongdan", won: "06t 09t 10t", want: matgo.Points{Cheongdan: 3}},
		{name: "chodan", won: "04t 05t 07t", want: matgo.Points{Chodan: 3}},
		{name: "the rain ribbon belongs to no set", won: "04t 05t 12t"},
		{name: "godori", won: "02y 04y 08y", want: matgo.Points{Godori: 5}},
		{name: "events", events: matgo.Counters{Ttak: 1, Ppuk: 2, Jjob: 3, Ddadak: 4, Ssul: 5, Jabbeok: 6, Shaking: 1, Bomb: 1, Kung: 1, YeonPpuk: 1}, want: matgo.Points{Events: 6}},
		{name: "all at once", won: "01t 02t 03t 04t 05t 07t 02y 04y 08y", want: matgo.Points{Tti: 2, Hongdan: 3, Chodan: 3, Godori: 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := matgotest.Table{Won: c.won, Change: func(s *matgo.State) {
				s.Sides[0].Gukjin, s.Sides[0].Counters = c.gukjin, c.events
			}}.Position(t)
			w := c.want
			c.want.Total = w.Kwang + w.Yeol + w.Tti + w.Pi + w.Hongdan + w.Cheongdan + w.Chodan + w.Godori + w.Events
			equal(t, "points", p.Points(0), c.want)
		})
	}
}

// Section 8-3: the factors, of seat 0.
func TestMultiplier(t *testing.T) {
	const eightPi = "01q 02q 03q 04q 05q 06q 07q 08q"
	const tenPi = "01p 02p 03p 04p 05p 06p 07p 08p 09p 10p"
	const safe = "11k 12y " + eightPi // against every bak
	for _, c := range []struct {
		name      string
		won, lost string
		goes      [2]int
		events    matgo.Counters
		carry     int
		gukjin    matgo.GukjinMode // of seat 1
		want      string           // the factors that are not 1
	}{
		{name: "none", lost: safe},
		{name: "two go", lost: safe, goes: [2]int{2, 0}},
		{name: "three go", lost: safe, goes: [2]int{3, 0}, want: "go2"},
		{name: "four go", lost: safe, goes: [2]int{4, 0}, want: "go3"},
		{name: "six go", lost: safe, goes: [2]int{6, 0}, want: "go5"},
		{name: "shakes", lost: safe, events: matgo.Counters{Shaking: 3}, want: "shake8"},
		{name: "bombs", lost: safe, events: matgo.Counters{Bomb: 2}, want: "bomb4"},
		{name: "a kung is no factor", lost: safe, events: matgo.Counters{Kung: 1}},
		{name: "go bak", lost: safe, goes: [2]int{0, 1}, want: "gobak2"},
		{name: "gwang bak", won: "01k 03k 08k", lost: "12y " + eightPi, want: "gwang2"},
		{name: "two kwang make no gwang bak", won: "01k 03k", lost: "12y " + eightPi},
		{name: "one kwang saves", won: "01k 03k 08k", lost: safe},
		{name: "pi bak", won: tenPi, lost: "11k 12y 01q 02q 03q 04q 05q 06q 07q", want: "pi2"},
		{name: "eight pi save", won: tenPi, lost: safe},
		{name: "no pi at all is a pi bak", won: tenPi, lost: "11k 12y", want: "pi2"},
		{name: "nine pi make no pi bak", won: strings.TrimSuffix(tenPi, " 10p"), lost: "11k 12y"},
		{name: "a gukjin as pi saves", won: tenPi, lost: "11k 12y 09y 01q 02q 03q 04q 05q 06q", gukjin: matgo.GukjinAsPi},
		{name: "meong bak", won: "02y 04y 05y 06y 07y 08y 10y", lost: "11k " + eightPi, want: "meong2"},
		{name: "six yeol make no meong bak", won: "02y 04y 05y 06y 07y 08y", lost: "11k " + eightPi},
		{name: "one yeol saves", won: "02y 04y 05y 06y 07y 08y 10y", lost: safe},
		{name: "a gukjin as pi does not save", won: "02y 04y 05y 06y 07y 08y 10y", lost: "11k 09y " + eightPi, gukjin: matgo.GukjinAsPi, want: "meong2"},
		{name: "all baks", won: "01k 03k 08k 02y 04y 05y 06y 07y 08y 10y " + tenPi, want: "gwang2 pi2 meong2"},
		{name: "carry", lost: safe, carry: 4, want: "carry4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := matgotest.Table{Won: c.won, Lost: c.lost, Change: func(s *matgo.State) {
				s.Sides[0].Goes, s.Sides[1].Goes = c.goes[0], c.goes[1]
				s.Sides[0].Counters, s.Sides[1].Gukjin = c.events, c.gukjin
				s.Carry = max(1, c.carry)
			}}.Position(t)
			got := p.Multiplier(0, true)
			want := matgo.Multiplier{Go: 1, Shake: 1, Bomb: 1, GoBak: 1, Gwang: 1, Pi: 1, Meong: 1, Carry: 1, President: 1, Total: 1}
			for _, f := range strings.Fields(c.want) {
				n := int(f[len(f)-1] - '0')
				*map[string]*int{
					"go": &want.Go, "shake": &want.Shake, "bomb": &want.Bomb, "gobak": &want.GoBak, "gwang": &want.Gwang,
					"pi": &want.Pi, "meong": &want.Meong, "carry": &want.Carry,
				}[f[:len(f)-1]] = n
				want.Total *= n
			}
			equal(t, "factors", got, want)
			want.Total /= want.Carry
			want.Carry = 1
			equal(t, "a loser's", p.Multiplier(0, false), want)
		})
	}
}

// Section 9: the points at which go or stop is asked.
func TestGoAsked(t *testing.T) {
	const seven = "01t 02t 03t 06t 09t 10t" // hongdan, cheongdan, two tti: 8
	for _, c := range []struct {
		name   string
		hand   string
		won    string
		goes   int
		goBase int
		events matgo.Counters
		asked  bool
	}{
		{name: "eight points", hand: "11p 04p", won: seven, asked: true},
		{name: "six points", hand: "11p 04p", won: "01t 02t 03t 06t 09t", events: matgo.Counters{Ttak: 2}},
		{name: "seven points", hand: "11p 04p", won: "01t 02t 03t 06t 09t", events: matgo.Counters{Ttak: 3}, asked: true},
		{name: "six points and a go, more than then", hand: "11p 04p", won: "01t 02t 03t 06t 09t", events: matgo.Counters{Ttak: 2}, goes: 1, goBase: 5, asked: true},
		{name: "no more than at the last go", hand: "11p 04p", won: seven, goes: 1, goBase: 8},
		{name: "less than at the last go", hand: "11p 04p", won: seven, goes: 1, goBase: 9},
		{name: "more than at the last go", hand: "11p 04p", won: seven, goes: 1, goBase: 7, asked: true},
		{name: "no card left", hand: "11p", won: seven},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := matgotest.Table{Hand: c.hand, Other: "12y", Floor: "05p", Stock: "08p", Won: c.won, Change: func(s *matgo.State) {
				d := &s.Sides[0]
				d.Goes, d.GoBase, d.Counters = c.goes, c.goBase, c.events
			}}.Position(t)
			do(t, p, "0 play 11p")
			if got := p.Phase == matgo.AskGo; got != c.asked {
				t.Fatalf("asked %v, want %v: %d points", got, c.asked, p.Score(0))
			}
			if c.asked {
				equal(t, "legal", matgotest.Legal(p), "go, stop")
			}
		})
	}
}

// A go counts, stores its points, and passes the turn. A stop wins.
func TestGoAndStop(t *testing.T) {
	x := matgotest.Table{Hand: "11p 04p", Other: "12y", Floor: "05p", Stock: "08p", Won: "01t 02t 03t 06t 09t 10t",
		Change: func(s *matgo.State) { s.Carry = 2 }}
	p := x.Position(t)
	equal(t, "events", kindsOf(do(t, p, "0 play 11p", "0 go")), "play match flip match ask go")
	equal(t, "go", []int{p.Sides[0].Goes, p.Sides[0].GoBase, int(p.ToAct())}, "[1 8 1]")

	p = x.Position(t)
	events := do(t, p, "0 play 11p", "0 stop")
	equal(t, "events", kindsOf(events), "play match flip match ask stop round_end")
	equal(t, "stop", find[matgo.EventStop](events), matgo.EventStop{Base: 8})
	o := p.View(0).(*matgo.View).Outcome
	equal(t, "outcome", []any{o.Reason, o.Winner, o.Base, o.Total, o.Paid, o.Gold, o.NextCarry, o.NextFirst},
		"[stop 0 [8 0] [16 0] 1600 [1001600 998400] 1 0]")
	if _, err := p.Apply("play 04p"); err == nil {
		t.Error("a card is played after the end")
	}
}

// The gukjin question comes before go or stop, and its points count for that.
func TestGukjinBeforeGo(t *testing.T) {
	p := matgotest.Table{Hand: "09p 04p", Other: "12y", Floor: "09y", Stock: "08p", Won: "01t 02t 03t 02y 05y 06y 07y 10y",
		Change: func(s *matgo.State) { s.Sides[0].Counters.Jjob = 2 }}.Position(t)
	do(t, p, "0 play 09p")
	equal(t, "first", p.Phase, matgo.AskGukjin)
	do(t, p, "0 gukjin yeol")
	equal(t, "then", p.Phase, matgo.AskGo)
}

// Sections 10 and 4-3: a round without a stop. The last card of seat 1 ends it.
func TestHandsEmpty(t *testing.T) {
	for _, c := range []struct {
		name      string
		won, lost string
		goes      [2]int
		goBase    [2]int
		carry     int
		winner    games.Seat
		reasons   string
		base      string
		next      int
	}{
		{"more points win", "01t 02t 03t", "06t", [2]int{}, [2]int{}, 2, 0, "[]", "[3 0]", 1},
		{"less than seven wins too", "06t", "02y 04y 08y", [2]int{}, [2]int{}, 1, 1, "[]", "[0 5]", 1},
		{"the go bonus counts", "01t 02t 03t", "04t 05t 07t", [2]int{1, 0}, [2]int{2, 0}, 1, 0, "[]", "[4 3]", 1},
		{"equal is a nagari", "01t 02t 03t", "04t 05t 07t", [2]int{}, [2]int{}, 1, -1, "[tie]", "[3 3]", 2},
		{"no points are a nagari", "", "", [2]int{}, [2]int{}, 4, -1, "[tie no_score]", "[0 0]", 8},
		{"a go that gained nothing is a nagari", "01t 02t 03t", "", [2]int{1, 0}, [2]int{3, 0}, 1, -1, "[failed_go]", "[4 0]", 2},
		{"that of the one with fewer points too", "01t 02t 03t", "02y 04y 08y", [2]int{1, 0}, [2]int{3, 0}, 1, -1, "[failed_go]", "[4 5]", 2},
		{"the carry has an end", "", "", [2]int{}, [2]int{}, matgo.MaxCarry, -1, "[tie no_score]", "[0 0]", matgo.MaxCarry},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := matgotest.Table{Hand: "11p", Other: "12y", Floor: "05p 03p", Stock: "08p 10p", Won: c.won, Lost: c.lost, Change: func(s *matgo.State) {
				s.Carry = c.carry
				for i := range s.Sides {
					s.Sides[i].Goes, s.Sides[i].GoBase = c.goes[i], c.goBase[i]
				}
			}}.Position(t)
			do(t, p, "0 play 11p", "1 play 12y")
			o := p.View(0).(*matgo.View).Outcome
			if o == nil {
				t.Fatalf("not over, legal %s", matgotest.Legal(p))
			}
			equal(t, "outcome", []any{o.Reason, o.Winner, o.Nagari, o.NagariReasons, o.Base, o.NextCarry},
				[]any{matgo.EndEmpty, c.winner, c.winner < 0, c.reasons, c.base, c.next})
			if o.Nagari {
				equal(t, "gold", o.Gold, o.GoldBefore)
				equal(t, "result", p.Result().Winner, games.Nobody)
			}
		})
	}
}

// Gold: the loser pays the winner's total times 100, as far as it can. An empty purse starts again.
func TestGold(t *testing.T) {
	for _, c := range []struct {
		gold, want  [2]int
		due, paid   int
		refilled    [2]bool
		description string
	}{
		{[2]int{10, 5000}, [2]int{810, 4200}, 800, 800, [2]bool{}, "paid in full"},
		{[2]int{10, 801}, [2]int{810, 1}, 800, 800, [2]bool{}, "one left"},
		{[2]int{10, 800}, [2]int{810, 1_000_000}, 800, 800, [2]bool{false, true}, "nothing left"},
		{[2]int{10, 300}, [2]int{310, 1_000_000}, 800, 300, [2]bool{false, true}, "paid in part"},
	} {
		t.Run(c.description, func(t *testing.T) {
			p := matgotest.Table{Hand: "11p 04p", Other: "12y", Floor: "05p", Stock: "08p", Won: "01t 02t 03t 06t 09t 10t",
				Change: func(s *matgo.State) { s.Gold, s.End.GoldBefore = c.gold, c.gold }}.Position(t)
			do(t, p, "0 play 11p", "0 stop")
			o := p.View(0).(*matgo.View).Outcome
			equal(t, "outcome", []any{o.Gold, o.Due, o.Paid, o.Refilled, o.GoldBefore}, []any{c.want, c.due, c.paid, c.refilled, c.gold})
		})
	}
}

// A seat that leaves loses the opponent's points, at least seven, times the opponent's multiplier.
func TestForfeit(t *testing.T) {
	for _, c := range []struct {
		name  string
		won   string
		goes  int
		base  string
		total string
		gold  string
	}{
		{"no points: seven", "", 0, "[0 7]", "[0 28]", "[997200 1002800]"},
		{"nine with a go", "01t 02t 03t 06t 09t 10t", 1, "[0 9]", "[0 36]", "[996400 1003600]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := matgotest.Table{Hand: "11p", Other: "12y", Floor: "05p", Lost: c.won, Change: func(s *matgo.State) {
				s.Carry, s.Sides[1].Goes, s.Sides[1].Counters.Bomb = 2, c.goes, 1
			}}.Position(t)
			before := p.State
			f := p.Forfeit(0).(matgo.RoundFacts)
			equal(t, "fields", []any{f.Base, f.Total, f.Gold, f.Nagari, f.NextCarry}, []any{c.base, c.total, c.gold, false, 1})
			if p.State != before || p.Result() != nil {
				t.Error("the position has changed")
			}
		})
	}
	p := matgotest.Table{Hand: "11p", Other: "12y", Change: func(s *matgo.State) { s.Carry = 2 }}.Position(t)
	f := p.Standing().(matgo.RoundFacts)
	equal(t, "called off", []any{f.Base, f.Gold, f.Nagari, f.NextCarry}, "[[0 0] [1000000 1000000] false 2]")
	do(t, p, "0 play 11p", "1 play 12y")
	equal(t, "after the end", []any{p.Forfeit(0), p.Standing()}, []any{p.Result().Fields, p.Result().Fields})
}

// The table's default moves for a seat whose time is up.
func TestMild(t *testing.T) {
	asked := func(phase matgo.Phase) func(*matgo.State) {
		return func(s *matgo.State) { s.Phase, s.Sides[0].Turns, s.Sides[1].Turns = phase, 1, 0 }
	}
	for _, c := range []struct {
		name string
		matgotest.Table
		want games.Action
	}{
		{"the lowest card, no shake", matgotest.Table{Hand: "05y 05t 05p 06p", Floor: "01p"}, "play 05p"},
		{"no bomb", matgotest.Table{Hand: "05y 05t 05p 06p", Floor: "05q"}, "play 05p"},
		{"the pi that counts less", matgotest.Table{Hand: "11d 11k 11q 12k"}, "play 11q"},
		{"a ribbon before an animal", matgotest.Table{Hand: "12y 12k 12t"}, "play 12t"},
		{"hold", matgotest.Table{Hand: "05y 05t 05p 05q", Change: asked(matgo.AskPresident)}, "president hold"},
		{"no kung", matgotest.Table{Hand: "05y 05t 05p", Floor: "05q", Change: asked(matgo.AskKung)}, "kung-pass"},
		{"stop", matgotest.Table{Hand: "05y", Change: asked(matgo.AskGo)}, "stop"},
		{"take the lowest", matgotest.Table{Hand: "05y", Floor: "03k 03t", Stock: "03p", Change: func(s *matgo.State) {
			s.Phase, s.Turn.Choices, s.Turn.Card = matgo.AskTake, s.Floor, s.Deck[s.Next]
			s.Next++
		}}, "take 03t"},
		{"pass", matgotest.Table{Hand: "", Other: "05y"}, "pass"},
		{"gukjin as yeol", matgotest.Table{Hand: "01p", Won: "09y 02y 05y 06y 07y", Change: asked(matgo.AskGukjin)}, "gukjin yeol"},
		{"gukjin as pi", matgotest.Table{Hand: "01p", Won: "09y b2 b3 11d 12d", Change: asked(matgo.AskGukjin)}, "gukjin pi"},
		{"gukjin as yeol where it is all the same", matgotest.Table{Hand: "01p", Won: "09y", Change: asked(matgo.AskGukjin)}, "gukjin yeol"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.Position(t)
			equal(t, "mild", p.DefaultAction(), c.want)
			if !strings.Contains(", "+matgotest.Legal(p)+",", ", "+string(c.want)+",") {
				t.Errorf("%s is not legal: %s", c.want, matgotest.Legal(p))
			}
		})
	}
}
