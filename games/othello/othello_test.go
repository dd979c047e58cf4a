package othello

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/rng"
)

// golden is a log that must keep folding.
type golden struct {
	reason       string
	black, white int
	actions      []games.Action
}

func goldens(t testing.TB) (list []golden) {
	t.Helper()
	for _, l := range gametest.Logs(t) {
		var r struct {
			Reason string
			Score  [2]int
		}
		if err := json.Unmarshal(l.Result, &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, golden{r.Reason, r.Score[0], r.Score[1], l.Actions()})
	}
	return list
}

func newGame(t testing.TB) games.Position { return gametest.Start(t, Game{}, "", "") }

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
	got := gametest.JSON(t, gametest.Play(t, p, "d3"))
	if want := `[{"kind":"move","seat":0,"values":{"flipped":["d4"],"square":"d3"}}]`; got != want {
		t.Errorf("events %s, want %s", got, want)
	}
	for _, g := range goldens(t) {
		if g.reason != BothPass {
			continue
		}
		p := newGame(t)
		gametest.Play(t, p, g.actions[:len(g.actions)-2]...)
		first := p.ToAct()
		for n := 1; n <= 2; n++ {
			seat := p.ToAct()
			events, err := p.Apply(Pass)
			want := []games.Event{{Seat: seat, Fact: EventPass{n}}}
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
		gametest.Play(t, p, tt.after...)
		gametest.Refused(t, p, tt.action, tt.reason)
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
}
