package nim

import (
	"encoding/json"

	"arcade/games"
)

// Streak is the board of the most rated wins in a row.
const Streak = "streak"

// Stats holds a player's statistics over all matches. A new field must have a meaning at its zero value,
// because older statistics do not have the field.
type Stats struct {
	Matches int `json:"matches"`
	Won     int `json:"won"`
	// Taken counts the sticks that the player took.
	Taken int `json:"taken"`
	// Streak counts the present row of rated wins. Longest is the longest row so far.
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

// Record adds a match to a player's statistics. A rated win that counts as a whole lengthens the streak.
// A new longest streak earns a row.
func (Game) Record(stats json.RawMessage, run games.Run) (json.RawMessage, []games.Score, error) {
	s, err := ReadStats(stats)
	if err != nil {
		return nil, nil, err
	}
	s.Matches++
	for _, p := range run.Plies {
		if take, ok := ParseTake(p.Action); ok && p.Seat == run.Seat {
			s.Taken += take.N
		}
	}
	won := run.Result.Winner == run.Seat
	if won {
		s.Won++
	}
	var rows []games.Score
	switch {
	case !run.Rated:
	case !won:
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
