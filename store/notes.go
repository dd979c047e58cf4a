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

// WriteNote keeps v as a note.
func WriteNote(s Store, space, key string, v any) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = s.PutNotes(space, Note{Key: key, Value: raw})
	}
	if err != nil {
		return fmt.Errorf("note %s %s: %w", space, key, err)
	}
	return nil
}
