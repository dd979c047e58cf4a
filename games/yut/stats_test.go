package yut

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
)

// ended returns a run that the rules ended.
func ended(turns, throws int, relics ...string) games.Run {
	return games.Run{Result: games.Result{Reason: games.Finished, Winner: games.Nobody, Fields: map[string]any{
		"turns": turns, "throws": throws, "finished": Pieces, "relics": relics, "sticks": []string{"plain", "plain", "lucky", "plain"},
	}}}
}

// A ranked run earns the row if it is the best: fewer turns, or as many with fewer throws.
func TestRankedBest(t *testing.T) {
	if got := (Game{}).Boards(); !slices.Equal(got, []string{"turns"}) {
		t.Errorf("boards %v", got)
	}
	b := gametest.NewBook[Stats](t, Game{})
	for i, step := range []struct {
		turns, throws int
		row           bool
	}{{20, 25, true}, {20, 25, false}, {21, 10, false}, {20, 24, true}, {12, 30, true}, {12, 30, false}, {11, 99, true}} {
		run := ended(step.turns, step.throws, "drum")
		run.At = int64(i + 1)
		s, scores := b.Record(run)
		if (len(scores) == 1) != step.row {
			t.Fatalf("run %d: %+v", i, scores)
		}
		if step.row {
			want := games.Score{Board: "turns", Value: -float64(step.turns), Tie: -float64(step.throws), Detail: scores[0].Detail}
			if !reflect.DeepEqual(scores[0], want) || *s.RankedBest != (Best{step.turns, step.throws, int64(i + 1)}) {
				t.Errorf("run %d: %+v, best %+v", i, scores[0], s.RankedBest)
			}
			var d Detail
			if err := json.Unmarshal(scores[0].Detail, &d); err != nil || d.Turns != step.turns || d.Throws != step.throws || !slices.Equal(d.Relics, []string{"drum"}) {
				t.Errorf("detail %s", scores[0].Detail)
			}
		}
	}
}

func TestClasses(t *testing.T) {
	for _, tt := range []struct {
		name                  string
		daily, seeded, looked bool
		seed                  string
		class                 games.Class
		row                   bool
		of                    string
		ranked                bool
	}{
		{name: "ranked", seed: "0123456789abcdef", class: games.Ranked, row: true, ranked: true},
		{name: "daily", daily: true, seed: "0123456789abcdef", class: games.Daily, row: true},
		{name: "typed", seeded: true, seed: "abc 123", class: games.Practice, row: true, of: "=abc 123"},
		{name: "typed in Korean", seeded: true, seed: "가나다라마바사아자차", class: games.Practice, row: true, of: "=가나다라마바사아자차"},
		{name: "typed, not as a screen would", seeded: true, seed: "0123456789a", class: games.Practice},
		{name: "typed, with blanks", seeded: true, seed: " a", class: games.Practice},
		{name: "looked", looked: true, class: games.Hinted},
		{name: "daily, looked", daily: true, looked: true, class: games.Hinted},
		{name: "typed, looked", seeded: true, looked: true, seed: "a", class: games.Hinted},
	} {
		b := gametest.NewBook[Stats](t, Game{})
		run := ended(15, 20)
		run.Daily, run.Seeded, run.Hinted, run.Setup.Seed, run.At = tt.daily, tt.seeded, tt.looked, tt.seed, 7
		s, scores := b.Record(run)
		if s.Classes[tt.class] != 1 || s.Runs != 1 || s.Best == nil || (s.RankedBest != nil) != tt.ranked || (len(scores) == 1) != tt.row {
			t.Errorf("%s: %+v, rows %+v", tt.name, s, scores)
		}
		if tt.row && (scores[0].Of != tt.of || scores[0].Board != "turns" || scores[0].Value != -15 || len("yut/turns/"+scores[0].Of) > 64) {
			t.Errorf("%s: %+v", tt.name, scores[0])
		}
		// A worse run with the seed also earns a row: the board keeps the better one.
		if _, again := b.Record(run); tt.of != "" && len(again) != 1 {
			t.Errorf("%s: no row for the second run", tt.name)
		}
		if want := (Recent{At: 7, Turns: 15, Throws: 20, Finished: 4, Class: tt.class}); s.Recent[0] != want {
			t.Errorf("%s: %+v", tt.name, s.Recent)
		}
	}
}

func TestDistribution(t *testing.T) {
	b := gametest.NewBook[Stats](t, Game{})
	for i := range 60 {
		run := ended(10+i%3*2, 20, []string{"drum", "feast"}[:i%3]...)
		run.At = int64(i)
		b.Record(run)
	}
	s, _ := b.Record(ended(15, 20))
	want := []TurnCount{{10, 20}, {11, 0}, {12, 20}, {13, 0}, {14, 20}, {15, 1}}
	if !slices.Equal(s.Distribution(), want) || s.Mean() != float64(20*10+20*12+20*14+15)/61 || s.Finished != 61 || s.Throws != 61*20 {
		t.Errorf("%v, mean %v", s.Distribution(), s.Mean())
	}
	if r := s.Relics["drum"]; r != (RelicStats{40, 40, 20*12 + 20*14}) || r.Mean() != 13 {
		t.Errorf("drum %+v", r)
	}
	if r := s.Relics["feast"]; r.Mean() != 14 || (RelicStats{}).Mean() != 0 || (Stats{}).Mean() != 0 || (Stats{}).Distribution() != nil {
		t.Errorf("feast %+v", r)
	}
	if len(s.Recent) != 50 || s.Recent[1].At != 59 {
		t.Errorf("%d recent runs", len(s.Recent))
	}
}

// A real run that is given up counts, and earns nothing.
func TestGivenUp(t *testing.T) {
	b := gametest.NewBook[Stats](t, Game{})
	s, scores := b.Record(gametest.GivenUp(t, Game{}, games.Setup{Seed: "s"}, "throw"))
	if s.Runs != 1 || s.Finished != 0 || s.Best != nil || len(s.Turns) != 0 || len(scores) != 0 || s.Recent[0].Finished != 0 || s.Recent[0].Turns != 1 {
		t.Errorf("%+v, %+v", s, scores)
	}
	// Its relics count, too.
	run := ended(9, 9, "drum")
	run.Result.Reason, run.Result.Fields.(map[string]any)["finished"] = games.Resigned, 3
	if s, _ := b.Record(run); s.Relics["drum"] != (RelicStats{Taken: 1}) {
		t.Errorf("%+v", s.Relics)
	}
}

func TestRecordRefuses(t *testing.T) {
	short := ended(9, 9)
	short.Result.Fields.(map[string]any)["finished"] = 3
	for _, run := range []games.Run{{}, ended(0, 5), ended(5, -1), ended(2_000_000, 1), ended(9, 9, "no-such"), ended(9, 9, "drum", "feast", "drum", "drum"), short} {
		if _, _, err := (Game{}).Record(nil, run); err == nil {
			t.Errorf("%+v is recorded", run.Result)
		}
	}
}
