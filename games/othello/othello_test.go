package othello

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/rng"
)

type golden struct {
	reason       string
	black, white int
	actions      []games.Action
}

func goldens(t testing.TB) []golden {
	t.Helper()
	f, err := os.Open("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []golden
	for in := bufio.NewScanner(f); in.Scan(); {
		w := strings.Fields(in.Text())
		if w[0] == "#" {
			continue
		}
		g := golden{reason: w[0]}
		g.black, _ = strconv.Atoi(w[1])
		g.white, _ = strconv.Atoi(w[2])
		for _, a := range w[3:] {
			g.actions = append(g.actions, games.Action(a))
		}
		all = append(all, g)
	}
	return all
}

func newGame(t testing.TB) games.Position {
	t.Helper()
	p, err := Game{}.Start(games.Setup{Game: Name})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func play(t testing.TB, p games.Position, actions ...games.Action) {
	t.Helper()
	for i, a := range actions {
		if _, err := p.Apply(a); err != nil {
			t.Fatalf("action %d: %v", i+1, err)
		}
	}
}

func TestGoldenGames(t *testing.T) {
	reasons := map[string]bool{}
	for _, g := range goldens(t) {
		p := newGame(t)
		for i, a := range g.actions {
			if p.Result() != nil {
				t.Fatalf("%s: over before action %d", g.reason, i+1)
			}
			forced, isForced := p.(games.Forcer).Forced()
			if isForced != (a == Pass) || isForced && forced != Pass {
				t.Fatalf("%s: action %d is %s, forced %q %v", g.reason, i+1, a, forced, isForced)
			}
			play(t, p, a)
		}
		winner := games.Nobody
		if g.black > g.white {
			winner = 0
		} else if g.white > g.black {
			winner = 1
		}
		want := &games.Result{Reason: g.reason, Winner: winner, Fields: map[string]any{"score": []int{g.black, g.white}}}
		if got := p.Result(); !reflect.DeepEqual(got, want) {
			t.Errorf("result %v, want %v", got, want)
		}
		if p.ToAct() != games.Nobody || len(p.Legal()) != 0 {
			t.Errorf("%s: seat %d to act, legal %v", g.reason, p.ToAct(), p.Legal())
		}
		if _, ok := p.(games.Forcer).Forced(); ok {
			t.Errorf("%s: a pass after the end", g.reason)
		}
		reasons[g.reason] = true
	}
	for _, r := range []string{BothPass, BoardFull, NoBlack, NoWhite} {
		if !reasons[r] {
			t.Errorf("no golden game ends by %s", r)
		}
	}
}

func TestOpening(t *testing.T) {
	p := newGame(t)
	want := View{
		Board: dashes(27) + "OX" + dashes(6) + "XO" + dashes(27),
		ToAct: 0, Counts: [2]int{2, 2},
		Legal: []Square{19, 26, 37, 44}, Flips: []int{1, 1, 1, 1},
	}
	if got := p.View(games.Spectator); !reflect.DeepEqual(got, want) {
		t.Errorf("view %+v, want %+v", got, want)
	}
	if got, want := p.Legal(), []games.Action{"d3", "c4", "f5", "e6"}; !slices.Equal(got, want) {
		t.Errorf("legal %v, want %v", got, want)
	}
	if p.Result() != nil {
		t.Error("over at the start")
	}
}

func TestEvents(t *testing.T) {
	p := newGame(t)
	events, err := p.Apply("d3")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(events)
	if want := `[{"kind":"move","seat":0,"values":{"flipped":["d4"],"square":"d3"}}]`; string(got) != want {
		t.Errorf("events %s, want %s", got, want)
	}
	for _, g := range goldens(t) {
		if g.reason != BothPass {
			continue
		}
		p := newGame(t)
		play(t, p, g.actions[:len(g.actions)-2]...)
		first := p.ToAct()
		for n := 1; n <= 2; n++ {
			seat := p.ToAct()
			events, err := p.Apply(Pass)
			want := []games.Event{{Kind: "pass", Seat: seat, Values: map[string]any{"in_a_row": n}}}
			if err != nil || !reflect.DeepEqual(events, want) {
				t.Errorf("events %v, %v, want %v", events, err, want)
			}
			if n == 1 && p.ToAct() != 1-first {
				t.Error("the turn did not go over")
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	var ended, passing []games.Action
	for _, g := range goldens(t) {
		ended = g.actions
		if i := slices.Index(g.actions, Pass); i >= 0 && passing == nil {
			passing = g.actions[:i]
		}
	}
	for _, tt := range []struct {
		after  []games.Action
		action games.Action
		reason string
	}{
		{nil, "", games.ReasonNotation},
		{nil, "D3", games.ReasonNotation},
		{nil, "d9", games.ReasonNotation},
		{nil, "i1", games.ReasonNotation},
		{nil, "d3 ", games.ReasonNotation},
		{nil, "PASS", games.ReasonNotation},
		{nil, games.Action(strings.Repeat("d3", 1<<19)), games.ReasonNotation},
		{nil, "d4", ReasonOccupied},
		{nil, "a1", ReasonFlipsNone},
		{nil, "e3", ReasonFlipsNone},
		{nil, Pass, ReasonMayNotPass},
		{passing, "a1", ReasonMustPass},
		{passing, "d4", ReasonMustPass},
		{passing, "d9", games.ReasonNotation},
		{ended, "d3", games.ReasonOver},
		{ended, Pass, games.ReasonOver},
		{ended, "nonsense", games.ReasonOver},
	} {
		p := newGame(t)
		play(t, p, tt.after...)
		before := p.View(0)
		_, err := p.Apply(tt.action)
		var illegal *games.IllegalError
		if !errors.As(err, &illegal) || illegal.Reason != tt.reason || illegal.Action != tt.action {
			t.Errorf("%.20q after %d: %.80v, want %s", tt.action, len(tt.after), err, tt.reason)
		}
		if !reflect.DeepEqual(p.View(0), before) {
			t.Errorf("%.20q was refused and changed the position", tt.action)
		}
	}
}

func TestSetup(t *testing.T) {
	for _, tt := range []struct {
		setup games.Setup
		ok    bool
	}{
		{games.Setup{}, true},
		{games.Setup{Rules: 1, Seed: strings.Repeat("x", 128), Options: json.RawMessage(`{}`)}, true},
		{games.Setup{Options: json.RawMessage(" null\n")}, true},
		{games.Setup{Options: json.RawMessage("")}, true},
		{games.Setup{Rules: 2}, false},
		{games.Setup{Rules: -1}, false},
		{games.Setup{Seed: strings.Repeat("x", 129)}, false},
		{games.Setup{Seed: "\xff"}, false},
		{games.Setup{Options: json.RawMessage(`{"size":8}`)}, false},
		{games.Setup{Options: json.RawMessage(`[]`)}, false},
		{games.Setup{Options: json.RawMessage(`{} {}`)}, false},
		{games.Setup{Options: json.RawMessage(`{`)}, false},
	} {
		if _, err := (Game{}).Start(tt.setup); (err == nil) != tt.ok {
			t.Errorf("%+v: %v", tt.setup, err)
		}
	}
}

// Every random game keeps the rules' promises at every ply.
func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pos, err := Game{}.Start(games.Setup{Seed: "any"})
		if err != nil {
			t.Fatal(err)
		}
		p := pos.(*position)
		filled := p.Own | p.Other
		for discs, ply := 4, 0; ; ply++ {
			v := p.View(0).(View)
			if v.Counts[0]+v.Counts[1] != discs || v.Ply != ply {
				t.Fatalf("%v discs at ply %d, want %d at %d", v.Counts, v.Ply, discs, ply)
			}
			if p.Own&p.Other != 0 || filled&^(p.Own|p.Other) != 0 {
				t.Fatal("a square is taken twice or came free")
			}
			filled = p.Own | p.Other
			data, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var back View
			if err := games.DecodeStrict(data, &back); err != nil || !reflect.DeepEqual(back, v) {
				t.Fatalf("the view came back as %+v, %v", back, err)
			}
			legal := p.Legal()
			checkLegal(t, p, legal)
			if len(legal) == 0 {
				if p.Result() == nil {
					t.Fatal("nothing legal, and not over")
				}
				return
			}
			a := rapid.SampledFrom(legal).Draw(t, "action")
			if _, err := p.Apply(a); err != nil {
				t.Fatal(err)
			}
			if a != Pass {
				discs++
			}
		}
	})
}

// checkLegal tries every action there is: those in legal are taken, the others
// are refused and change nothing.
func checkLegal(t *rapid.T, p *position, legal []games.Action) {
	all := []games.Action{Pass}
	for _, name := range names {
		all = append(all, games.Action(name))
	}
	var taken []games.Action
	for _, a := range all {
		try := *p
		_, err := try.Apply(a)
		if err == nil {
			taken = append(taken, a)
			if try.plies != p.plies+1 || try.last != a {
				t.Fatalf("%s was played and not counted", a)
			}
		} else if try != *p {
			t.Fatalf("%s was refused and changed the position", a)
		}
	}
	if !slices.Equal(taken, legal) {
		t.Fatalf("legal %v, but these are taken: %v", legal, taken)
	}
}

func TestGreedy(t *testing.T) {
	bot := games.FindBot(Game{}, "greedy")
	if bot == nil {
		t.Fatal("no bot")
	}
	r := rng.New("ties")
	for _, tt := range []struct {
		name, board string
		want        []Square // any of these
	}{
		{"the corner before more discs", "-OX-----" + dashes(8) + "XOOOOO--" + dashes(40), []Square{0}},
		{"the most discs", dashes(16) + "--XO----" + "-XOOO---" + dashes(32), []Square{29}},
		{"not beside an empty corner", dashes(8) + "--OOOX--" + dashes(16) + "XO------" + dashes(24), []Square{34}},
		{"beside a taken corner is fine", "X-------" + "--OOOX--" + dashes(16) + "XO------" + dashes(24), []Square{9}},
		{"beside it where nothing else is left", dashes(8) + "--OX----" + dashes(48), []Square{9}},
	} {
		p := &position{State: state(t, tt.board, Black)}
		for range 20 {
			a := bot.Choose(p.View(0), r)
			if sq, _ := ParseSquare(string(a)); !slices.Contains(tt.want, sq) {
				t.Errorf("%s: %s of %v, want %v", tt.name, a, p.Legal(), tt.want)
				break
			}
		}
	}
	seen := map[games.Action]bool{}
	for range 100 {
		seen[bot.Choose(newGame(t).View(0), r)] = true
	}
	if len(seen) != 4 {
		t.Errorf("of four equal squares it plays %v", seen)
	}
	if a := bot.Choose("no view", r); a != "" {
		t.Errorf("%q for what is no view", a)
	}
}

// The bot plays whole games from views alone and never breaks a rule; the same
// seed gives the same game.
func TestGreedyPlaysOut(t *testing.T) {
	game := func(seed string) (line []games.Action, result *games.Result) {
		bot, r, p := greedy{}, rng.Derive(seed, "bot"), newGame(t)
		for p.ToAct() != games.Nobody {
			a := bot.Choose(p.View(p.ToAct()), r)
			play(t, p, a)
			line = append(line, a)
		}
		return line, p.Result()
	}
	for _, seed := range []string{"a", "b", "c"} {
		one, result := game(seed)
		if two, _ := game(seed); !slices.Equal(one, two) || result == nil {
			t.Errorf("seed %s: two games differ", seed)
		}
	}
}

func FuzzAction(f *testing.F) {
	for _, s := range []string{"d3", "pass", "", "D3", "a9", "d3 c3", "\x00", "h8", "d3\n", "패스", "d3d3"} {
		f.Add(s, uint8(0))
		f.Add(s, uint8(57))
	}
	all := goldens(f)
	f.Fuzz(func(t *testing.T, text string, plies uint8) {
		p := newGame(t).(*position)
		g := all[1] // it has passes near its end
		play(t, p, g.actions[:min(int(plies), len(g.actions))]...)
		before := *p
		legal := slices.Contains(p.Legal(), games.Action(text))
		_, err := p.Apply(games.Action(text))
		var illegal *games.IllegalError
		switch {
		case legal && (err != nil || *p == before):
			t.Fatalf("legal %q: %v", text, err)
		case !legal && (!errors.As(err, &illegal) || *p != before):
			t.Fatalf("illegal %q: %v", text, err)
		case err != nil && len(err.Error()) > 300:
			t.Fatalf("a long error: %d bytes", len(err.Error()))
		}
	})
}
