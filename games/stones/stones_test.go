package stones

import (
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/rng"
)

func start(t testing.TB, mode, seed string) *position {
	t.Helper()
	return gametest.Start(t, Game{}, seed, `{"mode":`+mode+`}`).(*position)
}

func TestViewJSON(t *testing.T) {
	p := start(t, "2", "돌 23609")
	const rewards = `"rewards":[0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,2]`
	if got, want := gametest.JSON(t, p.View(0)), `{"mode":2,"cell":0,"left":8,"used":[0,0,0],"history":[],`+rewards+
		`,"legal":[1,2,3],"over":false,"reward":null,"currentPosition":0,"remainingMoves":8,"choice1Used":0,"choice2Used":0,"choice3Used":0,"rewardMode":2,"gameOver":false}`; got != want {
		t.Errorf("at the start %s\nwant %s", got, want)
	}
	for i, c := range []games.Action{"2", "2", "1", "3", "3", "1", "2", "3"} {
		events := gametest.Play(t, p, c)
		want := map[int]string{
			0: `[{"kind":"step","seat":0,"values":{"choice":2,"clamped":true,"from":0,"roll":-3,"to":0}}]`,
			6: `[{"kind":"step","seat":0,"values":{"choice":2,"clamped":false,"from":14,"roll":-1,"to":13}}]`,
		}[i]
		if got := gametest.JSON(t, events); want != "" && got != want {
			t.Errorf("events %s\nwant %s", got, want)
		}
		if i == 6 {
			if got := gametest.JSON(t, p.View(games.Spectator)); !strings.Contains(got, `"cell":13,"left":1,"used":[2,3,2],"history":[{"choice":2,"roll":-3,"from":0,"to":0,"clamped":true},`) ||
				!strings.HasSuffix(got, `"legal":[1,3],"over":false,"reward":null,"currentPosition":13,"remainingMoves":1,"choice1Used":2,"choice2Used":3,"choice3Used":2,"rewardMode":2,"gameOver":false}`) {
				t.Errorf("before the last pick %s", got)
			}
		}
	}
	if got := gametest.JSON(t, p.View(games.Everything)); !strings.HasSuffix(got, `{"choice":3,"roll":2,"from":13,"to":15,"clamped":false}],`+rewards+`,"legal":[],"over":true,"reward":4,"currentPosition":15,"remainingMoves":0,"choice1Used":2,"choice2Used":3,"choice3Used":3,"rewardMode":2,"gameOver":true,"finalReward":4}`) {
		t.Errorf("at the end %s", got)
	}
	if got, want := gametest.JSON(t, p.Result()), `{"cell":15,"mode":2,"picks":8,"reason":"finished","reward":4,"winner":null}`; got != want {
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
			gametest.Play(t, p, games.Action(c))
		}
		gametest.Refused(t, p, tt.action, tt.reason)
	}
}

func TestMode(t *testing.T) {
	for options, want := range map[string]int{"": 1, "{}": 1, " null\n": 1, `{"mode":1}`: 1, `{"mode": 2}`: 2} {
		if got := gametest.Start(t, Game{}, "", options).View(0).(View).Mode; got != want {
			t.Errorf("%s: mode %d, want %d", options, got, want)
		}
	}
}

// One bot picks at random, the other picks the best.
func TestBots(t *testing.T) {
	for _, b := range (Game{}).Bots() {
		seen := map[games.Action]bool{}
		for _, seed := range []string{"a", "b", "c", "d", "e"} {
			p, r := start(t, "2", seed), rng.Derive(seed, "bot")
			for !p.Over() {
				a := b.Choose(p.View(0), r)
				if b.Name() == Best && a != BestPlay(2).Best(p.State).Action() {
					t.Errorf("%+v: picks %s", p.State, a)
				}
				seen[a] = true
				gametest.Play(t, p, a)
			}
		}
		if len(seen) != 3 {
			t.Errorf("%s: only %v in five runs", b.Name(), seen)
		}
	}
}
