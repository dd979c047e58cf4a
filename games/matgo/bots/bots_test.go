package bots

import (
	"bytes"
	"flag"
	"fmt"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// botRounds is the number of rounds of TestBots. The figures in the docs come from 20000.
var botRounds = flag.Int("bot-rounds", 1000, "rounds in TestBots")

// duel plays rounds of a (seat n%2) against b. It returns a's wins, losses and gold gained.
func duel(t testing.TB, a, b games.Bot, rounds int) (won, lost, gold int) {
	for n := range rounds {
		pos, err := Game{}.Start(games.Setup{Game: matgo.Name, Seed: fmt.Sprint("duel ", n/2)})
		if err != nil {
			t.Fatal(err)
		}
		seat := games.Seat(n % 2)
		r := rng.Derive(fmt.Sprint(n), "bots")
		for pos.Result() == nil {
			bot := b
			if pos.ToAct() == seat {
				bot = a
			}
			if _, err := pos.Apply(bot.Choose(pos.View(pos.ToAct()), r)); err != nil {
				t.Fatalf("%s in round %d: %v", bot.Name(), n, err)
			}
		}
		switch pos.Result().Winner {
		case seat:
			won++
		case 1 - seat:
			lost++
		}
		gold += pos.(*matgo.Position).Gold[seat] - matgo.Document.StartGold
	}
	return won, lost, gold
}

// The sensible bot clearly beats the random one.
func TestBots(t *testing.T) {
	won, lost, gold := duel(t, sensibleBot{}, randomBot{}, *botRounds)
	t.Logf("%d rounds: won %d, lost %d, %+d gold a round", *botRounds, won, lost, gold / *botRounds)
	if won < 2*lost || gold < 500**botRounds {
		t.Errorf("of %d rounds sensible won %d, lost %d, and gained %d gold", *botRounds, won, lost, gold)
	}
}

// Each set of rules has a net of its own.
func TestNetOfRules(t *testing.T) {
	for _, c := range []struct {
		options string
		want    *net.Net
	}{{`{}`, documentNet()}, {`{"rules":"standard"}`, standardNet()}} {
		pos, err := Game{}.Start(games.Setup{Game: matgo.Name, Seed: "net", Options: []byte(c.options)})
		if err != nil {
			t.Fatal(err)
		}
		if learnt(pos.(*matgo.Position).Rules) != c.want {
			t.Errorf("%s has the net of other rules", c.options)
		}
	}
	if bytes.Equal(document, standard) {
		t.Error("both have one net")
	}
}

// The sensible bot's choices on small positions.
func TestSensible(t *testing.T) {
	asked := func(phase matgo.Phase) func(*matgo.State) {
		return func(s *matgo.State) { s.Phase, s.Sides[0].Turns, s.Sides[1].Turns = phase, 1, 0 }
	}
	for _, c := range []struct {
		name string
		matgotest.Table
		want games.Action
	}{
		{"takes by worth", matgotest.Table{Hand: "01p 02p", Other: "05p 06p", Floor: "01k 02q"}, "play 01p"},
		{"completes a set", matgotest.Table{Hand: "02p 05q", Other: "06p 07p", Floor: "02y 05y", Won: "04y 08y"}, "play 02p"},
		{"guards against the other's set", matgotest.Table{Hand: "02p 05q", Other: "06p 07p", Floor: "02y 05y", Lost: "04y 08y"}, "play 02p"},
		{"does not feed", matgotest.Table{Hand: "02y 05q", Other: "06p 07p", Floor: "10p", Lost: "04y 08y"}, "play 05q"},
		{"plays what nobody can take", matgotest.Table{Hand: "02y 05q", Other: "06p 07p 08p 03p 11p 12t 06q 07q", Floor: "10p", Won: "02t", Lost: "02p 02q"}, "play 02y"},
		{"bombs", matgotest.Table{Hand: "05p 05q 05y 01p", Other: "06p 07p", Floor: "05t 01k", Lost: "08p"}, "bomb 5"},
		{"shakes", matgotest.Table{Hand: "05p 05q 05y 01p", Other: "06p 07p", Floor: "10p"}, "shake 5"},
		{"shakes nothing when all is lost", matgotest.Table{Hand: "05p 05q 05y", Other: "06p 07p", Floor: "10p",
			Lost: "01t 02t 03t 04t 06t 09t 12t"}, "play 05y"},
		{"holds on with a president", matgotest.Table{Hand: "05y 05t 05p 05q", Change: asked(matgo.AskPresident)}, "president hold"},
		{"stops with one where the other has no more", matgotest.Table{Hand: "05y 05t 05p 05q", Change: func(s *matgo.State) {
			asked(matgo.AskPresident)(s)
			s.Gold[1] = 900
		}}, "president stop"},
		{"goes where nothing threatens", matgotest.Table{Hand: "05p 06p 07p 08p 10p", Other: "05q 06q 07q 08q 10q",
			Won: "01t 02t 03t 06t 09t 11d 12d b2 b3 01p 02p", Change: asked(matgo.AskGo)}, "go"},
		{"stops where the other is near", matgotest.Table{Hand: "05p 06p", Other: "05q 06q", Won: "01t 02t 03t 04t 06t 09t 10t",
			Lost: "02y 04y 08y 05y", Change: asked(matgo.AskGo)}, "stop"},
		{"stops where the other can pay no more", matgotest.Table{Hand: "05p 06p 07p 08p 10p", Other: "05q 06q 07q 08q 10q",
			Won: "01t 02t 03t 06t 09t 11d 12d b2 b3 01p 02p", Change: func(s *matgo.State) {
				asked(matgo.AskGo)(s)
				s.Gold[1] = 500
			}}, "stop"},
		{"gukjin as pi where that counts", matgotest.Table{Hand: "01p", Won: "09y b2 b3 11d 12d", Change: asked(matgo.AskGukjin)}, "gukjin pi"},
		{"gukjin as yeol where that counts", matgotest.Table{Hand: "01p", Won: "09y 02y 05y 06y 07y", Change: asked(matgo.AskGukjin)}, "gukjin yeol"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.Position(t)
			for n := range 5 {
				got := sensibleBot{}.Choose(p.View(0), rng.New(fmt.Sprint(n)))
				if got != c.want {
					t.Fatalf("it chose %q of %s, want %q", got, matgotest.Legal(p), c.want)
				}
			}
		})
	}
}

// Bots return "" for another seat's view.
func TestBotsNothing(t *testing.T) {
	p := matgotest.Table{Hand: "01p 02p", Other: "03p"}.Position(t)
	for _, bot := range (Game{}).Bots() {
		for _, view := range []any{p.View(1), p.View(games.Spectator)} {
			if a := bot.Choose(view, rng.New("")); a != "" {
				t.Errorf("%s chose %q", bot.Name(), a)
			}
		}
	}
}

// A bot that plays on the state itself knows exactly what its view shows, and picks what the registered bot
// picks from the view.
func TestPlayersKnowTheView(t *testing.T) {
	phases := map[matgo.Phase]int{}
	for n := range 400 {
		p, r := matgotest.Random(t, n)
		for p.Phase != matgo.Over {
			view := p.View(p.ToAct()).(*matgo.View)
			phases[p.Phase]++
			if from, of := readState(&p.State), read(view); from != of {
				t.Fatalf("round %d, %s:\nstate %+v\n view %+v", n, p.Phase, from, of)
			}
			var buf [32]matgo.Move
			legal := p.State.Legal(buf[:0])
			for _, bot := range (Game{}).Bots() {
				if bot.Name() == "master" && (n%100 > 0 || p.Turns%3 > 0) {
					continue // it is slow
				}
				r1, r2 := *r, *r
				got, _ := players[bot.Name()]()(&p.State, legal, &r1)
				if want := bot.Choose(view, &r2); legal[got].Action() != want || r1 != r2 {
					t.Fatalf("round %d, %s: %s picks %s, from the view %s", n, p.Phase, bot.Name(), legal[got].Action(), want)
				}
			}
			if _, err := p.Apply(legal[r.Intn(len(legal))].Action()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for phase := range matgo.Over {
		if phases[phase] < 5 {
			t.Errorf("%s was asked %d times", phase, phases[phase])
		}
	}
	if len(players) != len((Game{}).Bots()) {
		t.Errorf("%d players, %d bots", len(players), len((Game{}).Bots()))
	}
}

// Bots cannot see hidden cards: whatever the opponent and the stock hold, they choose the same. The learnt
// bot needs less than a millisecond.
func TestBotsCannotSee(t *testing.T) {
	for _, bot := range (Game{}).Bots() {
		player := players[bot.Name()]()
		rounds, every := 60, 1
		if bot.Name() == "master" {
			rounds, every = 3, 4
		}
		asked := 0
		for n := range rounds {
			p, r := matgotest.Random(t, n)
			for p.Phase != matgo.Over {
				var buf [32]matgo.Move
				legal := p.State.Legal(buf[:0])
				if asked++; asked%every == 0 {
					one, two := *r, *r
					want, _ := player(&p.State, legal, &one)
					other := p.State
					other.Determinize(rng.New(fmt.Sprint("hidden", n)))
					if got, _ := player(&other, legal, &two); got != want || one != two {
						t.Fatalf("%s, round %d, %s: picks %s, with other hidden cards %s", bot.Name(), n, p.Phase, legal[want].Action(), legal[got].Action())
					}
				}
				if _, err := p.Apply(legal[r.Intn(len(legal))].Action()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
