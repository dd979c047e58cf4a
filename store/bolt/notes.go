package bolt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Note reads a note; ErrNotFound.
func (s *Store) Note(space, name string) (json.RawMessage, error) {
	if !isText(space, name) {
		return nil, problem("note", name, store.ErrNotFound)
	}
	var value json.RawMessage
	err := s.db.View(func(tx *bbolt.Tx) error {
		if value = bytes.Clone(tx.Bucket(bucketNotes).Get(noteKey(space, name))); value == nil {
			return store.ErrNotFound
		}
		return nil
	})
	return value, problem("note", name, err)
}

// Notes lists notes of a space by key.
func (s *Store) Notes(space, after string, n int) ([]store.Note, error) {
	if !isText(space) || after != "" && !isText(after) {
		return nil, nil
	}
	var list []store.Note
	err := s.db.View(func(tx *bbolt.Tx) error {
		p := prefix(space)
		start := key(prefix(space), after)
		for k, v := range ascend(tx.Bucket(bucketNotes), p, start) {
			if after != "" && bytes.Equal(k, start) {
				continue
			}
			if len(list) >= n {
				break
			}
			list = append(list, store.Note{Key: string(k[len(p):]), Value: bytes.Clone(v)})
		}
		return nil
	})
	return list, problem("notes of", space, err)
}

// PutNotes keeps notes, and removes those whose value is nil, in one step, where all are
// still as they say.
func (s *Store) PutNotes(space string, notes ...store.Note) error {
	if !isText(space) {
		return problem("notes of", space, errors.New("space is no text of 1 to 64 bytes"))
	}
	for _, n := range notes {
		if !isText(n.Key) || n.Value != nil && !json.Valid(n.Value) {
			return problem("note", n.Key, errors.New("key is no text of 1 to 64 bytes, or value no JSON"))
		}
	}
	return problem("notes of", space, s.update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketNotes)
		for _, n := range notes {
			k := noteKey(space, n.Key)
			if n.From != nil && !bytes.Equal(n.From, b.Get(k)) {
				return fmt.Errorf("%q: %w", n.Key, store.ErrConflict)
			}
			var err error
			if n.Value == nil {
				err = b.Delete(k)
			} else {
				err = b.Put(k, n.Value)
			}
			if err != nil {
				return fmt.Errorf("%q: %w", n.Key, err)
			}
		}
		return nil
	}))
}
