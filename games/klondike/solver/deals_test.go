package solver

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/rng"
)

// Every solution of the first hundred seeds is a win in the engine.
func TestEngineAgrees(t *testing.T) {
	for _, rules := range variants {
		seeds, solvable := uint64(100), 0
		if rules != rulesOf(1, -1, false, true) && rules != rulesOf(3, -1, false, true) {
			seeds = 15
		}
		for seed := uint64(1); seed <= seeds; seed++ {
			deck := klondike.Deck(seed)
			o := Solve(deck, rules, games.Limit{Nodes: 2000})
			if (o.Status == games.Solvable) != (len(o.Moves) > 0) {
				t.Fatalf("seed %d, %+v: %s with %d moves", seed, rules, o.Status, len(o.Moves))
			}
			if o.Status != games.Solvable {
				continue
			}
			solvable++
			options, err := json.Marshal(rules)
			if err != nil {
				t.Fatal(err)
			}
			if r := start(t, setup(seed, string(options)), o.Moves...).Result(); r == nil || r.Winner != 0 {
				t.Fatalf("seed %d, %+v: not won after %d actions", seed, rules, len(o.Moves))
			}
		}
		if solvable == 0 && rules != rulesOf(3, 0, false, true) {
			t.Errorf("%+v: no deal is solvable", rules)
		}
	}
}

// The two searches share no code. A way that one finds wins in the engine and has the reported length, and
// the other search calls no position on it lost.
func TestSearchesAgree(t *testing.T) {
	from, seeds := uint64(number("KLONDIKE_FROM", 100)), uint64(number("KLONDIKE_SEEDS", 8))
	ways, positions := 0, 0
	for seed := from; seed < from+seeds; seed++ {
		for _, rules := range variants {
			deck := klondike.Deck(seed)
			o := Solve(deck, rules, games.Limit{Nodes: 2000})
			if o.Status != games.Solvable {
				continue
			}
			least := Least(deck, rules, len(o.Moves), games.Limit{Nodes: 6000})
			list := [][]games.Action{o.Moves}
			if least.Way != nil {
				ways++
				list = append(list, least.Way)
			}
			if way := list[len(list)-1]; len(way) != least.Moves || least.Bound > least.Moves || least.Proven != (least.Bound == least.Moves) {
				t.Fatalf("seed %d, %+v: %d moves for %d, at least %d, proven %v", seed, rules, len(way), least.Moves, least.Bound, least.Proven)
			}
			for _, way := range list {
				g := newPlain(deal(deck))
				for n, text := range way {
					actions := g.legal(rules, nil)
					i := slices.IndexFunc(actions, func(a action) bool { return a.text(&g) == text })
					if i < 0 {
						t.Fatalf("seed %d, %+v: action %d, %q, is not legal", seed, rules, n+1, text)
					}
					g.apply(rules, actions[i])
					if n%5 > 0 {
						continue
					}
					positions++
					if o := solveFrom(g.position(), rules, games.Limit{Nodes: 2000}); o.Status == games.Unsolvable {
						t.Fatalf("seed %d, %+v: lost after %d actions of a way to win: %+v", seed, rules, n+1, g.position())
					}
				}
				options, err := json.Marshal(rules)
				if err != nil {
					t.Fatal(err)
				}
				if r := start(t, setup(seed, string(options)), way...).Result(); r == nil || r.Winner != 0 || !g.won() {
					t.Fatalf("seed %d, %+v: not won after %d actions", seed, rules, len(way))
				}
			}
		}
	}
	if t.Log(ways, positions); ways < int(seeds) {
		t.Errorf("only %d ways", ways)
	}
}

// Random play never wins a deal that is proven unsolvable.
func TestUnsolvable(t *testing.T) {
	r := rng.New("unsolvable")
	lost, won := 0, 0
	for seed := uint64(1); seed <= 40; seed++ {
		for _, rules := range variants[:2] {
			o := Solve(klondike.Deck(seed), rules, games.Limit{Nodes: 30_000})
			if o.Status == games.Unsolvable {
				lost++
			}
			for range 20 {
				g := newPlain(deal(klondike.Deck(seed)))
				for range 400 {
					list := g.legal(rules, nil)
					if len(list) == 0 || g.won() {
						break
					}
					// Returns from foundations seldom help, and moves to foundations often do.
					a := list[r.Intn(len(list))]
					if a.from == atFoundation {
						a = list[r.Intn(len(list))]
					}
					for _, up := range list {
						if up.to == atFoundation && r.Intn(3) > 0 {
							a = up
						}
					}
					g.apply(rules, a)
				}
				if !g.won() {
					continue
				}
				if won++; o.Status == games.Unsolvable {
					t.Fatalf("seed %d, %+v is proven unsolvable, and was won", seed, rules)
				}
			}
		}
	}
	if t.Log(lost, won); lost == 0 || won == 0 {
		t.Errorf("%d unsolvable, %d times won", lost, won)
	}
}

// parse reads cards with blanks between them.
func parse(t *testing.T, text string) (list []klondike.Card) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		c, err := klondike.ParseCard(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// deckOf deals the given cards to the tops of the columns, the last one on top, and to the top of the stock
// in the order of drawing. The other cards follow by suit and rank.
func deckOf(t *testing.T, columns [7]string, drawn string) (deck [klondike.Cards]klondike.Card) {
	t.Helper()
	at := map[int]klondike.Card{}
	end := 0
	for i, text := range columns {
		end += i + 1
		list := parse(t, text)
		for k, c := range list {
			at[end-len(list)+k] = c
		}
	}
	for i, c := range parse(t, drawn) {
		at[klondike.Cards-1-i] = c
	}
	given := map[klondike.Card]bool{}
	for _, c := range at {
		given[c] = true
	}
	next := klondike.Card(0)
	for i := range deck {
		c, ok := at[i]
		for ; !ok && given[next]; next++ {
		}
		if !ok {
			c = next
			next++
		}
		deck[i] = c
	}
	if _, err := klondike.ParseDeck(klondike.DeckText(deck)); err != nil {
		t.Fatal(err)
	}
	return deck
}

// Deals whose answer is obvious.
func TestKnownDeals(t *testing.T) {
	// Each column falls towards its top, so that all cards go up in the order of ranks.
	falling := [7]string{
		"H:7", "H:8 D:7", "H:10 D:8 C:7", "H:J D:10 C:8 S:7", "H:Q D:J C:10 H:9 S:8",
		"H:K D:Q C:J S:10 D:9 C:9", "D:K C:K S:K C:Q S:Q S:J S:9",
	}
	const (
		ones   = "H:A D:A C:A S:A H:2 D:2 C:2 S:2 H:3 D:3 C:3 S:3 H:4 D:4 C:4 S:4 H:5 D:5 C:5 S:5 H:6 D:6 C:6 S:6"
		threes = "C:A D:A H:A D:2 H:2 S:A H:3 S:2 C:2 S:3 C:3 D:3 C:4 D:4 H:4 D:5 H:5 S:4 H:6 S:5 C:5 S:6 C:6 D:6"
	)
	// The top of column 7 needs the hearts below it or a black nine; all lie under it.
	buried := [7]string{6: "H:A S:9 C:9 H:8"}
	// The tops of columns 6 and 7 each lie on the card that the other needs.
	crossed := [7]string{5: "H:2 S:9 C:9 S:8", 6: "S:2 H:9 D:9 H:8"}
	// No top fits another, no card of the stock fits any, and no ace is available.
	still := [7]string{
		"H:2", "H:A H:4", "D:A C:A H:6", "S:A C:3 S:3 H:8", "C:5 S:5 C:7 S:7 H:10",
		"C:9 S:9 C:J S:J C:K H:Q", "S:K D:3 D:5 D:7 D:9 D:J D:2",
	}
	for _, tt := range []struct {
		name    string
		columns [7]string
		drawn   string
		rules   klondike.Rules
		want    games.SolveStatus
	}{
		{"falling", falling, ones, rulesOf(1, -1, false, true), games.Solvable},
		{"falling", falling, ones, rulesOf(1, 0, false, false), games.Solvable},
		{"falling", falling, threes, rulesOf(3, -1, false, true), games.Solvable},
		{"falling", falling, threes, rulesOf(3, 0, false, false), games.Solvable},
		{"falling", falling, threes, rulesOf(3, 0, true, false), games.Solvable},
		{"buried", buried, "", rulesOf(1, -1, false, true), games.Unsolvable},
		{"buried", buried, "", rulesOf(3, -1, false, true), games.Unsolvable},
		{"buried", buried, "", rulesOf(3, 2, true, false), games.Unsolvable},
		{"crossed", crossed, "", rulesOf(1, -1, false, true), games.Unsolvable},
		{"crossed", crossed, "", rulesOf(3, -1, false, true), games.Unsolvable},
		{"still", still, "", rulesOf(1, -1, false, true), games.Unsolvable},
		{"still", still, "", rulesOf(3, -1, false, true), games.Unsolvable},
		{"still", still, "", rulesOf(1, -1, true, false), games.Unsolvable},
	} {
		deck := deckOf(t, tt.columns, tt.drawn)
		o := Solve(deck, tt.rules, games.Limit{})
		if o.Status != tt.want {
			t.Errorf("%s, %+v: %s after %d nodes, want %s", tt.name, tt.rules, o.Status, o.Nodes, tt.want)
		}
		if g := newPlain(deal(deck)); o.Status == games.Solvable {
			if err := g.play(tt.rules, o.Moves); err != nil {
				t.Errorf("%s, %+v: %v", tt.name, tt.rules, err)
			}
		}
	}
}

// The search lays cards of the talon only for what needs them. These deals are lost if it forgets that a card may be
// laid for one that comes down from a foundation.
func TestTalonCardsForFoundations(t *testing.T) {
	for _, seed := range []uint64{4393, 4529, 4972, 5170, 5593, 5713} {
		if o := Solve(klondike.Deck(seed), rulesOf(1, -1, false, true), games.Limit{}); o.Status != games.Solvable {
			t.Errorf("seed %d: %s after %d nodes", seed, o.Status, o.Nodes)
		}
	}
}

// The last spades are in the talon. The rules decide which of them are available.
func TestKnownTalons(t *testing.T) {
	for _, tt := range []struct {
		spades int // on the foundation
		drawn  string
		rules  klondike.Rules
		want   games.SolveStatus
	}{
		{13, "", rulesOf(1, -1, false, true), games.Solvable},
		// The nine is never on top; only the third and the last card drawn are.
		{8, "S:9 S:10 S:J S:Q", rulesOf(3, -1, false, false), games.Unsolvable},
		// The queen comes off onto a king that comes back.
		{8, "S:9 S:10 S:J S:Q", rulesOf(3, -1, false, true), games.Solvable},
		// With the order turned round, the ten and then the nine are on top.
		{8, "S:9 S:10 S:J S:Q", rulesOf(3, -1, true, false), games.Solvable},
		{8, "S:9 S:10 S:J S:Q", rulesOf(3, 1, true, false), games.Solvable},
		{8, "S:9 S:10 S:J S:Q", rulesOf(3, 0, true, false), games.Unsolvable},
		{8, "S:9 S:10 S:J S:Q", rulesOf(1, 0, false, false), games.Solvable},
		// The nine goes up, the ten does not come back without a redeal.
		{8, "S:10 S:J S:Q S:9", rulesOf(1, 0, false, false), games.Unsolvable},
		{8, "S:10 S:J S:Q S:9", rulesOf(1, 1, false, false), games.Solvable},
		{8, "S:10 S:J S:Q S:9", rulesOf(1, 1, true, false), games.Solvable},
	} {
		p := Position{Foundation: [4]int{13, 13, 13, tt.spades}, Stock: parse(t, tt.drawn)}
		slices.Reverse(p.Stock)
		if tt.spades < 13 {
			p.Columns[3].Up = parse(t, "S:K")
		}
		o := solveFrom(p, tt.rules, games.Limit{})
		if o.Status != tt.want {
			t.Errorf("%q, %+v: %s, want %s", tt.drawn, tt.rules, o.Status, tt.want)
		}
		if want := solvePlain(newPlain(p), tt.rules, 1_000_000); want != tt.want {
			t.Errorf("%q, %+v: %s in plain search, want %s", tt.drawn, tt.rules, want, tt.want)
		}
		if g := newPlain(p); o.Status == games.Solvable {
			if err := g.play(tt.rules, o.Moves); err != nil {
				t.Errorf("%q, %+v: %v", tt.drawn, tt.rules, err)
			}
		}
	}
}

// Positions in which only a king's move to its foundation or back helps.
func TestKnownKings(t *testing.T) {
	for _, tt := range []struct {
		name    string
		found   [4]int
		columns [7][2]string // face down, face up
	}{
		// The queen of spades needs the king of hearts in a column that a card must leave first.
		{"a king comes back", [4]int{13, 7, 8, 10}, [7][2]string{
			{"D:8 C:9 S:J", "S:Q"}, {"", "D:9"}, {"", "C:10"}, {"", "S:K"}, {"", "C:K D:Q"}, {"", "D:K C:Q D:J"}, {"", "C:J D:10"},
		}},
		// The king of spades needs the column of the king of hearts, which can go up.
		{"a king goes up", [4]int{11, 7, 8, 8}, [7][2]string{
			{"D:J", "H:Q"}, {"D:8 S:9 S:10 C:9 C:10 S:J C:J S:Q C:Q", "S:K"}, {"", "H:K"}, {"", "D:K"}, {"", "C:K D:Q"}, {"", "D:9"}, {"", "D:10"},
		}},
	} {
		p := Position{Foundation: tt.found}
		for i, c := range tt.columns {
			p.Columns[i] = Column{Down: parse(t, c[0]), Up: parse(t, c[1])}
		}
		rules := rulesOf(1, -1, false, true)
		o := solveFrom(p, rules, games.Limit{})
		if o.Status != games.Solvable {
			t.Errorf("%s: %s", tt.name, o.Status)
			continue
		}
		if g := newPlain(p); g.play(rules, o.Moves) != nil {
			t.Errorf("%s: %v", tt.name, g.play(rules, o.Moves))
		}
	}
}

// A limit leaves a deal undecided and never proves anything.
func TestLimits(t *testing.T) {
	deck := klondike.Deck(31) // takes hundreds of thousands of nodes
	rules := rulesOf(1, -1, false, true)
	if o := Solve(deck, rules, games.Limit{Nodes: 500}); o.Status != games.Unsolved || o.Nodes != 500 || o.Moves != nil {
		t.Errorf("%+v", o)
	}
	asked := 0
	o := Solve(deck, rules, games.Limit{Stop: func() bool { asked++; return asked == 3 }})
	if o.Status != games.Unsolved || asked != 3 || o.Nodes != 3*1024 {
		t.Errorf("%s after %d nodes, asked %d times", o.Status, o.Nodes, asked)
	}
	// The same search gives the same result.
	a, b := Solve(klondike.Deck(4), rules, games.Limit{}), Solve(klondike.Deck(4), rules, games.Limit{})
	if a.Status != games.Solvable || a.Nodes != b.Nodes || !slices.Equal(a.Moves, b.Moves) {
		t.Errorf("%+v, then %+v", a, b)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, draw := range []int{1, 3} {
		b.Run("draw"+strconv.Itoa(draw), func(b *testing.B) {
			nodes := int64(0)
			for i := range b.N {
				o := Solve(klondike.Deck(uint64(1+i%1000)), rulesOf(draw, -1, false, true), games.Limit{Nodes: 2_000_000})
				nodes += o.Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// A limit on the depth leaves deals undecided and calls none lost. A decision within it is the same as
// without it, and no way is deeper than the number of cards.
func TestDepth(t *testing.T) {
	limit := games.Limit{Nodes: 20_000}
	statuses := map[games.SolveStatus]int{}
	for seed := uint64(1); seed <= 60; seed++ {
		for _, rules := range []klondike.Rules{rulesOf(1, -1, false, true), rulesOf(3, 0, false, true)} {
			free := Solve(klondike.Deck(seed), rules, limit)
			for _, depth := range []int{1, 12, MaxDepth} {
				limit := limit
				limit.Depth = depth
				o := Solve(klondike.Deck(seed), rules, limit)
				if depth == MaxDepth && (o.Status != free.Status || o.Nodes != free.Nodes) {
					t.Errorf("seed %d, %+v: %s at every depth, %s without a limit", seed, rules, o.Status, free.Status)
				}
				if o.Status == games.Unsolvable && free.Status != games.Unsolvable || depth == 1 && o.Nodes > 2000 {
					t.Errorf("seed %d, %+v: %s at depth %d after %d states, %s without a limit", seed, rules, o.Status, depth, o.Nodes, free.Status)
				}
				if depth == 12 && o.Status == games.Unsolved {
					statuses[free.Status]++
				}
			}
		}
	}
	if statuses[games.Solvable] == 0 || statuses[games.Unsolvable] == 0 {
		t.Errorf("the limit left nothing undecided: %v", statuses)
	}
}
