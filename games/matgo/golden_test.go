package matgo

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

// update writes the golden rounds anew, for a change that is meant:
//
//	go test ./games/matgo -run Golden -update-rounds
var update = flag.Bool("update-rounds", false, "write testdata/rounds.json")

// goldenRound is a whole round as it must come out for ever: old logs are folded
// with the same rules.
type goldenRound struct {
	Rules   int             `json:"rules"`
	Seed    string          `json:"seed"`
	Options json.RawMessage `json:"options"`
	Opening Opening         `json:"opening"`
	Steps   []goldenStep    `json:"steps"`
	Result  *games.Result   `json:"result"`
}

type goldenStep struct {
	Seat   games.Seat    `json:"seat"`
	Action games.Action  `json:"action"`
	Events []games.Event `json:"events"`
}

// goldenSetups are the rounds with their seeds, the first with comparing cards by
// night, the second in the middle of a series. Of the others each comes out otherwise
// under version 1: the last three cards are a bomb, and a bonus card makes a ppuk good.
var goldenSetups = []struct {
	rules         int
	seed, options string
}{
	{1, "golden 83", `{"hour":21}`},
	{1, "golden 89", `{"first":1,"carry":2,"gold":[500,400]}`},
	{1, "golden 6042", `{"hour":12}`},
	{2, "golden 6042", `{"hour":12}`},
	{1, "golden 2263", `{"hour":12}`},
	{2, "golden 2263", `{"hour":12}`},
}

// play plays a golden round: as it is written in was, else with random moves.
func (g *goldenRound) play(t *testing.T, was *goldenRound) {
	pos, err := Game{}.Start(games.Setup{Game: Name, Rules: g.Rules, Seed: g.Seed, Options: g.Options})
	if err != nil {
		t.Fatal(err)
	}
	r := rng.Derive(g.Seed, "golden")
	g.Opening = pos.View(games.Spectator).(View).Opening
	for n := 0; pos.Result() == nil; n++ {
		list := pos.Legal()
		a := list[r.Intn(len(list))]
		if was != nil {
			if n >= len(was.Steps) {
				t.Fatalf("round %q goes on after its %d actions", g.Seed, n)
			}
			a = was.Steps[n].Action
		}
		seat := pos.ToAct()
		events, err := pos.Apply(a)
		if err != nil {
			t.Fatalf("round %q, action %d: %v", g.Seed, n, err)
		}
		g.Steps = append(g.Steps, goldenStep{seat, a, events})
	}
	g.Result = pos.Result()
}

// Whole rounds come out as they always did: deal, events and result.
func TestGolden(t *testing.T) {
	const file = "testdata/rounds.json"
	text, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var rounds []*goldenRound
	for i, setup := range goldenSetups {
		g := &goldenRound{Rules: setup.rules, Seed: setup.seed, Options: json.RawMessage(setup.options)}
		var was *goldenRound
		if !*update {
			was = readSteps(t, text, i)
		}
		g.play(t, was)
		rounds = append(rounds, g)
	}
	got, err := json.MarshalIndent(rounds, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if bytes.Equal(got, text) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(text), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("line %d of %s\n got %s\nwant %s", i+1, file, g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
	t.Fatalf("%s has more lines than the %d that came out", file, len(g))
}

// readSteps gives the actions of round i.
func readSteps(t *testing.T, text []byte, i int) *goldenRound {
	var rounds []struct {
		Steps []struct {
			Action games.Action `json:"action"`
		} `json:"steps"`
	}
	if err := json.Unmarshal(text, &rounds); err != nil || i >= len(rounds) {
		t.Fatalf("round %d of %d: %v", i, len(rounds), err)
	}
	g := &goldenRound{}
	for _, s := range rounds[i].Steps {
		g.Steps = append(g.Steps, goldenStep{Action: s.Action})
	}
	return g
}
