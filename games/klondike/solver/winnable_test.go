package solver

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
)

// wander plays n random actions after others, many of them undo and redo, and resigns.
func wander(t *testing.T, s games.Setup, r *rand.Rand, n int, first ...games.Action) []games.Action {
	t.Helper()
	pos := start(t, s, first...)
	list := slices.Clone(first)
	for range n {
		legal := pos.Legal()
		a := legal[r.IntN(len(legal)-1)] // the last action is to resign
		if legal[0] == "draw" && r.IntN(3) == 0 {
			a = "draw"
		}
		if _, err := pos.Apply(a); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
		if pos.Result() != nil {
			return list
		}
	}
	return append(list, "resign")
}

// Searching every position of a match separately gives the same answer.
func TestLastWinnable(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	found := map[bool]int{}
	for seed := range uint64(24) {
		options := `{"draw":1,"redeals":0}`
		rules := rulesOf(1, 0, false, true)
		if seed%2 == 1 {
			options, rules = `{"draw":3,"redeals":2}`, rulesOf(3, 2, false, true)
		}
		s := setup(seed, options)
		o := Solve(klondike.Deck(seed), rules, games.Limit{Nodes: 4000})
		actions := wander(t, s, r, 60, o.Moves[:len(o.Moves)/3]...) // none for an unsolved deal
		want, sure := -1, true
		pos := start(t, s)
		for n := 0; ; n++ {
			switch solveFrom(positionOf(pos.View(games.Everything).(klondike.View)), rules, games.Limit{Nodes: 10_000}).Status {
			case games.Solvable:
				want, sure = n, true
			case games.Unsolved:
				sure = false
			}
			if n == len(actions) {
				break
			}
			if _, err := pos.Apply(actions[n]); err != nil {
				t.Fatal(err)
			}
		}
		if !sure {
			continue // another search could decide more or less
		}
		n, status, err := Game{}.LastWinnable(s, actions, games.Limit{Nodes: 10_000})
		if err != nil || n != want || want < 0 && status == games.Solvable || status == games.SolveUnknown {
			t.Errorf("seed %d: %d, %s, %v; want %d of %d", seed, n, status, err, want, len(actions))
		}
		if status == games.Unsolved {
			t.Errorf("seed %d: not certain", seed)
		}
		found[n >= 0 && n < len(actions)]++
	}
	if found[true] < 5 {
		t.Errorf("only %v matches had a last chance", found)
	}
}

func TestLastWinnableOfAWin(t *testing.T) {
	moves := way(t, 2, rulesOf(1, -1, false, true))
	if n, status, err := (Game{}).LastWinnable(setup(2, ""), moves, games.Limit{}); err != nil || n != len(moves) || status != games.Solvable {
		t.Errorf("%d, %s, %v; want %d", n, status, err, len(moves))
	}
}

// A search with no nodes says so, and claims nothing that it cannot know.
func TestLastWinnableWithoutLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	actions := wander(t, setup(5, `{"draw":3}`), r, 40)
	for name, l := range map[string]games.Limit{"stopped": {Stop: func() bool { return true }}} {
		n, status, err := Game{}.LastWinnable(setup(5, `{"draw":3}`), actions, l)
		if err != nil || status != games.Unsolved || n != -1 {
			t.Errorf("%s: %d, %s, %v", name, n, status, err)
		}
	}
	if _, _, err := (Game{}).LastWinnable(setup(5, ""), []games.Action{"K>9"}, games.Limit{}); err == nil {
		t.Error("an illegal action")
	}
	if _, _, err := (Game{}).LastWinnable(setup(5, `{"draw":7}`), nil, games.Limit{}); err == nil {
		t.Error("an illegal setup")
	}
}

// If searches give up, the answer still holds: n can be won, and is certain only if the rest is lost. If
// none gives up, it is certain.
func TestLastWinnableIsCareful(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	status := map[games.SolveStatus]int{}
	for round := range 20_000 {
		c := &course{moments: []moment{{parent: -1}}, at: []int{0}}
		truth := []bool{r.IntN(8) > 0}
		for range r.IntN(25) { // continues from any moment, as undo allows
			from := r.IntN(len(truth))
			if r.IntN(3) > 0 {
				from = c.at[len(c.at)-1]
			}
			c.moments = append(c.moments, moment{parent: from})
			truth = append(truth, truth[from] && r.IntN(5) > 0)
			c.at = append(c.at, len(truth)-1)
		}
		weak, searches, stop := r.IntN(3), 0, 1+r.IntN(10)
		if r.IntN(3) > 0 {
			stop = 1 << 30
		}
		gaveUp := false
		c.stopped = func() bool { return searches >= stop }
		c.solve = func(m *moment) games.SolveStatus {
			searches++
			for i := range c.moments {
				switch {
				case m != &c.moments[i]:
				case searches > stop || r.IntN(4) < weak:
					gaveUp = true
					return games.Unsolved
				case truth[i]:
					return games.Solvable
				}
			}
			return games.Unsolvable
		}
		n, st := c.last()
		status[st]++
		want := -1
		for k, i := range c.at {
			if truth[i] {
				want = k
			}
		}
		switch {
		case n > want, n >= 0 && !truth[c.at[n]]:
			t.Fatalf("round %d: %d %s, but it is %d", round, n, st, want)
		case st == games.Solvable && n != want, st == games.Unsolvable && want != -1:
			t.Fatalf("round %d: %d is called certain, but it is %d", round, n, want)
		case !gaveUp && stop > searches && (st == games.Unsolved || n != want):
			t.Fatalf("round %d: %d %s, but nothing gave up: %d", round, n, st, want)
		}
	}
	for _, st := range []games.SolveStatus{games.Solvable, games.Unsolved, games.Unsolvable} {
		if status[st] < 1000 {
			t.Errorf("%v", status)
		}
	}
}

func TestHint(t *testing.T) {
	for seed := range uint64(6) {
		for _, options := range []string{`{"draw":1}`, `{"draw":3}`} {
			if s := setup(seed, options); hintable(s) {
				follow(t, s)
			}
		}
	}
}

// hintable reports whether a deal is solved quickly.
func hintable(s games.Setup) bool {
	sol, err := Game{}.Solve(s, games.Limit{Nodes: 2000})
	return err == nil && sol.Status == games.Solvable
}

// follow plays the hints.
func follow(t *testing.T, s games.Setup) {
	t.Helper()
	var played []games.Action
	for i := range 400 {
		way, proven := Game{}.Hint(s, played, nil)
		if !proven || turns(way[len(way)-1]) || slices.ContainsFunc(way[:len(way)-1], func(a games.Action) bool { return !turns(a) }) {
			t.Fatalf("hint %d: %s, proven %v", i+1, way, proven)
		}
		played = append(played, way...)
		if r := start(t, s, played...).Result(); r != nil {
			if r.Winner != 0 {
				t.Fatalf("hints lead to %+v", r)
			}
			if way, _ := (Game{}).Hint(s, played, nil); way != nil {
				t.Errorf("a hint after the end: %s", way)
			}
			return
		}
	}
	t.Errorf("seed %s: hints lead nowhere", s.Seed)
}

// Without time for a search a hint is a legal move that is not called proven, and in a lost position a
// proven hint goes back.
func TestHintWithoutASolution(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	back := 0
	for seed := range uint64(20) {
		s := setup(seed, `{"draw":3}`)
		actions := wander(t, s, r, 60)
		actions = actions[:len(actions)-1]
		pos := start(t, s, actions...)
		way, proven := Game{}.Hint(s, actions, func() bool { return true })
		for i, a := range way {
			if _, err := pos.Apply(a); err != nil || proven && len(actions) == 0 || len(way) > 1 && turns(a) != (i < len(way)-1) {
				t.Errorf("seed %d: hint %q, %v", seed, way, err)
			}
		}
		if way, proven := (Game{}).Hint(s, actions, nil); len(way) == 1 && way[0] == "undo" && !proven {
			back++
		}
	}
	if back == 0 {
		t.Error("no hint goes back")
	}
}
