package games

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Dealer is a Game for one seat whose deals have names, so that players can share one and play it again.
// Its Recorder returns the rows of a deal's own board as [Score] with the Board [DealBoard] and the
// deal's ID as Of. All options of a seed look like the same deal: a player gets one run a day, whatever
// its options.
//
// Ranked and daily runs have a seed of 32 hexadecimal digits, 128 bits, whatever other seeds the game
// has. [rng] deals from it, and the deal goes into the options, so that a log contains it. A setup with
// such a seed and a different deal in its options is refused with [ErrDeal].
type Dealer interface {
	Seeder
	// Deal returns the names of a setup's deal.
	Deal(Setup) (Deal, error)
	// RulesOf returns options without the deal, all written out, and whether they contained a deal.
	RulesOf(options json.RawMessage) (rules json.RawMessage, dealt bool, err error)
	// IsDealID reports whether a typed text has the form of a deal's ID, whether or not the deal is
	// known.
	IsDealID(typed string) bool
	// IsLayoutID is IsDealID for the ID of a layout, see Deal; a layout's ID is not a deal's.
	IsLayoutID(typed string) bool
}

// ErrDeal means that the deal in a setup's options does not belong to its seed.
var ErrDeal = errors.New("the deal is not the one that the seed deals")

// DealBoard is the board of a Dealer that has a part for each deal.
const DealBoard = "deal"

// Deal names the deal of a setup of a [Dealer].
type Deal struct {
	// ID names the deal and most of its rules: ASCII without blanks, short enough that GAME/deal/ID is an
	// id of the store (at most 48 bytes in Klondike).
	ID string
	// Layout names the arrangement of the cards, whatever seed and rules produced it; "" if it has no
	// name. It has the form of an ID.
	Layout string
	// Rules is the short name of the options, at most 40 bytes of ASCII. Two setups with the same ID and
	// Rules play identically.
	Rules string
	// Options are the setup's, all written out, with the deal of a ranked or daily run's seed.
	Options json.RawMessage
}

// SentScorer is a Dealer whose deals are also played elsewhere: clients send their solves over HTTP, and
// they stand on the deal's board.
type SentScorer interface {
	// SentScore returns the row of a solve with so many moves and ms. An error says why nobody can have
	// solved a deal so.
	SentScore(moves int, ms int64) (Score, error)
}

// Importer is a Dealer that reads the statistics which another program of the game has exported.
type Importer interface {
	Dealer
	// ReadImport reads the tries of a file; none may have ended after latest, ms since 1970. It refuses the
	// whole file with an [ImportError]. It calls pace before each try, and ends with its error.
	ReadImport(file []byte, latest int64, pace func() error) ([]Imported, error)
	// WithImported adds such tries to a player's statistics, as practice.
	WithImported(stats json.RawMessage, tries []ImportedTry) (json.RawMessage, error)
}

// Imported is a try of a file with the setup of its deal, and whether the deal is a favourite.
type Imported struct {
	ImportedTry
	Setup     Setup
	Favourite bool
}

// ImportedTry is a finished try of a deal in another program.
type ImportedTry struct {
	// Deal is the deal's ID, Started the time of the start, ms since 1970. The two name the try.
	Deal    string `json:"-"`
	Started int64  `json:"-"`
	// Rules is the short name of the options, as in [Deal].
	Rules   string `json:"rules"`
	Outcome string `json:"outcome"`
	// At is the end, ms since 1970; Time the time played, in ms.
	At    int64 `json:"at"`
	Time  int64 `json:"time"`
	Moves int   `json:"moves"`
}

// ImportReason says what is wrong in a file.
type ImportReason string

// The reasons.
const (
	ImportNotJSON ImportReason = "this is not JSON"
	ImportMissing ImportReason = "the field is missing"
	ImportValue   ImportReason = "the value cannot be"
	ImportDeal    ImportReason = "the deal ID does not belong to the seed and the rules"
)

// ImportError says where a file cannot be read, and why.
type ImportError struct {
	// Line and Try count from 1; Try is 0 outside of the tries.
	Line, Try int
	// Field is the name of the field, "" for the file as a whole.
	Field  string
	Reason ImportReason
	// Want is what an [ImportValue] may be, in notation: "1 | 3".
	Want string
}

func (e *ImportError) Error() string {
	where := fmt.Sprintf("line %d", e.Line)
	if e.Try > 0 {
		where += fmt.Sprintf(", try %d", e.Try)
	}
	if e.Field != "" {
		where += ", " + e.Field
	}
	if e.Want != "" {
		return fmt.Sprintf("%s: %s (want %s)", where, e.Reason, e.Want)
	}
	return fmt.Sprintf("%s: %s", where, e.Reason)
}

// SolveStatus says whether a deal can be won.
type SolveStatus string

// The statuses. Only an exhaustive search makes a deal Unsolvable; Unsolved means that the limits of a
// search were too narrow.
const (
	SolveUnknown SolveStatus = "unknown"
	Solvable     SolveStatus = "solvable"
	Unsolved     SolveStatus = "unsolved_timeout"
	Unsolvable   SolveStatus = "unsolvable_proven"
)

// Solution is the result of a search.
type Solution struct {
	// Status is never SolveUnknown.
	Status SolveStatus
	// Moves is the length of the found solution, which need not be the shortest; 0 for none. Nodes counts
	// the visited states.
	Moves int
	Nodes int64
	// Least is the length of the shortest found solution, at most Moves, 0 if none was looked for. Proven
	// reports that there is no shorter one. Bound is a lower bound of every solution's length.
	Least, Bound int
	Proven       bool
}

// Solver is a Dealer that can find out whether a deal can be won. Its methods may be called from any
// goroutine.
type Solver interface {
	Dealer
	// Algorithm returns the names of the search and its heuristics, for the records.
	Algorithm() (name string, heuristics []string)
	// Solve searches a setup from its start. The limit's Nodes bound the visited states; 0 means no
	// limit.
	Solve(Setup, Limit) (Solution, error)
	// LastWinnable returns the last point at which a match could be won, as a number of actions played: 0
	// is the start, -1 never. Solvable means that n is proven. Unsolvable means that -1 is. Unsolved means
	// that a search gave up, so that the match may have been winnable later than n. The limit's Nodes apply
	// to each search, its Stop to the whole.
	LastWinnable(s Setup, actions []Action, l Limit) (n int, status SolveStatus, err error)
	// Grades returns the grades of difficulty, easiest first: at most 10 bytes of lower case each. Grade
	// returns the grade of a Solvable deal under the rules of this name.
	Grades() []string
	Grade(rules string, s Solution) string
	// Curated returns the options for which the arcade keeps a stock of winnable deals.
	Curated() []json.RawMessage
}

// Progress is a Position that knows how far it has come, for players who race against an earlier match of
// the same deal.
type Progress interface {
	// Progress returns the work done and its total, such as cards brought home of 52.
	Progress() (done, of int)
}

// ErrNoLine means that a format cannot express a run: its readers would refuse the line.
var ErrNoLine = errors.New("the format has no line for the run")

// LineWriter is a Recorder with formats for a player's finished matches, one line each.
type LineWriter interface {
	// LineFormats returns the formats' names in commands, such as "sv1".
	LineFormats() []string
	// Line writes a finished run without the line's end, or fails with ErrNoLine. client and platform are the program and where it
	// ran. If secret is set, the line must contain neither the seed nor anything that reveals it.
	Line(format string, run Run, client, platform string, secret bool) (string, error)
}
