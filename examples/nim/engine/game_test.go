package nim

import (
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/rng"
)

// tested is what the tests of every game need to know of this one.
var tested = gametest.Game{
	Engine:   Game{},
	Notation: everyTake(),
	Bots:     []string{"random", "nimble"},
	Noise:    []string{"a0", "d1", "a8", "A1", "a10"},
	Reread: func(a games.Action) (games.Action, bool) {
		take, ok := ParseTake(a)
		return take.Action(), ok
	},
	Reasons:  []string{ReasonTooMany},
	Ends:     []string{LastStick},
	BadViews: []any{View{}},
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

// everyTake is every action that the notation can say.
func everyTake() (list []games.Action) {
	for heap := range Heaps {
		for n := 1; n <= Most; n++ {
			list = append(list, Take{heap, n}.Action())
		}
	}
	return list
}

// A match by hand: what is refused on the way, and who has won.
func TestLastStickWins(t *testing.T) {
	p := gametest.Start(t, Game{}, "", "")
	gametest.Refused(t, p, "a4", ReasonTooMany)
	gametest.Play(t, p, "a3", "c7", "b4")
	if v := p.View(games.Spectator).(View); v.Heaps != [Heaps]int{0, 1, 0} || v.ToAct != 1 || v.Last != "b4" {
		t.Fatalf("%+v", v)
	}
	gametest.Play(t, p, "b1")
	if r := p.Result(); r == nil || r.Winner != 1 || r.Reason != LastStick {
		t.Fatalf("%+v", r)
	}
	gametest.Refused(t, p, "b1", games.ReasonOver)
}

// The nimble bot wins whenever it begins: the sum of 3, 5 and 7 without carries is not 0.
func TestNimbleWins(t *testing.T) {
	r := rng.New("nimble")
	for range 50 {
		p := gametest.Start(t, Game{}, "", "")
		bots := []games.Bot{nimble{}, random{}}
		for p.Result() == nil {
			gametest.Play(t, p, bots[p.ToAct()].Choose(p.View(p.ToAct()), r))
		}
		if p.Result().Winner != 0 {
			t.Fatal("it has lost")
		}
	}
}
