package klondike

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"arcade/games"
)

var update = flag.Bool("update", false, "write testdata/games.jsonl anew")

// goldenGame is a log that must keep folding to the same result under its rules.
type goldenGame struct {
	Name    string          `json:"name"`
	Setup   games.Setup     `json:"setup"`
	Actions string          `json:"actions"`
	Result  json.RawMessage `json:"result"`
}

const goldenFile = "testdata/games.jsonl"

func TestGoldenGames(t *testing.T) {
	if *update {
		writeGoldens(t)
	}
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	won, lost := 0, 0
	for line := range bytes.Lines(data) {
		var g goldenGame
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(err)
		}
		p, err := Game{}.Start(g.Setup)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range strings.Fields(g.Actions) {
			play(t, p, games.Action(a))
		}
		got, err := json.Marshal(p.Result())
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(g.Result) {
			t.Errorf("%s:\n%s, want\n%s", g.Name, got, g.Result)
		}
		if p.Result().Winner == 0 {
			won++
		} else {
			lost++
		}
	}
	if won < 4 || lost < 1 {
		t.Errorf("%d games won and %d lost, want 4 and 1", won, lost)
	}
}

func writeGoldens(t *testing.T) {
	var out bytes.Buffer
	for _, c := range []struct {
		name, options string
		resign        bool
	}{
		{"draw one", ``, false},
		{"draw three", `{"draw":3}`, false},
		{"two redeals, order kept", `{"draw":1,"redeals":2,"recycle":"keep"}`, false},
		{"nothing comes back", `{"draw":1,"f2t":false}`, false},
		{"a deck", `{"deck":"` + DeckText(Deck(25)) + `"}`, false},
		{"given up", `{"draw":3,"redeals":0}`, true},
	} {
		for try := uint64(0); ; try++ {
			setup := games.Setup{Game: Name, Rules: 1, Seed: strconv.FormatUint(try, 10), Options: json.RawMessage(c.options)}
			p, err := Game{}.Start(setup)
			if err != nil {
				t.Fatal(err)
			}
			actions := playOut(t, p.(*position), rand.New(rand.NewPCG(try, 1)))
			if c.resign && p.Result() == nil {
				play(t, p, "resign")
				actions = append(actions, "resign")
			} else if p.Result() == nil {
				continue
			}
			result, err := json.Marshal(p.Result())
			if err != nil {
				t.Fatal(err)
			}
			e := json.NewEncoder(&out)
			e.SetEscapeHTML(false)
			if err := e.Encode(goldenGame{c.name, setup, strings.Join(actions, " "), result}); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if err := os.WriteFile(goldenFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// playOut plays a few hundred actions, some of them undone and redone.
func playOut(t *testing.T, p *position, r *rand.Rand) (actions []string) {
	do := func(a games.Action) {
		play(t, p, a)
		actions = append(actions, string(a))
	}
	for len(actions) < 400 && p.Result() == nil {
		var best games.Action
		value := -1
		for _, m := range p.State.Moves() {
			next := p.State
			d := next.Play(m)
			v := r.IntN(10)
			switch {
			case m.Kind == ColumnUp || m.Kind == WasteUp || d.Flipped:
				v += 20
			case m.Kind == WasteTo:
				v += 10
			case m.Kind == Draw || m.Kind == Recycle:
				v += 8
			case m.Kind == FoundationTo:
				v -= 5
			}
			if v > value {
				best, value = m.Action(), v
			}
		}
		if best == "" {
			return actions
		}
		do(best)
		if r.IntN(20) == 0 && p.Result() == nil {
			do("undo")
			if r.IntN(2) == 0 {
				do("redo")
			}
		}
	}
	return actions
}
