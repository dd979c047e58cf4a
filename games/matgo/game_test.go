package matgo_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/matgotest"
)

// tested describes this game to the tests of every game.
func tested(t testing.TB) gametest.Game {
	full := gametest.JSON(t, matgotest.DeckOf(t, "", "", "", "")[:])
	president := gametest.JSON(t, matgotest.DeckOf(t, "01k 01p 01q 01t 02p 02q 02t", "", "02y", "")[:])  // and a kung
	bonus := gametest.JSON(t, matgotest.DeckOf(t, "b2 01k 01p 01q", "b3 03k 03p 03q", "", "01t 03t")[:]) // a president after a bonus card
	bombs := gametest.JSON(t, matgotest.DeckOf(t, "03k 03p 03q 04t 04p 04q", "07t 07p 07q", "03t 04y 07y", "")[:])
	return gametest.Game{
		Engine:   bots.Game{},
		Notation: allActions(),
		Bots:     []string{"random", "eager", "sensible", "learnt", "master"},
		Options: []string{
			"", `{"hour":21}`, `{"first":0,"carry":2,"gold":[500,400]}`, `{"first":1,"carry":5,"gold":[7,700]}`, `{"first":0,"deck":` + president + `}`,
			`{"first":0,"deck":` + bombs + `}`,
			`{"carry":1048576,"gold":[1,1000000000000000]}`,
			`{"rules":"standard"}`, `{"rules":"standard","first":1,"carry":2,"gold":[7,700]}`, `{"rules":"standard","first":0,"deck":` + president + `}`,
			`{"rules":"standard","first":0,"deck":` + bombs + `}`, `{"rules":"standard","first":0,"deck":` + bonus + `}`, `{"rules":"document"}`,
		},
		Refused: map[string]string{
			`{"rules":"korean"}`: `"rules"`, `{"rules":null}`: `"rules"`, `{"rules":1}`: `"rules"`,
			`{"goal":1}`: "goal", `{"carry":1,"Carry":2}`: "twice",
			`{"first":2}`: `"first"`, `{"first":-1}`: `"first"`, `{"first":null}`: `"first"`, `{"first":"0"}`: `"first"`,
			`{"hour":24}`: `"hour"`, `{"hour":1.5}`: `"hour"`, `{"carry":0}`: `"carry"`, `{"carry":1048577}`: `"carry"`,
			`{"gold":[1]}`: `"gold"`, `{"gold":[1,2,3]}`: `"gold"`, `{"gold":[0,1]}`: `"gold"`, `{"gold":[1,null]}`: `"gold"`,
			`{"gold":[1,1e30]}`: `"gold"`, `{"gold":null}`: `"gold"`, `{"gold":5}`: `"gold"`,
			`{"deck":null}`: `"deck"`, `{"deck":[]}`: "0 cards", `{"deck":"01k"}`: `"deck"`,
			`{"deck":` + strings.Replace(full, `"01k"`, `"01p"`, 1) + `}`: "twice",
			`{"deck":` + strings.Replace(full, `"01k"`, `"1k"`, 1) + `}`:  `"1k"`,
			`{"deck":` + strings.Replace(full, `"01k"`, `null`, 1) + `}`:  "null",
			`{"deck":` + strings.Replace(full, `"01k"`, `3`, 1) + `}`:     "list of card ids",
		},
		Noise: []string{"play", "play ", "play  01k", "play 01k ", "PLAY 01k", "play 1k", "shake 0", "shake 13", "shake 01", "shake +1", "bomb -1",
			"kung", "kung  1", "go\n", "président hold", "gukjin", "take b4", "pass pass"},
		Reread: func(a games.Action) (games.Action, bool) {
			m, ok := matgo.ParseMove(a)
			return m.Action(), ok
		},
		Reasons: []string{
			matgo.ReasonNotAsked, matgo.ReasonNotInHand, matgo.ReasonNotOffered, matgo.ReasonNoThree, matgo.ReasonOnFloor, matgo.ReasonNotOneOnFloor, matgo.ReasonShaken, matgo.ReasonMayNotPass,
			matgo.ReasonMustPass, matgo.ReasonAsked + "president", matgo.ReasonAsked + "kung", matgo.ReasonAsked + "take", matgo.ReasonAsked + "gukjin", matgo.ReasonAsked + "go",
		},
		Ends: []string{games.Finished},
		Hidden: func(p games.Position, viewer games.Seat) (list []string) {
			if p.Result() != nil {
				return nil // nothing is hidden
			}
			for c := range hiddenFrom(p.(*matgo.Position), viewer).All() {
				list = append(list, c.String())
			}
			return list
		},
		Promise:   promise,
		WriteOnly: true,
		BadViews:  []any{matgo.View{}},
		Stats:     func() any { return new(matgo.Stats) },
	}
}

func TestGame(t *testing.T)   { gametest.Run(t, tested(t)) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested(f)) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested(f)) }

// allActions lists the actions of the notation.
func allActions() []games.Action {
	var list []games.Action
	for v := range matgo.Verbs {
		switch verb := matgo.Verb(v); verb {
		case matgo.UseKung, matgo.Shake, matgo.Bomb:
			for m := range uint8(12) {
				list = append(list, matgo.Move{Verb: verb, Arg: m + 1}.Action())
			}
		case matgo.Play, matgo.Take:
			for c := range uint8(matgo.Cards) {
				list = append(list, matgo.Move{Verb: verb, Arg: c}.Action())
			}
		default:
			list = append(list, matgo.Move{Verb: verb}.Action())
		}
	}
	return list
}

// hiddenFrom returns the cards hidden from a viewer: the opponent's hand except for shown cards, and the
// stock.
func hiddenFrom(p *matgo.Position, viewer games.Seat) matgo.Set {
	hidden := matgo.SetOf(p.Deck[p.Next:]...)
	for i := range p.Sides {
		if games.Seat(i) != viewer {
			hidden |= p.Sides[i].Hand &^ p.Sides[i].Shown
		}
	}
	return hidden
}

// promise checks after every action that no card and no gold is lost or doubled, and that each viewer sees
// everything that it may.
func promise(t rapid.TB, _ games.Position) func(games.Position, games.Action) {
	return func(pos games.Position, _ games.Action) {
		p := pos.(*matgo.Position)
		if wrong := matgotest.Check(&p.State); wrong != "" {
			t.Fatal(wrong)
		}
		over := p.Phase == matgo.Over
		for _, viewer := range []games.Seat{0, 1, games.Spectator, games.Everything} {
			v := p.View(viewer).(*matgo.View)
			all := over || viewer == games.Everything
			for i := range v.Hands {
				if open := v.Hands[i] != nil; open != (all || viewer == games.Seat(i)) {
					t.Fatalf("seat %d sees hand %d: %v", viewer, i, open)
				}
				if v.Hands[i] != nil && len(v.Hands[i]) != v.HandCounts[i] {
					t.Fatalf("hand %d has %d cards, counted %d", i, len(v.Hands[i]), v.HandCounts[i])
				}
			}
			if (v.Stock != nil) != all {
				t.Fatalf("seat %d sees the stock: %v", viewer, v.Stock != nil)
			}
			mine := viewer == games.Everything || viewer == v.ToAct && !over
			if (v.Legal != nil) != (mine && !over) {
				t.Fatalf("seat %d sees what is legal: %v, to act %d", viewer, v.Legal, v.ToAct)
			}
			if secret := v.Phase == matgo.AskKung || v.Phase == matgo.AskPresident; secret && (v.Ask != nil) != mine {
				t.Fatalf("seat %d sees the months asked for", viewer)
			}
			if (v.Outcome != nil) != over {
				t.Fatalf("an outcome: %v", v.Outcome)
			}
			if all {
				n := len(v.Stock) + len(v.Floor) + len(v.Aside) + len(v.Hands[0]) + len(v.Hands[1])
				for _, d := range v.Sides {
					n += len(d.Captured.Kwang) + len(d.Captured.Yeol) + len(d.Captured.Tti) + len(d.Captured.Pi) + len(d.Held)
				}
				if v.Phase == matgo.AskTake {
					n++
				}
				if n != matgo.Cards {
					t.Fatalf("%d cards in the view of everything", n)
				}
			}
		}
	}
}

// A president or kung is a secret until it is declared, and after a hold.
func TestPresidentHidden(t *testing.T) {
	p := start(t, matgotest.DeckOf(t, "01k 01p 01q 01t 02p 02q 02t", "", "02y", ""), `"first":0`)
	seen := func(viewer games.Seat) *matgo.Ask { return p.View(viewer).(*matgo.View).Ask }
	equal(t, "own", seen(0).Months, []int{1})
	if seen(1) != nil || seen(games.Spectator) != nil {
		t.Error("the president's month is seen")
	}
	events := do(t, p, "0 president hold")
	equal(t, "hold", gametest.JSON(t, find[matgo.EventPresident](events)), `{"choice":"hold"}`)
	equal(t, "own kung", seen(0).Months, []int{2})
	if seen(1) != nil || seen(games.Spectator) != nil {
		t.Error("the kung's month is seen")
	}
}
