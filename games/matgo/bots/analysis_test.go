package bots

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/matgotest"
	"arcade/games/rng"
)

// played plays a round of two bots and returns it with its plies.
func played(t testing.TB, seed string, names ...string) (games.Setup, []games.Action, *matgo.Position) {
	t.Helper()
	setup := games.Setup{Game: matgo.Name, Seed: seed}
	pos, err := Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	var plies []games.Action
	r := rng.Derive(seed, "bots")
	for pos.Result() == nil {
		bot := games.FindBot(Game{}, names[pos.ToAct()])
		a := bot.Choose(pos.View(pos.ToAct()), r)
		if _, err := pos.Apply(a); err != nil {
			t.Fatal(err)
		}
		plies = append(plies, a)
	}
	return setup, plies, pos.(*matgo.Position)
}

// Analyse judges a round ply by ply from the end: all choices with their expected points, the best of them,
// the random player's misses. A second analysis is equal. A stopped one keeps the plies that it finished.
func TestAnalyse(t *testing.T) {
	setup, plies, _ := played(t, "analysis/3", "random", "sensible")
	limit := games.Limit{Nodes: 20000} // with fewer worlds the choices differ by chance
	next := len(plies)
	list, err := Game{}.Analyse(setup, plies, limit, func(c games.Judgement) {
		if next--; c.Ply != next {
			t.Fatalf("ply %d is told, want %d", c.Ply, next)
		}
	})
	if err != nil || len(list) != len(plies) {
		t.Fatalf("%v: %d judgements of %d plies", err, len(list), len(plies))
	}
	var lost [2]float64
	p, err := Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range list {
		legal := p.Legal()
		if len(c.Options) != len(legal) || c.Seat != p.ToAct() || c.Played != plies[i] || c.Exact {
			t.Fatalf("ply %d: %+v, legal %v", i, c, legal)
		}
		best := math.Inf(-1)
		for j, o := range c.Options {
			if o.Action != legal[j] {
				t.Errorf("ply %d: option %s, want %s", i, o.Action, legal[j])
			}
			best = max(best, o.Points)
		}
		if c.Lost() < 0 || len(legal) == 1 && (c.Lost() != 0 || c.Missed) || c.Missed && c.Best == c.Played {
			t.Errorf("ply %d: %+v", i, c)
		}
		sign := 1 - 2*float64(c.Seat)
		if math.Abs(sign*c.Before-best) > 1e-9 {
			t.Errorf("ply %d: %v before, the best promises %v", i, c.Before, best)
		}
		lost[c.Seat] += c.Lost()
		if _, err := p.Apply(plies[i]); err != nil {
			t.Fatal(err)
		}
	}
	if lost[0] < 2*lost[1] {
		t.Errorf("random gave away %.1f points, sensible %.1f", lost[0], lost[1])
	}
	again, err := Game{}.Analyse(setup, plies, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again, list) {
		t.Fatalf("the second time it is %+v, first %+v", again, list)
	}
	// A second analysis with a stop: it keeps the judgements of the end.
	asked := 0
	part, err := Game{}.Analyse(setup, plies, games.Limit{Nodes: limit.Nodes, Stop: func() bool { asked++; return asked > 150 }}, nil)
	if !errors.Is(err, games.ErrStopped) || len(part) == 0 || len(part) >= len(again) || !reflect.DeepEqual(part, again[len(again)-len(part):]) {
		t.Errorf("%v: %d judgements after a stop", err, len(part))
	}
	if _, err := (Game{}).Analyse(setup, []games.Action{"go"}, limit, nil); err == nil {
		t.Error("an illegal ply is judged")
	}
}

// In go against stop, a stop is worth its exact payment.
func TestAnalyseStop(t *testing.T) {
	for n := range 30 {
		setup, plies, _ := played(t, "stop/"+string(rune('a'+n)), "sensible", "sensible")
		pos, err := Game{}.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range plies {
			if p := pos.(*matgo.Position); p.Phase == matgo.AskGo {
				worth := p.View(p.ToAct()).(*matgo.View).Sides[p.Seat].WinsNow
				c, ok := newMaster().weigh(&p.State, a, games.Limit{Nodes: 2000}, rng.New("x"))
				if !ok || c.Options[1].Action != "stop" || c.Options[1].Points != float64(worth) || c.Options[1].SE != 0 || c.Options[0].SE == 0 {
					t.Errorf("ply %d: %+v, a stop pays %d", i, c.Options, worth)
				}
				return
			}
			if _, err := pos.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Error("nobody was asked for go")
}

// AnalyseLuck measures the cards' part of a result: masters play the same deal in both seatings.
func TestAnalyseLuck(t *testing.T) {
	setup, plies, p := played(t, "luck/1", "random", "sensible")
	limit := games.Limit{Nodes: 1000}
	l, err := Game{}.AnalyseLuck(setup, plies, games.Nobody, limit)
	if err != nil || l.Result != float64(p.Net(0)) {
		t.Fatalf("%v: %+v, the round brought %d", err, l, p.Net(0))
	}
	again, err := Game{}.AnalyseLuck(setup, plies, games.Nobody, limit)
	if err != nil || again != l {
		t.Errorf("%v: the second time %+v, first %+v", err, again, l)
	}
	// A round that is given up brings the winner seven points, and twice that to seat 1, which has shaken.
	for winner, brought := range map[games.Seat]float64{games.Nobody: 0, 0: 7, 1: -14} {
		if part, err := (Game{}).AnalyseLuck(setup, plies[:3], winner, limit); err != nil || part != (games.Luck{Result: brought, Same: l.Same, Swapped: l.Swapped}) {
			t.Errorf("%v: given up after three plies, won by %d, it has %+v, whole %+v", err, winner, part, l)
		}
	}
	if _, err := (Game{}).AnalyseLuck(setup, plies, games.Nobody, games.Limit{Stop: func() bool { return true }}); !errors.Is(err, games.ErrStopped) {
		t.Errorf("stopped: %v", err)
	}
	// Exchanging the seats twice gives the same deal.
	s := matgo.Deal(&matgo.Document, "x", matgo.DefaultOptions())
	if s.Swapped().Swapped() != s || s.Swapped().Sides[0].Hand != s.Sides[1].Hand {
		t.Error("the seats are not changed")
	}
}

// worstGo returns the least that go brings the seat on turn, whatever is hidden and however both play on.
func worstGo(s matgo.State, r *rng.Source) (worst float64) {
	worst = math.Inf(1)
	for range 200 {
		w, me := s, int(s.Seat)
		w.Determinize(r)
		w.Apply(matgo.Move{Verb: matgo.Go})
		var buf [32]matgo.Move
		for w.Phase != matgo.Over {
			legal := w.Legal(buf[:0])
			w.Apply(legal[r.Intn(len(legal))])
		}
		worst = min(worst, float64(w.Net(me))/float64(w.Carry))
	}
	return worst
}

// A stop gives points away if go brings more in any case. That counts as a miss.
func TestAnalyseBlunder(t *testing.T) {
	found := 0
	for n := 0; n < 400 && found < 5; n++ {
		setup, plies, _ := played(t, fmt.Sprint("blunder/", n), "sensible", "sensible")
		pos, err := Game{}.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range plies {
			if p := pos.(*matgo.Position); p.Phase == matgo.AskGo && p.Sides[p.Seat].Hand.Len() == 1 {
				pays := float64(p.View(p.ToAct()).(*matgo.View).Sides[p.Seat].WinsNow) / float64(p.Carry)
				if worst := worstGo(p.State, rng.New(setup.Seed)); worst >= pays+missedPoints {
					found++
					j, ok := newMaster().weigh(&p.State, "stop", games.Limit{}, rng.New(setup.Seed))
					if !ok || j.Best != "go" || !j.Missed || j.Lost() < worst-pays {
						t.Errorf("%s: a stop for %v where go brings %v is judged %+v", setup.Seed, pays, worst, j)
					}
					if j, _ := newMaster().weigh(&p.State, "go", games.Limit{}, rng.New(setup.Seed)); j.Best != "go" || j.Missed || j.Lost() != 0 {
						t.Errorf("%s: that go is judged %+v", setup.Seed, j)
					}
				}
			}
			if _, err := pos.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found == 0 {
		t.Error("go never brought more in any case")
	}
}

// Cards that the seat on turn cannot see change no judgement, for any kind of choice.
func TestAnalyseBlind(t *testing.T) {
	for n := range 4 {
		p, r := matgotest.Random(t, n)
		x := newMaster()
		for p.Phase != matgo.Over {
			var buf [32]matgo.Move
			played := p.State.Legal(buf[:0])[0].Action()
			other := p.State
			other.Determinize(rng.New(fmt.Sprint("hidden", n)))
			want, _ := x.weigh(&p.State, played, games.Limit{Nodes: 1000}, rng.New("x"))
			if got, _ := x.weigh(&other, played, games.Limit{Nodes: 1000}, rng.New("x")); !reflect.DeepEqual(got, want) {
				t.Fatalf("round %d, %s: %+v, with other hidden cards %+v", n, p.Phase, want, got)
			}
			legal := p.State.Legal(buf[:0])
			if _, err := p.Apply(legal[r.Intn(len(legal))].Action()); err != nil {
				t.Fatal(err)
			}
		}
	}
}
