package stones

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
)

// ended returns a run that the rules ended with a reward.
func ended(mode int, reward Reward, cell int) games.Run {
	return games.Run{Result: games.Result{Reason: games.Finished, Winner: games.Nobody,
		Fields: map[string]any{"mode": mode, "reward": reward, "cell": cell, "picks": Picks}}}
}

func TestBoards(t *testing.T) {
	if got := (Game{}).Boards(); !slices.Equal(got, []string{"1", "2", "3"}) {
		t.Errorf("%v", got)
	}
}

// The 20th ranked run appears on the board. After that the oldest leaves when a new one comes.
func TestRankedWindow(t *testing.T) {
	b := gametest.NewBook[Stats](t, Game{})
	var rewards []Reward
	for i := range 45 {
		r := []Reward{Rare, Epic, SuperEpic, SuperEpic, None, Rare, Epic}[i%7]
		rewards = append(rewards, r)
		s, scores := b.Record(ended(1, r, 12))
		last := rewards[max(0, len(rewards)-20):]
		if m := s.Modes[0]; !slices.Equal(m.Last, last) || m.Counted != i+1 {
			t.Fatalf("run %d: last %v, counted %d", i+1, m.Last, m.Counted)
		}
		if i < 19 {
			if scores != nil {
				t.Fatalf("run %d: a row %+v", i+1, scores)
			}
			continue
		}
		sum := 0
		for _, r := range last {
			sum += int(r)
		}
		if len(scores) != 1 || scores[0].Board != "1" || math.Abs(scores[0].Value-float64(sum)/20) > 1e-12 || scores[0].Tie != 2 {
			t.Fatalf("run %d: %+v, sum %d", i+1, scores, sum)
		}
		var d RankedDetail
		if err := json.Unmarshal(scores[0].Detail, &d); err != nil || d.Counted != i+1 {
			t.Errorf("detail %s", scores[0].Detail)
		}
	}
	// The other mode has its own window.
	if s, scores := b.Record(ended(2, Epic, 3)); scores != nil || s.Modes[1].Counted != 1 || s.Modes[0].Counted != 45 {
		t.Errorf("mode 2: %+v, %+v", s.Modes, scores)
	}
}

func TestStreaks(t *testing.T) {
	b := gametest.NewBook[Stats](t, Game{})
	for i, step := range []struct {
		reward          Reward
		streak, longest int
	}{
		{SuperEpic, 1, 1}, {SuperEpic, 2, 2}, {Epic, 0, 2}, {SuperEpic, 1, 2}, {Unique, 2, 2}, {SuperEpic, 3, 3}, {None, 0, 3},
	} {
		s, _ := b.Record(ended(2, step.reward, 15))
		if m := s.Modes[1]; m.Streak != step.streak || m.Longest != step.longest {
			t.Errorf("run %d: streak %d, longest %d, want %d, %d", i, m.Streak, m.Longest, step.streak, step.longest)
		}
	}
	// The longest streak stays after it has left the window.
	for range 25 {
		b.Record(ended(2, Rare, 3))
	}
	if _, scores := b.Record(ended(2, Rare, 3)); scores[0].Tie != 3 || scores[0].Value != 2 {
		t.Errorf("%+v", scores)
	}
	// A run that does not count neither breaks nor makes a streak.
	b = gametest.NewBook[Stats](t, Game{})
	b.Record(ended(1, SuperEpic, 15))
	run := ended(1, Rare, 3)
	run.Seeded = true
	if s, _ := b.Record(run); s.Modes[0].Streak != 1 {
		t.Error("practice broke a streak")
	}
}

func TestClasses(t *testing.T) {
	for _, tt := range []struct {
		daily, seeded, looked, late bool
		class                       games.Class
		counted                     int
		row                         bool
	}{
		{class: games.Ranked, counted: 1, row: true},
		{daily: true, class: games.Daily, row: true},
		{seeded: true, class: games.Practice},
		{looked: true, class: games.Hinted},
		{looked: true, late: true, class: games.Hinted, counted: 1}, // a forfeited reward
		{daily: true, looked: true, class: games.Hinted},
		{daily: true, looked: true, late: true, class: games.Hinted},
		{seeded: true, looked: true, late: true, class: games.Hinted},
	} {
		b := gametest.NewBook[Stats](t, Game{})
		for range 19 {
			b.Record(ended(1, SuperEpic, 15))
		}
		run := ended(1, Epic, 12)
		run.Daily, run.Seeded, run.Hinted, run.HintedLate, run.At = tt.daily, tt.seeded, tt.looked, tt.late, 77
		s, scores := b.Record(run)
		m := s.Modes[0]
		if s.Runs != 20 || m.Classes[tt.class] != 1+19*b2i(tt.class == games.Ranked) || m.Counted != 19+tt.counted || (len(scores) == 1) != tt.row {
			t.Errorf("%+v: %+v, rows %+v", tt, m, scores)
		}
		if want := (Recent{At: 77, Mode: 1, Reward: Epic, Cell: 12, Class: tt.class}); s.Recent[0] != want {
			t.Errorf("%+v: recent %+v", tt, s.Recent[0])
		}
		if tt.late && tt.counted == 1 && (m.Last[19] != None || m.Streak != 0) {
			t.Errorf("a forfeit counts as %v, streak %d", m.Last[19], m.Streak)
		}
		if tt.daily && tt.row && (scores[0].Board != "1" || scores[0].Value != 3 || scores[0].Tie != 0 || string(scores[0].Detail) != `{"cell":12,"picks":8}`) {
			t.Errorf("daily row %+v", scores[0])
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TellStats adds the means to the statistics.
func TestTellStats(t *testing.T) {
	told, err := Game{}.TellStats(json.RawMessage(`{"runs":3,"rewards":[0,0,1,0,2],"cells":[0,1,0,2],"modes":[{"runs":3,"rewards":[0,0,1,0,2]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Runs       int
		MeanReward float64 `json:"mean_reward"`
		MeanCell   float64 `json:"mean_cell"`
		Modes      []struct {
			Runs       int
			MeanReward float64 `json:"mean_reward"`
		}
	}
	if err := json.Unmarshal(raw, &got); err != nil || got.Runs != 3 || got.MeanReward != 10.0/3 || got.MeanCell != 7.0/3 ||
		len(got.Modes) != 1 || got.Modes[0].Runs != 3 || got.Modes[0].MeanReward != 10.0/3 {
		t.Errorf("%s, %v", raw, err)
	}
}

func TestDistribution(t *testing.T) {
	b := gametest.NewBook[Stats](t, Game{})
	for i := range 60 {
		run := ended(1+i%2, Reward(2+i%3), i%Cells)
		run.At = int64(i)
		b.Record(run)
	}
	s, _ := b.Record(ended(1, SuperEpic, 15))
	runs, cells := 0, 0
	for _, m := range s.Modes {
		runs += m.Runs
		cells += Stats{Cells: m.Cells}.CellSum()
	}
	if s.Runs != 61 || runs != 61 || s.CellSum() != cells || s.Rewards != [Rewards]int{0, 0, 20, 20, 21} {
		t.Errorf("%+v", s)
	}
	want := 15
	for i := range 60 {
		want += i % Cells
	}
	if s.CellSum() != want {
		t.Errorf("cell sum %d, want %d", s.CellSum(), want)
	}
	if len(s.Recent) != 50 || s.Recent[1].At != 59 || s.Recent[49].At != 11 {
		t.Errorf("%d recent runs, %+v", len(s.Recent), s.Recent)
	}
}

// A real run that is given up has reward 0.
func TestGivenUp(t *testing.T) {
	s, _ := gametest.NewBook[Stats](t, Game{}).Record(gametest.GivenUp(t, Game{}, games.Setup{Seed: "s"}, "1"))
	if s.Rewards[None] != 1 || !slices.Equal(s.Modes[0].Last, []Reward{None}) || s.CellSum() < 3 {
		t.Errorf("%+v", s)
	}
}

func TestRecordRefuses(t *testing.T) {
	for _, run := range []games.Run{{}, ended(4, Epic, 1), ended(1, 7, 1), ended(1, Epic, 17), ended(1, -1, 1)} {
		if _, _, err := (Game{}).Record(nil, run); err == nil {
			t.Errorf("%+v is recorded", run.Result)
		}
	}
}
