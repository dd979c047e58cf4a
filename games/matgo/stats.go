package matgo

import (
	"encoding/json"
	"fmt"

	"arcade/games"
)

// The boards by points: the purse of rated rounds, the most points won in one of them, and the longest row
// of wins.
const (
	BoardGold   = "gold"
	BoardRound  = "round"
	BoardStreak = "streak"
)

// Stats are a player's statistics: of rated rounds, and of rounds against bots, guests and friends. Each
// has its own purse. Rounds under the standard rules have tallies of their own, but the same purses.
type Stats struct {
	Rated            Tally `json:"rated"`
	Practice         Tally `json:"practice"`
	StandardRated    Tally `json:"standard_rated,omitzero"`
	StandardPractice Tally `json:"standard_practice,omitzero"`
}

// Tally counts a player's rounds of one kind.
type Tally struct {
	// Gold is the purse.
	Gold int `json:"gold"`
	// Listed is the purse as the board ranks it: within goldReach of GoldBase, which stood there at time
	// GoldAt. All are 0 before the first round that is bounded.
	Listed   int     `json:"gold_listed,omitempty"`
	GoldBase float64 `json:"gold_base,omitempty"`
	GoldAt   int64   `json:"gold_at,omitempty"`
	// Rounds is Won + Lost + Nagari.
	Rounds int `json:"rounds"`
	Won    int `json:"won"`
	Lost   int `json:"lost"`
	Nagari int `json:"nagari"`
	// PointsWon and PointsLost are the winners' totals.
	PointsWon  int `json:"points_won"`
	PointsLost int `json:"points_lost"`
	// GoRounds counts the rounds in which the player said go, GoWon the wins among them, Go the goes.
	GoRounds int `json:"go_rounds"`
	GoWon    int `json:"go_won"`
	Go       int `json:"go"`
	// Forfeits counts the rounds of Lost that the player gave up, or lost on time or by staying away.
	Forfeits int `json:"forfeits"`
	// Events sums the player's counters.
	Events Counters `json:"events"`
	// Best is the most points won in one round that counts fully.
	Best int `json:"best"`
	// Streak is the present row of wins, BestStreak the longest. A nagari does not end a streak, nor does a
	// win that counts in part.
	Streak     int `json:"streak"`
	BestStreak int `json:"best_streak"`
}

// of returns the tally of rated rounds or of the others.
func (s *Stats) of(rated bool) *Tally {
	if rated {
		return &s.Rated
	}
	return &s.Practice
}

// under returns the tally of rounds under the standard rules.
func (s *Stats) under(rated bool) *Tally {
	if rated {
		return &s.StandardRated
	}
	return &s.StandardPractice
}

// ReadStats reads a player's statistics; nil before the first round.
func ReadStats(raw json.RawMessage) (Stats, error) {
	s := Stats{Rated: Tally{Gold: InitialGold}, Practice: Tally{Gold: InitialGold}}
	err := games.ReadStats(Name, raw, &s)
	return s, err
}

// Boards names the boards by points.
func (Game) Boards() []string { return []string{BoardGold, BoardRound, BoardStreak} }

// Record adds a round to a player's statistics. Only rated rounds under the document's rules earn rows.
func (Game) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, nil, err
	}
	end, err := ReadResult(run.Result)
	if err != nil {
		return nil, nil, err
	}
	var began roundOptions
	began.Gold = [2]int{InitialGold, InitialGold}
	if run.Setup.Options != nil {
		if err := json.Unmarshal(run.Setup.Options, &began); err != nil {
			return nil, nil, fmt.Errorf("matgo: options of a round: %w", err)
		}
	}
	me := run.Seat
	t := s.of(run.Rated)
	was := *t
	standard := began.Rules == RulesStandard
	if standard {
		s.under(run.Rated).add(me, run.Result, end, run.Whole())
	} else {
		t.add(me, run.Result, end, run.Whole())
	}
	// Add the round's change of gold instead of its final gold: another round may have been played
	// meanwhile.
	if t.Gold += int(float64(end.Gold[me]-began.Gold[me]) * (1 - run.Discount)); t.Gold <= 0 {
		t.Gold = InitialGold
	}
	gold := t.Gold
	if run.Bounded && !standard {
		gold = t.list(was.Gold, run.At)
	}
	raw, err := json.Marshal(s)
	if err != nil || !run.Rated || standard {
		return raw, nil, err
	}
	rows := []games.Score{{Board: BoardGold, Value: float64(gold)}}
	if t.Best > was.Best {
		rows = append(rows, games.Score{Board: BoardRound, Value: float64(t.Best)})
	}
	if t.BestStreak > was.BestStreak {
		rows = append(rows, games.Score{Board: BoardStreak, Value: float64(t.BestStreak)})
	}
	return raw, rows, nil
}

// A board of purses that new keys could fill would be worth nothing, and nobody can tell new keys from new
// people. So what the board ranks stays within goldReach of its base, which follows it by goldFollow a day: in a
// day a place is worth 2,000 more or less at most, and the purse itself pays every round in full.
const (
	goldReach, goldFollow = 1500, 500
	dayTime               = float64(24 * 60 * 60 * 1000)
)

// list returns the purse as the board ranks it at time now; was is the purse before the round.
func (t *Tally) list(was int, now int64) int {
	listed := float64(t.Listed)
	if t.GoldBase == 0 {
		listed = float64(was)
		t.GoldBase = listed
	}
	way := goldFollow * max(0, float64(now-t.GoldAt)/dayTime)
	t.GoldBase = min(max(listed, t.GoldBase-way), t.GoldBase+way)
	t.GoldAt = now
	t.Listed = int(min(max(float64(t.Gold), t.GoldBase-goldReach), t.GoldBase+goldReach))
	return t.Listed
}

// add counts one round, except for the purse. Only a round that counts fully sets records.
func (t *Tally) add(me games.Seat, r games.Result, end RoundResult, whole bool) {
	t.Rounds++
	t.Go += end.Go[me]
	said := end.Go[me] > 0
	if said {
		t.GoRounds++
	}
	t.Events.Add(end.Events[me])
	switch r.Winner {
	case games.Nobody:
		t.Nagari++
	case me:
		t.Won++
		t.PointsWon += end.Total[me]
		if whole {
			t.Best = max(t.Best, end.Total[me])
			t.Streak++
			t.BestStreak = max(t.BestStreak, t.Streak)
		}
		if said {
			t.GoWon++
		}
	default:
		t.Lost++
		t.PointsLost += end.Total[r.Winner]
		t.Streak = 0
		switch r.Reason {
		case games.Resigned, games.TimedOut, games.Abandoned:
			t.Forfeits++
		}
	}
}

// Add adds o to c.
func (c *Counters) Add(o Counters) {
	c.Ttak += o.Ttak
	c.Ppuk += o.Ppuk
	c.Jjob += o.Jjob
	c.Shaking += o.Shaking
	c.Bomb += o.Bomb
	c.Ddadak += o.Ddadak
	c.Ssul += o.Ssul
	c.Jabbeok += o.Jabbeok
	c.YeonPpuk += o.YeonPpuk
	c.Kung += o.Kung
}

// CounterNames has the counters' names in the order of counts.
var CounterNames = [...]string{"ttak", "ppuk", "jjob", "shaking", "bomb", "ddadak", "ssul", "jabbeok", "yeonPpuk", "kung"}

func (c *Counters) Counts() [len(CounterNames)]int {
	return [...]int{c.Ttak, c.Ppuk, c.Jjob, c.Shaking, c.Bomb, c.Ddadak, c.Ssul, c.Jabbeok, c.YeonPpuk, c.Kung}
}
