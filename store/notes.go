package store

import (
	"encoding/json"
	"errors"
	"fmt"
)

// ReadNote reads a note of a store or an archive into v; false where there is none.
func ReadNote(s interface {
	Note(space, key string) (json.RawMessage, error)
}, space, key string, v any) (bool, error) {
	raw, err := s.Note(space, key)
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

// WriteNote keeps v as a note, whatever it was before.
func WriteNote(s Store, space, key string, v any) error { return writeNote(s, space, key, v, nil) }

func writeNote(s Store, space, key string, v any, from json.RawMessage) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = s.PutNotes(space, Note{Key: key, Value: raw, From: from})
	}
	if err != nil {
		return fmt.Errorf("note %s %s: %w", space, key, err)
	}
	return nil
}

// EditNote reads a note, the zero T where there is none, has it changed and keeps it,
// again where somebody else was faster. An error of edit keeps nothing and is returned.
func EditNote[T any](s Store, space, key string, edit func(*T) error) error {
	return Again(func() error {
		var v T
		from, err := s.Note(space, key)
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
		return writeNote(s, space, key, v, from)
	})
}

// maxTries bounds how often Again does the work: each time somebody else has done theirs.
const maxTries = 1000

// Again does work that reads, changes and writes until nobody else has written meanwhile.
func Again(work func() error) error {
	err := work()
	for n := 1; n < maxTries && errors.Is(err, ErrConflict); n++ {
		err = work()
	}
	return err
}
