package stones

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"arcade/games"
)

// Window is how many ranked runs of a mode the ranked board looks back on; a
// player is on it from that many on.
const Window = 20

// maxRecent is how many runs the statistics list.
const maxRecent = 50

// Stats are a player's statistics. A run that was given up is a run with reward
// 0 and the cell on which it stood.
type Stats struct {
	// Runs counts the runs of every class and mode.
	Runs int `json:"runs"`
	// Rewards and Cells count the runs by what they earned and where they ended.
	Rewards [Rewards]int `json:"rewards"`
	Cells   [Cells]int   `json:"cells"`
	// Modes are the same by mode, mode 1 first; a mode that was never played may be missing at the end.
	Modes []ModeStats `json:"modes"`
	// Recent are the last 50 runs, latest first.
	Recent []Recent `json:"recent"`
}

// ModeStats are a player's statistics in one mode.
type ModeStats struct {
	Runs    int          `json:"runs"`
	Rewards [Rewards]int `json:"rewards"`
	Cells   [Cells]int   `json:"cells"`
	// Classes counts the runs by class.
	Classes map[games.Class]int `json:"classes"`
	// Counted is how many runs count on the ranked board: the ranked ones, and as
	// reward 0 the runs that looked after their first pick.
	Counted int `json:"counted"`
	// Last are the rewards of the last 20 of them, oldest first.
	Last []Reward `json:"last"`
	// Streak is how many of them in a row were super epic or better up to now,
	// Longest the most that ever were.
	Streak  int `json:"streak"`
	Longest int `json:"longest"`
}

// Recent is one run of the history.
type Recent struct {
	// At is its end, ms since 1970.
	At     int64       `json:"at"`
	Mode   int         `json:"mode"`
	Reward Reward      `json:"reward"`
	Cell   int         `json:"cell"`
	Class  games.Class `json:"class"`
}

// CellSum is the sum of the cells on which the runs ended.
func (s Stats) CellSum() (sum int) {
	for cell, n := range s.Cells {
		sum += cell * n
	}
	return sum
}

// TellStats adds the mean reward of all runs, and of the runs of each mode.
func (Game) TellStats(raw json.RawMessage) (any, error) {
	s, err := ReadStats(raw)
	if err != nil {
		return nil, err
	}
	type mode struct {
		ModeStats
		MeanReward float64 `json:"mean_reward"`
	}
	told := struct {
		Stats
		MeanReward float64 `json:"mean_reward"`
		MeanCell   float64 `json:"mean_cell"`
		Modes      []mode  `json:"modes"`
	}{Stats: s, Modes: []mode{}}
	told.MeanReward, _ = meanOf(s.Rewards[:])
	told.MeanCell, _ = meanOf(s.Cells[:])
	for _, m := range s.Modes {
		mean, _ := meanOf(m.Rewards[:])
		told.Modes = append(told.Modes, mode{m, mean})
	}
	return told, nil
}

// Mean is the mean reward of the last 20 runs that count; 0 where there are none.
func (s ModeStats) Mean() float64 {
	if len(s.Last) == 0 {
		return 0
	}
	sum := 0
	for _, r := range s.Last {
		sum += int(r)
	}
	return float64(sum) / float64(len(s.Last))
}

// RankedDetail is the Detail of a row on a ranked board.
type RankedDetail struct {
	// Counted is as in [ModeStats].
	Counted int `json:"counted"`
}

// DailyDetail is the Detail of a row on a day's board.
type DailyDetail struct {
	Cell  int `json:"cell"`
	Picks int `json:"picks"`
}

// outcome is what a run's result says.
type outcome struct {
	Mode   int    `json:"mode"`
	Reward Reward `json:"reward"`
	Cell   int    `json:"cell"`
	Picks  int    `json:"picks"`
}

func readOutcome(r games.Result) (o outcome, err error) {
	if err := r.Read(&o); err != nil {
		return o, fmt.Errorf("stones: result: %w", err)
	}
	if _, ok := FindMode(o.Mode); !ok || o.Cell < 0 || o.Cell > Goal || o.Reward < 0 || int(o.Reward) >= Rewards {
		return o, fmt.Errorf("stones: a result of mode %d, cell %d, reward %d", o.Mode, o.Cell, o.Reward)
	}
	return o, nil
}

// Boards are the modes' numbers.
func (Game) Boards() []string {
	var list []string
	for _, m := range modes {
		list = append(list, strconv.Itoa(m.Number))
	}
	return list
}

// ReadStats reads a player's statistics; nil is none.
func ReadStats(data json.RawMessage) (s Stats, err error) {
	err = games.ReadStats(Name, data, &s)
	return s, err
}

// Record counts a run in a player's [Stats]. A ranked run earns the row of its
// mode from the 20th on: the mean reward of the last 20, and between equals the
// longest streak of super epic ever. A daily run that did not look earns its reward.
func (Game) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, nil, err
	}
	o, err := readOutcome(run.Result)
	if err != nil {
		return nil, nil, err
	}
	m := s.count(o, run.Class(), run.At)
	var scores []games.Score
	switch board := strconv.Itoa(o.Mode); {
	case run.Forfeit():
		m.rank(None)
	case run.Ranked():
		m.rank(o.Reward)
		if m.Counted >= Window {
			scores, err = score(board, m.Mean(), float64(m.Longest), RankedDetail{m.Counted})
		}
	case run.Daily && !run.Hinted && !run.Seeded:
		scores, err = score(board, float64(o.Reward), 0, DailyDetail{o.Cell, o.Picks})
	}
	if err != nil {
		return nil, nil, err
	}
	out, err := json.Marshal(s)
	return out, scores, err
}

// count adds a run to all but what the ranked board looks at, and gives its mode's part.
func (s *Stats) count(o outcome, class games.Class, at int64) *ModeStats {
	for len(s.Modes) < o.Mode {
		s.Modes = append(s.Modes, ModeStats{Classes: map[games.Class]int{}, Last: []Reward{}})
	}
	m := &s.Modes[o.Mode-1]
	s.Runs++
	s.Rewards[o.Reward]++
	s.Cells[o.Cell]++
	m.Runs++
	m.Rewards[o.Reward]++
	m.Cells[o.Cell]++
	m.Classes[class]++
	s.Recent = slices.Insert(s.Recent, 0, Recent{At: at, Mode: o.Mode, Reward: o.Reward, Cell: o.Cell, Class: class})
	s.Recent = s.Recent[:min(len(s.Recent), maxRecent)]
	return m
}

// rank adds a reward to the rewards that the ranked board looks at.
func (m *ModeStats) rank(r Reward) {
	m.Counted++
	m.Last = append(m.Last, r)
	m.Last = m.Last[max(0, len(m.Last)-Window):]
	if r < SuperEpic {
		m.Streak = 0
		return
	}
	m.Streak++
	m.Longest = max(m.Longest, m.Streak)
}

func score(board string, value, tie float64, detail any) ([]games.Score, error) {
	data, err := json.Marshal(detail)
	if err != nil {
		return nil, err
	}
	return []games.Score{{Board: board, Value: value, Tie: tie, Detail: data}}, nil
}
