// Package store defines the arcade's records and the contract of a store that keeps them. It contains no
// game rules: actions, options and results are text to it.
//
// Several processes may use one store. At every write a store checks that the caller has read the present
// state. A match that is not done has an owner, and every write to it carries the owner's epoch
// (ErrFenced). Players, standings and notes carry the revision or value that they were made from
// (ErrConflict).
//
// Every method may be called from any goroutine. When a method returns nil, its change is durable. When it returns an
// error that [IsAnswer] knows, nothing has changed. After any other error of a write it is not known whether the change
// was made, or will be made later: a database may carry out what it has received from a caller that no longer waits.
// So a write says from which state it was made, and does nothing in another one. Two do not: UpdateMatch, after which
// the owner writes its record again as soon as a write is refused because of it, and a note without [Note.From].
//
// A call whose context has ended does nothing and returns the context's error. The store finishes a call that has
// begun, even if its context ends, so that the caller knows what has changed. Times are ms since 1970. Lists come
// newest or best first and are cut to a limit. Returned values share no memory with the store. Ids, games, folded names
// and keys are UTF-8 of 1 to 64 bytes without NUL; a store has no record for any other text.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
)

// Errors on which callers decide. Every store wraps them.
var (
	// ErrNotFound means that there is no such record.
	ErrNotFound = errors.New("not found")
	// ErrNameTaken means that another player has the name.
	ErrNameTaken = errors.New("name taken")
	// ErrKeyTaken means that another player has the key.
	ErrKeyTaken = errors.New("key taken")
	// ErrExists means that the match id is in use.
	ErrExists = errors.New("exists already")
	// ErrConflict means that another writer was faster: the log has another length, or the record another
	// revision. The caller reads again and repeats its work.
	ErrConflict = errors.New("it has changed since it was read")
	// ErrFenced means that the match has another epoch, so the caller does not own it.
	ErrFenced = errors.New("match has another epoch")
	// ErrFinished means that the match has ended and its log takes no more entries.
	ErrFinished = errors.New("match is finished")
	// ErrUnfinished means that the player has a seat in a match that has not ended, or a challenge to
	// one.
	ErrUnfinished = errors.New("player has unfinished matches")
	// ErrUnwritten means that the disk did not take the change.
	ErrUnwritten = errors.New("could not be written")
	// ErrAway means that the store does not answer.
	ErrAway = errors.New("the store does not answer")
	// ErrNewer means that a newer version wrote the file.
	ErrNewer = errors.New("store was written by a newer version")
)

// ErrIs reports whether err is one of the listed errors.
func ErrIs(err error, list ...error) bool {
	return slices.ContainsFunc(list, func(e error) bool { return errors.Is(err, e) })
}

// IsAnswer reports whether err is an answer of the store rather than a failure.
func IsAnswer(err error) bool {
	return ErrIs(err, ErrNotFound, ErrNameTaken, ErrKeyTaken, ErrExists, ErrConflict, ErrFenced, ErrFinished, ErrUnfinished)
}

// Report logs an error. It does not log that an asker's context was cancelled.
func Report(log *slog.Logger, what string, err error, more ...any) {
	if !errors.Is(err, context.Canceled) {
		log.Error(what, append(more, "err", err)...)
	}
}

// Player is a person with one or more keys, or a program with an account. Guests and house bots have no
// record.
type Player struct {
	// ID never changes and is never given to another player.
	ID string `json:"id"`
	// Name is displayed. NameKey is its folded form, which is unique.
	Name    string `json:"name"`
	NameKey string `json:"name_key"`
	// Keys are the fingerprints (SHA256:...) of the player's public keys.
	Keys []string `json:"keys"`
	// KeyAdded maps keys to the times at which they were added. The first keys have no entry.
	KeyAdded map[string]int64 `json:"key_added,omitempty"`

	Created int64 `json:"created"`
	Seen    int64 `json:"seen"`
	// Settings belong to the screens. The store does not interpret them.
	Settings json.RawMessage `json:"settings,omitempty"`
	// Bot reports whether the account plays by a program. It is final once the account has a match.
	Bot bool `json:"bot,omitempty"`
	// Left is the player's standing when the last visit ended, nil before the end of the first one.
	Left *Left `json:"left,omitempty"`
	// Rev is the revision of the record, counted from 1 and set by the store; 0 in a new record.
	Rev uint64 `json:"rev,omitempty"`
}

// Left is a player's standing at the end of a visit. The next visit shows the changes since then.
type Left struct {
	At int64 `json:"at"`
	// Ranks maps games to the player's places.
	Ranks map[string]LeftRank `json:"ranks,omitempty"`
}

// LeftRank is a place on a game's board, from 1, and the rating at that place.
type LeftRank struct {
	Place  int     `json:"place"`
	Rating float64 `json:"rating"`
}

// Status is the stage of a match.
type Status string

// A match is open while it waits for players, live while it is played, and then done.
const (
	Open Status = "open"
	Live Status = "live"
	Done Status = "done"
)

// GoneName and Gone replace a deleted player: GoneName as the name on a seat, which no player can have,
// and Gone as the opponent of the tallies against all deleted players.
const (
	GoneName = "(gone)"
	Gone     = "gone"
)

// Seat is a seat of a match with its occupant. On a taken seat exactly one of Player, Guest, Bot and Gone
// is set, on an empty seat none.
type Seat struct {
	Player string `json:"player,omitempty"` // the player's id
	Guest  string `json:"guest,omitempty"`  // the guest's id, meaningless after the visit
	Bot    string `json:"bot,omitempty"`    // the bot's name in its game
	Gone   bool   `json:"gone,omitempty"`   // the player has been deleted since
	// Name is the displayed name when the match began.
	Name string `json:"name,omitempty"`
	// Rating and Deviation are the player's values before a rated match.
	Rating    float64 `json:"rating,omitempty"`
	Deviation float64 `json:"deviation,omitempty"`
	// Change is the change of the rating by the match; set when done.
	Change float64 `json:"change,omitempty"`
	// First reports whether this was the first match against this opponent that changed the player's
	// rating. Nth is the number of their Encounters. Both are set when done, and outlive the opponent's
	// record.
	First bool `json:"first,omitempty"`
	Nth   int  `json:"nth,omitempty"`
	// Limited reports whether the rating's reach kept a part of the change back; set when done.
	Limited bool `json:"limited,omitempty"`
	// Remote reports whether Player was a bot account when the match began.
	Remote bool `json:"remote,omitempty"`
}

// Empty reports whether the seat is free.
func (s Seat) Empty() bool { return s.Player == "" && s.Guest == "" && s.Bot == "" && !s.Gone }

// Forgotten returns the seat of a deleted player; the match's results stay in it.
func (s Seat) Forgotten() Seat {
	return Seat{Gone: true, Name: GoneName, Rating: s.Rating, Deviation: s.Deviation, Change: s.Change}
}

// Match is the record of a match, without its log.
type Match struct {
	ID      string          `json:"id"`
	Game    string          `json:"game"`
	Rules   int             `json:"rules"`
	Seed    string          `json:"seed"`
	Options json.RawMessage `json:"options,omitempty"`
	Seats   []Seat          `json:"seats"`
	// Control is the time control in its notation. Rated, Private, Host and Code are the terms of the
	// offer.
	Control string `json:"control"`
	Rated   bool   `json:"rated,omitempty"`
	// Casual is the reason why a match that was offered as rated is not rated, or why a day's run has no place
	// on the boards; otherwise "".
	Casual string `json:"casual,omitempty"`
	// Ledger is the version of the rules by which a rated match or a run counts, set when it begins. It
	// is 0 for a match from before there were versions.
	Ledger int `json:"ledger,omitempty"`
	// From identifies the network from which an open match was offered, or the address whose program
	// plays the match. All other matches that have begun have none.
	From string `json:"from,omitempty"`
	// Daily is the day (YYYY-MM-DD, UTC) of the daily deal, or "". Its seed stays secret until the day is
	// over. Seeded reports whether the player typed the seed.
	Daily  string `json:"daily,omitempty"`
	Seeded bool   `json:"seeded,omitempty"`
	// Guessable reports whether the deal could be computed during play: the run began before deals came
	// from 128 secret bits, and ended after.
	Guessable bool `json:"guessable,omitempty"`
	// Private matches are not listed, strangers cannot watch them, and nobody can claim them.
	Private bool `json:"private,omitempty"`
	// Invited is the id of the only player who may take the empty seat of a challenge.
	Invited string `json:"invited,omitempty"`
	// Code admits a friend while the match is open. A program uses it to play its match.
	Code string `json:"code,omitempty"`
	// Previous is the id of the match whose rematch this is.
	Previous string `json:"previous,omitempty"`
	// Round counts the rounds of a series from 1; 0 outside a series.
	Round int `json:"round,omitempty"`
	// Arena is the id of the match's arena, or "".
	Arena string `json:"arena,omitempty"`
	// Shared describes how one player plays several seats; "" if each seat has its own player.
	Shared string `json:"shared,omitempty"`
	// Agreed reports whether all players were ready before hidden cards were dealt. Such a match counts
	// from its start.
	Agreed  bool   `json:"agreed,omitempty"`
	Status  Status `json:"status"`
	Created int64  `json:"created"`
	Started int64  `json:"started,omitempty"`
	Ended   int64  `json:"ended,omitempty"`
	// Result is the game's result as JSON. Reason and Winner repeat its parts that lists show. Winner is
	// -1 if no seat won.
	Result json.RawMessage `json:"result,omitempty"`
	Reason string          `json:"reason,omitempty"`
	Winner int             `json:"winner"`
	// Entries is the length of the log. Plies is the number of actions among the entries, set when done.
	Entries int `json:"entries"`
	Plies   int `json:"plies,omitempty"`
	// Owner is the node that may write to the match until it is done, "" in a store with a single node.
	// Epoch counts the take-overs of the match; see [Store.TakeOver].
	Owner string `json:"keeper,omitempty"`
	Epoch uint64 `json:"epoch,omitempty"`
	// Nth numbers the ended matches from 1, in the order in which they changed ratings and boards. The
	// store sets it. It is 0 for a match that is not done, and for matches that ended before this count
	// began.
	Nth uint64 `json:"nth,omitempty"`
}

// SeatOf returns the seat of the player with this id, -1 if the player has none.
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
	Name       string  `json:"name"` // at the last write; lists show the present name
	Game       string  `json:"game"`
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	// Games counts rated matches. At is the end of the last one.
	Games int   `json:"games"`
	At    int64 `json:"at"`
	// Opponents counts the opponents in matches that changed the rating. An Unlisted rating is on no
	// board.
	Opponents int  `json:"opponents,omitempty"`
	Unlisted  bool `json:"unlisted,omitempty"`
	// NewDay is the day (YYYY-MM-DD, UTC) of the last match against an opponent with a provisional
	// rating. New is the number of such opponents on that day.
	NewDay string `json:"new_day,omitempty"`
	New    int    `json:"new,omitempty"`
	// Base is the value at time At from which the rating moves away by its reach at most; 0 before the
	// first match by which it was set. Established reports whether the rating was ever not provisional
	// since then.
	Base        float64 `json:"base,omitempty"`
	Established bool    `json:"established,omitempty"`
	// Match is the id of the match that produced this value. It allows a check of the value.
	Match string `json:"match"`
	// ByBot reports whether the player is a bot, by its present record.
	ByBot bool `json:"-"`
}

// Tally counts results from one player's side.
type Tally struct {
	Won   int `json:"won"`
	Lost  int `json:"lost"`
	Drawn int `json:"drawn"`
}

// Plus returns the sum of two tallies.
func (t Tally) Plus(u Tally) Tally { return Tally{t.Won + u.Won, t.Lost + u.Lost, t.Drawn + u.Drawn} }

// Encounters describes the rated matches of a player against one opponent.
type Encounters struct {
	// Day is the day (YYYY-MM-DD, UTC) of the last match. Today is the number of matches on that day.
	Day   string `json:"day,omitempty"`
	Today int    `json:"today,omitempty"`
	// Nth numbers that day's opponents with provisional ratings from 1; 0 for an opponent with an
	// established rating.
	Nth int `json:"nth,omitempty"`
	// Met reports whether one of the matches has changed the player's rating.
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
	// ByBot reports whether the opponent is a bot with an account, by its present record.
	ByBot bool `json:"-"`
}

// Score is a player's row on a board that is ordered by points.
type Score struct {
	// Board is GAME/BOARD or GAME/BOARD/YYYY-MM-DD.
	Board  string `json:"board"`
	Player string `json:"player"`
	Name   string `json:"name"` // at the last write; lists show the present name
	// The board is ordered by Value, then by Tie, higher first, and then by At, earlier first.
	Value  float64         `json:"value"`
	Tie    float64         `json:"tie"`
	Detail json.RawMessage `json:"detail,omitempty"`
	// Match is the id of the match that earned the row, At its end.
	Match string `json:"match"`
	At    int64  `json:"at"`
	// Unlisted rows are stored, but are on no board.
	Unlisted bool `json:"unlisted,omitempty"`
	// ByBot reports whether the player is a bot, by its present record.
	ByBot bool `json:"-"`
}

// Beats reports whether a row has a better value than another, regardless of At.
func (sc Score) Beats(other Score) bool {
	return sc.Value > other.Value || sc.Value == other.Value && sc.Tie > other.Tie
}

// Note is a small record of a game, such as the known facts of a deal. A note has a space and a Key,
// which are ids.
type Note struct {
	Key   string
	Value json.RawMessage
	// From is the value that the note must have when it is written: Absent if the note must not exist, or
	// nil if any value may be replaced.
	From json.RawMessage
}

// Absent is the [Note.From] of a new note.
var Absent = json.RawMessage{}

// Outcome is one player's part in the end of a match.
type Outcome struct {
	Player string
	// Standing is the revision of the player's standing in the game. The caller gets it from
	// [Store.Standing] before it reads the rest of the standing to compute the outcome.
	Standing uint64
	// Tally has a single 1, or is zero if the match does not count.
	Tally Tally
	// Opponent and OpponentName go into the Versus record. They are empty in a solo game or against a
	// guest.
	Opponent, OpponentName string
	// Encounters replaces the Encounters of the Versus record; zero leaves them unchanged.
	Encounters Encounters
	// Rating is the player's new rating, nil if the match was not rated. Its Game may name ratings of their own.
	Rating *Rating
	// Stats replaces the player's statistics in the game; nil leaves them unchanged.
	Stats json.RawMessage
	// Scores replace the player's rows on their boards. Listed puts the player's Unlisted rows of this
	// game on their boards.
	Scores []Score
	Listed bool
	// Unseen adds the result to the player's unseen results.
	Unseen bool
	// Filed holds notes that are written together with the end, as PutNotes does.
	Filed []Filed
}

// Filed is a note with its space.
type Filed struct {
	Space string
	Note
}

// Finish is the end of a match with all its changes, which are made in one step.
type Finish struct {
	// Match is the record with Status Done, Ended, Result, Reason, Winner, Plies and the seats' Change
	// set, and Epoch as in Append. The store sets Entries and Nth.
	Match Match
	// At is the length of the log before Entries, as in Append.
	At       int
	Entries  []Entry
	Outcomes []Outcome
	// Drop removes match and log instead of keeping them, because no player with a key took part.
	Drop bool
}

// Store keeps the records. A caller that needs one part takes that part's interface.
type Store interface {
	Players
	Matches
	Boards
	Notes

	// Close waits for running calls and closes the store.
	Close() error
}

// Players keeps players and their unseen results.
type Players interface {
	// Player finds a player by id, PlayerByKey by a key's fingerprint and PlayerByName by the folded
	// name. Error: ErrNotFound.
	Player(ctx context.Context, id string) (Player, error)
	PlayerByKey(ctx context.Context, fingerprint string) (Player, error)
	PlayerByName(ctx context.Context, nameKey string) (Player, error)
	// PutPlayer creates a player (Rev 0), or replaces revision Rev of a player by the next one, with its
	// indexes. Errors: ErrConflict, ErrNameTaken, ErrKeyTaken.
	PutPlayer(context.Context, Player) error
	// Forget deletes a player and all its data in one step: the record with its indexes, ratings,
	// tallies, statistics, rows of boards, unseen results, and every note of the spaces own. Forget also
	// deletes the matches without another player with a record, and the notes under their ids in the
	// spaces byMatch. In the other matches the player's seats become Gone seats, which keep their
	// ratings. The opponents' tallies against the player are added to their tallies against Gone. Errors:
	// ErrNotFound, ErrUnfinished.
	Forget(ctx context.Context, player string, own, byMatch []string) error

	// Unseen lists the matches whose result the player has not seen yet, oldest first. Seen removes one
	// from the list.
	Unseen(ctx context.Context, player string) ([]string, error)
	Seen(ctx context.Context, player, match string) error
}

// Matches keeps matches with their logs.
type Matches interface {
	// CreateMatch stores a new match with an empty log. Error: ErrExists.
	CreateMatch(context.Context, Match) error
	// TakeOver makes a node the owner of a match that is not done, and returns the new record. epoch must
	// be the match's epoch; the new epoch is one more. From then on no node can write to the match in an
	// older epoch. Errors: ErrNotFound, ErrFinished, ErrFenced.
	TakeOver(ctx context.Context, id string, epoch uint64, owner string) (Match, error)
	// UpdateMatch replaces the record of a match that is not done and has its Epoch, for example when a
	// seat is taken. It updates the indexes, and keeps owner and log. Errors: ErrNotFound, ErrFinished,
	// ErrFenced, and ErrConflict for an open record if the match has a log.
	UpdateMatch(context.Context, Match) error
	// DeleteMatch removes a match that is not done, with its log. The match must have the Epoch of m (else
	// ErrFenced), and its Status and length of the log (else ErrConflict): a deletion that comes late, after its
	// caller has stopped waiting for the answer, does nothing to a match that has gone on. Of m it reads nothing
	// else but the ID. Other errors: ErrNotFound, ErrFinished.
	DeleteMatch(ctx context.Context, m Match) error
	// Match finds a match by id. Error: ErrNotFound.
	Match(ctx context.Context, id string) (Match, error)
	// Append adds entries to the log of a live match. The match must have the epoch (else ErrFenced), must be live,
	// and its log must have the length at (else ErrConflict). Concurrent appends share a disk sync. Other errors:
	// ErrNotFound, ErrFinished.
	Append(ctx context.Context, id string, epoch uint64, at int, entries ...Entry) error
	// Entries returns up to n entries (all if n < 0), from number from on. Error: ErrNotFound.
	Entries(ctx context.Context, id string, from, n int) ([]Entry, error)
	// Finish ends a match. Errors: ErrNotFound, ErrFinished, ErrFenced, and ErrConflict if the log has
	// another length or a player's standing another revision.
	Finish(context.Context, Finish) error

	// Unfinished lists every open or live match, oldest first. If some are unreadable, it returns
	// ErrDamaged and the other matches.
	Unfinished(ctx context.Context) ([]Match, error)
	// Matches lists up to n matches of a player, newest (by Created, then id) first. after is the id of
	// the last match of the previous page, or "". Error: ErrNotFound if that match no longer exists.
	Matches(ctx context.Context, player, after string, n int) ([]Match, error)
	// Recent lists up to n finished public matches of a game ("" for all games), latest end first.
	Recent(ctx context.Context, game string, n int) ([]Match, error)
	// Finished lists up to n finished public matches of a game ("" for all games), earliest end first (by
	// Ended, then id), after that end and id, which need not belong to a match.
	Finished(ctx context.Context, game string, ended int64, id string, n int) ([]Match, error)
}

// Boards keeps the records that Finish derives from matches: ratings, tallies, statistics and rows of
// boards.
type Boards interface {
	// Standing returns the revision of a player's standing in a game: the number of Finishes with an
	// outcome of the player. A standing is the rating, the tallies, the statistics and the rows on the
	// game's boards.
	Standing(ctx context.Context, game, player string) (uint64, error)
	// Rating returns a player's rating in a game. Error: ErrNotFound before the first rated match.
	Rating(ctx context.Context, game, player string) (Rating, error)
	// Board lists up to n ratings of a game, best first and without Unlisted ones, from number from on,
	// counted from 0.
	Board(ctx context.Context, game string, from, n int) ([]Rating, error)
	// Rank returns a player's place on the board, from 1 (0 for an Unlisted rating), and the length of
	// the board. Error: ErrNotFound.
	Rank(ctx context.Context, game, player string) (place, of int, err error)
	// Ranked returns the number of players on a game's board.
	Ranked(ctx context.Context, game string) (int, error)
	// Tally returns a player's results in a game, zero if there are none.
	Tally(ctx context.Context, game, player string) (Tally, error)
	// Versus lists up to n opponents of a player over all games, latest first.
	Versus(ctx context.Context, player string, n int) ([]Versus, error)
	// VersusOne returns a player's tally against one opponent in one game, zero if there is none.
	VersusOne(ctx context.Context, game, player, opponent string) (Versus, error)

	// Stats returns a player's statistics in a game, nil if there are none.
	Stats(ctx context.Context, game, player string) (json.RawMessage, error)
	// Scores lists up to n rows of a board, best first, from number from on, counted from 0.
	Scores(ctx context.Context, board string, from, n int) ([]Score, error)
	// ScoreOf returns a player's row on a board with its place, from 1 (0 for an Unlisted row), and the
	// number of rows. Error: ErrNotFound.
	ScoreOf(ctx context.Context, board, player string) (row Score, place, of int, err error)
	// ScoresOf lists up to n rows of a player over all boards, sorted by board, after the board after
	// ("": from the first).
	ScoresOf(ctx context.Context, player, after string, n int) ([]Score, error)
}

// Notes keeps notes: values by space and key. The package that writes a note defines its meaning.
type Notes interface {
	// Note reads a note. Error: ErrNotFound. Notes lists up to n notes of a space, sorted by key, after
	// the key after ("": from the first). PutNotes writes notes, and removes notes whose value is nil, in
	// one step. Error: ErrConflict if the present value of one does not match its From.
	Note(ctx context.Context, space, key string) (json.RawMessage, error)
	Notes(ctx context.Context, space, after string, n int) ([]Note, error)
	PutNotes(ctx context.Context, space string, notes ...Note) error
	// Secret returns 32 random bytes that were made with the store and never change.
	Secret(ctx context.Context) ([]byte, error)
}
