package connectfour

import (
	"fmt"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/puzzles"
	"arcade/games/rng"
)

// tested describes this game for the tests of every game.
var tested = gametest.Game{
	Engine:   Game{},
	Notation: actions("1 2 3 4 5 6 7"),
	Bots:     []string{"random", "glance", "ahead"},
	Noise:    []string{"0", "8", "d", "11", "１"},
	Reread: func(a games.Action) (games.Action, bool) {
		col, ok := ParseDrop(a)
		return Drop(col), ok
	},
	Reasons:  []string{ReasonFull},
	Ends:     []string{Four, Full},
	BadViews: []any{View{ToAct: games.Nobody}, View{ToAct: 9}},
	Stats:    func() any { return new(Stats) },
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

func actions(text string) (list []games.Action) {
	for a := range strings.FieldsSeq(text) {
		list = append(list, games.Action(a))
	}
	return list
}

// Four in a row wins in each direction, and a full board is a draw.
func TestEnds(t *testing.T) {
	for moves, want := range map[string]games.Result{
		"1 2 1 2 1 2 1": {Reason: Four}, "7 1 7 2 7 3 6 4": {Reason: Four, Winner: 1},
		"1 2 2 3 3 4 3 4 4 7 4": {Reason: Four}, "7 6 6 5 5 4 5 4 4 1 4": {Reason: Four},
		"1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7": {Reason: Full, Winner: games.Nobody},
	} {
		p := gametest.Start(t, Game{}, "", "")
		gametest.Play(t, p, actions(moves)...)
		if r := p.Result(); r == nil || *r != want {
			t.Errorf("%s: %+v, want %+v", moves, r, want)
		}
	}
	p := gametest.Start(t, Game{}, "", "")
	gametest.Play(t, p, actions("2 2 2 2 2 2 6")...)
	gametest.Refused(t, p, "2", ReasonFull)
	if v := p.View(0).(View); v.Board != (Board{1: "XOXOXO", 5: "X"}) || v.ToAct != 1 || v.Last != "6" {
		t.Errorf("%+v", v)
	}
}

// A bot that looks ahead wins at once, prevents that, and beats the random one.
func TestBots(t *testing.T) {
	bots, won := (Game{}).Bots(), 0
	for _, moves := range []string{"1 7 1 7 1 7", "1 7 1 7 1"} {
		p := gametest.Start(t, Game{}, "", "")
		gametest.Play(t, p, actions(moves)...)
		if got := bots[2].Choose(p.View(p.ToAct()), rng.New("1")); got != "1" {
			t.Errorf("after %s: %s", moves, got)
		}
	}
	for i := range 20 {
		p, r := gametest.Start(t, Game{}, "", ""), rng.New(fmt.Sprint(i))
		for p.Result() == nil {
			gametest.Play(t, p, bots[2*p.ToAct()].Choose(p.View(p.ToAct()), r))
		}
		won += int(max(p.Result().Winner, 0))
	}
	if won < 18 {
		t.Errorf("%d of 20", won)
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

// A draw is no win and no loss: it counts as drawn, and ends a row of wins.
func TestStats(t *testing.T) {
	book := gametest.NewBook[Stats](t, Game{})
	for i, want := range []Stats{
		{Matches: 1, Won: 1, Streak: 1, Longest: 1}, {Matches: 2, Won: 2, Streak: 2, Longest: 2},
		{Matches: 3, Won: 2, Drawn: 1, Longest: 2}, {Matches: 4, Won: 3, Drawn: 1, Streak: 1, Longest: 2}, {Matches: 5, Won: 3, Drawn: 1, Longest: 2},
	} {
		winner := []games.Seat{0, 0, games.Nobody, 0, 1}[i]
		if got, rows := book.Record(games.Run{Rated: true, Result: games.Result{Winner: winner}}); got != want || len(rows) != []int{1, 1, 0, 0, 0}[i] {
			t.Errorf("match %d: %+v with %d rows, want %+v", i+1, got, len(rows), want)
		}
	}
}
