package play

import (
	"context"
	"encoding/json"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Game is all that a game gives to the screens besides its engine. What is not set it
// has not. A game for one seat has a [Solo], one for two a [Versus], and one of which
// something is kept its [Records].
type Game struct {
	Name string
	// Words is its catalogue, see [words.Add].
	Words []byte
	// Face is its accent and its pictures; the zero value for none.
	Face Face
	// Card is the picture of a finished match that is shared.
	Card Card
	// Paste are the symbols of the line that is told elsewhere.
	Paste Paste
	// View makes what shows it, for one screen.
	View func() View
	// Settings are its rows on the page of settings.
	Settings []app.Option
	// Wording are sentences of its own for catalogue keys that games share.
	Wording map[string]string
	// Digits reports whether digits are moves: what is asked meanwhile is answered by letters alone.
	Digits bool
	// Guide is the guide on the game's table, at the key c.
	Guide func(a *app.App) app.Screen

	// Lessons are the sentences of a guided first round, keys of its catalogue, one for each turn;
	// the first is what [Besides].Coach says of an ordinary turn.
	Lessons []string

	// Coded reports whether its actions are codes: a match that is listed as text has sentences.
	Coded bool
	// Act is an action in few cells, where its notation is a code.
	Act func(a *app.App, act games.Action) string

	// Ending is why a match that its rules ended as [games.Finished] was over, from the view
	// at its end: the last part of a catalogue key, end.GAME.ENDING.
	Ending func(view any) string
	// Outcome is a finished match in words, for lists: from one seat's side (-1 for nobody's).
	Outcome func(a *app.App, m store.Match, seat int) string
	// Sheet stands at the end of a match or run; nil, or a nil screen, for the common one.
	Sheet func(t *Table) app.Screen
	// Panel is the end of a match over a replay's board, without questions.
	Panel func(a *app.App, c *ui.Canvas, s *Scene)
	// Puzzle is what its puzzles ask.
	Puzzle Puzzle
	// Speech is the game in words, for players who see no screen, for the log and for replays.
	Speech Speech
	// Paces are the replay's paces, from slow to fast; Pace is the index of the usual one.
	Paces []Pace
	Pace  int

	Solo
	Versus
	Records
}

// Puzzle is what a game's puzzles ask, in words. What is nil has common words.
type Puzzle struct {
	// Ask is the question in a few words and a sentence, Worth what an option is worth.
	Ask   func(lang words.Lang, z games.Puzzle) (title, more string)
	Worth func(lang words.Lang, z games.Puzzle, o games.Option) string
	// Option is an option in few cells, where neither its notation nor [Game.Act] says it.
	Option func(lang words.Lang, o games.Action) string
	// Why says in a sentence why an answer is right, before it is played; "" for nothing to say.
	Why func(a *app.App, s *Scene, step games.PuzzleStep) string
	// Beside reports whether the view draws [Scene.Beside]; else the answer is a sheet over the
	// right end of the screen, or, where Below is set, over the rows under the board.
	Beside, Below bool
}

// Versus is a game's part for tables of two.
type Versus struct {
	// Control is the usual clock, Controls are offered for a new table, BotControls for a game with
	// a bot if they differ.
	Control               string
	Controls, BotControls []string
	// Sides reports whether one may choose a side.
	Sides bool
	// Variants are the options between which the form of a new table lets one choose, the
	// usual ones first; Variant is what those at an index are called.
	Variants []json.RawMessage
	Variant  func(a *app.App, at int) string
	// Faces are the pictures of its bots by name, 6 by 3 cells; a bot without one has a pattern.
	Faces map[string]*ui.Sprite
	// Drawn is the catalogue key for a match that nobody won, where that has a name.
	Drawn string
}

// Solo is a game's part for runs alone.
type Solo struct {
	// Form is where a run is set up, On the name of a run's board, Again another run of the
	// same kind as one that is over.
	Form  func(a *app.App) app.Screen
	On    func(s *lobby.Snapshot) string
	Again func(a *app.App, s *lobby.Snapshot) lobby.Offer
	// Best reports whether a run can be shown what the best play is.
	Best bool
	// Timed reports whether a run's time counts.
	Timed bool
	// Headline is how a run came out, for its result sheet; nil for the reason why it ended.
	Headline func(a *app.App, s *Scene) string
	// Dealt is the page about what a replay's run was dealt, nil for none.
	Dealt func(s *Scene) app.Screen
	// Daily is what the list of games says of the day, Standing what a run counts for;
	// nil or "" for the usual words.
	Daily    func(a *app.App) string
	Standing func(a *app.App, s *lobby.Snapshot) string
	// Seed asks for a typed seed whose board is to be shown; nil where seeds have none.
	Seed func(a *app.App, show func(a *app.App, seed string)) *app.Entry
}

// Records shows the statistics and boards of a game's players.
type Records struct {
	// Stats are a player's statistics, Rows the same as text, for the command.
	Stats func(a *app.App, player string) app.Screen
	Rows  func(lang words.Lang, raw json.RawMessage) ([][]string, error)
	// Count computes, for the command, the statistics of a game that stores none.
	Count func(ctx context.Context, l *lobby.Lobby, player string) (Tallies, error)
	// Board is the word for one of the game's boards, Score that for a row on it; of a
	// day's board where daily.
	Board func(a *app.App, name string) string
	Score func(a *app.App, name string, daily bool, s store.Score) string
	// Toward is how far a player is from a board that begins after some runs; where board is
	// "", from the nearest, "" for one who is on it.
	Toward func(a *app.App, player, board string) string
	// Purse is a line of the profile.
	Purse func(a *app.App, player string) string
	// Marks are the game's marks on the profile, from a player's statistics, nil for none yet.
	Marks func(raw json.RawMessage) []Milestone
}

// Milestone is something that a player may reach once: Word is the catalogue key that says what.
type Milestone struct {
	Word string
	Done bool
	At   int64 // when it was reached, in ms since 1970; 0 where nothing says so
}

// Tallies are statistics, as JSON and as rows of text.
type Tallies interface {
	Rows(lang words.Lang) [][]string
}

// Alone reports whether the game is for one seat.
func (g *Game) Alone() bool { return g.Form != nil }

// All are the games that there are, by name.
var All = map[string]*Game{}

// Add makes games known to the screens, with their words; it is called once for each, before
// anybody comes in.
func Add(list ...*Game) {
	for _, g := range list {
		if All[g.Name] != nil {
			panic("two games are called " + g.Name)
		}
		All[g.Name] = g
		words.Add(g.Name, g.Words)
		g.Face.titled(g.Name)
	}
}

// GameOf is a game by its name; every registered one is known, which a test holds.
func GameOf(name string) *Game {
	if g := All[name]; g != nil {
		return g
	}
	panic("no view for the game " + name)
}

// Pace is a speed of autoplay: what it is called and how long a ply is shown.
type Pace struct {
	Name string
	Step time.Duration
}

// resultSheet is the overlay at the end of the match.
func (t *Table) resultSheet() app.Screen {
	if f := GameOf(t.Snap.Game).Sheet; f != nil {
		if own := f(t); own != nil {
			return own
		}
	}
	return &Result{T: t}
}

// Statistics is the screen of a player's statistics in a game, nil where it keeps none.
func Statistics(a *app.App, game, player string) app.Screen {
	if f := GameOf(game).Stats; f != nil {
		return f(a, player)
	}
	return nil
}
