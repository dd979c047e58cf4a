// Package store is what the arcade remembers: its records and the contract of a
// store that keeps them. It knows records, not games: actions, options and
// results are text to it.
//
// Several processes may use one store, each for itself: what is read, changed and
// written is checked when it is written. A match that is not done has an owner, and
// every write to it carries the epoch in which the caller keeps it (ErrFenced); players,
// standings and notes carry what they were made from (ErrConflict).
//
// Every method may be called from any goroutine. A method that returns nil has
// made its change durable; one that returns an error has changed nothing. Times
// are ms since 1970. Lists come newest or best first and are cut to a limit;
// nothing returned shares memory with the store. Ids, games, folded names and keys
// are UTF-8 of 1 to 64 bytes without NUL; a question about any other is one about
// something unknown.
package store

import (
	"encoding/json"
	"errors"
	"slices"
)

// Errors on which callers decide; every store wraps these.
var (
	// ErrNotFound: no such record.
	ErrNotFound = errors.New("not found")
	// ErrNameTaken: another player holds the name.
	ErrNameTaken = errors.New("name taken")
	// ErrKeyTaken: another player holds the key.
	ErrKeyTaken = errors.New("key taken")
	// ErrExists: the match id is in use.
	ErrExists = errors.New("exists already")
	// ErrConflict: somebody else has written since the caller read: the log has another length,
	// or the record another revision. What was read is to be read, and the work done, again.
	ErrConflict = errors.New("it has changed since it was read")
	// ErrFenced: the match has another epoch: the caller does not keep it, or no more.
	ErrFenced = errors.New("match has another epoch")
	// ErrFinished: the match has ended, and its log takes no more.
	ErrFinished = errors.New("match is finished")
	// ErrUnfinished: the player has a seat in a match that has not ended, or is challenged to one.
	ErrUnfinished = errors.New("player has unfinished matches")
	// ErrUnwritten: the disk did not take what was to be stored.
	ErrUnwritten = errors.New("could not be written")
	// ErrAway: the store does not answer.
	ErrAway = errors.New("the store does not answer")
	// ErrNewer: the file was written by a newer version.
	ErrNewer = errors.New("store was written by a newer version")
)

// ErrIs reports whether err is one of those listed.
func ErrIs(err error, list ...error) bool {
	return slices.ContainsFunc(list, func(e error) bool { return errors.Is(err, e) })
}

// IsAnswer reports whether an error is an answer of the store, and no failure.
func IsAnswer(err error) bool {
	return ErrIs(err, ErrNotFound, ErrNameTaken, ErrKeyTaken, ErrExists, ErrConflict, ErrFenced, ErrFinished, ErrUnfinished)
}

// Player is a person known by one or more keys, or a program that plays by itself.
// Guests and the house's own bots have no record.
type Player struct {
	// ID never changes and is never given to another player.
	ID string `json:"id"`
	// Name is shown; NameKey is its folded form, by which names are unique.
	Name    string `json:"name"`
	NameKey string `json:"name_key"`
	// Keys are the fingerprints (SHA256:...) of the player's public keys.
	Keys []string `json:"keys"`
	// KeyAdded is when a key was added; the keys with which the player came have no entry.
	KeyAdded map[string]int64 `json:"key_added,omitempty"`

	Created int64 `json:"created"`
	Seen    int64 `json:"seen"`
	// Settings belong to the screens; the store keeps them as they are.
	Settings json.RawMessage `json:"settings,omitempty"`
	// Bot reports whether a program plays: for good, once the account has a match.
	Bot bool `json:"bot,omitempty"`
	// Left is where the player stood when the last visit ended, nil before there was one.
	Left *Left `json:"left,omitempty"`
	// Rev is the revision of the record, from 1, which the store sets; 0 in one that is new.
	Rev uint64 `json:"rev,omitempty"`
}

// Left is where a player stood when a visit ended: what happened since is told by it.
type Left struct {
	At int64 `json:"at"`
	// Ranks are the player's places by game.
	Ranks map[string]LeftRank `json:"ranks,omitempty"`
}

// LeftRank is a place on a game's board, from 1, and the rating that held it.
type LeftRank struct {
	Place  int     `json:"place"`
	Rating float64 `json:"rating"`
}

// Status is how far a match has come.
type Status string

// A match is open while it waits for players, live while it is played, and done at its end.
const (
	Open Status = "open"
	Live Status = "live"
	Done Status = "done"
)

// What stands for a player who has been forgotten: the name on a seat, which no
// player can have, and the opponent of the tallies against all of them.
const (
	GoneName = "(gone)"
	Gone     = "gone"
)

// Seat is who sits where. Exactly one of Player, Guest, Bot and Gone is set on a
// taken seat, none on an empty one.
type Seat struct {
	Player string `json:"player,omitempty"` // player id
	Guest  string `json:"guest,omitempty"`  // the guest's id, meaningless after the visit
	Bot    string `json:"bot,omitempty"`    // the bot's name in its game
	Gone   bool   `json:"gone,omitempty"`   // a player who has been forgotten since
	// Name is the shown name when the match began.
	Name string `json:"name,omitempty"`
	// Rating and Deviation are the player's before a rated match.
	Rating    float64 `json:"rating,omitempty"`
	Deviation float64 `json:"deviation,omitempty"`
	// Change is what the match did to the rating; set when done.
	Change float64 `json:"change,omitempty"`
	// First reports whether no match before had changed the player's rating against this
	// opponent, Nth is the number of their Encounters; set when done. They outlive the opponent's record.
	First bool `json:"first,omitempty"`
	Nth   int  `json:"nth,omitempty"`
	// Remote reports whether Player was a bot's account when the match began.
	Remote bool `json:"remote,omitempty"`
}

// Empty reports whether nobody sits there.
func (s Seat) Empty() bool { return s.Player == "" && s.Guest == "" && s.Bot == "" && !s.Gone }

// Forgotten returns the seat of a deleted player; the match's results stay in it.
func (s Seat) Forgotten() Seat {
	return Seat{Gone: true, Name: GoneName, Rating: s.Rating, Deviation: s.Deviation, Change: s.Change}
}

// Match is a match's record, all but its log.
type Match struct {
	ID      string          `json:"id"`
	Game    string          `json:"game"`
	Rules   int             `json:"rules"`
	Seed    string          `json:"seed"`
	Options json.RawMessage `json:"options,omitempty"`
	Seats   []Seat          `json:"seats"`
	// Control is the time control's notation; Rated, Private, Host and Code are the offer's terms.
	Control string `json:"control"`
	Rated   bool   `json:"rated,omitempty"`
	// Casual is why a match that was offered as rated is not, "" for all others.
	Casual string `json:"casual,omitempty"`
	// Ledger is the version of the rules by which a rated match or a run counts, set
	// when it begins; 0 for one that began before there were such versions.
	Ledger int `json:"ledger,omitempty"`
	// From is a code of the network that an open match was offered from, or of the address
	// whose program plays it; no other match that has begun has it.
	From string `json:"from,omitempty"`
	// Daily is the day (YYYY-MM-DD, UTC) whose seed the match has, "" for none; its
	// seed stays secret until the day is over. Seeded says that the player typed the seed.
	Daily  string `json:"daily,omitempty"`
	Seeded bool   `json:"seeded,omitempty"`
	// Guessable reports whether the deal could be worked out in play: the deal of a run that began
	// before deals came from 128 secret bits, and ended after.
	Guessable bool `json:"guessable,omitempty"`
	// Private matches are not listed, watched by strangers or claimed.
	Private bool `json:"private,omitempty"`
	// Invited is the id of the only player who may take the empty seat of a challenge.
	Invited string `json:"invited,omitempty"`
	// Code lets a friend in while the match is open; a program plays its match by it.
	Code string `json:"code,omitempty"`
	// Previous is the id of the match that this one is the rematch of.
	Previous string `json:"previous,omitempty"`
	// Round counts the rounds of a series from 1, 0 for a match that is none.
	Round int `json:"round,omitempty"`
	// Arena is the id of the arena that the match is played in, "" for none.
	Arena string `json:"arena,omitempty"`
	// Shared tells how one hand plays several seats; "" where each has a player of its own.
	Shared string `json:"shared,omitempty"`
	// Agreed reports whether hidden cards were dealt when everybody had said that they were
	// ready: the match counts from its start.
	Agreed  bool   `json:"agreed,omitempty"`
	Status  Status `json:"status"`
	Created int64  `json:"created"`
	Started int64  `json:"started,omitempty"`
	Ended   int64  `json:"ended,omitempty"`
	// Result is the game's result as JSON, and Reason and Winner its parts that
	// lists show; Winner is -1 for none.
	Result json.RawMessage `json:"result,omitempty"`
	Reason string          `json:"reason,omitempty"`
	Winner int             `json:"winner"`
	// Entries is how long the log is; Plies how many actions stand in it (set when done).
	Entries int `json:"entries"`
	Plies   int `json:"plies,omitempty"`
	// Owner is the node that may write to the match until it is done, "" where there is
	// only one. Epoch counts how often it was taken over; see [Store.TakeOver].
	Owner string `json:"keeper,omitempty"`
	Epoch uint64 `json:"epoch,omitempty"`
	// Nth counts the matches that have ended, from 1, in the order in which their ends
	// changed ratings and boards; the store sets it. 0 for one that is not done, and
	// for one that ended before there was such a count.
	Nth uint64 `json:"nth,omitempty"`
}

// SeatOf is the seat of the player with id, -1 where it has none.
func (m Match) SeatOf(player string) int {
	for i, s := range m.Seats {
		if player != "" && s.Player == player {
			return i
		}
	}
	return -1
}

// Entry is one line of a match's log.
type Entry struct {
	Kind   string `json:"kind"`
	Seat   int    `json:"seat"`
	Action string `json:"action,omitempty"`
	At     int64  `json:"at"`
}

// Rating is a player's strength in one game (Glicko-2, on the Glicko scale).
type Rating struct {
	Player     string  `json:"player"`
	Name       string  `json:"name"` // as it was when last written; lists show the player's present one
	Game       string  `json:"game"`
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	// Games counts rated matches; At is the end of the last one.
	Games int   `json:"games"`
	At    int64 `json:"at"`
	// Opponents counts those against whom the rating has changed. An Unlisted rating is
	// on no board.
	Opponents int  `json:"opponents,omitempty"`
	Unlisted  bool `json:"unlisted,omitempty"`
	// NewDay is the day (YYYY-MM-DD, UTC) of the last match against somebody whose rating
	// was provisional, New how many such opponents there were on it.
	NewDay string `json:"new_day,omitempty"`
	New    int    `json:"new,omitempty"`
	// Match is the id of the match that gave this value, by which it can be verified.
	Match string `json:"match"`
	// ByBot reports whether the player is a bot, as its present record says.
	ByBot bool `json:"-"`
}

// Tally counts results from one player's side.
type Tally struct {
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	Drawn int `json:"drawn"`
}

// Plus puts two tallies together.
func (t Tally) Plus(u Tally) Tally { return Tally{t.Won + u.Won, t.Lost + u.Lost, t.Drawn + u.Drawn} }

// Encounters are the rated matches of a player against one opponent.
type Encounters struct {
	// Day is the day (YYYY-MM-DD, UTC) on which the last one ended, Today how many did.
	Day   string `json:"day,omitempty"`
	Today int    `json:"today,omitempty"`
	// Nth is which of that day's opponents with provisional ratings this one was, from 1;
	// 0 for none of them.
	Nth int `json:"nth,omitempty"`
	// Met reports whether one has changed the player's rating.
	Met bool `json:"met,omitempty"`
}

// Versus is a player's tally against one opponent in one game.
type Versus struct {
	Game string `json:"game"`
	// Opponent is a player's id, "bot:" and a bot's name, or Gone.
	Opponent string `json:"opponent"`
	// Name is the opponent's name at the last match.
	Name string `json:"name"`
	Tally
	Encounters
	// At is the end of the last match, Match its id.
	At    int64  `json:"at"`
	Match string `json:"match"`
	// ByBot reports whether the opponent is a bot with an account, as its present record says.
	ByBot bool `json:"-"`
}

// Score is a player's row on a board that is ordered by points.
type Score struct {
	// Board is GAME/BOARD or GAME/BOARD/YYYY-MM-DD.
	Board  string `json:"board"`
	Player string `json:"player"`
	Name   string `json:"name"` // as it was when last written; lists show the player's present one
	// Value orders the board, Tie decides between equals; higher is better, and
	// between equals of both the earlier At.
	Value  float64         `json:"value"`
	Tie    float64         `json:"tie"`
	Detail json.RawMessage `json:"detail,omitempty"`
	// Match is the id of the match that earned the row, At its end.
	Match string `json:"match"`
	At    int64  `json:"at"`
	// Unlisted rows are kept, and on no board.
	Unlisted bool `json:"unlisted,omitempty"`
	// ByBot reports whether the player is a bot, as its present record says.
	ByBot bool `json:"-"`
}

// Beats reports whether a row is better than another, whichever came first.
func (s Score) Beats(other Score) bool {
	return s.Value > other.Value || s.Value == other.Value && s.Tie > other.Tie
}

// Note is a small record of a game's own, such as what is known of a deal. Notes are
// grouped in spaces; a space and a Key are ids.
type Note struct {
	Key   string
	Value json.RawMessage
	// From is the value that the note must still have when it is written, Absent where it
	// must not be there; nil for whatever it has.
	From json.RawMessage
}

// Absent is [Note.From] of a note that is to be new.
var Absent = json.RawMessage{}

// Outcome is one player's part in the end of a match.
type Outcome struct {
	Player string
	// Standing is the revision of the player's standing in the game. [Store.Standing] returned it
	// before the rest of the standing was read to make the outcome.
	Standing uint64
	// Tally has a single 1 in it, or is zero where the match does not count.
	Tally Tally
	// Opponent and OpponentName go to the Versus record; empty for a game alone or against a guest.
	Opponent, OpponentName string
	// Encounters replace the ones of the Versus record; zero leaves them.
	Encounters Encounters
	// Rating is the player's new rating, nil where the match was not rated.
	Rating *Rating
	// Stats replaces the player's statistics in the game; nil leaves them.
	Stats json.RawMessage
	// Scores replace the player's rows on their boards. Listed puts all the player's rows
	// of the match's game that were not there on their boards.
	Scores []Score
	Listed bool
	// Unseen puts the result among the ones that the player has still to see.
	Unseen bool
	// Filed are notes that are kept with the end, as PutNotes does.
	Filed []Filed
}

// Filed is a note with its space.
type Filed struct {
	Space string
	Note
}

// Finish is the end of a match and all that it changes, in one step.
type Finish struct {
	// Match is the record with Status Done, Ended, Result, Reason, Winner, Plies
	// and the seats' Change set, and Epoch as in Append; the store sets Entries and Nth.
	Match Match
	// At is the length of the log before Entries, as in Append.
	At       int
	Entries  []Entry
	Outcomes []Outcome
	// Drop removes match and log instead of keeping them: nobody with a key took part.
	Drop bool
}

// Store keeps the records. A caller that needs one part takes that part's interface.
type Store interface {
	Players
	Matches
	Boards
	Notes

	// Close waits for what is under way and closes the store.
	Close() error
}

// Players keeps players, and what they have still to see.
type Players interface {
	// Player finds a player by id, PlayerByKey by a key's fingerprint and
	// PlayerByName by the folded name; ErrNotFound.
	Player(id string) (Player, error)
	PlayerByKey(fingerprint string) (Player, error)
	PlayerByName(nameKey string) (Player, error)
	// PutPlayer creates a player (Rev 0), or replaces the revision Rev of one by the
	// next, with its indexes; ErrConflict, ErrNameTaken, ErrKeyTaken.
	PutPlayer(Player) error
	// Forget removes a player in one step with all that is kept of it: the record
	// with its indexes, ratings, tallies, statistics, rows of boards, unseen results,
	// every note of the spaces own, and the matches in which no player with a record
	// has a seat besides, with the notes under their ids in the spaces byMatch. In
	// the other matches its seats become Gone seats, which keep their ratings; the
	// opponents' tallies against it are added to theirs against Gone. ErrNotFound,
	// ErrUnfinished.
	Forget(player string, own, byMatch []string) error

	// Unseen lists the matches whose result the player has still to be shown,
	// oldest first; Seen strikes one off.
	Unseen(player string) ([]string, error)
	Seen(player, match string) error
}

// Matches keeps matches with their logs.
type Matches interface {
	// CreateMatch keeps a new match with an empty log; ErrExists.
	CreateMatch(Match) error
	// TakeOver makes a node the owner of a match that is not done, in the epoch after
	// epoch, which must be the match's, and gives the record as it is then: from now on
	// nobody can write to it in an older one. ErrNotFound, ErrFinished, ErrFenced.
	TakeOver(id string, epoch uint64, owner string) (Match, error)
	// UpdateMatch replaces the record of a match that is not done and has its Epoch (a seat
	// taken, terms changed) and its indexes; owner and log stay. ErrNotFound, ErrFinished, ErrFenced.
	UpdateMatch(Match) error
	// DeleteMatch removes a match that is not done and has the epoch, with its log;
	// ErrNotFound, ErrFinished, ErrFenced.
	DeleteMatch(id string, epoch uint64) error
	// Match finds a match by id; ErrNotFound.
	Match(id string) (Match, error)
	// Append adds entries to the log of a live match that has the epoch, ErrFenced where it
	// has not, and whose length is at, ErrConflict where it is not; ErrNotFound,
	// ErrFinished. Concurrent appends share a disk sync.
	Append(id string, epoch uint64, at int, entries ...Entry) error
	// Entries reads up to n entries (all where n < 0) from the from-th on; ErrNotFound.
	Entries(id string, from, n int) ([]Entry, error)
	// Finish ends a match; ErrNotFound, ErrFinished, ErrFenced, and ErrConflict where the
	// log has another length or a player's standing another revision.
	Finish(Finish) error

	// Unfinished lists every match that is open or live, oldest first. With an
	// ErrDamaged the list has all others: the readable ones.
	Unfinished() ([]Match, error)
	// Matches lists up to n matches of a player, newest (by Created, then id) first.
	// after is the id of the last one of the page before, or ""; ErrNotFound where that match is gone.
	Matches(player, after string, n int) ([]Match, error)
	// Recent lists up to n finished public matches of a game ("" for any), latest end first.
	Recent(game string, n int) ([]Match, error)
	// Finished lists up to n finished public matches of a game ("" for any), earliest end first
	// (by Ended, then id), from behind the match with that end and id on. There need be no such match.
	Finished(game string, ended int64, id string, n int) ([]Match, error)
}

// Boards keeps what Finish has made of matches: ratings, tallies, statistics and rows of boards.
type Boards interface {
	// Standing is the revision of a player's standing in a game, which is the rating, the
	// tallies, the statistics and the rows on its boards: how many Finishes have had an
	// outcome of the player.
	Standing(game, player string) (uint64, error)
	// Rating finds a player's rating in a game; ErrNotFound before the first rated match.
	Rating(game, player string) (Rating, error)
	// Board lists up to n ratings of a game, without Unlisted ones, from the from-th best on, counted from 0.
	Board(game string, from, n int) ([]Rating, error)
	// Rank is a player's place on the board, from 1 (0 for an Unlisted rating), and how
	// many are on it; ErrNotFound.
	Rank(game, player string) (place, of int, err error)
	// Ranked is how many players a game's board has.
	Ranked(game string) (int, error)
	// Tally is a player's results in a game; zero where there are none.
	Tally(game, player string) (Tally, error)
	// Versus lists up to n opponents of a player over all games, latest first.
	Versus(player string, n int) ([]Versus, error)
	// VersusOne is a player's tally against one opponent in one game; zero where there is none.
	VersusOne(game, player, opponent string) (Versus, error)

	// Stats are a player's statistics in a game, nil where there are none.
	Stats(game, player string) (json.RawMessage, error)
	// Scores lists up to n rows of a board from the from-th best on, counted from 0.
	Scores(board string, from, n int) ([]Score, error)
	// ScoreOf is a player's row on a board with its place, from 1 (0 for an Unlisted
	// row), and how many rows there are; ErrNotFound.
	ScoreOf(board, player string) (row Score, place, of int, err error)
	// ScoresOf lists up to n rows of a player over all boards, by board, from behind
	// the board after on ("": from the first).
	ScoresOf(player, after string, n int) ([]Score, error)
}

// Notes keeps notes: values by space and key. Their meaning belongs to the package that writes them.
type Notes interface {
	// Note reads a note; ErrNotFound. Notes lists up to n of a space by key, from
	// behind the key after on ("": from the first). PutNotes keeps notes, and removes
	// those whose value is nil, in one step; ErrConflict where one is not as its From says.
	Note(space, key string) (json.RawMessage, error)
	Notes(space, after string, n int) ([]Note, error)
	PutNotes(space string, notes ...Note) error
	// Secret is 32 random bytes that were made with the store and never change.
	Secret() ([]byte, error)
}
