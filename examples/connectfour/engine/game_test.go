package connectfour

import (
	"fmt"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/puzzles"
	"arcade/games/rng"
)

// tested describes this game for the tests of every game.
var tested = gametest.Game{
	Engine: Game{}, Notation: actions("1234567"), Bots: []string{"random", "glance", "ahead"}, Noise: []string{"0", "8", "d", "11"},
	Reasons: []string{ReasonFull}, Ends: []string{Four, Full}, BadViews: []any{View{ToAct: games.Nobody}, View{ToAct: 9}},
	Stats: func() any { return new(Stats) },
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

func actions(columns string) (list []games.Action) {
	for _, a := range columns {
		list = append(list, games.Action(a))
	}
	return list
}

// after returns the position after some columns.
func after(t *testing.T, columns string) games.Position {
	p := gametest.Start(t, Game{}, "", "")
	gametest.Play(t, p, actions(columns)...)
	return p
}

// Four in a row wins in each direction, and a full board is a draw.
func TestEnds(t *testing.T) {
	for moves, want := range map[string]games.Result{
		"1212121": {Reason: Four}, "71727364": {Reason: Four, Winner: 1}, "12233434474": {Reason: Four}, "76655454414": {Reason: Four},
		"121212212121343434434343565656656565777777": {Reason: Full, Winner: games.Nobody},
	} {
		if r := after(t, moves).Result(); r == nil || *r != want {
			t.Errorf("%s: %+v, want %+v", moves, r, want)
		}
	}
	p := after(t, "2222226")
	gametest.Refused(t, p, "2", ReasonFull)
	if v := p.View(0).(View); v.Board != (Board{1: "XOXOXO", 5: "X"}) || v.ToAct != 1 || v.Last != "6" {
		t.Errorf("%+v", v)
	}
}

// A bot that looks ahead wins at once, and prevents that.
func TestBots(t *testing.T) {
	for _, moves := range []string{"171717", "17171"} {
		if got := (seer{plies: 6}).Choose(after(t, moves).View(0), rng.New("1")); got != "1" {
			t.Errorf("after %s: %s", moves, got)
		}
	}
}

// Bots' matches have puzzles of each length. Every answer is alone right, and a whole line ends with the win.
func TestPuzzles(t *testing.T) {
	seen := map[int]int{}
	for i := range 12 {
		setup, plies, err := puzzles.BotMatch(Game{}, fmt.Sprint(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range plies {
			z, err := Game{}.Puzzle(setup, plies[:n], games.Limit{})
			if err != nil || z == nil {
				continue
			}
			seen[z.In]++
			p, _ := games.After(Game{}, setup, plies[:n])
			for _, step := range z.Line {
				if second, ok := step.Second(); step.Answer() && (!ok || second.Points != 0) {
					t.Errorf("%v is not alone right", step)
				}
				gametest.Play(t, p, step.Action)
			}
			if r := p.Result(); len(z.Line) == z.In && (r == nil || r.Winner != z.Seat) {
				t.Errorf("%v does not win", z)
			}
		}
	}
	if seen[1] == 0 || seen[3] == 0 || seen[5] == 0 {
		t.Errorf("puzzles by length: %v", seen)
	}
}

// A draw is no win and no loss.
func TestStats(t *testing.T) {
	book := gametest.NewBook[Stats](t, Game{})
	for i, want := range []Stats{{1, 1, 0}, {2, 1, 1}, {3, 1, 1}} {
		winner := []games.Seat{0, games.Nobody, 1}[i]
		if got, rows := book.Record(games.Run{Rated: true, Result: games.Result{Winner: winner}}); got != want || rows != nil {
			t.Errorf("match %d: %+v with %v, want %+v", i+1, got, rows, want)
		}
	}
}
