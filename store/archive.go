package store

import (
	"encoding/json"
	"errors"
)

// Errors about a store's file as a whole.
var (
	// ErrInUse: another process has the file open.
	ErrInUse = errors.New("in use by another process")
	// ErrDamaged: the file is not whole.
	ErrDamaged = errors.New("damaged")
	// ErrOlder: the file was written by an older version, and has first to be opened to be written.
	ErrOlder = errors.New("store was written by an older version")
)

// Archive is a store that is only read, all of it, to be checked or copied. The
// functions that are called for each record stop at the first error, which is
// returned; the order is the store's own, and the same in every call.
type Archive interface {
	// Match and Entries are as in [Store].
	Match(id string) (Match, error)
	Entries(id string, from, n int) ([]Entry, error)
	Note(space, key string) (json.RawMessage, error)
	Secret() ([]byte, error)
	// Ended is how many matches have ended: the next one's Nth is one more.
	Ended() (uint64, error)

	EachPlayer(func(Player) error) error
	// EachMatch gives the length of an unfinished match's log, too.
	EachMatch(func(Match) error) error
	EachRating(func(Rating) error) error
	EachTally(func(game, player string, t Tally) error) error
	EachVersus(func(player string, v Versus) error) error
	EachStats(func(game, player string, stats json.RawMessage) error) error
	EachScore(func(Score) error) error
	EachNote(func(space, key string, value json.RawMessage) error) error
	EachStanding(func(game, player string, revision uint64) error) error
	// EachUnseen gives the results that a player has still to be shown.
	EachUnseen(func(player string, ended int64, match string) error) error
}

// Finding is a contradiction inside a file.
type Finding struct {
	// Kind is what it is found in: a kind of record, such as "match" or "rating", an
	// index, or "file".
	Kind string `json:"kind"`
	// ID is of the record, several parted by slashes; "" for the file as a whole.
	ID string `json:"id,omitempty"`
	// Problem says in English what does not agree.
	Problem string `json:"problem"`
}

func (f Finding) String() string {
	if f.ID == "" {
		return f.Kind + ": " + f.Problem
	}
	return f.Kind + " " + f.ID + ": " + f.Problem
}
