package play

import (
	"context"
	"encoding/json"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// Game is everything that a game provides for the screens besides its engine. Unset fields mean that the
// game lacks the feature. A game for one seat has a [Solo], a game for two a [Versus]. A game with
// statistics or boards has [Records].
type Game struct {
	Name string
	// Words is the game's catalogue, see [words.Add].
	Words []byte
	// Face has the game's accent and pictures; the zero value for none.
	Face Face
	// Card draws the picture of a finished match for sharing.
	Card Card
	// Paste has the symbols of the line for sharing.
	Paste Paste
	// View makes the view for one screen.
	View func() View
	// Settings are the game's rows on the settings page.
	Settings []app.Option
	// Wording maps catalogue keys that games share to the game's own keys.
	Wording map[string]string
	// Digits reports whether digits are moves: then only letters answer questions.
	Digits bool
	// Guide is the guide on the game's table, at the key c.
	Guide func(a *app.App) app.Screen

	// Lessons are the catalogue keys of a guided first round, one for each turn. The first is the text of
	// [Optional].NewcomerPrompt on an ordinary turn.
	Lessons []string

	// Coded reports whether actions are codes: a match as text then shows sentences.
	Coded bool
	// Act returns an action in few cells, if its notation is a code.
	Act func(a *app.App, act games.Action) string

	// Ending returns why the rules ended a match as [games.Finished], from the view at its end: the last
	// part of the catalogue key end.GAME.ENDING.
	Ending func(view any) string
	// Outcome returns a finished match in words, for lists, from the side of a seat (-1 for a neutral
	// text).
	Outcome func(a *app.App, m store.Match, seat int) string
	// Sheet returns the screen at the end of a match or run; nil, or a nil screen, means the common
	// sheet.
	Sheet func(t *Table) app.Screen
	// Panel puts the end of a match over a replay's board, without questions; false if there is none.
	Panel func(a *app.App, s *Scene, board kit.Block) (kit.Block, bool)
	// Puzzle has the texts of the game's puzzles.
	Puzzle Puzzle
	// Speech has the game in words, for players without a screen, for the log and for replays.
	Speech Speech
	// Paces are the replay's paces, from slow to fast; Pace is the index of the usual one.
	Paces []Pace
	Pace  int

	Solo
	Versus
	Records
}

// Puzzle has the texts of a game's puzzles. Nil fields mean common words.
type Puzzle struct {
	// Ask returns the question in a few words and in a sentence, Worth the value of an option.
	Ask   func(lang words.Lang, z games.Puzzle) (title, more string)
	Worth func(lang words.Lang, z games.Puzzle, o games.Option) string
	// Option returns an option in few cells, if neither its notation nor [Game.Act] serves.
	Option func(lang words.Lang, o games.Action) string
	// Why returns a sentence why an answer is right, before it is played; "" for none.
	Why func(a *app.App, s *Scene, step games.PuzzleStep) string
	// Below puts the answer over the rows under the board, for a view that is a [Drawer]. Otherwise it is a sheet over
	// the right end of the screen. For all other views it stands beside the board.
	Below bool
}

// Versus is a game's part for tables of two.
type Versus struct {
	// Control is the usual clock. Controls are offered for a new table, and BotControls for a game with a
	// bot if they differ.
	Control               string
	Controls, BotControls []string
	// Sides reports whether a player may choose a side.
	Sides bool
	// Variants are the options in the form of a new table, the usual ones first. Variant returns the name
	// of the options at an index.
	Variants []json.RawMessage
	Variant  func(a *app.App, at int) string
	// Faces are the pictures of the game's bots by name, 6 by 3 cells; a bot without one has a pattern.
	Faces map[string]*ui.Sprite
	// Drawn is the catalogue key for a drawn match, if it has its own name.
	Drawn string
}

// Solo is a game's part for solo runs.
type Solo struct {
	// Form sets up a run. On returns the name of a run's board. Again returns the offer of another run of
	// the same kind.
	Form func(a *app.App) app.Screen
	// Typed is Form with a deal typed in, for a link to it; nil for a game without such deals.
	Typed func(a *app.App, deal string) app.Screen
	On    func(s *table.Snapshot) string
	Again func(a *app.App, s *table.Snapshot) pairing.Offer
	// Best reports whether a run can show the best play.
	Best bool
	// Timed reports whether a run's time counts.
	Timed bool
	// Headline returns the result of a run for its sheet; nil for the reason of its end.
	Headline func(a *app.App, s *Scene) string
	// Dealt returns the page about the deal of a replay's run, nil for none.
	Dealt func(s *Scene) app.Screen
	// Daily returns the text about the day for the list of games, Standing what a run counts for; nil or
	// "" means the usual words.
	Daily    func(a *app.App) string
	Standing func(a *app.App, s *table.Snapshot) string
	// Seed asks for a seed whose board is shown; nil if seeds have no boards.
	Seed func(a *app.App, show func(a *app.App, seed string)) *app.Entry
}

// Records shows the statistics and boards of a game's players.
type Records struct {
	// Stats returns the screen of a player's statistics, Rows the same as text for the command.
	Stats func(a *app.App, player string) app.Screen
	Rows  func(lang words.Lang, raw json.RawMessage) ([][]string, error)
	// Deals returns the tries by deal in one of Orders as text, the first most deals; starred has the player's
	// favourites. Both are nil for a game whose deals have no names.
	Deals  func(lang words.Lang, raw json.RawMessage, order string, starred map[string]bool, most int) ([][]string, error)
	Orders []string
	// Count computes, for the command, the statistics of a game that stores none.
	Count func(ctx context.Context, l *lobby.Lobby, player string) (Tallies, error)
	// Board returns the name of one of the game's boards, Score the text of a row on it; daily means a
	// board of a day.
	Board func(a *app.App, name string) string
	Score func(a *app.App, name string, daily bool, s store.Score) string
	// Toward returns the number of runs that a player still needs for a board; board "" means the nearest
	// one. It returns "" for a player who is on the board.
	Toward func(a *app.App, player, board string) string
	// OffBoard returns the row of a player who has too few runs for a board; false for any other player.
	OffBoard func(a *app.App, player, board string) (row store.Score, ok bool)
	// Purse returns a line of the profile.
	Purse func(a *app.App, player string) string
	// Marks returns the game's marks on the profile from a player's statistics, nil for none yet.
	Marks func(raw json.RawMessage) []Milestone
}

// Milestone is something that a player may reach once. Word is the catalogue key of its name.
type Milestone struct {
	Word string
	Done bool
	At   int64 // when it was reached, in ms since 1970; 0 if unknown
}

// Tallies are statistics, as JSON and as rows of text.
type Tallies interface {
	Rows(lang words.Lang) [][]string
}

// Alone reports whether one player plays the game.
func (g *Game) Alone() bool { return g.Form != nil }

// All has all games by name.
var All = map[string]*Game{}

// Add registers games with their words. It is called once for each, before the first session.
func Add(list ...*Game) {
	for _, g := range list {
		if All[g.Name] != nil {
			panic("two games are called " + g.Name)
		}
		All[g.Name] = g
		words.Add(g.Name, g.Words)
		addRules(g.Name)
		g.Face.titled(g.Name)
	}
}

// GameOf returns a game by its name. A test checks that every registered engine has one.
func GameOf(name string) *Game {
	if g := All[name]; g != nil {
		return g
	}
	panic("no view for the game " + name)
}

// Pace is a speed of autoplay: its name and the time for which it shows a ply.
type Pace struct {
	Name string
	Step time.Duration
}

// resultSheet returns the overlay at the end of the match.
func (t *Table) resultSheet() app.Screen {
	if f := GameOf(t.Snap.Game).Sheet; f != nil {
		if own := f(t); own != nil {
			return own
		}
	}
	return &Result{T: t}
}

// StatisticsKey returns the key of the visitor's statistics in a game, none if the game keeps none.
func StatisticsKey(game, bar, menu string) []app.Command {
	if GameOf(game).Stats == nil {
		return nil
	}
	return []app.Command{{Key: "t", Bar: bar, Menu: menu, Do: func(a *app.App) { a.Push(Statistics(a, game, a.Visit.Me().ID)) }}}
}

// Statistics returns the screen of a player's statistics in a game, nil if the game keeps none.
func Statistics(a *app.App, game, player string) app.Screen {
	if f := GameOf(game).Stats; f != nil {
		return f(a, player)
	}
	return nil
}
