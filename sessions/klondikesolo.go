package sessions

import (
	"encoding/json"
	"time"

	"arcade/games/klondike"
	"arcade/sessions/words"
	"arcade/store"
)

func init() {
	solos[klondike.Name] = solo{
		setup: func(a *App) screen { return newScores(a, klondike.Name) },
		stats: func(a *App, player string) screen { return newScores(a, klondike.Name) },
		board: klondikeBoard, score: klondikeScore, outcome: klondikeOutcome, rows: klondikeRows, again: klondikeAgain,
	}
}

// klondikeBoard names a board: how many cards a draw turns.
func klondikeBoard(a *App, name string) string {
	if name == "draw3" {
		return a.T("kl.board.3")
	}
	return a.T("kl.board.1")
}

// klondikeScore is a row's moves and time.
func klondikeScore(a *App, _ bool, s store.Score) string {
	return a.T("kl.row", "m", int(-s.Value), "t", timeText(time.Duration(-s.Tie)*time.Millisecond))
}

// klondikeOutcome is a finished try: solved in so many moves, or not.
func klondikeOutcome(a *App, m store.Match) string {
	var facts struct {
		Won   bool `json:"won"`
		Moves int  `json:"moves"`
	}
	if len(m.Result) > 0 && json.Unmarshal(m.Result, &facts) == nil && facts.Won {
		return a.T("kl.outcome.won", "m", facts.Moves)
	}
	return a.T("end.short." + m.Reason)
}

// klondikeRows are a player's tries by rules.
func klondikeRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	stats, err := klondike.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for _, s := range stats.Sets {
		rows = append(rows, []string{s.Rules.String(), words.T(lang, "kl.rows", "won", s.Won, "n", s.Games)})
	}
	return rows, nil
}
