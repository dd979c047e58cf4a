// Package notes gives the notes of a store types. A [Kind] names the spaces that hold the same thing, such as
// the favourite deals of every player of every game, and is declared once, beside the type of its values. From
// the declaration follow the walk through a space, what goes with a deleted player or match, what an export
// says, and whether a note can be read.
//
// Copies of a store copy notes as they are, of whatever kind.
package notes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"arcade/store"
)

// Reader reads single notes of a store or of an archive.
type Reader interface {
	Note(ctx context.Context, space, key string) (json.RawMessage, error)
}

// Lister lists the notes of a store.
type Lister interface {
	Notes(ctx context.Context, space, after string, n int) ([]store.Note, error)
}

// Writer writes the notes of a store.
type Writer interface {
	PutNotes(ctx context.Context, space string, notes ...store.Note) error
}

// Space is a space of notes with values of one type, or the part of a space whose keys begin with Prefix.
// The keys in the methods' arguments and results have no prefix.
type Space[T any] struct{ Name, Prefix string }

// Item is a note that was read.
type Item[T any] struct {
	Key   string
	Value T
	Raw   json.RawMessage // the value as it is stored
}

// ErrUnchanged is returned by a function that edits a note and has found nothing to change.
var ErrUnchanged = errors.New("nothing to change")

// Get reads a note, and reports whether it exists.
func (s Space[T]) Get(ctx context.Context, r Reader, key string) (v T, found bool, err error) {
	v, raw, err := s.Read(ctx, r, key)
	return v, err == nil && string(raw) != string(store.Absent), err
}

// Has reports whether a note exists.
func (s Space[T]) Has(ctx context.Context, r Reader, key string) (bool, error) {
	_, err := r.Note(ctx, s.Name, s.Prefix+key)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Read reads a note and the bytes from which a change is made ([store.Note.From]). For a note that does not
// exist they are [store.Absent], and the value is zero.
func (s Space[T]) Read(ctx context.Context, r Reader, key string) (v T, from json.RawMessage, err error) {
	from, err = r.Note(ctx, s.Name, s.Prefix+key)
	if errors.Is(err, store.ErrNotFound) {
		return v, store.Absent, nil
	}
	if err == nil {
		err = json.Unmarshal(from, &v)
	}
	return v, from, s.problem(key, err)
}

// Put stores a note, and replaces any earlier value.
func (s Space[T]) Put(ctx context.Context, w Writer, key string, v T) error {
	return s.Replace(ctx, w, key, v, nil)
}

// Add stores a new note. It fails with [store.ErrConflict] if the note exists.
func (s Space[T]) Add(ctx context.Context, w Writer, key string, v T) error {
	return s.Replace(ctx, w, key, v, store.Absent)
}

// Replace stores a note in place of the bytes that were read, from as in [store.Note]. It fails with
// [store.ErrConflict] if the note has changed meanwhile.
func (s Space[T]) Replace(ctx context.Context, w Writer, key string, v T, from json.RawMessage) error {
	n, err := s.Note(key, v, from)
	if err != nil {
		return err
	}
	return s.problem(key, w.PutNotes(ctx, s.Name, n))
}

// Delete removes a note, if it exists.
func (s Space[T]) Delete(ctx context.Context, w Writer, key string) error {
	return s.problem(key, w.PutNotes(ctx, s.Name, s.Gone(key)))
}

// DeleteIf removes a note if its value is v, and does nothing otherwise.
func (s Space[T]) DeleteIf(ctx context.Context, w Writer, key string, v T) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = w.PutNotes(ctx, s.Name, store.Note{Key: s.Prefix + key, From: raw})
	}
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return s.problem(key, err)
}

// Edit reads a note (the zero T if it does not exist), calls edit, and writes the result. It repeats this if
// the note has changed meanwhile. If edit fails, Edit writes nothing and returns the error, but nil for
// [ErrUnchanged].
func (s Space[T]) Edit(ctx context.Context, st store.Notes, key string, edit func(*T) error) error {
	err := store.Again(func() error {
		v, from, err := s.Read(ctx, st, key)
		if err != nil {
			return err
		}
		if err := edit(&v); err != nil {
			return err
		}
		return s.Replace(ctx, st, key, v, from)
	})
	if errors.Is(err, ErrUnchanged) {
		return nil
	}
	return err
}

// Note makes a note to be written together with others of the space; from is as in [store.Note].
func (s Space[T]) Note(key string, v T, from json.RawMessage) (store.Note, error) {
	raw, err := json.Marshal(v)
	return store.Note{Key: s.Prefix + key, Value: raw, From: from}, s.problem(key, err)
}

// Gone makes a note that removes one, to be written together with others of the space.
func (s Space[T]) Gone(key string) store.Note { return store.Note{Key: s.Prefix + key} }

// A walk reads firstPage notes at once, and then twice as many each time up to pageSize: most walks end soon, at the
// end of a space or of a part of it.
const firstPage, pageSize = 50, 500

// All walks through all notes in the order of their keys.
func (s Space[T]) All(ctx context.Context, l Lister) iter.Seq2[Item[T], error] {
	return s.After(ctx, l, "")
}

// After walks through the notes after a key. For a note that cannot be read it yields the key and an error,
// and goes on if the caller does. If the store fails, the key is "" and the walk ends.
func (s Space[T]) After(ctx context.Context, l Lister, key string) iter.Seq2[Item[T], error] {
	return func(yield func(Item[T], error) bool) {
		after, most := s.Prefix+key, firstPage
		for more := true; more; most = min(2*most, pageSize) {
			list, err := l.Notes(ctx, s.Name, after, most)
			if err != nil {
				yield(Item[T]{}, s.problem(key, err))
				return
			}
			for _, n := range list {
				own, ok := strings.CutPrefix(n.Key, s.Prefix)
				if !ok || !yield(s.item(own, n.Value)) {
					return
				}
				after = n.Key
			}
			more = len(list) == most
		}
	}
}

// First returns up to n notes after a key. It reads no more than these.
func (s Space[T]) First(ctx context.Context, l Lister, key string, n int) ([]Item[T], error) {
	list, err := l.Notes(ctx, s.Name, s.Prefix+key, n)
	if err != nil {
		return nil, s.problem(key, err)
	}
	items := make([]Item[T], 0, len(list))
	for _, n := range list {
		own, ok := strings.CutPrefix(n.Key, s.Prefix)
		if !ok {
			break
		}
		item, err := s.item(own, n.Value)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

func (s Space[T]) item(key string, raw json.RawMessage) (Item[T], error) {
	item := Item[T]{Key: key, Raw: raw}
	return item, s.problem(key, json.Unmarshal(raw, &item.Value))
}

// problem adds the note to an error.
func (s Space[T]) problem(key string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("note %s %s%s: %w", s.Name, s.Prefix, key, err)
}
