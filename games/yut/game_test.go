package yut

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
)

var tested = gametest.Game{
	Engine:   Game{},
	Notation: notation(),
	Bots:     []string{Greedy, Random, Thoughtful, Planner},
	Refused:  map[string]string{`{"pieces":4}`: "pieces"},
	Noise: []string{"Throw", "throw 1", "start now", "move", "move do", "move do home A1 x", "move  do home", "move 1 home", "move do O0",
		"move do O21", "move do o5", "move do finished", "move do O5 home", "move do O5 finished", "move back home", "stick", "stick 0",
		"stick 5", "stick 11", "relic 0", "relic 4", "relic one", "던지기"},
	Reread: func(a games.Action) (games.Action, bool) {
		parsed := parseAct(a)
		return parsed.action(), parsed.verb != 0
	},
	Reasons:  []string{ReasonNotAsked, ReasonThrowsLeft, ReasonNoThrow, ReasonNoToken, ReasonNoPiece, ReasonWay, ReasonNoRelic},
	Ends:     []string{games.Finished, games.Resigned},
	Promise:  promise,
	BadViews: badViews(),
	Stats:    func() any { return new(Stats) },
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

// notation lists every action in the notation.
func notation() []games.Action {
	list := []games.Action{"throw", "start", "stick discard", "stick 1", "stick 2", "stick 3", "stick 4", "relic 1", "relic 2", "relic 3"}
	for token := Do; token <= Mo; token++ {
		for from := Home; from < Finished; from++ {
			for first := Home; first < Finished; first++ {
				list = append(list, act{verb: doMove, token: token, from: from, first: first}.action())
			}
		}
	}
	return list
}

func badViews() []any {
	pos, err := Game{}.Start(games.Setup{})
	if err != nil {
		panic(err)
	}
	bad, worse := pos.View(0).(View), pos.View(0).(View)
	bad.Sticks[0].ID = "no-such"
	worse.Pieces[0], worse.Hand = 77, []Token{9}
	return []any{View{}, bad, worse}
}

// promise checks the game's promises after every action.
func promise(t rapid.TB, first games.Position) func(games.Position, games.Action) {
	pieces, moves := first.(*position).pieces, []Move(nil)
	return func(pos games.Position, played games.Action) {
		p := pos.(*position)
		for i := range pieces { // stacks never split
			for j := range i {
				if pieces[i] == pieces[j] && pieces[i] != Home && p.pieces[i] != p.pieces[j] {
					t.Fatalf("%s parts %v into %v", played, pieces, p.pieces)
				}
			}
		}
		for _, m := range moves { // the announced moves are right
			if m.Action == played && !slices.Contains(p.pieces[:], m.To) {
				t.Fatalf("%s shown to end at %v: %v", played, m.To, p.pieces)
			}
		}
		v := view(p)
		onBoard := 0
		for i, s := range v.Stacks {
			onBoard += s.Pieces
			if !s.Node.onBoard() || i > 0 && v.Stacks[i-1].Node >= s.Node {
				t.Fatalf("stacks %v", v.Stacks)
			}
		}
		if v.Home+onBoard+v.Finished != Pieces || len(v.Special) != specialNodes || len(v.Relics) >= Pieces {
			t.Fatalf("%+v", v)
		}
		if (v.Ask == Over) != (p.Result() != nil) || (v.Ask == AskMove) != (len(v.Moves) > 0) || (v.Ask == AskStick) != (v.Offer != nil) || (v.Ask == AskRelic) != (v.Reward != nil) {
			t.Fatalf("asks %s with %+v", v.Ask, v)
		}
		pieces, moves = p.pieces, v.Moves
	}
}
