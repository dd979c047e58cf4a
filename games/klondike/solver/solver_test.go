package solver

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/rng"
)

// rulesOf returns rules by their options, recycle "keep" or else "reverse".
func rulesOf(draw, redeals int, keep, f2t bool) klondike.Rules {
	r := klondike.Rules{Draw: draw, Redeals: redeals, Recycle: klondike.Reverse, F2T: f2t}
	if keep {
		r.Recycle = klondike.Keep
	}
	return r
}

// variants has rules that differ in everything that the search distinguishes.
var variants = []klondike.Rules{
	rulesOf(1, -1, false, true), rulesOf(3, -1, false, true), rulesOf(1, -1, false, false), rulesOf(3, -1, false, false),
	rulesOf(1, -1, true, true), rulesOf(3, -1, true, true), rulesOf(3, -1, true, false),
	rulesOf(1, 0, false, true), rulesOf(1, 1, false, true), rulesOf(1, 2, true, true), rulesOf(1, 1, true, false),
	rulesOf(3, 0, false, true), rulesOf(3, 1, false, true), rulesOf(3, 2, false, false), rulesOf(3, 1, true, true), rulesOf(3, 3, true, true),
}

// small returns a random position near the end: the foundations far up, the rest in columns and stock.
func small(r *rng.Source) Position {
	var p Position
	var rest []klondike.Card
	for s := range 4 {
		n := 13 - r.Intn(7)
		if r.Intn(3) == 0 {
			n = 13 - r.Intn(2) // far ahead of the others, so that it may have to come back
		}
		p.Foundation[s] = n
		for k := n; k < 13; k++ {
			rest = append(rest, klondike.CardOf(klondike.Suit(s), klondike.Rank(k)))
		}
	}
	r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	talon := r.Intn(min(len(rest), 7) + 1)
	p.Stock, rest = rest[:talon], rest[talon:]
	// The rest lies in a few deep columns. Kings at the bottom of others, or low cards that are stuck
	// there, leave few columns empty.
	used := 1 + r.Intn(4)
	var cols [7][]klondike.Card
	for i, c := range rest {
		k := r.Intn(used)
		if c.Rank() == 12 && r.Intn(3) > 0 || i >= len(rest)-3 {
			k = r.Intn(7)
		}
		if c.Rank() == 12 && k >= used {
			cols[k] = append([]klondike.Card{c}, cols[k]...)
		} else {
			cols[k] = append(cols[k], c)
		}
	}
	for i, c := range cols {
		if n := len(c); n > 0 {
			p.Columns[i] = Column{Down: c[:n-1], Up: c[n-1:]}
		}
	}
	return p
}

// number reads an environment variable for a longer run than the suite has time for.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// The solver and the plain search agree on small positions, under all rules, right after the deal and some
// random actions later. KLONDIKE_ROUNDS makes the test longer.
func TestAgreesWithPlainSearch(t *testing.T) {
	from, rounds := number("KLONDIKE_FROM", 0), number("KLONDIKE_ROUNDS", 25)
	count := map[games.SolveStatus]int{}
	for round := from; round < from+rounds; round++ {
		r := rng.New("small/" + strconv.Itoa(round))
		for _, rules := range variants {
			g := newPlain(small(r))
			for range r.Intn(20) {
				if l := g.legal(rules, nil); len(l) > 0 {
					g.apply(rules, l[r.Intn(len(l))])
				}
			}
			want := solvePlain(g, rules, 8000)
			count[want]++
			if want == games.Unsolved {
				continue
			}
			o := solveFrom(g.position(), rules, games.Limit{})
			if o.Status != want {
				t.Fatalf("round %d, %+v: %s, want %s: %+v", round, rules, o.Status, want, g.position())
			}
			if o.Status == games.Solvable {
				if err := g.play(rules, o.Moves); err != nil {
					t.Fatalf("round %d, %+v: %v", round, rules, err)
				}
			}
		}
	}
	t.Log(count)
	if count[games.Solvable] < rounds || count[games.Unsolvable] < rounds {
		t.Errorf("%v: too few of a kind", count)
	}
}

// Every solution of a deal plays to a win, under all rules.
func TestSolutionsPlay(t *testing.T) {
	for _, rules := range variants {
		count := map[games.SolveStatus]int{}
		for seed := uint64(1); seed <= 20; seed++ {
			o := Solve(klondike.Deck(seed), rules, games.Limit{Nodes: 3000})
			count[o.Status]++
			if o.Status != games.Solvable {
				continue
			}
			g := newPlain(deal(klondike.Deck(seed)))
			if err := g.play(rules, o.Moves); err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, rules, err)
			}
		}
		t.Log(rules, count)
	}
}

// A Solver finds the same result for each deal as a new search, whatever deal and rules came before.
func TestSolverForgets(t *testing.T) {
	v := new(Solver)
	limit := games.Limit{Nodes: 3000}
	for seed := uint64(1); seed <= 12; seed++ {
		for _, rules := range variants {
			deck := klondike.Deck(seed)
			want, got := Solve(deck, rules, limit), v.Solve(deck, rules, limit)
			if got.Status != want.Status || got.Nodes != want.Nodes || !slices.Equal(got.Moves, want.Moves) {
				t.Errorf("seed %d under %+v: %v in %d nodes, want %v in %d", seed, rules, got.Status, got.Nodes, want.Status, want.Nodes)
			}
		}
	}
}
