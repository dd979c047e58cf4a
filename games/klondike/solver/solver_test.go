package solver

import (
	"os"
	"strconv"
	"testing"

	"arcade/games/klondike"
	"arcade/games/rng"
)

// variants are rules that differ in everything that the search treats apart.
var variants = []Rules{
	{1, -1, false, true}, {3, -1, false, true}, {1, -1, false, false}, {3, -1, false, false},
	{1, -1, true, true}, {3, -1, true, true}, {3, -1, true, false},
	{1, 0, false, true}, {1, 1, false, true}, {1, 2, true, true}, {1, 1, true, false},
	{3, 0, false, true}, {3, 1, false, true}, {3, 2, false, false}, {3, 1, true, true}, {3, 3, true, true},
}

// small is a random position near the end: some foundations far up, the rest in
// columns and stock.
func small(r *rng.Source) Position {
	var p Position
	var rest []klondike.Card
	for s := range 4 {
		n := 7 + r.Intn(6)
		if r.Intn(3) == 0 {
			n = 12
		}
		p.Foundation[s] = n
		for k := n; k < 13; k++ {
			rest = append(rest, klondike.CardOf(klondike.Suit(s), klondike.Rank(k)))
		}
	}
	r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	talon := r.Intn(min(len(rest), 10) + 1)
	p.Stock, rest = rest[:talon], rest[talon:]
	// The columns that are not used hold nothing: few columns make it hard.
	used := 1 + r.Intn(7)
	var cols [7][]klondike.Card
	for _, c := range rest {
		i := r.Intn(used)
		cols[i] = append(cols[i], c)
	}
	for i, c := range cols {
		if n := len(c); n > 0 {
			p.Columns[i] = Column{Down: c[:n-1], Up: c[n-1:]}
		}
	}
	return p
}

// The solver and the plain search agree on small positions, under all rules, right
// after the deal and some random actions later.
func TestAgreesWithPlainSearch(t *testing.T) {
	rounds := 150
	if n, err := strconv.Atoi(os.Getenv("KLONDIKE_ROUNDS")); err == nil {
		rounds = n
	}
	count := map[Status]int{}
	for round := range rounds {
		r := rng.New("small/" + strconv.Itoa(round))
		for _, rules := range variants {
			g := newPlain(small(r), rules)
			for range r.Intn(20) {
				if l := g.legal(); len(l) > 0 {
					g.apply(l[r.Intn(len(l))])
				}
			}
			want := solvePlain(g.clone(), 3000)
			count[want]++
			o := SolveFrom(g.position(), rules, Limits{})
			if want != Unsolved && o.Status != want {
				t.Fatalf("round %d, %+v: %s, want %s: %+v", round, rules, o.Status, want, g.position())
			}
			if o.Status == Solvable {
				if err := g.play(o.Moves); err != nil {
					t.Fatalf("round %d, %+v: %v", round, rules, err)
				}
				if !g.won() {
					t.Fatalf("round %d, %+v: the moves do not win", round, rules)
				}
			}
		}
	}
	t.Log(count)
	if count[Solvable] < rounds || count[Unsolvable] < rounds {
		t.Errorf("%v: too few of a kind", count)
	}
}

// Every solution of a deal plays to a win.
func TestSolutionsPlay(t *testing.T) {
	for _, rules := range variants {
		count := map[Status]int{}
		for seed := uint64(1); seed <= 20; seed++ {
			o := Solve(klondike.Deck(seed), rules, Limits{Nodes: 20000})
			count[o.Status]++
			if o.Status != Solvable {
				continue
			}
			g := newPlain(Deal(klondike.Deck(seed)), rules)
			if err := g.play(o.Moves); err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, rules, err)
			}
			if !g.won() {
				t.Fatalf("seed %d, %+v: the moves do not win", seed, rules)
			}
		}
		t.Log(rules, count)
	}
}
