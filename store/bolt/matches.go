package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// CreateMatch stores a new open or live match.
func (s *raw) CreateMatch(ctx context.Context, m store.Match) error {
	return s.update(func(tx *bbolt.Tx) error {
		if tx.Bucket(bucketMatches).Get([]byte(m.ID)) != nil {
			return store.ErrExists
		}
		return putMatch(tx, m)
	})
}

// TakeOver makes a node the owner of a match that is not done, in its next epoch.
func (s *raw) TakeOver(ctx context.Context, id string, epoch uint64, owner string) (m store.Match, err error) {
	err = s.update(func(tx *bbolt.Tx) (err error) {
		if m, err = unfinishedMatch(tx, id, epoch); err != nil {
			return err
		}
		m.Owner, m.Epoch = owner, epoch+1
		return putRecord(tx, m)
	})
	return m, err
}

// UpdateMatch replaces the record of a match that is not done. The new record must not be done either.
func (s *raw) UpdateMatch(ctx context.Context, m store.Match) error {
	return s.update(func(tx *bbolt.Tx) error {
		old, err := unfinishedMatch(tx, m.ID, m.Epoch)
		if err != nil {
			return err
		}
		if err := store.CheckReopened(m, old.Entries); err != nil {
			return err
		}
		if err := dropMatch(tx, old); err != nil {
			return err
		}
		m.Owner = old.Owner
		return putMatch(tx, m)
	})
}

// DeleteMatch removes a match that is not done and has not gone on since m, with its log.
func (s *raw) DeleteMatch(ctx context.Context, m store.Match) error {
	return s.update(func(tx *bbolt.Tx) error {
		has, err := unfinishedMatch(tx, m.ID, m.Epoch)
		if err != nil {
			return err
		}
		if err := store.SameProgress(has, m); err != nil {
			return err
		}
		if err := dropLog(tx, m.ID); err != nil {
			return err
		}
		return dropMatch(tx, has)
	})
}

// Match finds a match by id. It sets Entries for an unfinished match, too.
func (s *raw) Match(ctx context.Context, id string) (store.Match, error) {
	var m store.Match
	err := s.view(func(tx *bbolt.Tx) (err error) {
		m, err = readMatch(tx, []byte(id))
		return err
	})
	return m, err
}

// Append adds entries to the log of a live match. An open match accepts none.
func (s *raw) Append(ctx context.Context, id string, epoch uint64, at int, entries ...store.Entry) error {
	values, err := store.EncodeEntries(entries)
	if err != nil {
		return err
	}
	return s.update(func(tx *bbolt.Tx) error {
		var m struct { // the other fields do not matter here
			Status store.Status
			Epoch  uint64
		}
		switch err := get(tx.Bucket(bucketMatches), []byte(id), &m); {
		case err != nil:
			return err
		case m.Status == store.Done:
			return store.ErrFinished
		case m.Epoch != epoch:
			return fenced(m.Epoch, epoch)
		case m.Status != store.Live:
			return fmt.Errorf("%w: it is %s, not live", store.ErrConflict, m.Status)
		}
		return appendLog(tx, id, at, values)
	})
}

// Entries reads a part of a match's log. A from below 0 counts as 0; a from past the end returns nothing.
func (s *raw) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	var entries []store.Entry
	err := s.view(func(tx *bbolt.Tx) error {
		if tx.Bucket(bucketMatches).Get([]byte(id)) == nil {
			return store.ErrNotFound
		}
		for _, v := range ascend(tx.Bucket(bucketLog), prefix(id), logKey(id, max(from, 0))) {
			if n >= 0 && len(entries) >= n {
				break
			}
			var e store.Entry
			if err := json.Unmarshal(v, &e); err != nil {
				return fmt.Errorf("%w entry: %w", store.ErrDamaged, err)
			}
			entries = append(entries, e)
		}
		return nil
	})
	return entries, err
}

// Unfinished lists every open or live match, by Created, then id.
func (s *raw) Unfinished(ctx context.Context) ([]store.Match, error) {
	var list []store.Match
	var bad []error
	err := s.view(func(tx *bbolt.Tx) error {
		for k := range ascend(tx.Bucket(bucketUnfinished), nil, nil) {
			m, err := readMatch(tx, k[timeLen:])
			if err != nil {
				bad = append(bad, fmt.Errorf("%w: %w", store.ErrDamaged, store.Problem("unfinished match", string(k[timeLen:]), err)))
				continue
			}
			list = append(list, m)
		}
		return nil
	})
	return list, errors.Join(append(bad, err)...)
}

// Matches lists matches of a player. It returns ErrNotFound if the match after no longer exists, because
// it was deleted before it began.
func (s *raw) Matches(ctx context.Context, player, after string, n int) ([]store.Match, error) {
	var list []store.Match
	err := s.view(func(tx *bbolt.Tx) (err error) {
		var end []byte
		if after != "" {
			m, err := readMatch(tx, []byte(after))
			if err != nil {
				return store.Problem("match", after, err)
			}
			end = byPlayerKey(player, m.Created, after)
		}
		list, err = newestMatches(tx, bucketByPlayer, prefix(player), end, n)
		return err
	})
	return list, err
}

// Recent lists finished public matches of a game or of all games, by Ended, then id.
func (s *raw) Recent(ctx context.Context, game string, n int) ([]store.Match, error) {
	var list []store.Match
	err := s.view(func(tx *bbolt.Tx) (err error) {
		list, err = newestMatches(tx, bucketRecent, prefix(game), nil, n)
		return err
	})
	return list, err
}

// Finished lists finished public matches of a game or of all games, by Ended, then id, after a given end
// and id.
func (s *raw) Finished(ctx context.Context, game string, ended int64, id string, n int) ([]store.Match, error) {
	var list []store.Match
	err := s.view(func(tx *bbolt.Tx) error {
		list = nil
		last := key(withTime(prefix(game), ended), id)
		for k := range ascend(tx.Bucket(bucketRecent), prefix(game), last) {
			if len(list) >= n {
				break
			}
			m, err := readMatch(tx, k[len(prefix(game))+timeLen:])
			if bytes.Equal(k, last) || errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNotFound) {
				continue
			} else if err != nil {
				return store.Problem("match", string(k), err)
			}
			list = append(list, m)
		}
		return nil
	})
	return list, err
}

// newestMatches reads up to n matches from an index whose keys are the prefix, a time and the match. It
// omits an unreadable match, so that the others can be listed. [File.Check] reports such a match.
func newestMatches(tx *bbolt.Tx, index, prefix, end []byte, n int) ([]store.Match, error) {
	var list []store.Match
	for k := range descend(tx.Bucket(index), prefix, end) {
		if len(list) >= n {
			break
		}
		id := k[len(prefix)+timeLen:]
		m, err := readMatch(tx, id)
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, store.Problem("match", string(id), err)
		}
		list = append(list, m)
	}
	return list, nil
}

// readMatch reads a match with the length of its log.
func readMatch(tx *bbolt.Tx, id []byte) (store.Match, error) {
	var m store.Match
	if err := get(tx.Bucket(bucketMatches), id, &m); err != nil {
		return store.Match{}, err
	}
	if m.Status != store.Done {
		m.Entries = logLen(tx, m.ID)
	}
	return m, nil
}

// unfinishedMatch reads a match that is not done, to change it in an epoch. Errors: ErrNotFound,
// ErrFinished, ErrFenced.
func unfinishedMatch(tx *bbolt.Tx, id string, epoch uint64) (store.Match, error) {
	m, err := readMatch(tx, []byte(id))
	switch {
	case err != nil:
	case m.Status == store.Done:
		err = store.ErrFinished
	case m.Epoch != epoch:
		err = fenced(m.Epoch, epoch)
	}
	return m, err
}

// fenced returns the error for a caller that does not own the match.
func fenced(has, expected uint64) error {
	return fmt.Errorf("%w: %d, expected %d", store.ErrFenced, has, expected)
}

func putRecord(tx *bbolt.Tx, m store.Match) error {
	if m.Status != store.Done {
		m.Entries = 0
	}
	return put(tx.Bucket(bucketMatches), []byte(m.ID), m)
}

// putMatch writes the record and its indexes.
func putMatch(tx *bbolt.Tx, m store.Match) error {
	if err := putRecord(tx, m); err != nil {
		return err
	}
	return eachIndex(tx, m, func(b *bbolt.Bucket, k []byte) error { return b.Put(k, nil) })
}

// dropMatch deletes the record and its indexes.
func dropMatch(tx *bbolt.Tx, m store.Match) error {
	if err := tx.Bucket(bucketMatches).Delete([]byte(m.ID)); err != nil {
		return err
	}
	return eachIndex(tx, m, (*bbolt.Bucket).Delete)
}

// eachIndex calls f with every index key of m.
func eachIndex(tx *bbolt.Tx, m store.Match, f func(*bbolt.Bucket, []byte) error) error {
	var errs []error
	for _, at := range placesOf(m) {
		errs = append(errs, f(tx.Bucket(at.index), at.key))
	}
	return errors.Join(errs...)
}

// place is a key in an index.
type place struct{ index, key []byte }

// placesOf returns the index keys of m.
func placesOf(m store.Match) []place {
	var list []place
	for _, seat := range m.Seats {
		if seat.Player != "" {
			list = append(list, place{bucketByPlayer, byPlayerKey(seat.Player, m.Created, m.ID)})
		}
	}
	if m.Status != store.Done {
		list = append(list, place{bucketUnfinished, unfinishedKey(m.Created, m.ID)})
	} else if !m.Private {
		list = append(list, place{bucketRecent, recentKey(m.Game, m.Ended, m.ID)}, place{bucketRecent, recentKey(anyGame, m.Ended, m.ID)})
	}
	return list
}

// appendLog appends encoded entries to a log, whose length must be at. Error: ErrConflict.
func appendLog(tx *bbolt.Tx, id string, at int, values [][]byte) error {
	if have := logLen(tx, id); have != at {
		return fmt.Errorf("%w: a log of %d, expected %d", store.ErrConflict, have, at)
	}
	b := tx.Bucket(bucketLog)
	for i, v := range values {
		if err := b.Put(logKey(id, at+i), v); err != nil {
			return err
		}
	}
	return nil
}

// logLen returns the length of a log.
func logLen(tx *bbolt.Tx, id string) int {
	p := prefix(id)
	for k := range descend(tx.Bucket(bucketLog), p, nil) {
		return logIndex(k[len(p):]) + 1
	}
	return 0
}

func dropLog(tx *bbolt.Tx, id string) error {
	b := tx.Bucket(bucketLog)
	for i := range logLen(tx, id) {
		if err := b.Delete(logKey(id, i)); err != nil {
			return err
		}
	}
	return nil
}
