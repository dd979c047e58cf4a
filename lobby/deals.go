package lobby

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/store"
)

// What is known of deals. A deal that somebody has started, or that the arcade has
// in stock, has a note under its ID: the seed that it is made of, and for each set of
// rules that goes by the ID whether it can be won.

// What is refused about deals.
var (
	// ErrNoDeal: nobody has started such a deal here, so that its seed is not known.
	ErrNoDeal = errors.New("no such deal is known here")
	// ErrNoGhost: there is no try that can be shown.
	ErrNoGhost = errors.New("there is no such try of this deal")
)

// DealInfo is what may be known of a deal under one set of rules. Its JSON is that
// of the registry of solvability.
type DealInfo struct {
	Game string `json:"game"`
	// ID is the deal's, Rules the rules' short name and Options all of them.
	ID      string          `json:"dealId"`
	Rules   string          `json:"rules"`
	Options json.RawMessage `json:"ruleset"`
	// Seed is "" while it is secret, and of a deal that has none.
	Seed string `json:"seed,omitempty"`
	// Daily is the day (YYYY-MM-DD, UTC) whose deal it is, "" for none.
	Daily string `json:"daily,omitempty"`
	Verdict
}

// Verdict is what the arcade's solver says of a deal.
type Verdict struct {
	Status games.SolveStatus `json:"status"`
	// Time is how long the search worked, in ms, pauses left out.
	Time int64 `json:"solveTimeMs,omitempty"`
	// Moves is the length of the way to win that was found; there may be shorter ones.
	Moves int `json:"minMoves,omitempty"`
	// Nodes is how many states were visited.
	Nodes  int64       `json:"nodes,omitempty"`
	Solver *SolverInfo `json:"solver,omitempty"`
	// Grade is the difficulty of a deal that can be won, one of [Lobby.Grades].
	Grade string `json:"grade,omitempty"`
	// At is when the last search ended, ms since 1970; Tries how many there were.
	At    int64 `json:"at,omitempty"`
	Tries int   `json:"tries,omitempty"`
}

// SolverInfo is how a deal was searched.
type SolverInfo struct {
	Algorithm  string       `json:"algo"`
	Heuristics []string     `json:"heuristics"`
	Limits     SolverLimits `json:"limits"`
}

// SolverLimits are the limits of a search: ms of work, and states.
type SolverLimits struct {
	Time  int64 `json:"timeMs"`
	Nodes int64 `json:"nodes"`
}

// Deal is what is known of a deal of a game by its ID: under the rules of options
// where these go by the ID, else (nil) under those under which it was first dealt.
// Asking for one that has not been searched yet puts it first in line. ErrNoDeal.
func (l *Lobby) Deal(game, id string, options json.RawMessage) (DealInfo, error) {
	panic("todo")
}

// Grades are the grades of a game's deals, easiest first; nil where it has none.
func (l *Lobby) Grades(game string) []string { panic("todo") }

// Curated lists up to n deals of a grade that are known to be winnable under the
// rules of options (nil: the standard ones), in an order that says nothing; after is
// the ID of the last one of the page before, or "". Empty where no stock is kept.
func (l *Lobby) Curated(game string, options json.RawMessage, grade, after string, n int) ([]DealInfo, error) {
	panic("todo")
}

// CuratedCount is how many deals Curated has by grade.
func (l *Lobby) CuratedCount(game string, options json.RawMessage) (map[string]int, error) {
	panic("todo")
}

// Favourite is a deal that a player keeps.
type Favourite struct {
	DealInfo
	// Since is when it was kept, ms since 1970.
	Since int64
}

// Favour keeps a deal among the visitor's favourites (on) or takes it off them.
// ErrGuestRecord, ErrNoDeal, ErrTooMany beyond MaxFavourites of a game.
func (v *Visit) Favour(game, id string, on bool) error { panic("todo") }

// MaxFavourites is how many favourites a player may have in a game.
const MaxFavourites = 200

// Favourites lists the visitor's favourites of a game, latest first; a guest has none.
func (v *Visit) Favourites(game string) ([]Favourite, error) { panic("todo") }

// LastWinnable is how many actions of a finished match had been played when it could
// be won for the last time: ply 0 is the start, -1 never. It is looked for in the
// background: with SolveUnknown there is no answer yet, and the visit of the player
// is woken when there is. With Solvable ply is certain; with Unsolvable the deal could
// never be won; with Unsolved a search gave up, and it could perhaps be won later than
// ply. Of a match that was won ply is its length. ErrNoTable, ErrPrivate, ErrHidden
// (also while it is in play), games.ErrNotAllowed for a game that nothing solves.
func (l *Lobby) LastWinnable(viewer, matchID string) (ply int, status games.SolveStatus, err error) {
	panic("todo")
}

// Whose tells against whom somebody plays a deal.
type Whose int

// Own is the player's own best try of the deal, Leader that of the first on its board.
const (
	Own Whose = iota
	Leader
)

// Ghost is the course of an earlier try of the same deal: how fast, not how.
type Ghost struct {
	Name string
	// Match is the try's id.
	Match string
	// Moves and Time (ms, from its first action to its last) are the whole try's, and
	// Of is how much there was to do.
	Moves int
	Time  int64
	Of    int
	// Steps are the try after each move: Steps[i] after i+1.
	Steps []GhostStep
}

// GhostStep is how far a try had come: Time in ms since its first action.
type GhostStep struct {
	Time int64
	Done int
}

// Ghost is the best try on the board of the deal of a match in which viewer has the
// seat, in play or done, other than that match itself. It holds no action, so that
// of a deal of the day it gives nothing away. ErrNoGhost, ErrNoTable, ErrNotSeated.
func (l *Lobby) Ghost(viewer, matchID string, whose Whose) (Ghost, error) { panic("todo") }

// DealBoard is the name of a deal's board for [Lobby.Scores]: the best try of each player.
func DealBoard(game, id string) string { return game + "/" + games.DealBoard + "/" + id }

// RunLines gives a player's finished matches of a game as lines of one of its formats,
// oldest first... 
func (l *Lobby) RunLines(player, game, format string, yield func(line string) error) error {
	panic("todo")
}

var _ = cmp.Compare[int]
var _ = slices.Clone[[]int]
var _ = strings.TrimSpace
var _ = fmt.Errorf
var _ store.Note
