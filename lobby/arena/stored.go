package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/store"
)

// Arenas are stored as notes. Space has the terms of each, under an ID that begins with its start, so that
// lists are in the order of the starts. The entries of its log are numbered notes in a space of its own. An
// entry is written only if its number is free. If two nodes write at once, the store refuses one, which
// then reads the other's entries.

// Space has the terms of all arenas, by ID.
const Space = "arenas"

// LogSpace returns the space of an arena's log.
func LogSpace(id string) string { return "arena/" + id }

// IDAt returns the ID of an arena of a game that starts at the given time.
func IDAt(start int64, game string) string {
	return time.UnixMilli(start).UTC().Format("20060102-1504-") + game
}

// key returns the key of a log's entry, counted from 0.
func key(n int) string { return fmt.Sprintf("%08d", n) }

// Notes reads notes of a store or an archive.
type Notes interface {
	Notes(ctx context.Context, space, after string, n int) ([]store.Note, error)
}

const readAt = 1000

// Tail reads the entries of a log from number from on.
func Tail(ctx context.Context, s Notes, id string, from int) (list []Entry, err error) {
	after := ""
	if from > 0 {
		after = key(from - 1)
	}
	for {
		notes, err := s.Notes(ctx, LogSpace(id), after, readAt)
		if err != nil {
			return nil, err
		}
		for _, n := range notes {
			if after = n.Key; n.Key != key(from+len(list)) {
				return nil, fmt.Errorf("%w: entry %s of arena %s is at place %d", ErrBadLog, n.Key, id, from+len(list))
			}
			var e Entry
			if err := json.Unmarshal(n.Value, &e); err != nil {
				return nil, fmt.Errorf("%w: entry %s of arena %s: %w", ErrBadLog, n.Key, id, err)
			}
			list = append(list, e)
		}
		if len(notes) < readAt {
			return list, nil
		}
	}
}

// Append stores entries after the first from entries of a log. It fails with [store.ErrConflict] if the
// log is longer.
func Append(ctx context.Context, s store.Store, id string, from int, list []Entry) error {
	notes := make([]store.Note, len(list))
	for i, e := range list {
		raw, err := json.Marshal(e)
		if err != nil {
			return err
		}
		notes[i] = store.Note{Key: key(from + i), Value: raw, From: store.Absent}
	}
	return s.PutNotes(ctx, LogSpace(id), notes...)
}

// Announce stores the terms of a new arena. It fails with [store.ErrExists] if the ID is taken.
func Announce(ctx context.Context, s store.Store, t Terms) error {
	raw, err := json.Marshal(t)
	if err != nil {
		return err
	}
	err = s.PutNotes(ctx, Space, store.Note{Key: t.ID, Value: raw, From: store.Absent})
	if errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("arena %s: %w", t.ID, store.ErrExists)
	}
	return err
}

// List reads the terms of up to n arenas that start at time since or later, in the order of their starts. If
// some are unreadable, it returns ErrBadTerms and the other arenas.
func List(ctx context.Context, s Notes, since int64, n int) (list []Terms, err error) {
	notes, err := s.Notes(ctx, Space, time.UnixMilli(since).UTC().Format("20060102-1504"), n)
	if err != nil {
		return nil, err
	}
	var bad []error
	for _, note := range notes {
		var t Terms
		if err := json.Unmarshal(note.Value, &t); err != nil || t.ID != note.Key {
			bad = append(bad, fmt.Errorf("%w: arena %s: %v", ErrBadTerms, note.Key, err))
			continue
		}
		list = append(list, t)
	}
	return list, errors.Join(bad...)
}

// Load reads an arena with its whole log. It fails with [store.ErrNotFound].
func Load(ctx context.Context, s store.Store, id string) (*State, error) {
	var t Terms
	found, err := store.ReadNote(ctx, s, Space, id, &t)
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
