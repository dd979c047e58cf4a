package games

import (
	"encoding/json"
	"errors"
)

// Dealer is a Game for one seat whose deals have names, so that players can share one
// and play it again. Its Recorder gives the rows of a deal's own board as [Score] with
// the Board [DealBoard] and the deal's ID as Of. All options of a seed are the same
// deal to the eye: of a day a player gets one run, whatever its options.
//
// Ranked and daily runs have a seed of 32 hexadecimal digits, 128 bits, whatever seeds
// the game has else: [rng] deals from it, and the deal goes into the options, so that a
// log says what was dealt. A setup whose seed of this kind deals something else than
// the options say is refused with [ErrDeal].
type Dealer interface {
	Seeder
	// Deal names what a setup deals.
	Deal(Setup) (Deal, error)
	// RulesOf are options without the deal that they may hold, all written out, and
	// whether they held one.
	RulesOf(options json.RawMessage) (rules json.RawMessage, dealt bool, err error)
	// IsDealID reports whether a typed text is written as an ID, of a deal that is known or not.
	IsDealID(typed string) bool
	// IsLayoutID is IsDealID for the ID of a layout, see Deal; a layout's ID is not a deal's.
	IsLayoutID(typed string) bool
}

// ErrDeal: the deal in a setup's options does not belong to its seed.
var ErrDeal = errors.New("the deal is not the one that the seed deals")

// DealBoard is the board of a Dealer that has a part for each deal.
const DealBoard = "deal"

// Deal is what a setup of a [Dealer] deals.
type Deal struct {
	// ID names the deal and most of its rules: ASCII without blanks, short enough that
	// GAME/deal/ID is an id of the store (at most 48 bytes in Klondike).
	ID string
	// Layout names the cards as they lie, whatever seed and rules dealt them so; "" where
	// that has no name. It is written as an ID.
	Layout string
	// Rules is the short name of the options, at most 40 bytes of ASCII: two setups of
	// one ID and equal Rules are the same in all that can be done.
	Rules string
	// Options are the setup's, all written out, with the deal that a ranked or daily
	// run's seed deals.
	Options json.RawMessage
}

// SentScorer is a Dealer whose deals are played elsewhere, too: clients send what they have
// solved over HTTP, and what was played again here stands on the deal's board.
type SentScorer interface {
	// SentScore is the row of a solve of so many moves and ms.
	SentScore(moves int, ms int64) Score
}

// SolveStatus says whether a deal can be won.
type SolveStatus string

// What can be known. Only a search of everything makes a deal Unsolvable; Unsolved
// says that the limits of a search were too narrow.
const (
	SolveUnknown SolveStatus = "unknown"
	Solvable     SolveStatus = "solvable"
	Unsolved     SolveStatus = "unsolved_timeout"
	Unsolvable   SolveStatus = "unsolvable_proven"
)

// Solution is the end of a search.
type Solution struct {
	// Status is never SolveUnknown.
	Status SolveStatus
	// Moves is the length of the way to win that was found, which need not be the
	// shortest; 0 where there is none. Nodes is how many states were visited.
	Moves int
	Nodes int64
	// Least is the length of the shortest way that was found, at most Moves, 0 where none
	// was looked for; Proven says that there is no shorter one. Bound is how many moves
	// every way takes at least.
	Least, Bound int
	Proven       bool
}

// Solver is a Dealer that can find out whether a deal can be won. Its methods may be
// called from any goroutine.
type Solver interface {
	Dealer
	// Algorithm names the search and what it is guided by, for the records.
	Algorithm() (name string, heuristics []string)
	// Solve searches a setup from its start. The limit's Nodes are the states that may
	// be visited, 0 for any number.
	Solve(Setup, Limit) (Solution, error)
	// LastWinnable finds how many of a match's actions had been played when it could
	// be won for the last time: 0 is the start, -1 never. With Solvable it is proven
	// that n is right; with Unsolvable that it is -1; Unsolved says that a search gave
	// up, and that it could be won later than n, if at all. The limit's Nodes are for each
	// search that it takes; its Stop ends the whole.
	LastWinnable(s Setup, actions []Action, l Limit) (n int, status SolveStatus, err error)
	// Grades names the grades of difficulty, easiest first: at most 10 bytes of lower
	// case each. Grade is the grade of a Solvable deal under the rules of this name.
	Grades() []string
	Grade(rules string, s Solution) string
	// Curated are the options for which the arcade keeps a stock of deals that can be won.
	Curated() []json.RawMessage
}

// Progress is a Position that can say how far it has come, for players who race
// against an earlier match of the same deal.
type Progress interface {
	// Progress is how much is done of how much: cards brought home of 52.
	Progress() (done, of int)
}

// LineWriter is a Recorder with formats for a player's finished matches, one line each.
type LineWriter interface {
	// LineFormats are the formats' names in commands, such as "sv1".
	LineFormats() []string
	// Line writes a finished run without the line's end. client and platform are the
	// program and where it ran; secret says that the seed must not be in the line,
	// nor anything that gives it away.
	Line(format string, run Run, client, platform string, secret bool) (string, error)
}
