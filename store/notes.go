package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// ReadNote reads a note of a store or an archive into v, and reports whether the note exists.
func ReadNote(ctx context.Context, s interface {
	Note(ctx context.Context, space, key string) (json.RawMessage, error)
}, space, key string, v any) (bool, error) {
	raw, err := s.Note(ctx, space, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, v)
	}
	if err != nil {
		return false, fmt.Errorf("note %s %s: %w", space, key, err)
	}
	return true, nil
}

// WriteNote stores v as a note, and replaces any earlier value.
func WriteNote(ctx context.Context, s Store, space, key string, v any) error {
	return writeNote(ctx, s, space, key, v, nil)
}

func writeNote(ctx context.Context, s Store, space, key string, v any, from json.RawMessage) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = s.PutNotes(ctx, space, Note{Key: key, Value: raw, From: from})
	}
	if err != nil {
		return fmt.Errorf("note %s %s: %w", space, key, err)
	}
	return nil
}

// EditNote reads a note (the zero T if it does not exist), calls edit, and writes the result. It repeats
// this if the note has changed meanwhile. If edit fails, EditNote writes nothing and returns the error.
func EditNote[T any](ctx context.Context, s Store, space, key string, edit func(*T) error) error {
	return Again(func() error {
		var v T
		from, err := s.Note(ctx, space, key)
		switch {
		case errors.Is(err, ErrNotFound):
			from, err = Absent, nil
		case err == nil:
			err = json.Unmarshal(from, &v)
		}
		if err != nil {
			return fmt.Errorf("note %s %s: %w", space, key, err)
		}
		if err := edit(&v); err != nil {
			return err
		}
		return writeNote(ctx, s, space, key, v, from)
	})
}

// maxTries limits the repetitions in Again. Each repetition means that another writer has succeeded.
const maxTries = 1000

// Again repeats work that reads, changes and writes, while other writers interfere.
func Again(work func() error) error {
	err := work()
	for n := 1; n < maxTries && errors.Is(err, ErrConflict); n++ {
		err = work()
	}
	return err
}
