package sessions

import (
	"encoding/json"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// game is all that a game gives to the screens besides its engine. What is not set it
// has not.
type game struct {
	name string
	// words is its catalogue.
	words []byte
	// view makes what shows it, for one screen.
	view func() gameView

	// Of two seats: control is the usual clock, controls are those offered for a new
	// table, those of a game with a bot in botControls where they are others.
	control               string
	controls, botControls []string
	// sides tells that one may choose a side.
	sides bool
	// paces are those of the replay, from slow to fast; the usual is the index pace.
	paces []pace
	pace  int
	// panel is the end of a match over a replay's board, without questions.
	panel func(a *App, c *ui.Canvas, s *scene)
	// drawn is the catalogue key for a match that nobody won, where that has a name.
	drawn string
	// purse is a line of the profile.
	purse func(a *App, player string) string

	// Of one seat: form is where a run is set up, on the name of a run's board, again
	// another run of the same kind as one that is over.
	form  func(a *App) screen
	on    func(s *lobby.Snapshot) string
	again func(s *lobby.Snapshot) lobby.Offer
	// daily is what the list of games says of the day, standing what a run counts for;
	// nil or "" for the usual words.
	daily    func(a *App) string
	standing func(a *App, s *lobby.Snapshot) string
	// seed asks for a typed seed whose board is to be shown; nil where seeds have none.
	seed func(a *App, show func(a *App, seed string) tea.Cmd) *entry

	// sheet stands at the end of a match or run; nil, or a nil screen, for the common one.
	sheet func(t *table) screen
	// ply is a ply in words where its action is a code: what was played, and what came of it.
	ply func(lang words.Lang, seats []lobby.SeatInfo, p games.Ply) (first string, more []string)
	// outcome is a finished match in words, for lists: from one seat's side (-1 for nobody's).
	outcome func(a *App, m store.Match, seat int) string
	// stats are a player's statistics, rows the same as text, for the command.
	stats func(a *App, player string) screen
	rows  func(lang words.Lang, raw json.RawMessage) ([][]string, error)
	// board is the word for one of the game's boards, score that for a row on it; of a
	// day's board where daily.
	board func(a *App, name string) string
	score func(a *App, name string, daily bool, s store.Score) string
}

// alone tells that the game is for one seat.
func (g *game) alone() bool { return g.form != nil }

// all are the games that there are, by name.
var all = map[string]*game{}

// Add makes games known to the screens, with their words; it is called once for each, before
// anybody comes in.
func Add(list ...*game) {
	for _, g := range list {
		if all[g.name] != nil {
			panic("two games are called " + g.name)
		}
		all[g.name] = g
		if g.words != nil {
			words.Add(g.name, g.words)
		}
	}
}

// gameOf is a game by its name; every registered one is known, which a test holds.
func gameOf(name string) *game {
	if g := all[name]; g != nil {
		return g
	}
	panic("no view for the game " + name)
}

// pace is a speed of autoplay: what it is called and how long a ply is shown.
type pace struct {
	name string
	step time.Duration
}

// UsualControl is the clock of a game for two unless its players choose another, ""
// for any other game.
func UsualControl(game string) string { return gameOf(game).control }

// resultSheet is the overlay at the end of the match.
func (t *table) resultSheet() screen {
	if f := gameOf(t.snap.Game).sheet; f != nil {
		if own := f(t); own != nil {
			return own
		}
	}
	return &result{t: t}
}

// StatsRows are a player's statistics in a game (nil for none yet) as rows of text;
// no rows for a game that keeps none.
func StatsRows(lang words.Lang, game string, raw json.RawMessage) ([][]string, error) {
	f := gameOf(game).rows
	if f == nil {
		return nil, nil
	}
	return f(lang, raw)
}

// PlyWords is a ply in words: what was played, and what came of it; ok is false for a game
// whose actions say it themselves.
func PlyWords(lang words.Lang, game string, seats []lobby.SeatInfo, p games.Ply) (first string, more []string, ok bool) {
	f := gameOf(game).ply
	if f == nil {
		return "", nil, false
	}
	first, more = f(lang, seats, p)
	return first, more, true
}

// statistics is the screen of a player's statistics in a game, nil where it keeps none.
func (a *App) statistics(game, player string) screen {
	if f := gameOf(game).stats; f != nil {
		return f(a, player)
	}
	return nil
}
