package klondike

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
)

func start(t testing.TB, seed, options string) *position {
	t.Helper()
	return gametest.Start(t, Game{}, seed, options).(*position)
}

func view(p games.Position, seat games.Seat) View { return p.View(seat).(View) }

func cardList(t testing.TB, text string) []Card {
	t.Helper()
	var list []Card
	for _, w := range strings.Fields(text) {
		c, err := ParseCard(w)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// table is a position made by hand: columns from the bottom up with the face-down cards before a "|", the
// numbers of H, D, C, S on the foundations, waste and stock with the top last. Cards may be missing.
type table struct {
	columns      [Columns]string
	home         [Suits]uint8
	waste, stock string
	rules        Rules
}

func (tb table) position(t testing.TB) *position {
	t.Helper()
	s := State{Rules: tb.rules, home: tb.home}
	if s.Rules == (Rules{}) {
		s.Rules = Standard()
	}
	for c, text := range tb.columns {
		down, up, ok := strings.Cut(text, "|")
		if !ok {
			down, up = "", text
		}
		s.columns[c].push(cardList(t, down)...)
		s.columns[c].down = s.columns[c].n
		s.columns[c].push(cardList(t, up)...)
	}
	waste, stock := cardList(t, tb.waste), cardList(t, tb.stock)
	slices.Reverse(stock)
	s.drawn, s.left = uint8(len(waste)), uint8(len(waste)+len(stock))
	copy(s.talon[:], append(waste, stock...))
	return &position{State: s}
}

// Scenario 1.
func TestDeal(t *testing.T) {
	p := start(t, "42", "")
	v := view(p, games.Everything)
	for c, column := range v.Tableau {
		if len(column) != c+1 || v.FaceDown[c] != c {
			t.Errorf("column %d has %d cards, %d face down", c+1, len(column), v.FaceDown[c])
		}
		for i, f := range column {
			if f.Up != (i == c) {
				t.Errorf("column %d, card %d: up is %v", c+1, i+1, f.Up)
			}
		}
	}
	if v.StockCount != 24 || len(v.Stock) != 24 || len(v.Waste) != 0 || v.Score != 0 || v.Moves != 0 {
		t.Errorf("%+v", v)
	}
	for s, pile := range v.Foundation {
		if len(pile) != 0 {
			t.Errorf("foundation %v has %d cards", Suit(s), len(pile))
		}
	}
}

// Scenarios 2 and 3.
func TestDrawAndRecycle(t *testing.T) {
	for _, c := range []struct {
		draw    int
		recycle string
		waste   []string // after each draw of the first turn
		second  []string // after each draw of the second turn
	}{
		{1, Reverse, []string{"H:10 D:9", "H:10 D:9 C:8", "H:10 D:9 C:8 S:7"}, []string{"H:10", "H:10 D:9", "H:10 D:9 C:8", "H:10 D:9 C:8 S:7"}},
		{1, Keep, []string{"H:10 D:9", "H:10 D:9 C:8", "H:10 D:9 C:8 S:7"}, []string{"S:7", "S:7 C:8", "S:7 C:8 D:9", "S:7 C:8 D:9 H:10"}},
		{3, Reverse, []string{"H:10 D:9 C:8", "H:10 D:9 C:8 S:7"}, []string{"H:10 D:9 C:8", "H:10 D:9 C:8 S:7"}},
		{3, Keep, []string{"H:10 D:9 C:8", "H:10 D:9 C:8 S:7"}, []string{"S:7 C:8 D:9", "S:7 C:8 D:9 H:10"}},
	} {
		p := table{stock: "S:7 C:8 D:9 H:10", rules: Rules{c.draw, Unlimited, c.recycle, true}}.position(t)
		if c.draw == 1 {
			gametest.Play(t, p, "draw")
		}
		check := func(want []string) {
			t.Helper()
			for i, w := range want {
				gametest.Play(t, p, "draw")
				var got []string
				for _, f := range view(p, 0).Waste {
					got = append(got, f.Card.String())
				}
				if strings.Join(got, " ") != w {
					t.Errorf("draw %d %s: waste %v after draw %d, want %s", c.draw, c.recycle, got, i+1, w)
				}
			}
			gametest.Refused(t, p, "draw", ReasonStockEmpty)
		}
		check(c.waste)
		gametest.Play(t, p, "recycle")
		if v := view(p, 0); v.StockCount != 4 || len(v.Waste) != 0 {
			t.Errorf("draw %d %s: after recycling %d in the stock", c.draw, c.recycle, v.StockCount)
		}
		gametest.Refused(t, p, "recycle", ReasonStockLeft)
		check(c.second)
	}
}

func TestRedeals(t *testing.T) {
	for _, redeals := range []int{0, 1, 2} {
		p := table{stock: "S:7 C:8", rules: Rules{3, redeals, Reverse, true}}.position(t)
		for n := redeals; n > 0; n-- {
			gametest.Play(t, p, "draw")
			if got := view(p, 0).RedealsLeft; got != n {
				t.Errorf("%d redeals left, want %d", got, n)
			}
			gametest.Play(t, p, "recycle", "undo", "recycle")
		}
		gametest.Play(t, p, "draw")
		gametest.Refused(t, p, "recycle", ReasonNoRedeals)
	}
	gametest.Refused(t, table{}.position(t), "recycle", ReasonWasteEmpty)
}

// Scenarios 4 to 7.
func TestMoves(t *testing.T) {
	const none = ""
	tb := table{
		columns: [Columns]string{"C:2 H:K | S:8 H:7 S:6", "D:9", "", "C:7", "D:4 | H:5", "S:K D:Q", "S:Q"},
		home:    [Suits]uint8{4, 1, 1, 0},
		waste:   "S:3 C:K",
		stock:   "S:2",
	}
	for _, c := range []struct {
		action games.Action
		reason string
		pile   string // column to check after a legal action
		want   string
	}{
		{"1>2*3", none, "2", "D:9:u S:8:u H:7:u S:6:u"},
		{"1>2*2", ReasonDoesNotFit, "", ""}, // rank
		{"1>4*1", ReasonDoesNotFit, "", ""}, // rank right, colour wrong
		{"1>2*4", ReasonTooMany, "", ""},    // the king below lies face down
		{"1>3*4", ReasonTooMany, "", ""},
		{"1>3*3", ReasonOnlyKing, "", ""},
		{"1>1*1", ReasonSameColumn, "", ""},
		{"3>1*1", ReasonColumnEmpty, "", ""},
		{"3>f", ReasonColumnEmpty, "", ""},
		{"5>1*1", none, "1", "C:2:d H:K:d S:8:u H:7:u S:6:u H:5:u"},
		{"5>1*1", none, "5", "D:4:u"}, // turned
		{"1>2*3", none, "1", "C:2:d H:K:u"},
		{"6>3*2", none, "3", "S:K:u D:Q:u"},
		{"6>3*1", ReasonOnlyKing, "", ""},
		{"6>1*1", ReasonDoesNotFit, "", ""},
		{"w>3", none, "3", "C:K:u"},
		{"w>2", ReasonDoesNotFit, "", ""},
		{"w>f", ReasonNotNext, "", ""},
		{"5>f", none, "5", "D:4:u"},
		{"2>f", ReasonNotNext, "", ""},
		{"H>1", ReasonDoesNotFit, "", ""},
		{"H>3", ReasonOnlyKing, "", ""},
		{"S>1", ReasonFoundationEmpty, "", ""},
		{"D>4", ReasonDoesNotFit, "", ""},
		{"undo", ReasonNothingToUndo, "", ""},
		{"redo", ReasonNothingToRedo, "", ""},
		{"", games.ReasonNotation, "", ""},
		{"Draw", games.ReasonNotation, "", ""},
		{"3>5", games.ReasonNotation, "", ""},
		{"3>5*0", games.ReasonNotation, "", ""},
		{"3>5*14", games.ReasonNotation, "", ""},
		{"3>5*01", games.ReasonNotation, "", ""},
		{"8>1*1", games.ReasonNotation, "", ""},
		{"w>f ", games.ReasonNotation, "", ""},
		{"H>f", games.ReasonNotation, "", ""},
		{"f>1", games.ReasonNotation, "", ""},
		{"w>3*1", games.ReasonNotation, "", ""},
	} {
		p := tb.position(t)
		if c.reason != none {
			gametest.Refused(t, p, c.action, c.reason)
			continue
		}
		gametest.Play(t, p, c.action)
		v := view(p, games.Everything)
		if got := strings.Trim(fmt.Sprint(v.Tableau[c.pile[0]-'1']), "[]"); got != c.want {
			t.Errorf("%s: column %s is %s, want %s", c.action, c.pile, got, c.want)
		}
	}
}

func TestFoundationToTableau(t *testing.T) {
	tb := table{columns: [Columns]string{"S:6", "D:K"}, home: [Suits]uint8{5, 0, 0, 13}}
	p := tb.position(t)
	gametest.Play(t, p, "H>1", "S>3")
	v := view(p, 0)
	if data, _ := json.Marshal(view(p, games.Everything)); !strings.Contains(string(data), `"stock":[]`) {
		t.Errorf("no stock in %s", data)
	}
	if got := fmt.Sprint(v.Tableau[0], v.Tableau[2], len(v.Foundation[0]), len(v.Foundation[3])); got != "[S:6:u H:5:u] [S:K:u] 4 12" {
		t.Error(got)
	}
	tb.rules = Standard()
	tb.rules.F2T = false
	gametest.Refused(t, tb.position(t), "H>1", ReasonF2TOff)
}

func TestScore(t *testing.T) {
	p := table{
		columns: [Columns]string{"D:5 | S:4", "H:3", "H:A", "S:A", "H:2"},
		home:    [Suits]uint8{0, 0, 0, 0},
		waste:   "D:3", stock: "C:9",
	}.position(t)
	for i, c := range []struct {
		action       games.Action
		score, moves int
	}{
		{"draw", 0, 1}, {"undo", 0, 2},
		{"w>1", 5, 3},   // waste to tableau
		{"3>f", 15, 4},  // to a foundation
		{"5>f", 25, 5},  //
		{"undo", 13, 6}, // 10 taken back, 2 more
		{"redo", 23, 7},
		{"4>f", 33, 8},
		{"undo", 21, 9}, {"undo", 9, 10}, {"undo", 0, 11}, {"undo", 0, 12},
		{"redo", 5, 13}, {"redo", 15, 14}, {"redo", 25, 15},
		{"2>f", 35, 16},
		{"H>1", 0, 0}, // does not fit: see below
	} {
		if c.moves == 0 {
			gametest.Refused(t, p, c.action, ReasonDoesNotFit)
			continue
		}
		gametest.Play(t, p, c.action)
		if v := view(p, 0); v.Score != c.score || v.Moves != c.moves {
			t.Errorf("%d %s: score %d, moves %d, want %d, %d", i+1, c.action, v.Score, v.Moves, c.score, c.moves)
		}
	}
	if v := view(p, 0); v.Undos != 6 {
		t.Errorf("%d undos, want 6", v.Undos)
	}

	down := table{columns: [Columns]string{"S:4", "S:A"}, home: [Suits]uint8{3, 0, 0, 0}}.position(t)
	gametest.Play(t, down, "2>f", "H>1") // 10 - 15
	if down.score != 0 {
		t.Errorf("score %d, want 0", down.score)
	}
	gametest.Play(t, down, "undo") // the undo returns its cost, less 2
	if down.score != 8 {
		t.Errorf("score %d, want 8", down.score)
	}
}

func TestUndoClearsRedo(t *testing.T) {
	p := start(t, "42", "")
	gametest.Play(t, p, "draw", "draw", "undo", "undo")
	if v := view(p, 0); v.CanUndo || !v.CanRedo {
		t.Errorf("undo %v redo %v", v.CanUndo, v.CanRedo)
	}
	gametest.Play(t, p, "redo", "draw")
	if v := view(p, 0); !v.CanUndo || v.CanRedo {
		t.Errorf("undo %v redo %v", v.CanUndo, v.CanRedo)
	}
	gametest.Refused(t, p, "redo", ReasonNothingToRedo)
}

// Scenario 10.
func TestWin(t *testing.T) {
	p := table{columns: [Columns]string{"D:K", "C:K"}, home: [Suits]uint8{13, 12, 12, 13}}.position(t)
	gametest.Play(t, p, "1>f")
	if p.Result() != nil {
		t.Fatal("over with a king to go")
	}
	events, err := p.Apply("2>f")
	if err != nil {
		t.Fatal(err)
	}
	king := CardOf(Clubs, King)
	if want := []games.Event{{Fact: EventMove{Card: king, From: "2", N: 1, Points: 10, To: "C"}}, {Fact: EventWon{}}}; !slices.Equal(events, want) {
		t.Errorf("events %v", events)
	}
	r := p.Result()
	if r == nil || r.Reason != games.Finished || r.Winner != 0 || !r.Fields.(Facts).Won || r.Fields.(Facts).Moves != 2 || r.Fields.(Facts).Score != 20 {
		t.Fatalf("result %+v", r)
	}
	v := view(p, 0)
	if !v.Won || !v.Over || v.Stuck || v.CanUndo || len(v.Legal) != 0 || len(v.Safe) != 0 || p.ToAct() != games.Nobody || len(p.Legal()) != 0 {
		t.Errorf("view %+v", v)
	}
	for _, a := range []games.Action{"undo", "draw", "resign", "nonsense"} {
		gametest.Refused(t, p, a, games.ReasonOver)
	}
}

// Resigning gives the same result as an action and as the table's entry.
func TestResign(t *testing.T) {
	setup := games.Setup{Game: Name, Seed: "42"}
	for version, moves := range map[int]int{0: 1, 1: 2, 2: 1} { // version 1 counted it as a move
		setup.Rules = version
		testResign(t, setup, moves)
	}
}

func testResign(t *testing.T, setup games.Setup, moves int) {
	t.Helper()
	var results []string
	for _, last := range []games.Entry{{Kind: games.Act, Action: "resign", At: 3}, {Kind: games.Resign, At: 3}} {
		m, err := games.FoldMatch(Game{}, setup, games.Terms{}, 0, []games.Entry{{Kind: games.Act, Action: "draw", At: 1}, last}, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(m.Result())
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, string(data))
	}
	if results[0] != results[1] || !strings.Contains(results[0], fmt.Sprintf(`"moves":%d`, moves)) || !strings.Contains(results[0], `"reason":"resign"`) ||
		!strings.Contains(results[0], `"winner":null`) {
		t.Errorf("rules %d: %s\n%s", setup.Rules, results[0], results[1])
	}
}

// Scenario 11.
func TestStuck(t *testing.T) {
	three := Rules{3, Unlimited, Reverse, true}
	for _, c := range []struct {
		name  string
		table table
		want  bool
	}{
		{"nothing anywhere", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"}}, true},
		{"a move between columns", table{columns: [Columns]string{"C:9", "D:8", "C:5", "S:5", "C:3", "S:3", "S:J"}}, false},
		{"a card deep in the stock", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"}, stock: "D:8 C:Q C:10"}, false},
		{"a card in the waste, after a redeal", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"}, waste: "D:8 C:Q C:10"}, false},
		{"the same without one", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"}, waste: "D:8 C:Q C:10",
			rules: Rules{1, 0, Reverse, true}}, true},
		{"a card that three at a time never show", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"},
			stock: "C:K C:Q D:8 C:10", rules: three}, true},
		{"in neither order", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"},
			stock: "S:10 S:8 S:Q C:K D:8 C:Q", rules: Rules{3, Unlimited, Keep, true}}, true},
		{"keep turns the order round", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"},
			stock: "S:10 S:8 D:8 C:K", rules: Rules{3, Unlimited, Keep, true}}, false},
		{"keep, one redeal short", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"},
			waste: "C:K S:8 D:8 S:10", rules: Rules{3, 0, Keep, true}}, true},
		{"keep, shown again in the second turn", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"},
			waste: "C:K S:Q D:8 S:10 C:Q C:10", rules: Rules{3, 2, Keep, true}}, false},
		{"but not in the first", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"},
			waste: "C:K S:Q D:8 S:10 C:Q C:10", rules: Rules{3, 1, Keep, true}}, true},
		{"a foundation's card", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"}, home: [Suits]uint8{8}}, false},
		{"that may not come back", table{columns: [Columns]string{"C:9", "S:9", "C:5", "S:5", "C:3", "S:3", "S:J"}, home: [Suits]uint8{8},
			rules: Rules{1, Unlimited, Reverse, false}}, true},
	} {
		p := c.table.position(t)
		v := view(p, 0)
		if v.Stuck != c.want || v.Over {
			t.Errorf("%s: stuck %v, want %v", c.name, v.Stuck, c.want)
		}
	}
}

// Scenario 8.
func TestSafe(t *testing.T) {
	for _, c := range []struct {
		name  string
		table table
		want  string
	}{
		{"ace and two", table{columns: [Columns]string{"H:A", "S:2"}, home: [Suits]uint8{0, 0, 0, 1}}, "[1>f 2>f]"},
		{"a three that a two may want", table{columns: [Columns]string{"H:3"}, home: [Suits]uint8{2, 2, 1, 2}}, "[]"},
		{"a three that none wants", table{columns: [Columns]string{"H:3"}, home: [Suits]uint8{2, 1, 2, 2}}, "[1>f]"},
		{"a four, with its twin's two out", table{columns: [Columns]string{"H:4"}, home: [Suits]uint8{3, 1, 3, 3}}, "[]"},
		{"where nothing comes back", table{columns: [Columns]string{"H:4"}, home: [Suits]uint8{3, 1, 3, 3}, rules: Rules{1, -1, Reverse, false}}, "[1>f]"},
		{"the waste, single draws", table{waste: "C:9 H:A", stock: "C:8"}, "[w>f]"},
		{"the waste, draws of three", table{waste: "C:9 H:A", stock: "C:8", rules: Rules{3, -1, Reverse, true}}, "[]"},
		{"the end of the stock", table{waste: "C:9 H:A", rules: Rules{3, -1, Reverse, true}}, "[w>f]"},
		{"the end, kept order", table{waste: "C:9 H:A", rules: Rules{3, -1, Keep, true}}, "[]"},
		{"the very end, kept order", table{waste: "C:9 H:A", rules: Rules{3, 0, Keep, true}}, "[w>f]"},
	} {
		if got := fmt.Sprint(view(c.table.position(t), 0).Safe); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSeeds(t *testing.T) {
	deck := `{"deck":"` + DeckText(Deck(7)) + `"}`
	for _, c := range []struct {
		seed, options string
		want          string // part of the error, "" for none
	}{
		{"0", "", ""},
		{"18446744073709551615", "", ""},
		{"", deck, ""},
		{"\xff", deck, "not valid UTF-8"},
		{"", "", "the seed is missing"},
		{"184467440737095516150", "", "21 characters"},
		{"18446744073709551616", "", "too large"},
		{"-1", "", "no number"},
		{"+1", "", "no number"},
		{"1_0", "", "no number"},
		{" 1", "", "no number"},
		{"0x10", "", "no number"},
	} {
		_, err := Game{}.Start(games.Setup{Game: Name, Seed: c.seed, Options: json.RawMessage(c.options)})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("seed %q, options %s: %v, want %q", c.seed, c.options, err, c.want)
		}
	}
}

// ReadLayout reads the hashed form of a layout, and nothing else.
func TestReadLayout(t *testing.T) {
	text := layoutText(Deck(42))
	got, err := ReadLayout(strings.ReplaceAll(text, ",", " , "))
	if err != nil || got != Deck(42) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "{", "{}", strings.Replace(text, ":u", ":d", 1), strings.Replace(text, `"lv":0`, `"lv":1`, 1), strings.Replace(text, "H:A", "H:2", 1)} {
		if _, err := ReadLayout(bad); err == nil {
			t.Errorf("%.60s is a layout", bad)
		}
	}
}

func TestParseDeck(t *testing.T) {
	deck := Deck(3)
	got, err := ParseDeck(strings.ReplaceAll(DeckText(deck), ",", " , "))
	if err != nil || got != deck {
		t.Fatalf("%v: %v", err, got)
	}
	for _, c := range []struct{ from, to, want string }{
		{"H:A", "D:A", "D:A twice"},
		{"H:A", "D:A", "H:A is missing"},
		{"H:A", "H:1", "is no card"},
		{"H:A", "h:a", "is no card"},
		{"H:A", "", "is no card"},
		{"H:A", "H:A,H:A", "53 cards"},
	} {
		if _, err := ParseDeck(strings.Replace(DeckText(deck), c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %q", c.to, c.from, err, c.want)
		}
	}
	// A deck is dealt like a seed's deck, and its own Deal ID differs from the seed's.
	p, q := start(t, "3", ""), start(t, "", `{"deck":"`+DeckText(deck)+`"}`)
	if p.State != q.State || p.layoutID != q.layoutID || p.dealID == q.dealID {
		t.Errorf("%s %s", p.dealID, q.dealID)
	}
}

func TestSeeder(t *testing.T) {
	var g games.Game = Game{}
	s, ok := g.(games.Seeder)
	if !ok {
		t.Fatal("no Seeder")
	}
	if got, err := s.SeedOf(" 007 "); got != "7" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := s.SeedOf("seven"); got != "" || err == nil {
		t.Errorf("%q, %v", got, err)
	}
	if got := s.RandomSeed([16]byte{0, 0, 0, 0, 0, 0, 1, 2, 9}); got != "258" {
		t.Error(got)
	}
	mac := func(message string) []byte {
		if message != "2026-11-21" {
			t.Errorf("message %q", message)
		}
		return slices.Repeat([]byte{0xff}, 32)
	}
	if got := s.OpenSeed("2026-11-21", mac); got != "18446744073709551615" {
		t.Error(got)
	}
}

// randomAction returns a random action, most often one that makes progress.
func randomAction(r *rand.Rand, legal []games.Action) games.Action {
	for range 6 {
		a := legal[r.IntN(len(legal))]
		m, _ := ParseMove(string(a))
		switch m.Kind {
		case Resign:
			continue
		case Undo, FoundationTo:
			if r.IntN(3) > 0 {
				continue
			}
		}
		return a
	}
	return legal[0]
}

func randomRules(t *rapid.T) Rules {
	return Rules{
		Draw:    rapid.SampledFrom([]int{1, 3}).Draw(t, "draw"),
		Redeals: rapid.SampledFrom([]int{-1, -1, 0, 1, 2}).Draw(t, "redeals"),
		Recycle: rapid.SampledFrom([]string{Reverse, Keep}).Draw(t, "recycle"),
		F2T:     rapid.Bool().Draw(t, "f2t"),
	}
}

// onDeck deals a deck.
func onDeck(deck [Cards]Card, r Rules) *position {
	return &position{State: newState(deck, r), dealID: DeckDealID(deck, r), layoutID: LayoutID(deck)}
}

// Random matches beside the model have the same table, the same legal actions, and the same undo and redo.
func TestRandomMatches(t *testing.T) {
	all := notation()
	rapid.Check(t, func(t *rapid.T) {
		rules := randomRules(t)
		deck := Deck(rapid.Uint64().Draw(t, "seed"))
		p := onDeck(deck, rules)
		m := newModel(deck, rules)
		var done, undone []*model // before each move
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "play"), 0))
		for range rapid.IntRange(0, 120).Draw(t, "length") {
			if got, want := tableOf(view(p, games.Everything)), m.table(); got != want {
				t.Fatalf("table\n%s, want\n%s", got, want)
			}
			if r.IntN(40) == 0 {
				checkAgainst(t, p, m, all, len(done), len(undone))
			}
			a := randomAction(r, p.Legal())
			gametest.Play(t, p, a)
			switch a {
			case "resign":
				return
			case "undo":
				before := done[len(done)-1]
				done, undone = done[:len(done)-1], append(undone, m)
				score := max(0, p.score)
				m = before.clone()
				m.score = score // see TestScore
			case "redo":
				done = append(done, m)
				last := undone[len(undone)-1].clone()
				undone = undone[:len(undone)-1]
				last.score = p.score
				m = last
			default:
				done, undone = append(done, m), nil
				m = m.clone()
				if !m.apply(a) {
					t.Fatalf("%s is not legal to the model", a)
				}
				if p.score != m.score {
					t.Fatalf("%s: score %d, want %d", a, p.score, m.score)
				}
			}
			if p.Won() {
				return
			}
		}
	})
}

func checkAgainst(t *rapid.T, p *position, m *model, all []games.Action, done, undone int) {
	v := view(p, games.Everything)
	legal := p.Legal()
	want := 1 // resign
	for _, a := range all {
		ok := m.clone().apply(a)
		if ok {
			want++
		}
		if ok != slices.Contains(legal, a) {
			t.Fatalf("%s: legal is %v to the model", a, ok)
		}
	}
	if done > 0 {
		want++
	}
	if undone > 0 {
		want++
	}
	if len(legal) != want || slices.Contains(legal, "undo") != (done > 0) || slices.Contains(legal, "redo") != (undone > 0) ||
		!slices.Contains(legal, "resign") {
		t.Fatalf("legal %v", legal)
	}
	if v.Stuck != m.stuck(all) {
		t.Fatalf("stuck is %v", v.Stuck)
	}
}

// Undo restores the table before the move, redo the table after it.
func TestUndoInverts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := onDeck(Deck(rapid.Uint64().Draw(t, "seed")), randomRules(t))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "play"), 0))
		states := []State{p.State}
		for range rapid.IntRange(1, 80).Draw(t, "length") {
			moves := p.State.Moves()
			if len(moves) == 0 || p.over() {
				break
			}
			if _, err := p.Apply(moves[r.IntN(len(moves))].Action()); err != nil {
				t.Fatal(err)
			}
			states = append(states, p.State)
		}
		if p.over() {
			return
		}
		for i := len(states) - 1; i > 0; i-- {
			if _, err := p.Apply("undo"); err != nil || p.State != states[i-1] {
				t.Fatalf("undo of move %d: %v", i, err)
			}
		}
		if p.score != 0 {
			t.Fatalf("score %d after all was undone", p.score)
		}
		for i := 1; i < len(states); i++ {
			if _, err := p.Apply("redo"); err != nil || p.State != states[i] {
				t.Fatalf("redo of move %d: %v", i, err)
			}
		}
	})
}

// Automatic moves finish a deal once every card lies face up.
func TestSafeFinishes(t *testing.T) {
	for _, draw := range []int{1, 3} {
		p := table{
			columns: [Columns]string{"H:K S:Q H:J S:10 H:9 S:8 H:7 S:6 H:5 S:4 H:3 S:2", "S:K H:Q S:J H:10 S:9 H:8 S:7 H:6 S:5 H:4 S:3 H:2",
				"D:K C:Q D:J C:10 D:9 C:8 D:7 C:6", "C:K D:Q C:J D:10 C:9 D:8 C:7 D:6", "H:A", "S:A"},
			waste: "C:5 D:5 C:4 D:4 C:3 D:3 C:2 D:2 C:A D:A",
			rules: Rules{draw, Unlimited, Reverse, true},
		}.position(t)
		for !p.Won() {
			safe := view(p, 0).Safe
			if len(safe) == 0 {
				t.Fatalf("draw %d: no safe move with %d home", draw, p.Home())
			}
			gametest.Play(t, p, safe[0])
		}
	}
}

// Once all cards are known, draws and moves to foundations win step by step. Before that, Finish returns
// nothing.
func TestFinish(t *testing.T) {
	open := table{
		columns: [Columns]string{"H:K S:Q H:J S:10 H:9 S:8 H:7 S:6 H:5 S:4", "S:K H:Q S:J H:10 S:9 H:8 S:7 H:6 S:5 H:4 S:3",
			"D:K C:Q D:J C:10 D:9 C:8 D:7 C:6", "C:K D:Q C:J D:10 C:9 D:8 C:7 D:6"},
		waste: "C:5 D:5 C:4 D:4 C:3 D:3 C:2 D:2", stock: "H:A S:A C:A D:A H:3 H:2 S:2",
	}
	for _, c := range []struct {
		name   string
		change func(*table)
		want   bool
	}{
		{"one card at a time", func(*table) {}, true},
		{"a card face down", func(p *table) { p.columns[0] = "H:K|" + p.columns[0][4:] }, false},
		{"the stock of three was not seen", func(p *table) { p.rules = Rules{3, Unlimited, Reverse, true} }, false},
		{"no redeal left", func(p *table) { p.rules = Rules{1, 0, Reverse, true} }, false},
	} {
		p := open
		p.rules = Standard()
		c.change(&p)
		pos := p.position(t)
		if got := view(pos, 0).Finish != ""; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		for n := 0; c.want && !pos.Won(); n++ {
			act := view(pos, 0).Finish
			if act == "" || n > 500 {
				t.Fatalf("%s: no way on after %d steps, %d home", c.name, n, pos.Home())
			}
			gametest.Play(t, pos, act)
		}
	}
}
