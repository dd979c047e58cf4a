package store

import (
	"context"
	"encoding/json"
	"errors"
)

// Errors about a store as a whole.
var (
	// ErrInUse means that another process has the file open.
	ErrInUse = errors.New("in use by another process")
	// ErrDamaged means that a part of the store is unreadable.
	ErrDamaged = errors.New("damaged")
	// ErrOlder means that an older version wrote the file. A writing program must open it first, which
	// upgrades it.
	ErrOlder = errors.New("store was written by an older version")
)

// Reader is what is read, record by record, of a [Store] and of an [Archive] alike.
type Reader interface {
	Match(ctx context.Context, id string) (Match, error)
	Entries(ctx context.Context, id string, from, n int) ([]Entry, error)
	Note(ctx context.Context, space, key string) (json.RawMessage, error)
	Secret(ctx context.Context) ([]byte, error)
}

// Archive is a store that is only read, as a whole, to check or copy it. A method that calls a function
// for every record stops at the function's first error and returns it. The order is the store's own, and
// the same in every call.
type Archive interface {
	// Reader has the methods of [Store] with these names.
	Reader
	// Ended returns the number of ended matches. The Nth of the next one is one more.
	Ended() (uint64, error)

	EachPlayer(func(Player) error) error
	// EachMatch sets the length of the log for unfinished matches, too.
	EachMatch(func(Match) error) error
	EachRating(func(Rating) error) error
	EachTally(func(game, player string, t Tally) error) error
	EachVersus(func(player string, v Versus) error) error
	EachStats(func(game, player string, stats json.RawMessage) error) error
	EachScore(func(Score) error) error
	EachNote(func(space, key string, value json.RawMessage) error) error
	EachStanding(func(game, player string, revision uint64) error) error
	// EachUnseen lists the results that players have not seen yet.
	EachUnseen(func(player string, ended int64, match string) error) error
}

// Finding is a contradiction inside a store.
type Finding struct {
	// Kind is the place of the finding: a kind of record, such as "match" or "rating", an index, or
	// "file".
	Kind string `json:"kind"`
	// ID identifies the record, with slashes between several ids; "" means the file as a whole.
	ID string `json:"id,omitempty"`
	// Problem describes the contradiction in English.
	Problem string `json:"problem"`
}

func (f Finding) String() string {
	if f.ID == "" {
		return f.Kind + ": " + f.Problem
	}
	return f.Kind + " " + f.ID + ": " + f.Problem
}
