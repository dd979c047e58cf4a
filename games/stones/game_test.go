package stones

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
)

var tested = gametest.Game{
	Engine:   Game{},
	Notation: slices.Clone(choiceActions[:]),
	Bots:     []string{"random", "hasty", "patient", "best"},
	Options:  []string{"", `{"mode":1}`, `{"mode": 2}`, `{"mode":3}`},
	Refused: map[string]string{
		`{"mode":0}`: "mode 0", `{"mode":4}`: "mode 4", `{"mode":-1}`: "mode -1", `{"mode":1.5}`: "mode", `{"mode":"1"}`: "mode",
		`{"mode":1,"cells":20}`: "cells",
	},
	Noise:    []string{"0", "4", "+1", "01", "one", "-1", "11", "일", "1 2"},
	Reasons:  []string{ReasonUsedUp},
	Ends:     []string{games.Finished},
	Promise:  promise,
	BadViews: []any{View{}, View{Mode: 1, Cell: 99, Left: 8}, View{Mode: 9, Left: 8}},
	Stats:    func() any { return new(Stats) },
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

// promise checks the game's promises at every pick.
func promise(t rapid.TB, _ games.Position) func(games.Position, games.Action) {
	picks := -1
	return func(pos games.Position, _ games.Action) {
		picks++
		p := pos.(*position)
		v := p.View(0).(View)
		if v.Left != p.mode.Picks-picks || v.Picks() != p.mode.Picks || v.Used[0]+v.Used[1]+v.Used[2] != picks || v.Used[1] > 3 || v.Used[2] > 3 || !p.mode.valid(v.State()) {
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
		over := v.Cell == Goal || picks == p.mode.Picks
		if over != v.Over || over != (p.Result() != nil) || over != (v.Reward != nil) {
			t.Fatalf("over %v: %+v, result %v", over, v, p.Result())
		}
		if !over {
			if got := p.Standing().(outcome).Reward; got != None {
				t.Fatalf("reward %v in play", got)
			}
			return
		}
		want := outcome{v.Mode, *v.Reward, v.Cell, picks}
		if r := p.Result(); r.Reason != games.Finished || r.Winner != games.Nobody || r.Fields != want || *v.Reward != v.Rewards[v.Cell] {
			t.Fatalf("result %+v, want %v", r, want)
		}
	}
}
