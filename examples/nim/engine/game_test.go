package nim

import (
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/rng"
)

// tested describes this game for the tests of every game.
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
	Stats:    func() any { return new(Stats) },
}

func TestGame(t *testing.T)   { gametest.Run(t, tested) }
func FuzzAction(f *testing.F) { gametest.FuzzAction(f, tested) }
func FuzzSetup(f *testing.F)  { gametest.FuzzSetup(f, tested) }

// everyTake returns every action that the notation can express.
func everyTake() (list []games.Action) {
	for heap := range Heaps {
		for n := 1; n <= Most; n++ {
			list = append(list, Take{heap, n}.Action())
		}
	}
	return list
}

// A match by hand, with illegal actions on the way and the winner at the end.
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

// The nimble bot wins whenever it begins, because the sum of 3, 5 and 7 without carries is not 0.
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

// A player's statistics: only rated wins count for the streak, and a match that counts in part does not
// lengthen it.
func TestStats(t *testing.T) {
	run := func(winner games.Seat, rated bool, discount float64) games.Run {
		p := gametest.Start(t, Game{}, "", "")
		takes := []games.Action{"a3", "b5", "c7"}
		if winner == 1 {
			takes = []games.Action{"a3", "b5", "c6", "c1"}
		}
		r := games.Run{Rated: rated, Discount: discount}
		for _, a := range takes {
			r.Plies = append(r.Plies, games.Ply{Seat: p.ToAct(), Action: a})
			gametest.Play(t, p, a)
		}
		r.Result = *p.Result()
		return r
	}
	book := gametest.NewBook[Stats](t, Game{})
	for i, c := range []struct {
		run  games.Run
		want Stats
		row  float64 // row on the board, 0 for none
	}{
		{run(0, true, 0), Stats{Matches: 1, Won: 1, Taken: 10, Streak: 1, Longest: 1}, 1},
		{run(0, false, 0), Stats{Matches: 2, Won: 2, Taken: 20, Streak: 1, Longest: 1}, 0},
		{run(0, true, 0.5), Stats{Matches: 3, Won: 3, Taken: 30, Streak: 1, Longest: 1}, 0},
		{run(0, true, 0), Stats{Matches: 4, Won: 4, Taken: 40, Streak: 2, Longest: 2}, 2},
		{run(1, true, 0), Stats{Matches: 5, Won: 4, Taken: 49, Longest: 2}, 0},
		{run(0, true, 0), Stats{Matches: 6, Won: 5, Taken: 59, Streak: 1, Longest: 2}, 0},
	} {
		got, rows := book.Record(c.run)
		row := 0.0
		for _, r := range rows {
			row += r.Value
		}
		if got != c.want || row != c.row {
			t.Errorf("match %d: %+v with a row of %v, want %+v with %v", i, got, row, c.want, c.row)
		}
	}
}
