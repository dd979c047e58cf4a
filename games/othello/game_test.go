package othello

import (
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
)

var tested = gametest.Game{
	Engine:   Game{},
	Notation: notation(),
	Bots:     []string{"novice", "beginner", "greedy", "careful", "steady", "expert", "master"},
	Noise:    []string{"a9", "i1", "d3 c3", "d3d3"},
	Reasons:  []string{ReasonOccupied, ReasonFlipsNone, ReasonMustPass, ReasonMayNotPass},
	Ends:     []string{BothPass, BoardFull, NoBlack, NoWhite},
	Promise:  promise,
	BadViews: []any{View{}, View{Board: "X", ToAct: 0}, View{Board: dashes(64), ToAct: games.Nobody}, View{Board: dashes(64), ToAct: 5}},
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

// notation is every action there is.
func notation() []games.Action {
	list := []games.Action{Pass}
	for _, name := range names {
		list = append(list, games.Action(name))
	}
	return list
}

// promise checks the rules that hold at every ply.
func promise(t rapid.TB, first games.Position) func(games.Position, games.Action) {
	start := first.(*position)
	discs, ply, filled := 4, 0, start.Own|start.Other
	return func(pos games.Position, played games.Action) {
		p := pos.(*position)
		if played != "" {
			ply++
			if played != Pass {
				discs++
			}
		}
		v := p.View(0).(View)
		if v.Counts[0]+v.Counts[1] != discs || v.Ply != ply || p.plies != ply || p.last != played {
			t.Fatalf("%v discs at ply %d, want %d at %d after %s", v.Counts, v.Ply, discs, ply, played)
		}
		if p.Own&p.Other != 0 || filled&^(p.Own|p.Other) != 0 {
			t.Fatal("a square is taken twice or came free")
		}
		filled = p.Own | p.Other
		if a, forced := p.Forced(); forced != (p.Result() == nil && p.Legal()[0] == Pass) || forced && a != Pass {
			t.Fatalf("forced %q %v, legal %v", a, forced, p.Legal())
		}
	}
}
