// Package puzzles keeps puzzles, finds them in idle time, and rates them and their players by Glicko-2. It
// stores only notes in one space a game, so that an answer changes the player, the puzzle and the attempt
// in one step, at any node.
package puzzles

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"math"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/glicko"
	"arcade/store/notes"
)

// The kinds of notes in the space of a game. An answer changes notes of several in one step.
var (
	puzzles  = notes.New[Record]("GAME/puzzles", "p/PUZZLE")
	streams  = notes.New[struct{}]("GAME/puzzles", "i/RATING/PUZZLE") // rating in four digits: a stream may give it
	players  = notes.New[Player]("GAME/puzzles", "s/PLAYER")
	attempts = notes.New[Attempt]("GAME/puzzles", "a/PLAYER/PUZZLE")
	gone     = notes.New[Attempt]("GAME/puzzles", "g/PUZZLE/NUMBER") // of deleted players
	opened   = notes.New[Open]("GAME/puzzles", "o/PLAYER/WAY")
	learnt   = notes.New[string]("GAME/puzzles", "n/DAY/PUZZLE/NETWORK") // the code of who learnt of the answer there
	finders  = notes.New[Finder]("GAME/puzzles", "w")
	cursors  = notes.New[Cursor]("GAME/puzzles", "c")
	waiting  = notes.New[struct{}]("GAME/puzzles", "l/DAY/MATCH") // waits until the day is over
)

// days are the notes of the puzzle of each day.
var days = notes.New[OfDay]("puzzles", "DAY").In()

// space returns the space of a game's puzzles.
func space(game string) string { return puzzles.In(game).Name }

// Record is a stored puzzle: a position as setup and actions, and the line of answers.
type Record struct {
	// Version is the game's version of puzzles when it was found.
	Version int            `json:"version"`
	Setup   games.Setup    `json:"setup"`
	Plies   []games.Action `json:"plies"`
	// Match is the match that it was found in, "" for one between bots without spectators.
	Match  string       `json:"match,omitempty"`
	Puzzle games.Puzzle `json:"puzzle"`
	Found  int64        `json:"found"`
	// Day is the day whose puzzle it was, "" for none.
	Day string `json:"day,omitempty"`
	// Rating follows from the rated attempts. Tried counts all first tries, Solved the tries that found the
	// whole line, Clean the solved ones without a hint.
	Rating Rating `json:"rating"`
	Tried  int    `json:"tried,omitempty"`
	Solved int    `json:"solved,omitempty"`
	Clean  int    `json:"clean,omitempty"`
}

// Place returns the place of a first try among all, from 1. Lines found without a hint come before lines
// found with one. Equal tries share a place; it is 0 for a try that failed.
func (r Record) Place(t Attempt) int {
	switch {
	case t.Solved && t.Hints == 0:
		return 1
	case t.Solved:
		return r.Clean + 1
	}
	return 0
}

// Field counts the first tries: found without a hint, found with one, and not found.
func (r Record) Field() [3]int { return [3]int{r.Clean, r.Solved - r.Clean, r.Tried - r.Solved} }

// Rating is a rating as of its last change; N counts the attempts that changed it.
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	N          int     `json:"n,omitempty"`
	At         int64   `json:"at,omitempty"`
}

// Provisional reports whether the rating is too uncertain to be compared.
func (rt Rating) Provisional() bool { return rt.glicko(rt.At).Provisional() }

func (rt Rating) glicko(at int64) glicko.Rating {
	g := glicko.Rating{Rating: rt.Rating, Deviation: rt.Deviation, Volatility: rt.Volatility}
	if rt.N > 0 && at > rt.At {
		g = glicko.Decay(g, glicko.Periods(time.Duration(at-rt.At)*time.Millisecond))
	}
	return g
}

func fresh(rating float64) Rating {
	return Rating{Rating: rating, Deviation: glicko.Default.Deviation, Volatility: glicko.Default.Volatility}
}

// Player is a player's standing in a game's puzzles.
type Player struct {
	Rating Rating `json:"rating"`
	// Streak is the present row of right first tries, Best the longest row.
	Streak int `json:"streak,omitempty"`
	Best   int `json:"best,omitempty"`
	// Last are the last ten first tries, oldest first: "+" right, "-" wrong.
	Last string `json:"last,omitempty"`
}

// Attempt is a player's first try at a puzzle, with the ratings before it.
type Attempt struct {
	// Player and Puzzle are the ratings that met. Own and Nth number the attempt among the rated ones of
	// each, 0 for one without effect; Why is the reason for that.
	Player Rating `json:"player"`
	Puzzle Rating `json:"puzzle"`
	Own    int    `json:"own,omitempty"`
	Nth    int    `json:"nth,omitempty"`
	Why    string `json:"why,omitempty"`

	Solved bool `json:"solved,omitempty"`
	Hints  int  `json:"hints,omitempty"`
	// Most is the most that the try may cost the player's rating; 0 for no bound, as in old attempts.
	Most float64 `json:"most,omitempty"`
	// Played is the wrong option chosen at Step of the line; "" after giving up.
	Played games.Action `json:"played,omitempty"`
	Step   int          `json:"step"`
	At     int64        `json:"at"`
	// Due is the time at which the puzzle comes again, 0 for never. Again counts the tries since.
	Due   int64 `json:"due,omitempty"`
	Again int   `json:"again,omitempty"`
}

// Reasons why an attempt changes no ratings.
const (
	WhyOwn     = "own"     // the player sat in the match that the puzzle was found in
	WhyNetwork = "network" // another player, or a guest, on the same network tried it the same day
	WhyProgram = "program" // a program played
)

// Open is a puzzle that a player has begun. It stays until it is answered.
type Open struct {
	Puzzle string `json:"puzzle"`
	Step   int    `json:"step"`
	Hints  int    `json:"hints,omitempty"`
}

// Finder is the progress of the search in idle time.
type Finder struct {
	// Nth is the highest number of a searched match. Bots counts the matches between bots, Puzzles the
	// puzzles.
	Nth     uint64 `json:"nth,omitempty"`
	Bots    int    `json:"bots,omitempty"`
	Puzzles int    `json:"puzzles"`
}

// IDOf returns the name of a position's puzzle: the same position is the same puzzle.
func IDOf(game string, z games.Puzzle) string {
	sum := sha256.Sum256([]byte(game + " " + z.Key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10])
}

// New returns the record of a new puzzle.
func New(g games.Puzzler, setup games.Setup, plies []games.Action, match string, z games.Puzzle, at int64) Record {
	z.Key = ""
	return Record{Version: g.Puzzles(), Setup: setup, Plies: plies, Match: match, Puzzle: z, Found: at, Rating: fresh(prior(z))}
}

// prior returns the rating of an untried puzzle: a player of 1000 scores against it as often as a guess.
func prior(z games.Puzzle) float64 {
	luck := min(max(z.Luck(), 0.001), 0.999)
	return math.Round(min(max(1000+400*math.Log10((1-luck)/luck), 900), 2100))
}

// Rate returns both ratings after a first try. The changes are a share of Glicko-2's. A hint halves
// both shares, and a puzzle with a provisional rating halves the player's share.
func (t Attempt) Rate() (player, puzzle Rating) {
	score, share := 0.0, 1.0
	if t.Solved {
		score = 1
	}
	if t.Hints > 0 {
		share /= 2
	}
	own, other := t.Player.glicko(t.At), t.Puzzle.glicko(t.At)
	mine := share
	if other.Provisional() {
		mine /= 2
	}
	player = moved(t.Player, own, other, score, mine, t.At)
	if t.Most > 0 {
		player.Rating = max(player.Rating, own.Rating-t.Most)
	}
	return player, moved(t.Puzzle, other, own, 1-score, share, t.At)
}

// mostLost bounds what a wrong try costs. A newcomer's rating would fall by over a hundred points.
const mostLost = 30

// moved returns a rating after one result, of which a share counts.
func moved(r Rating, own, other glicko.Rating, score, share float64, at int64) Rating {
	g := glicko.Update(own, []glicko.Result{{Opponent: other, Score: score}}, glicko.DefaultTau)
	part := func(from, to float64) float64 { return from + share*(to-from) }
	return Rating{
		Rating: part(own.Rating, g.Rating), Deviation: part(own.Deviation, g.Deviation),
		Volatility: part(own.Volatility, g.Volatility), N: r.N + 1, At: at,
	}
}

// place returns the key under which a stream finds a puzzle.
func place(id string, r Rating) string {
	return fmt.Sprintf("%04d/%s", int(min(max(r.Rating, 0), 9999)), id)
}
