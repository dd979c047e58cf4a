package connectfour

import (
	"fmt"
	"slices"
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
	BadViews: []any{View{}},
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

// drawn fills the board without four in a row.
const drawn = "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7"

// Four in a row wins in each direction, but not around the edge, and a full board is a draw.
func TestEnds(t *testing.T) {
	for moves, want := range map[string]games.Result{
		"1 2 1 2 1 2 1":                   {Reason: Four, Winner: 0},
		"7 1 7 2 7 3 6 4":                 {Reason: Four, Winner: 1},
		"1 2 2 3 3 4 3 4 4 7 4":           {Reason: Four, Winner: 0},
		"7 6 6 5 5 4 5 4 4 1 4":           {Reason: Four, Winner: 0},
		"5 1 6 1 7 2 1 2 1 2 2 1 2 3 1 3": {},
		drawn:                             {Reason: Full, Winner: games.Nobody},
	} {
		p := gametest.Start(t, Game{}, "", "")
		gametest.Play(t, p, actions(moves)...)
		switch r := p.Result(); {
		case want.Reason == "" && r != nil, want.Reason != "" && (r == nil || *r != want):
			t.Errorf("%s: %+v, want %+v", moves, r, want)
		case want.Reason != "":
			gametest.Refused(t, p, "1", games.ReasonOver)
		}
	}
	p := gametest.Start(t, Game{}, "", "")
	gametest.Play(t, p, actions("2 2 2 2 2 2 6")...)
	gametest.Refused(t, p, "2", ReasonFull)
	if v := p.View(0).(View); v.Board != [Rows]string{".O.....", ".X.....", ".O.....", ".X.....", ".O.....", ".X...X."} || v.ToAct != 1 || v.Last != "6" {
		t.Errorf("%+v", v)
	}
}

// A bot that looks ahead wins at once, and prevents that. It beats the weaker ones.
func TestBots(t *testing.T) {
	for moves, want := range map[string]games.Action{"1 7 1 7 1 7": "1", "1 7 1 7 1": "1", "3 7 4 7": "5"} {
		p := gametest.Start(t, Game{}, "", "")
		gametest.Play(t, p, actions(moves)...)
		if got := (seer{"ahead", 6}).Choose(p.View(p.ToAct()), rng.New("1")); got != want && !(want == "5" && got == "2") {
			t.Errorf("after %s: %s, want %s", moves, got, want)
		}
	}
	bots, points := (Game{}).Bots(), [3]int{}
	for i := range 60 {
		pair := [2]int{i % 3, (i + 1 + i/30) % 3}
		p, r := gametest.Start(t, Game{}, "", ""), rng.New(fmt.Sprint(i))
		for p.Result() == nil {
			gametest.Play(t, p, bots[pair[p.ToAct()]].Choose(p.View(p.ToAct()), r))
		}
		if w := p.Result().Winner; w != games.Nobody {
			points[pair[w]]++
		}
	}
	if !slices.IsSorted(points[:]) {
		t.Errorf("points %v", points)
	}
}

// Bots' matches have puzzles of each length. Every answer is legal and alone right, and the line ends with the win.
func TestPuzzles(t *testing.T) {
	seen := map[int]int{}
	for i := range 12 {
		setup, plies, err := puzzles.BotMatch(Game{}, fmt.Sprint(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range plies {
			z, err := Game{}.Puzzle(setup, plies[:n], games.Limit{})
			if err != nil {
				t.Fatal(err)
			} else if z == nil {
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
			if len(z.Line) == z.In && (p.Result() == nil || p.Result().Winner != z.Seat) {
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
	run := func(winner games.Seat, reason string, plies int) games.Run {
		return games.Run{Rated: true, Plies: make([]games.Ply, plies), Result: games.Result{Reason: reason, Winner: winner}}
	}
	book := gametest.NewBook[Stats](t, Game{})
	for i, c := range []struct {
		run  games.Run
		want Stats
		rows int
	}{
		{run(0, Four, 11), Stats{Matches: 1, Won: 1, Fastest: 11, Streak: 1, Longest: 1}, 1},
		{run(0, games.Resigned, 3), Stats{Matches: 2, Won: 2, Fastest: 11, Streak: 2, Longest: 2}, 1},
		{run(games.Nobody, Full, 42), Stats{Matches: 3, Won: 2, Drawn: 1, Fastest: 11, Longest: 2}, 0},
		{run(0, Four, 7), Stats{Matches: 4, Won: 3, Drawn: 1, Fastest: 7, Streak: 1, Longest: 2}, 0},
		{run(1, Four, 8), Stats{Matches: 5, Won: 3, Drawn: 1, Fastest: 7, Longest: 2}, 0},
	} {
		if got, rows := book.Record(c.run); got != c.want || len(rows) != c.rows {
			t.Errorf("match %d: %+v with %d rows, want %+v with %d", i, got, len(rows), c.want, c.rows)
		}
	}
}
