package sessions

import (
	"encoding/json"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// duel is what a game for two has besides its view. What is not set it has not.
type duel struct {
	// control is the usual clock, controls are those offered for a new table, those
	// of a game with a bot in botControls where they are others.
	control               string
	controls, botControls []string
	// sides tells that one may choose a side.
	sides bool
	// paces are those of the replay, from slow to fast; the usual is the index pace.
	paces []pace
	pace  int
	// sheet is the overlay at the end of a match, panel the same without questions:
	// over a replay's board.
	sheet func(t *table) screen
	panel func(a *App, c *ui.Canvas, s *scene)
	// drawn is the catalogue key for a match that nobody won, where that has a name.
	drawn string
	// outcome is a finished match in words from one seat's side, for lists.
	outcome func(a *App, m store.Match, seat int) string
	// stats are a player's statistics; board is the word for a board by points, score
	// that for a row on it; rows are statistics as text, for the command; purse is
	// a line of the profile.
	stats func(a *App, player string) screen
	board func(a *App, name string) string
	score func(a *App, name string, s store.Score) string
	rows  func(lang words.Lang, raw json.RawMessage) ([][]string, error)
	purse func(a *App, player string) string
}

// pace is a speed of autoplay: what it is called and how long a ply is shown.
type pace struct {
	name string
	step time.Duration
}

// duels are the games for two: one entry a game.
var duels = map[string]duel{
	othello.Name: {
		control: "5+3", controls: []string{"5+3", "1+0", "10+5", "none", lobby.OneDay}, sides: true,
	},
	matgo.Name: {
		control: "30s", controls: []string{"15s", "30s", "60s"}, botControls: []string{"15s", "30s", "60s", "none"},
		paces: []pace{
			{"1.8s", 1800 * time.Millisecond}, {"1.3s", 1300 * time.Millisecond},
			{"0.9s", 900 * time.Millisecond}, {"0.5s", 500 * time.Millisecond},
		},
		pace:  2,
		sheet: func(t *table) screen { return &matgoSheet{t: t} },
		panel: matgoPanel, drawn: "mp.sheet.nagari", outcome: matgoOutcome,
		stats: func(a *App, player string) screen { return newMatgoStats(player) },
		board: matgoBoard, score: matgoScore, rows: matgoRows, purse: matgoPurse,
	},
}

// usualControl is the clock of a game between two people unless they choose another.
func usualControl(game string) string { return duels[game].control }

// UsualControl is the clock of a game for two unless its players choose another, ""
// for any other game.
func UsualControl(game string) string { return usualControl(game) }

// resultSheet is the overlay at the end of the match.
func (t *table) resultSheet() screen {
	if f := duels[t.snap.Game].sheet; f != nil && t.scored() {
		return f(t)
	}
	if f := solos[t.snap.Game].sheet; f != nil && t.snap.Result.Reason == games.Finished {
		return f(t)
	}
	return &result{t: t}
}

// StatsRows are a player's statistics in a game (nil for none yet) as rows of text;
// no rows for a game that keeps none.
func StatsRows(lang words.Lang, game string, raw json.RawMessage) ([][]string, error) {
	f := duels[game].rows
	if one, ok := solos[game]; ok {
		f = one.rows
	}
	if f == nil {
		return nil, nil
	}
	return f(lang, raw)
}

// statistics is the screen of a player's statistics in a game, nil where it keeps none.
func (a *App) statistics(game, player string) screen {
	if f := solos[game].stats; f != nil {
		return f(a, player)
	}
	if f := duels[game].stats; f != nil {
		return f(a, player)
	}
	return nil
}
