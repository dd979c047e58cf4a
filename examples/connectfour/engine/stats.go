package connectfour

import (
	"encoding/json"

	"arcade/games"
)

// Streak is the board of the most rated wins in a row.
const Streak = "streak"

// Stats holds a player's statistics over all matches.
type Stats struct {
	Matches int `json:"matches"`
	Won     int `json:"won"`
	Drawn   int `json:"drawn"`
	// Streak counts the present row of rated wins, which a draw ends; Longest is the longest row.
	Streak  int `json:"streak"`
	Longest int `json:"longest"`
}

// ReadStats reads a player's statistics. nil means that there was no match yet.
func ReadStats(raw json.RawMessage) (s Stats, err error) {
	err = games.ReadStats(Name, raw, &s)
	return s, err
}

// Boards names the one board by points.
func (Game) Boards() []string { return []string{Streak} }

// Record adds a match to a player's statistics. A new longest streak earns a row.
func (Game) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, nil, err
	}
	s.Matches++
	switch run.Result.Winner {
	case run.Seat:
		s.Won++
	case games.Nobody:
		s.Drawn++
	}
	var rows []games.Score
	switch {
	case !run.Rated:
	case run.Result.Winner != run.Seat:
		s.Streak = 0
	case run.Whole():
		if s.Streak++; s.Streak > s.Longest {
			s.Longest = s.Streak
			rows = append(rows, games.Score{Board: Streak, Value: float64(s.Longest)})
		}
	}
	raw, err := json.Marshal(s)
	return raw, rows, err
}
