package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Note reads a note. Error: ErrNotFound.
func (s *raw) Note(ctx context.Context, space, name string) (json.RawMessage, error) {
	var value json.RawMessage
	err := s.view(func(tx *bbolt.Tx) error {
		if value = bytes.Clone(tx.Bucket(bucketNotes).Get(noteKey(space, name))); value == nil {
			return store.ErrNotFound
		}
		return nil
	})
	return value, err
}

// Notes lists notes of a space, sorted by key.
func (s *raw) Notes(ctx context.Context, space, after string, n int) ([]store.Note, error) {
	var list []store.Note
	err := s.view(func(tx *bbolt.Tx) error {
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
	return list, err
}

// PutNotes writes notes, and removes notes whose value is nil, in one step. The present value of each
// must match its From.
func (s *raw) PutNotes(ctx context.Context, space string, notes ...store.Note) error {
	return s.update(func(tx *bbolt.Tx) error {
		for _, n := range notes {
			if err := putNote(tx, space, n); err != nil {
				return fmt.Errorf("%q: %w", n.Key, err)
			}
		}
		return nil
	})
}

// putNote writes or removes a note if its present value matches From.
func putNote(tx *bbolt.Tx, space string, n store.Note) error {
	b, k := tx.Bucket(bucketNotes), noteKey(space, n.Key)
	switch {
	case n.From != nil && !bytes.Equal(n.From, b.Get(k)):
		return store.ErrConflict
	case n.Value == nil:
		return b.Delete(k)
	}
	return b.Put(k, n.Value)
}
