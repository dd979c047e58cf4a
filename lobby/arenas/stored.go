package arenas

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arcade/store"
	"arcade/store/notes"
)

// Arenas are stored as notes. Space has the terms of each, under an ID that begins with its start, so that
// lists are in the order of the starts. The entries of its log are numbered notes in a space of its own. An
// entry is written only if its number is free. If two nodes write at once, the store refuses one, which
// then reads the other's entries.

// AllTerms are the notes of the terms of arenas, Logs those of the entries of their logs.
var (
	AllTerms = notes.New[Terms]("arenas", "ARENA")
	Logs     = notes.New[Entry]("arena/ID", "NUMBER")
)

// IDAt returns the ID of an arena that starts at the given time; pool is the name of its ratings, for most games the
// game's.
func IDAt(start int64, pool string) string {
	return time.UnixMilli(start).UTC().Format("20060102-1504-") + pool
}

// key returns the key of a log's entry, counted from 0.
func key(n int) string { return fmt.Sprintf("%08d", n) }

// Tail reads the entries of a log from number from on.
func Tail(ctx context.Context, s notes.Lister, id string, from int) (list []Entry, err error) {
	after := ""
	if from > 0 {
		after = key(from - 1)
	}
	for n, err := range Logs.In(id).After(ctx, s, after) {
		switch {
		case err != nil && n.Key == "":
			return nil, err
		case n.Key != key(from+len(list)):
			return nil, fmt.Errorf("%w: entry %s of arena %s is at place %d", ErrBadLog, n.Key, id, from+len(list))
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrBadLog, err)
		}
		list = append(list, n.Value)
	}
	return list, nil
}

// Append stores entries after the first from entries of a log. It fails with [store.ErrConflict] if the
// log is longer.
func Append(ctx context.Context, s store.Store, id string, from int, list []Entry) error {
	log, write := Logs.In(id), make([]store.Note, len(list))
	for i, e := range list {
		var err error
		if write[i], err = log.Note(key(from+i), e, store.Absent); err != nil {
			return err
		}
	}
	return s.PutNotes(ctx, log.Name, write...)
}

// Announce stores the terms of a new arena. It fails with [store.ErrExists] if the ID is taken.
func Announce(ctx context.Context, s store.Store, t Terms) error {
	err := AllTerms.In().Add(ctx, s, t.ID, t)
	if errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("arena %s: %w", t.ID, store.ErrExists)
	}
	return err
}

// List reads the terms of up to n arenas that start at time since or later, in the order of their starts. If
// some are unreadable, it returns ErrBadTerms and the other arenas.
func List(ctx context.Context, s notes.Lister, since int64, n int) (list []Terms, err error) {
	var bad []error
	for t, err := range AllTerms.In().After(ctx, s, time.UnixMilli(since).UTC().Format("20060102-1504")) {
		switch {
		case err != nil && t.Key == "":
			return nil, err
		case err != nil || t.Value.ID != t.Key:
			bad = append(bad, fmt.Errorf("%w: arena %s: %v", ErrBadTerms, t.Key, err))
		default:
			list = append(list, t.Value)
		}
		if len(list)+len(bad) >= n {
			break
		}
	}
	return list, errors.Join(bad...)
}

// Load reads an arena with its whole log. It fails with [store.ErrNotFound].
func Load(ctx context.Context, s store.Store, id string) (*State, error) {
	t, found, err := AllTerms.In().Get(ctx, s, id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("arena %s: %w", id, store.ErrNotFound)
	}
	log, err := Tail(ctx, s, id, 0)
	if err != nil {
		return nil, err
	}
	return Fold(t, log)
}
