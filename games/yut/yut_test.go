package yut

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
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

func text(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var update = flag.Bool("update", false, "play the golden logs again")

// golden is a log of rules version 1, which must keep folding to the same way and result.
type golden struct {
	Name    string          `json:"name"`
	Setup   games.Setup     `json:"setup"`
	Entries []games.Entry   `json:"entries"`
	Way     []Node          `json:"way"` // where each move ended
	Result  json.RawMessage `json:"result"`
}

const goldenStart = 1735689600000

func wayOf(plies []games.Ply) []Node {
	way := []Node{}
	for _, p := range plies {
		for _, e := range p.Events {
			if e.Kind == EventMove {
				way = append(way, e.Values["to"].(Node))
			}
		}
	}
	return way
}

func writeGolden(t *testing.T) {
	var out bytes.Buffer
	for _, b := range (Game{}).Bots() {
		for _, seed := range []string{"abc123", "윷", "golden"} {
			g := golden{Name: b.Name() + " " + seed, Setup: games.Setup{Game: Name, Rules: 1, Seed: seed}}
			m, err := games.NewMatch(Game{}, g.Setup, games.Terms{}, goldenStart)
			if err != nil {
				t.Fatal(err)
			}
			r := rng.Derive(seed, "bot")
			for at := int64(goldenStart); !m.Over(); {
				at += 700
				e := games.Entry{Kind: games.Act, Action: b.Choose(m.View(0), r), At: at}
				if b.Name() == Greedy && m.View(0).(View).Finished > 2 {
					e = games.Entry{Kind: games.Resign, At: at} // one that is given up
				}
				if _, err := m.Add(e); err != nil {
					t.Fatal(err)
				}
				g.Entries = append(g.Entries, e)
			}
			g.Way, g.Result = wayOf(m.Plies()), json.RawMessage(text(t, m.Result()))
			out.WriteString(text(t, g) + "\n")
		}
	}
	if err := os.WriteFile("testdata/runs.jsonl", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestGoldenLogs(t *testing.T) {
	if *update {
		writeGolden(t)
	}
	data, err := os.ReadFile("testdata/runs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n, verbs := 0, map[string]bool{}
	for line := range bytes.Lines(data) {
		var g golden
		if err := games.DecodeStrict(line, &g); err != nil {
			t.Fatal(err)
		}
		m, err := games.FoldMatch(Game{}, g.Setup, games.Terms{}, goldenStart, g.Entries)
		if err != nil {
			t.Errorf("%s: %v", g.Name, err)
			continue
		}
		if got := wayOf(m.Plies()); !slices.Equal(got, g.Way) || text(t, m.Result()) != string(g.Result) {
			t.Errorf("%s: way %v, result %s; want %v, %s", g.Name, got, text(t, m.Result()), g.Way, g.Result)
		}
		for _, e := range g.Entries {
			verbs[strings.TrimRight(string(e.Action), "1234")] = true
		}
		n++
	}
	if n != 9 || !verbs["throw"] || !verbs["start"] || !verbs["stick "] || !verbs["stick discard"] || !verbs["relic "] {
		t.Errorf("%d logs with %v", n, verbs)
	}
}

// A run that is left anywhere and folded again is where it was, and goes on to the
// same throws, offers and rewards: nothing is rolled anew.
func TestResume(t *testing.T) {
	data, err := os.ReadFile("testdata/runs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[Ask]int{}
	for line := range bytes.Lines(data) {
		var g golden
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(err)
		}
		whole, err := games.NewMatch(Game{}, g.Setup, games.Terms{}, goldenStart)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range g.Entries {
			again, err := games.FoldMatch(Game{}, g.Setup, games.Terms{}, goldenStart, g.Entries[:i])
			if err != nil {
				t.Fatal(err)
			}
			if a, b := text(t, again.View(0)), text(t, whole.View(0)); a != b {
				t.Fatalf("%s after %d: %s, want %s", g.Name, i, a, b)
			}
			asked[again.View(0).(View).Ask]++
			events, err := again.Add(e)
			if err != nil {
				t.Fatal(err)
			}
			want, err := whole.Add(e)
			if err != nil || text(t, events) != text(t, want) {
				t.Fatalf("%s after %d: %s, want %s, %v", g.Name, i, text(t, events), text(t, want), err)
			}
		}
	}
	for _, a := range []Ask{AskThrow, AskStart, AskMove, AskStick, AskRelic} {
		if asked[a] == 0 {
			t.Errorf("no log was left while %s was asked", a)
		}
	}
}

// What was offered does not change what is thrown, and the other way round.
func TestIndependentChance(t *testing.T) {
	a, b := begin(t, "streams"), begin(t, "streams")
	for range 7 {
		b.offerRelics(1)
		b.offers++
		b.settle()
		b.offer, b.offers, b.rewards = 0, 0, 0
		b.dealBoard()
	}
	for i := range 50 {
		a.throwsLeft, b.throwsLeft = 1, 1
		a.throw()
		b.throw()
		if a.last != b.last {
			t.Fatalf("throw %d: %+v and %+v", i, a.last, b.last)
		}
	}
	if c := begin(t, "other"); slices.Equal(c.special(), begin(t, "streams").special()) {
		t.Error("two seeds, one board")
	}
}

func TestSetup(t *testing.T) {
	for _, tt := range []struct {
		setup games.Setup
		ok    bool
	}{
		{games.Setup{}, true},
		{games.Setup{Rules: 1, Seed: strings.Repeat("x", 128), Options: json.RawMessage(`{}`)}, true},
		{games.Setup{Options: json.RawMessage("null")}, true},
		{games.Setup{Options: json.RawMessage(`{"pieces":4}`)}, false},
		{games.Setup{Options: json.RawMessage(`[]`)}, false},
		{games.Setup{Rules: 2}, false},
		{games.Setup{Rules: -1}, false},
		{games.Setup{Seed: strings.Repeat("x", 129)}, false},
		{games.Setup{Seed: "\xff"}, false},
	} {
		if _, err := (Game{}).Start(tt.setup); (err == nil) != tt.ok {
			t.Errorf("%+v: %v", tt.setup, err)
		}
	}
}

func TestCleanSeed(t *testing.T) {
	for typed, want := range map[string]string{
		"": "", "   ": "", " abc123 ": "abc123", "0123456789": "0123456789", "0123456789a": "0123456789",
		"가나다라마바사아자차카": "가나다라마바사아자차", "a b": "a b", "012345678 x": "012345678", "\t씨\n": "씨", "a\xffb": "ab",
	} {
		if got := CleanSeed(typed); got != want || CleanSeed(got) != got {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, a := range []games.Action{
		"", "Throw", "throw ", " throw", "throw 1", "start now", "move", "move do", "move do home A1 x", "move  do home", "move 1 home",
		"move do O0", "move do O21", "move do o5", "move do finished", "move do O5 home", "move do O5 finished", "move back home", "move  home O1",
		"stick", "stick 0", "stick 5", "stick 11", "stick Discard", "stick  1", "relic", "relic 0", "relic 4", "relic one", "던지기", "throw\n",
		games.Action(strings.Repeat("throw", 1<<18)),
	} {
		p := begin(t, "refuses")
		before := text(t, p.View(0))
		_, err := p.Apply(a)
		var illegal *games.IllegalError
		if !errors.As(err, &illegal) || illegal.Reason != games.ReasonNotation || illegal.Action != a {
			t.Errorf("%.40q: %.80v", a, err)
		}
		if text(t, p.View(0)) != before {
			t.Errorf("%.40q changed the run", a)
		}
	}
}

// everything is each action that the notation knows: those that are not legal must be refused.
var everything = func() (list []games.Action) {
	list = append(list, "throw", "start", "stick discard", "stick 1", "stick 4", "relic 1", "relic 2", "relic 3")
	for token := Do; token <= Mo; token++ {
		for from := Home; from < Finished; from++ {
			move := act{verb: doMove, token: token, from: from}
			list = append(list, move.action())
			for _, first := range fork[from] {
				if first != Home {
					move.first = first
					list = append(list, move.action())
				}
			}
		}
		list = append(list, act{verb: doMove, token: token, from: O5, first: B1}.action(), act{verb: doMove, token: token, from: 7, first: 8}.action())
	}
	return list
}()

// Random runs keep the rules' promises at every action.
func TestRandomRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.StringN(0, 12, 100).Draw(t, "seed")
		pos, err := Game{}.Start(games.Setup{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		p := pos.(*position)
		check := rapid.IntRange(0, 120).Draw(t, "checked in full")
		for n := 0; ; n++ {
			v := view(p)
			if n > 5000 {
				t.Fatal("it does not end")
			}
			data, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var back View
			if err := games.DecodeStrict(data, &back); err != nil || !reflect.DeepEqual(back, v) {
				t.Fatalf("the view came back as %+v, want %+v, %v", back, v, err)
			}
			onBoard := 0
			for i, s := range v.Stacks {
				onBoard += s.Pieces
				if !s.Node.OnBoard() || i > 0 && v.Stacks[i-1].Node >= s.Node {
					t.Fatalf("stacks %v", v.Stacks)
				}
			}
			if v.Home+onBoard+v.Finished != Pieces || len(v.Special) != specialNodes || len(v.Relics) >= Pieces {
				t.Fatalf("%+v", v)
			}
			legal := p.Legal()
			if over := v.Ask == Over; over != (len(legal) == 0) || over != (p.Result() != nil) || over != (p.ToAct() == games.Nobody) {
				t.Fatalf("over %v: legal %v, result %v", over, legal, p.Result())
			}
			if (v.Ask == AskMove) != (len(v.Moves) > 0) || (v.Ask == AskStick) != (v.Offer != nil) || (v.Ask == AskRelic) != (v.Reward != nil) {
				t.Fatalf("asks %s with %+v", v.Ask, v)
			}
			if n == check {
				illegalChangesNothing(t, p, legal)
			}
			if v.Ask == Over {
				return
			}
			a := rapid.SampledFrom(legal).Draw(t, "action")
			before := p.pieces
			if _, err := p.Apply(a); err != nil {
				t.Fatal(err)
			}
			for i := range before { // stacks never part
				for j := range i {
					if before[i] == before[j] && before[i] != Home && p.pieces[i] != p.pieces[j] {
						t.Fatalf("%s parts %v into %v", a, before, p.pieces)
					}
				}
			}
			for _, m := range v.Moves { // what was shown came true
				if m.Action == a && !slices.Contains(p.pieces[:], m.To) {
					t.Fatalf("%s shown to end at %v: %v", a, m.To, p.pieces)
				}
			}
		}
	})
}

// illegalChangesNothing tries all that the notation knows: what is not in legal is
// refused, and the run, its sources of chance with it, stays as it was.
func illegalChangesNothing(t *rapid.T, p *position, legal []games.Action) {
	for _, a := range everything {
		if slices.Contains(legal, a) {
			continue
		}
		before, hand := *p.run, slices.Clone(p.hand)
		if _, err := p.Apply(a); err == nil {
			t.Fatalf("%s is not in %v and was played", a, legal)
		}
		if !reflect.DeepEqual(before, *p.run) || !slices.Equal(hand, p.hand) {
			t.Fatalf("%s was refused and changed the run", a)
		}
	}
	for _, a := range legal {
		if !slices.Contains(everything, a) && a != "stick 2" && a != "stick 3" {
			t.Fatalf("%s is no notation", a)
		}
	}
}

// A whole run over the engine protocol.
func TestProtocol(t *testing.T) {
	var in strings.Builder
	in.WriteString(`{"op":"games"}` + "\n" + `{"op":"new","setup":{"game":"yut","seed":"abc123"}}` + "\n")
	p, b := begin(t, "abc123"), bot(Thoughtful)
	actions := 0
	for ; !p.over(); actions++ {
		a := b.Choose(p.View(0), nil)
		in.WriteString(`{"op":"apply","action":"` + string(a) + `"}` + "\n")
		do(t, p, string(a))
	}
	in.WriteString(`{"op":"apply","action":"throw"}` + "\n" + `{"op":"view","seat":"all"}` + "\n")
	var out bytes.Buffer
	if err := protocol.Serve(games.NewRegistry(Game{}), strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != actions+4 {
		t.Fatalf("%d answers to %d actions", len(lines), actions)
	}
	if want := `{"ok":true,"games":[{"name":"yut","seats":1,"hidden":false,"rules":1,"options":[]}]}`; lines[0] != want {
		t.Errorf("%s", lines[0])
	}
	if want := `{"ok":true,"to_act":0,"legal":["throw"],"events":[],"over":false,"result":null}`; lines[1] != want {
		t.Errorf("%s", lines[1])
	}
	for i, line := range lines[2 : 2+actions] {
		if !strings.HasPrefix(line, `{"ok":true,`) {
			t.Errorf("answer %d: %s", i, line)
		}
	}
	if !strings.HasSuffix(lines[1+actions], `,"over":true,"result":`+text(t, p.Result())+`}`) {
		t.Errorf("the end: %s", lines[1+actions])
	}
	if want := `{"ok":false,"error":"illegal action \"throw\": match_over"}`; lines[2+actions] != want {
		t.Errorf("%s", lines[2+actions])
	}
	if !strings.Contains(lines[3+actions], text(t, p.View(games.Everything))) {
		t.Errorf("the view: %s", lines[3+actions])
	}
}

// The bots play whole runs from views alone, and as the simulation's policies do.
func TestBots(t *testing.T) {
	var names []string
	for _, b := range (Game{}).Bots() {
		names = append(names, b.Name())
		for _, seed := range []string{"a", "b", "c", "d"} {
			p, r := begin(t, seed), rng.Derive(seed, "policy")
			for !p.over() {
				a := b.Choose(p.View(0), r)
				if _, err := p.Apply(a); err != nil {
					t.Fatalf("%s: %v", b.Name(), err)
				}
			}
			sim, err := NewSimulation(b.Name(), "")
			if err != nil {
				t.Fatal(err)
			}
			other := sim.player()
			other.play(sim, seed)
			if other.turn != p.turn || other.throws != p.throws || other.pieces != p.pieces || other.sticks[0].index != p.sticks[0].index {
				t.Errorf("%s, %s: %d turns, the policy %d", b.Name(), seed, p.turn, other.turn)
			}
			if a := b.Choose(p.View(0), r); a != "" {
				t.Errorf("%s plays %q after the end", b.Name(), a)
			}
		}
		bad := view(begin(t, ""))
		bad.Sticks[0].ID = "no-such"
		worse := view(begin(t, ""))
		worse.Pieces[0], worse.Hand = 77, []Token{9}
		for _, v := range []any{nil, "no view", View{}, bad, worse} {
			if a := b.Choose(v, rng.New("")); a != "" {
				t.Errorf("%s plays %q of %v", b.Name(), a, v)
			}
		}
	}
	if !slices.Equal(names, []string{"random", "greedy", "thoughtful"}) {
		t.Errorf("bots %v", names)
	}
}

func FuzzAction(f *testing.F) {
	for _, a := range everything[:80] {
		f.Add(string(a), uint8(3))
	}
	for _, s := range []string{"", "move mo O5 A1", "move mo C B3", "stick  1", "relic 1\n", "move do home\x00", "throw throw"} {
		f.Add(s, uint8(20))
	}
	f.Fuzz(func(t *testing.T, action string, n uint8) {
		p, r := begin(t, "fuzz"), rng.New("fuzz")
		for range n {
			if legal := p.Legal(); len(legal) > 0 {
				do(t, p, string(legal[r.Intn(len(legal))]))
			}
		}
		if a := parseAct(games.Action(action)); a.verb != 0 && string(a.action()) != action {
			t.Fatalf("%q is read as %q", action, a.action())
		}
		before := text(t, p.View(0))
		legal := slices.Contains(p.Legal(), games.Action(action))
		_, err := p.Apply(games.Action(action))
		var illegal *games.IllegalError
		switch {
		case legal != (err == nil):
			t.Fatalf("%q of %v: %v", action, p.Legal(), err)
		case err != nil && (!errors.As(err, &illegal) || text(t, p.View(0)) != before || len(err.Error()) > 300):
			t.Fatalf("%q: %v", action, err)
		}
	})
}

// No view tells what is to come: with other sources of chance it is the same, for everybody.
func TestViewHidesTheFuture(t *testing.T) {
	p, r := begin(t, "hidden"), rng.New("hidden")
	for !p.over() {
		other := *p.run
		for _, s := range []*rng.Source{&other.throwSource, &other.boardSource, &other.stickSource, &other.relicSource} {
			*s = *rng.New("another")
		}
		want := text(t, p.View(0))
		for _, seat := range []games.Seat{0, games.Spectator, games.Everything} {
			if got := text(t, (&position{&other}).View(seat)); got != want {
				t.Fatalf("seat %d sees %s, the player %s", seat, got, want)
			}
		}
		legal := p.Legal()
		do(t, p, string(legal[r.Intn(len(legal))]))
	}
}
