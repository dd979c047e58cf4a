package matgo

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

// played is a round of two bots with its plies.
func played(t testing.TB, seed string, names ...string) (games.Setup, []games.Action, *position) {
	t.Helper()
	setup := games.Setup{Game: Name, Seed: seed}
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
	return setup, plies, pos.(*position)
}

// A round is judged ply by ply from the end: all choices with what they promise, the
// best of them, the random player's misses; the same again the second time, and as far
// as it came once stopped.
func TestAnalyse(t *testing.T) {
	setup, plies, _ := played(t, "analysis/3", "random", "sensible")
	limit := games.Limit{Nodes: 3000}
	next := len(plies)
	list, err := AnalyseChoices(setup, plies, limit, func(c Choices) {
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
	again, err := Judged{}.Analyse(setup, plies, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range again {
		if again[i] != list[i].Judgement {
			t.Fatalf("the second time ply %d is %+v, first %+v", i, again[i], list[i].Judgement)
		}
	}
	// The exact same with other judgements asked for: a stop keeps the end.
	asked := 0
	part, err := Judged{}.Analyse(setup, plies, games.Limit{Nodes: 3000, Stop: func() bool { asked++; return asked > 40 }}, nil)
	if !errors.Is(err, games.ErrStopped) || len(part) == 0 || len(part) >= len(again) || !reflect.DeepEqual(part, again[len(again)-len(part):]) {
		t.Errorf("%v: %d judgements after a stop", err, len(part))
	}
	if _, err := (Judged{}).Analyse(setup, []games.Action{"go"}, limit, nil); err == nil {
		t.Error("an illegal ply is judged")
	}
}

// Go against stop has what the stop pays, exactly.
func TestAnalyseStop(t *testing.T) {
	for n := range 30 {
		setup, plies, _ := played(t, "stop/"+string(rune('a'+n)), "sensible", "sensible")
		pos, err := Game{}.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range plies {
			if p := pos.(*position); p.phase == AskGo {
				worth := p.View(p.ToAct()).(*View).Sides[p.seat].WinsNow
				c, ok := newMaster().weigh(&p.State, a, 2000, rng.New("x"), func() bool { return false })
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

// The cards' part of a result: what masters make of the same deal, both ways round.
func TestAnalyseLuck(t *testing.T) {
	setup, plies, p := played(t, "luck/1", "random", "sensible")
	l, err := AnalyseLuck(setup, plies, games.Limit{})
	if err != nil || l.Result != float64(p.net(0)) {
		t.Fatalf("%v: %+v, the round brought %d", err, l, p.net(0))
	}
	again, err := AnalyseLuck(setup, plies, games.Limit{})
	if err != nil || again != l {
		t.Errorf("%v: the second time %+v, first %+v", err, again, l)
	}
	if _, err := AnalyseLuck(setup, plies[:3], games.Limit{}); err == nil {
		t.Error("a round that is not over has a result")
	}
	if _, err := AnalyseLuck(setup, plies, games.Limit{Stop: func() bool { return true }}); !errors.Is(err, games.ErrStopped) {
		t.Errorf("stopped: %v", err)
	}
	// Twice changed is as before.
	s := dealt(&Standard, "x", usual())
	if s.swapped().swapped() != s || s.swapped().sides[0].hand != s.sides[1].hand {
		t.Error("the seats are not changed")
	}
}
