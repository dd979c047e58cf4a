package solver

import (
	"strconv"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/rng"
)

// breadthFirst returns the least number of actions to win by a plain exhaustive search, 0 for none.
func breadthFirst(g plain, r klondike.Rules, limit int) (least int, whole bool) {
	seen := map[plain]bool{g.same(r): true}
	front := []plain{g}
	for depth := 0; len(front) > 0; depth++ {
		var next []plain
		for _, at := range front {
			if at.won() {
				return depth, true
			}
			for _, a := range at.legal(r, nil) {
				then := at
				then.apply(r, a)
				if key := then.same(r); !seen[key] {
					seen[key] = true
					next = append(next, then)
				}
			}
		}
		if len(seen) > limit {
			return 0, false
		}
		front = next
	}
	return 0, true
}

// A proven least equals the result of a plain search of all actions, which has no estimates and no plays
// that stand for draws.
func TestLeastAgainstPlainSearch(t *testing.T) {
	from, rounds := number("KLONDIKE_FROM", 0), number("KLONDIKE_ROUNDS", 5)
	compared := 0
	for round := from; round < from+rounds; round++ {
		r := rng.New("least/" + strconv.Itoa(round))
		for _, rules := range variants {
			g := newPlain(small(r))
			for range r.Intn(12) {
				if l := g.legal(rules, nil); len(l) > 0 {
					g.apply(rules, l[r.Intn(len(l))])
				}
			}
			want, whole := breadthFirst(g, rules, 4000)
			if !whole || want == 0 {
				continue
			}
			compared++
			if got := leastFrom(g.position(), rules, maxLeast, games.Limit{}); !got.Proven || got.Moves != want || got.Bound != want {
				t.Fatalf("round %d, %+v: %+v, want %d: %+v", round, rules, got, want, g.position())
			}
		}
	}
	if t.Log(compared); compared < rounds {
		t.Errorf("%d compared", compared)
	}
}

// Under a limit the known way stays, and a lower bound is reported.
func TestLeastUnderLimits(t *testing.T) {
	deck, rules := klondike.Deck(1), klondike.Standard()
	o := Solve(deck, rules, games.Limit{Nodes: 100_000})
	got := Least(deck, rules, len(o.Moves), games.Limit{Nodes: 2000})
	if o.Status != games.Solvable || got.Proven || got.Moves > len(o.Moves) || got.Bound < klondike.Cards+24 || got.Bound >= got.Moves || got.Nodes > 2000 {
		t.Errorf("%s in %d: %+v", o.Status, len(o.Moves), got)
	}
	stops := Least(deck, rules, len(o.Moves), games.Limit{Stop: func() bool { return true }})
	if stops.Proven || stops.Nodes > 2000 {
		t.Errorf("%+v", stops)
	}
}
