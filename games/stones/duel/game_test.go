package duel

import (
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/stones"
)

var tested = gametest.Game{
	Engine:   Game{},
	Notation: []games.Action{"1", "2", "3"},
	Bots:     []string{"random", "hasty", "patient", "best"},
	Options:  []string{"", `{"mode":1}`, `{"mode": 2}`, `{"mode":3}`},
	Refused:  map[string]string{`{"mode":0}`: "mode 0", `{"mode":4}`: "mode 4", `{"mode":1,"cells":20}`: "cells"},
	Noise:    []string{"0", "4", "+1", "01", "one"},
	Reasons:  []string{stones.ReasonUsedUp},
	Ends:     []string{games.Finished},
	Promise:  promise,
	BadViews: []any{View{ToAct: -1}, View{}, View{ToAct: 9}},
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

// promise checks after every action that each seat's run is the run that its picks make of the seed alone,
// and that no roll is revealed before both have chosen.
func promise(t rapid.TB, first games.Position) func(games.Position, games.Action) {
	alone := first.(*position).runs // values: copies with the same rolls
	waits := games.Action("")
	chose := games.Nobody
	before := first.View(0).(View)
	return func(pos games.Position, a games.Action) {
		v := pos.View(games.Spectator).(View)
		if a != "" {
			seat, c := before.ToAct, stones.Choice(a[0]-'0')
			switch {
			case waits != "":
				other, _ := stones.ParseChoice(string(waits))
				alone[chose].Pick(other)
				alone[seat].Pick(c)
				waits = ""
			case !before.Runs[1-seat].Over:
				waits, chose = a, seat
			default:
				alone[seat].Pick(c)
			}
		}
		for seat := range alone {
			if got, want := gametest.JSON(t, v.Runs[seat]), gametest.JSON(t, alone[seat].View()); got != want {
				t.Fatalf("seat %d: %s, alone %s", seat, got, want)
			}
		}
		if waiting := waits != ""; waiting != (v.Chosen > 0) || waiting && v.ToAct == chose {
			t.Fatalf("after %q by %d: %+v", waits, chose, v)
		}
		if r := pos.Result(); r != nil {
			worth := func(seat int) int { return 100*int(*v.Runs[seat].Reward) + v.Runs[seat].Cell }
			want, how := games.Nobody, Equal
			switch {
			case worth(0) > worth(1):
				want = 0
			case worth(0) < worth(1):
				want = 1
			}
			if want != games.Nobody {
				if how = Further; *v.Runs[0].Reward != *v.Runs[1].Reward {
					how = More
				}
			}
			if winner, why := v.Outcome(); r.Winner != want || winner != want || why != how || r.Reason != games.Finished {
				t.Fatalf("%d against %d: %+v, %s", worth(0), worth(1), r, why)
			}
		}
		before = v
	}
}

// With the same choices both runs stay equal, and the seats alternate in choosing first.
func TestSameChoicesSameRun(t *testing.T) {
	p := gametest.Start(t, Game{}, "s", "")
	for turn := 0; p.Result() == nil; turn++ {
		if got := p.ToAct(); got != games.Seat(turn%2) {
			t.Fatalf("turn %d: seat %d is first", turn, got)
		}
		if events := gametest.Play(t, p, "1"); len(events) != 0 {
			t.Fatalf("the first choice tells %v", events)
		}
		events := gametest.Play(t, p, "1")
		if len(events) != 2 || events[0].Seat != 0 || events[1].Seat != 1 || events[0].Fact != events[1].Fact {
			t.Fatalf("%v", events)
		}
	}
	if r := p.Result(); r.Winner != games.Nobody {
		t.Errorf("%+v", r)
	}
}

// Once a run is over the other continues alone, each choice with its roll.
func TestOneGoesOnAlone(t *testing.T) {
	p := gametest.Start(t, Game{}, "s", `{"mode":2}`)
	for !p.View(0).(View).Runs[0].Over {
		a := games.Action("1")
		if p.ToAct() == 1 {
			a = p.Legal()[len(p.Legal())-1]
		}
		gametest.Play(t, p, a)
	}
	if v := p.View(0).(View); v.ToAct != 1 || v.Chosen != 0 || v.Runs[1].Over {
		t.Fatalf("%+v", v)
	}
	for p.Result() == nil {
		if events := gametest.Play(t, p, "1"); len(events) != 1 || events[0].Seat != 1 {
			t.Fatalf("%v", events)
		}
	}
}

// Nothing can be taken back, because the roll is known by then.
func TestNothingIsTakenBack(t *testing.T) {
	for _, shared := range []games.Shared{games.Apart, games.Screen} {
		m, err := games.NewMatch(Game{}, games.Setup{Game: Name, Seed: "s"}, games.Terms{Shared: shared}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for at := range int64(4) {
			if _, err := m.Add(games.Entry{Kind: games.Act, Seat: m.ToAct(), Action: "1", At: at}); err != nil {
				t.Fatal(err)
			}
		}
		if m.CanAskTakeback(0) || m.CanAskTakeback(1) || m.CanUndo() {
			t.Errorf("%q: it can be taken back", shared)
		}
	}
}
