package stones

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/protocol"
	"arcade/games/rng"
)

func start(t testing.TB, mode, seed string) *position {
	t.Helper()
	p, err := Game{}.Start(games.Setup{Game: Name, Seed: seed, Options: json.RawMessage(`{"mode":` + mode + `}`)})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*position)
}

func text(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Logs of rules version 1, which must keep folding to the same path and result.
func TestGoldenLogs(t *testing.T) {
	data, err := os.ReadFile("testdata/runs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		var g struct {
			Name    string          `json:"name"`
			Setup   games.Setup     `json:"setup"`
			Entries []games.Entry   `json:"entries"`
			Path    []int           `json:"path"`
			Result  json.RawMessage `json:"result"`
		}
		if err := games.DecodeStrict(line, &g); err != nil {
			t.Fatal(err)
		}
		m, err := games.FoldMatch(Game{}, g.Setup, games.Terms{}, 1735689600000, g.Entries)
		if err != nil {
			t.Errorf("%s: %v", g.Name, err)
			continue
		}
		path := []int{0}
		for _, s := range m.View(0).(View).History {
			path = append(path, s.To)
		}
		if got := text(t, m.Result()); !slices.Equal(path, g.Path) || got != string(g.Result) {
			t.Errorf("%s: path %v, result %s; want %v, %s", g.Name, path, got, g.Path, g.Result)
		}
		n++
	}
	if n != 7 {
		t.Errorf("%d logs", n)
	}
}

func TestSetup(t *testing.T) {
	for _, tt := range []struct {
		setup games.Setup
		mode  int // 0 is refused
	}{
		{games.Setup{}, 1},
		{games.Setup{Rules: 1, Seed: strings.Repeat("x", 128), Options: json.RawMessage(`{}`)}, 1},
		{games.Setup{Options: json.RawMessage(" null\n")}, 1},
		{games.Setup{Options: json.RawMessage(`{"mode":1}`)}, 1},
		{games.Setup{Options: json.RawMessage(`{"mode": 2}`)}, 2},
		{games.Setup{Options: json.RawMessage(`{"mode":0}`)}, 0},
		{games.Setup{Options: json.RawMessage(`{"mode":3}`)}, 0},
		{games.Setup{Options: json.RawMessage(`{"mode":-1}`)}, 0},
		{games.Setup{Options: json.RawMessage(`{"mode":1.5}`)}, 0},
		{games.Setup{Options: json.RawMessage(`{"mode":"1"}`)}, 0},
		{games.Setup{Options: json.RawMessage(`{"mode":null}`)}, 0},
		{games.Setup{Options: json.RawMessage(`{"mode":1,"mode":2}`)}, 0},
		{games.Setup{Options: json.RawMessage(`{"mode":1,"cells":20}`)}, 0},
		{games.Setup{Options: json.RawMessage(`[1]`)}, 0},
		{games.Setup{Options: json.RawMessage(`{`)}, 0},
		{games.Setup{Rules: 2}, 0},
		{games.Setup{Rules: -1}, 0},
		{games.Setup{Seed: strings.Repeat("x", 129)}, 0},
		{games.Setup{Seed: "\xff"}, 0},
	} {
		p, err := Game{}.Start(tt.setup)
		if (err == nil) != (tt.mode > 0) {
			t.Errorf("%+v: %v", tt.setup, err)
		} else if err == nil && p.View(0).(View).Mode != tt.mode {
			t.Errorf("%+v: mode %d", tt.setup, p.View(0).(View).Mode)
		}
	}
}

func TestViewJSON(t *testing.T) {
	p := start(t, "2", "돌 23609")
	const rewards = `"rewards":[0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,2]`
	if got, want := text(t, p.View(0)), `{"mode":2,"cell":0,"left":8,"used":[0,0,0],"history":[],`+rewards+
		`,"legal":[1,2,3],"over":false,"reward":null}`; got != want {
		t.Errorf("at the start %s\nwant %s", got, want)
	}
	for i, c := range []games.Action{"2", "2", "1", "3", "3", "1", "2", "3"} {
		events, err := p.Apply(c)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int]string{
			0: `[{"kind":"step","seat":0,"values":{"choice":2,"clamped":true,"from":0,"roll":-3,"to":0}}]`,
			6: `[{"kind":"step","seat":0,"values":{"choice":2,"clamped":false,"from":14,"roll":-1,"to":13}}]`,
		}[i]
		if got := text(t, events); want != "" && got != want {
			t.Errorf("events %s\nwant %s", got, want)
		}
		if i == 6 {
			if got := text(t, p.View(games.Spectator)); !strings.Contains(got, `"cell":13,"left":1,"used":[2,3,2],"history":[{"choice":2,"roll":-3,"from":0,"to":0,"clamped":true},`) ||
				!strings.HasSuffix(got, `"legal":[1,3],"over":false,"reward":null}`) {
				t.Errorf("before the last pick %s", got)
			}
		}
	}
	if got := text(t, p.View(games.Everything)); !strings.HasSuffix(got, `{"choice":3,"roll":2,"from":13,"to":15,"clamped":false}],`+rewards+`,"legal":[],"over":true,"reward":4}`) {
		t.Errorf("at the end %s", got)
	}
	if got, want := text(t, p.Result()), `{"cell":15,"mode":2,"picks":8,"reason":"finished","reward":4,"winner":null}`; got != want {
		t.Errorf("result %s, want %s", got, want)
	}
}

func TestApplyRefuses(t *testing.T) {
	long := games.Action(strings.Repeat("1", 1<<20))
	for _, tt := range []struct {
		after  string
		action games.Action
		reason string
	}{
		{"", "", games.ReasonNotation},
		{"", "0", games.ReasonNotation},
		{"", "4", games.ReasonNotation},
		{"", "1 ", games.ReasonNotation},
		{"", "11", games.ReasonNotation},
		{"", "-1", games.ReasonNotation},
		{"", "１", games.ReasonNotation},
		{"", long, games.ReasonNotation},
		{"222", "2", ReasonUsedUp},
		{"333", "3", ReasonUsedUp},
		{"223", "x", games.ReasonNotation},
		{"222333", "2", ReasonUsedUp},
		{"111111", "1", games.ReasonOver},
		{"111111", "2", games.ReasonOver},
		{"111111", "x", games.ReasonOver},
		{"22233311", "3", games.ReasonOver},
	} {
		p := start(t, "1", "돌 195974") // stays at 0 for the first six of 22233311
		for _, c := range tt.after {
			if p.Over() {
				break
			}
			if _, err := p.Apply(games.Action(c)); err != nil {
				t.Fatal(err)
			}
		}
		before := *p
		_, err := p.Apply(tt.action)
		var illegal *games.IllegalError
		if !errors.As(err, &illegal) || illegal.Reason != tt.reason || illegal.Action != tt.action {
			t.Errorf("%.20q after %s: %.80v, want %s", tt.action, tt.after, err, tt.reason)
		}
		if *p != before {
			t.Errorf("%.20q was refused and changed the run", tt.action)
		}
	}
}

// Every random run keeps the rules' promises at every pick.
func TestRandomRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom([]string{"1", "2"}).Draw(t, "mode")
		pos, err := Game{}.Start(games.Setup{Seed: rapid.StringN(0, 20, 100).Draw(t, "seed"), Options: json.RawMessage(`{"mode":` + mode + `}`)})
		if err != nil {
			t.Fatal(err)
		}
		p := pos.(*position)
		for picks := 0; ; picks++ {
			v := p.View(0).(View)
			if v.Left != Picks-picks || v.Used[0]+v.Used[1]+v.Used[2] != picks || v.Used[1] > 3 || v.Used[2] > 3 || !v.State().valid() {
				t.Fatalf("after %d picks: %+v", picks, v)
			}
			cell := 0
			for _, s := range v.History {
				if s.From != cell || s.Clamped != (s.To != s.From+s.Roll) || s.Clamped && s.To != 0 && s.To != Goal {
					t.Fatalf("history %+v", v.History)
				}
				cell = s.To
			}
			if cell != v.Cell || len(v.History) != picks || cell < 0 || cell > Goal {
				t.Fatalf("at %d after %+v", v.Cell, v.History)
			}
			data, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var back View
			if err := games.DecodeStrict(data, &back); err != nil || !reflect.DeepEqual(back, v) {
				t.Fatalf("the view came back as %+v, %v", back, err)
			}
			for _, a := range choiceActions {
				try := *p
				_, err := try.Apply(a)
				if legal := slices.Contains(p.Legal(), a); legal != (err == nil) || !legal && try != *p {
					t.Fatalf("%s of %v: %v", a, p.Legal(), err)
				}
			}
			over := v.Cell == 16 || picks == 8
			if over != v.Over || over != (p.Result() != nil) || over != (p.ToAct() == games.Nobody) || over != (len(p.Legal()) == 0) || over != (v.Reward != nil) {
				t.Fatalf("over %v: %+v, result %v", over, v, p.Result())
			}
			if over {
				want := map[string]any{"mode": v.Mode, "reward": *v.Reward, "cell": v.Cell, "picks": picks}
				if r := p.Result(); r.Reason != games.Finished || r.Winner != games.Nobody || !reflect.DeepEqual(r.Fields, want) || *v.Reward != v.Rewards[v.Cell] {
					t.Fatalf("result %+v, want %v", r, want)
				}
				return
			}
			if got := p.Standing()["reward"]; got != None {
				t.Fatalf("reward %v in play", got)
			}
			if _, err := p.Apply(rapid.SampledFrom(p.Legal()).Draw(t, "choice")); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A whole run over the engine protocol.
func TestProtocol(t *testing.T) {
	in := strings.NewReader(`{"op":"games"}
{"op":"new","setup":{"game":"stones","seed":"돌 79","options":{"mode":3}}}
{"op":"new","setup":{"game":"stones","seed":"돌 79","options":{"mode":1}}}
{"op":"apply","action":"4"}
{"op":"apply","action":"1"}
{"op":"apply","action":"1"}
{"op":"apply","action":"1"}
{"op":"apply","action":"1"}
{"op":"view","seat":1}
`)
	var out bytes.Buffer
	if err := protocol.Serve(games.NewRegistry(Game{}), in, &out); err != nil {
		t.Fatal(err)
	}
	const want = `{"ok":true,"games":[{"name":"stones","seats":1,"hidden":false,"rules":1,"options":["mode"]}]}
{"ok":false,"error":"stones: there is no mode 3: want 1 to 2"}
{"ok":true,"to_act":0,"legal":["1","2","3"],"events":[],"over":false,"result":null}
{"ok":false,"error":"illegal action \"4\": not_notation"}
{"ok":true,"to_act":0,"legal":["1","2","3"],"events":[{"kind":"step","seat":0,"values":{"choice":1,"clamped":false,"from":0,"roll":5,"to":5}}],"over":false,"result":null}
{"ok":true,"to_act":0,"legal":["1","2","3"],"events":[{"kind":"step","seat":0,"values":{"choice":1,"clamped":false,"from":5,"roll":6,"to":11}}],"over":false,"result":null}
{"ok":true,"to_act":-1,"legal":[],"events":[{"kind":"step","seat":0,"values":{"choice":1,"clamped":true,"from":11,"roll":6,"to":16}}],"over":true,"result":{"cell":16,"mode":1,"picks":3,"reason":"finished","reward":2,"winner":null}}
{"ok":false,"error":"illegal action \"1\": match_over"}
{"ok":false,"error":"field \"seat\": want -1 (spectator) to 0, or \"all\""}
`
	if out.String() != want {
		t.Errorf("answers\n%swant\n%s", out.String(), want)
	}
}

// The bots play whole runs from views alone and never break a rule.
func TestBots(t *testing.T) {
	var names []string
	for _, b := range (Game{}).Bots() {
		names = append(names, b.Name())
		seen := map[games.Action]bool{}
		for _, seed := range []string{"a", "b", "c", "d", "e"} {
			p, r := start(t, "2", seed), rng.Derive(seed, "bot")
			for p.ToAct() != games.Nobody {
				a := b.Choose(p.View(0), r)
				if b.Name() == Best && a != BestPlay(2).Best(p.State).Action() {
					t.Errorf("%+v: picks %s", p.State, a)
				}
				seen[a] = true
				if _, err := p.Apply(a); err != nil {
					t.Fatalf("%s: %v", b.Name(), err)
				}
			}
			if a := b.Choose(p.View(0), r); a != "" {
				t.Errorf("%s picks %q after the end", b.Name(), a)
			}
		}
		if len(seen) != 3 {
			t.Errorf("%s: only %v in five runs", b.Name(), seen)
		}
		for _, v := range []any{nil, "no view", View{}, View{Mode: 1, Cell: 99, Left: 8}, View{Mode: 9, Left: 8}} {
			if a := b.Choose(v, rng.New("")); a != "" {
				t.Errorf("%s picks %q of %v", b.Name(), a, v)
			}
		}
	}
	if !slices.Equal(names, []string{"random", "best"}) {
		t.Errorf("bots %v", names)
	}
}

func FuzzAction(f *testing.F) {
	for _, s := range []string{"1", "2", "3", "", "0", "4", "1 ", " 1", "+1", "01", "one", "\x00", "１", "일", "2\n", "1 2"} {
		f.Add(s, uint8(0))
		f.Add(s, uint8(5))
	}
	f.Fuzz(func(t *testing.T, text string, picks uint8) {
		p := start(t, "1", "돌 195974")
		for _, a := range []games.Action{"2", "2", "2", "3", "3", "3", "1", "1"}[:picks%9] {
			if _, err := p.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		before := *p
		legal := slices.Contains(p.Legal(), games.Action(text))
		_, err := p.Apply(games.Action(text))
		var illegal *games.IllegalError
		switch {
		case legal && (err != nil || p.Left != before.Left-1):
			t.Fatalf("legal %q: %v", text, err)
		case !legal && (!errors.As(err, &illegal) || *p != before):
			t.Fatalf("illegal %q: %v", text, err)
		case err != nil && len(err.Error()) > 300:
			t.Fatalf("a long error: %d bytes", len(err.Error()))
		}
	})
}
