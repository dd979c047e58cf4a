package lab

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
)

// solutions reads the output of --json.
func solutions(t *testing.T, text string) (list []solvedDeal) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	for d.More() {
		s := solvedDeal{}
		if err := d.Decode(&s); err != nil {
			t.Fatalf("%v in %.200q", err, text)
		}
		list = append(list, s)
	}
	if strings.Count(text, "\n") != len(list) {
		t.Errorf("%d lines for %d deals", strings.Count(text, "\n"), len(list))
	}
	return list
}

// replays reports whether the moves win the deal in the engine.
func replays(t *testing.T, s solvedDeal, seed uint64, r klondike.Rules) bool {
	t.Helper()
	options, _ := json.Marshal(r)
	p, err := klondike.Game{}.Start(games.Setup{Seed: strconv.FormatUint(seed, 10), Options: options})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range s.Moves {
		if _, err := p.Apply(a); err != nil {
			t.Errorf("%s: %v", s.DealID, err)
			return false
		}
	}
	return p.View(0).(klondike.View).Won
}

func TestSolveKlondikeJSON(t *testing.T) {
	for _, tt := range []struct {
		args  []string
		rules klondike.Rules
	}{
		{[]string{"solve", "--seed", "1..25", "--nodes", "3000", "--json", "--workers", "3"}, klondike.Standard()},
		{[]string{"solve", "klondike", "--seed", "1..25", "--draw", "3", "--nodes", "3000", "--json", "--workers", "1"},
			klondike.Rules{Draw: 3, Redeals: klondike.Unlimited, Recycle: klondike.Reverse, F2T: true}},
		{[]string{"solve", "--seed", "1..25", "--draw", "3", "--redeals", "3", "--recycle", "keep", "--f2t=false", "--nodes", "3000", "--json"},
			klondike.Rules{Draw: 3, Redeals: 3, Recycle: klondike.Keep}},
	} {
		args, rules := tt.args, tt.rules
		got, err := output(t, args...)
		if err != nil {
			t.Fatal(err)
		}
		list := solutions(t, got)
		if len(list) != 25 {
			t.Fatalf("%q: %d deals", args, len(list))
		}
		won := 0
		for i, s := range list {
			seed := uint64(i + 1)
			if s.Seed != strconv.FormatUint(seed, 10) || s.DealID != klondike.DealID(seed, rules) || s.Nodes < 1 || s.Seconds <= 0 {
				t.Errorf("%q: deal %d is %+v", args, i, s)
			}
			if s.Status == games.Solvable {
				won++
				if !replays(t, s, seed, rules) {
					t.Errorf("%q: seed %d is not won", args, seed)
				}
			} else if len(s.Moves) != 0 {
				t.Errorf("%q: seed %d is %s with %d moves", args, seed, s.Status, len(s.Moves))
			}
		}
		if won < 5 || won == 25 {
			t.Errorf("%q: %d of 25 won", args, won)
		}
		if !strings.Contains(got, `"moves":[]`) || strings.Contains(got, `\u003e`) {
			t.Errorf("%q: moves are not written plainly: %.300s", args, got)
		}
	}
}

// The least number of moves comes with its proof.
func TestSolveKlondikeLeast(t *testing.T) {
	got, err := output(t, "solve", "klondike", "--seed", "1", "--least", "--nodes", "20000", "--json")
	if err != nil || !strings.Contains(got, `"min_moves_proof":"at most","min_moves_bound":`) {
		t.Errorf("%s %v", got, err)
	}
}

func TestSolveKlondikeDecks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deals")
	text := klondike.DeckText(klondike.Deck(2)) + "\n\n" + strings.ReplaceAll(klondike.DeckText(klondike.Deck(3)), ",", ", ") + "\r\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := output(t, "solve", "--deck", file, "--json")
	if err != nil {
		t.Fatal(err)
	}
	list := solutions(t, got)
	if len(list) != 2 {
		t.Fatalf("%d deals", len(list))
	}
	for i, s := range list {
		deck := klondike.Deck(uint64(i + 2))
		if s.Seed != "" || s.DealID != klondike.DeckDealID(deck, klondike.Standard()) || s.Status != games.Solvable || !replays(t, s, uint64(i+2), klondike.Standard()) {
			t.Errorf("deal %d is %+v", i, s)
		}
	}
	if strings.Contains(got, `"seed"`) {
		t.Error("a deck has a seed")
	}

	// The same deals come from standard input, and the output is readable lines.
	root := commands()
	var out strings.Builder
	root.SetIn(strings.NewReader(text))
	root.SetOut(&out)
	root.SetErr(io.Discard)
	root.SetArgs([]string{"solve", "klondike", "--deck", "-"})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 7 || !strings.HasPrefix(lines[0], "line 1        solvable ") || !strings.HasPrefix(lines[1], "line 3        solvable ") ||
		lines[3] != "2 deals: 2 solvable (100.0 %), 0 proven unsolvable (0.0 %), 0 undecided (0.0 %)" {
		t.Errorf("%s", out.String())
	}
}

func TestSolveKlondikeText(t *testing.T) {
	got, err := output(t, "solve", "--seed", "3", "--draw", "3")
	if err != nil {
		t.Fatal(err)
	}
	first, moves, _ := strings.Cut(got, "\n")
	if !strings.HasPrefix(first, "seed 3        solvable ") || !strings.HasSuffix(first, klondike.DealID(3, klondike.Rules{Draw: 3, Redeals: -1, Recycle: "reverse", F2T: true})) {
		t.Errorf("%q", first)
	}
	if n := len(strings.Fields(moves)); !strings.Contains(first, " "+strconv.Itoa(n)+" moves ") {
		t.Errorf("%d moves in %q", n, got)
	}
	for line := range strings.Lines(moves) {
		if len(line) > 81 {
			t.Errorf("a line of %d", len(line))
		}
	}
	// An undecided search proves nothing, whether it ran out of nodes or of time.
	for _, limit := range [][]string{{"--nodes", "10"}, {"--time", "1ns", "--nodes", "0"}} {
		got, err := output(t, append([]string{"solve", "--seed", "31"}, limit...)...)
		if err != nil || !strings.HasPrefix(got, "seed 31       undecided ") {
			t.Errorf("%q: %q, %v", limit, got, err)
		}
	}
}

func TestSolveKlondikeRefuses(t *testing.T) {
	dir := t.TempDir()
	deck := klondike.DeckText(klondike.Deck(1))
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cards := strings.Split(deck, ",")
	twice := strings.Join(append([]string{cards[1]}, cards[1:]...), ",")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"klondike"}, "no deal"},
		{[]string{"--draw", "3"}, "no deal"},
		{[]string{"--seed", "1", "--deck", "x"}, "want one of them"},
		{[]string{"--seed", "1", "--draw", "2"}, "bad --draw 2: want 1 or 3"},
		{[]string{"--seed", "184467440737095516150"}, "21 characters"},
		{[]string{"--seed", "18446744073709551616"}, "too large"},
		{[]string{"--seed", "-1"}, "-1"},
		{[]string{"--seed", "x"}, "no number"},
		{[]string{"--seed", "5..2"}, "backwards"},
		{[]string{"--seed", "1.."}, "missing"},
		{[]string{"--seed", "0..18446744073709551615"}, "at most"},
		{[]string{"--seed", "1", "--redeals", "-2"}, "bad --redeals -2"},
		{[]string{"--seed", "1", "--recycle", "shuffle"}, "bad --recycle"},
		{[]string{"--seed", "1", "--nodes", "-1"}, "bad --nodes"},
		{[]string{"--seed", "1", "--time", "-1s"}, "bad --time"},
		{[]string{"--seed", "1", "--workers", "0"}, "bad --workers"},
		{[]string{"--deck", filepath.Join(dir, "nowhere")}, "nowhere"},
		{[]string{"--deck", write("empty", "\n \n")}, "no deal in it"},
		{[]string{"--deck", write("short", deck+"\n"+strings.Join(cards[1:], ",")+"\n")}, "line 2: the deck has 51 cards"},
		{[]string{"--deck", write("twice", twice)}, "line 1: the deck has " + cards[1] + " twice"},
		{[]string{"--deck", write("wrong", strings.Replace(deck, cards[0], "H:1", 1))}, "line 1: card 1 of the deck"},
		{[]string{"--deck", write("long", deck+"\n"+strings.Repeat("x", 100_000))}, "line 2: it is too long"},
	} {
		got, err := output(t, append([]string{"solve"}, tt.args...)...)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(got, "DL1_") {
			t.Errorf("%q: error %v, want %q", tt.args, err, tt.want)
		}
	}
}

// An interrupt ends all searches, running and waiting.
func TestSolveKlondikeInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	k := klondikeSolve{rules: klondike.Standard(), workers: 2}
	started := make(chan bool, 10)
	next := func(int) deal {
		started <- true
		return deal{deck: klondike.Deck(31)} // this deal takes long without limits
	}
	ended := make(chan error)
	go func() { ended <- k.solveAll(ctx, 10, next, newSolveJSON(io.Discard, &klondikeSolve{}), io.Discard) }()
	<-started
	cancel()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "interrupted") {
			t.Errorf("error %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
}
