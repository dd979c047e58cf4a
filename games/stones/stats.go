package stones

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"arcade/games"
)

// Window is the number of latest ranked runs of a mode that the ranked board averages. A player needs that
// many runs to be on it.
const Window = 20

// maxRecent limits the runs that the statistics list.
const maxRecent = 50

// Stats are a player's statistics. A run that was given up has reward 0 and the cell where it stood.
type Stats struct {
	// Runs counts the runs of every class and mode.
	Runs int `json:"runs"`
	// Rewards and Cells count the runs by their rewards and their last cells.
	Rewards [Rewards]int `json:"rewards"`
	Cells   [Cells]int   `json:"cells"`
	// Modes has the statistics by mode, mode 1 first. Modes at the end that were never played may be
	// missing.
	Modes []ModeStats `json:"modes"`
	// Recent has the last 50 runs, latest first.
	Recent []Recent `json:"recent"`
}

// ModeStats are a player's statistics in one mode.
type ModeStats struct {
	Runs    int          `json:"runs"`
	Rewards [Rewards]int `json:"rewards"`
	Cells   [Cells]int   `json:"cells"`
	// Classes counts the runs by class.
	Classes map[games.Class]int `json:"classes"`
	// Counted is the number of runs that count on the ranked board: the ranked ones, and as reward 0 the
	// runs that looked after their first pick.
	Counted int `json:"counted"`
	// Last has the rewards of the last 20 such runs, oldest first.
	Last []Reward `json:"last"`
	// Streak counts such runs of super epic or better in a row up to now, Longest the most ever.
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

// CellSum returns the sum of the runs' last cells.
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

// Mean returns the mean reward of the last 20 runs that count; 0 if there are none.
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

// outcome has the facts of a run's result.
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

// Boards lists the modes' numbers.
func (Game) Boards() []string {
	var list []string
	for _, m := range modes {
		list = append(list, strconv.Itoa(m.Number))
	}
	return list
}

// ReadStats reads a player's statistics; nil before the first run.
func ReadStats(data json.RawMessage) (s Stats, err error) {
	err = games.ReadStats(Name, data, &s)
	return s, err
}

// Record counts a run in a player's [Stats]. From the 20th on, a ranked run earns the row of its mode: the
// mean reward of the last 20, and among equals the longest streak of super epic ever. A daily run that did
// not look earns its reward.
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

// count adds a run to everything except the ranked board's figures, and returns its mode's part.
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

// rank adds a reward to the ranked board's figures.
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
