package bolt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// Load creates a file at path, which must not exist, with all records of an archive. If it fails, it
// removes the file.
func Load(ctx context.Context, path string, from store.Archive) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	s, err := Open(path, Options{NoSync: true})
	if err != nil {
		return err
	}
	l := &loading{db: s.db}
	if err = l.all(ctx, from); err == nil {
		err = l.flush()
	}
	if err == nil {
		err = s.db.Sync()
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return errors.Join(fmt.Errorf("load %s: %w", path, err), os.Remove(path))
	}
	return nil
}

// loading collects changes until a transaction is full.
type loading struct {
	db      *bbolt.DB
	waiting []func(tx *bbolt.Tx) error
}

func (l *loading) add(change func(tx *bbolt.Tx) error) error {
	if l.waiting = append(l.waiting, change); len(l.waiting) < 2*maxBatch {
		return nil
	}
	return l.flush()
}

func (l *loading) flush() error {
	err := l.db.Update(func(tx *bbolt.Tx) error {
		for _, change := range l.waiting {
			if err := change(tx); err != nil {
				return err
			}
		}
		return nil
	})
	l.waiting = l.waiting[:0]
	return err
}

// set adds a value under a key.
func (l *loading) set(bucket, key, value []byte) error {
	return l.add(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put(key, value) })
}

func (l *loading) all(ctx context.Context, from store.Archive) error {
	secret, err := from.Secret(ctx)
	if err != nil {
		return err
	}
	ended, err := from.Ended()
	if err != nil {
		return err
	}
	first := l.add(func(tx *bbolt.Tx) error {
		return errors.Join(tx.Bucket(bucketMeta).Put(keySecret, secret), tx.Bucket(bucketMatches).SetSequence(ended))
	})
	return errors.Join(first,
		from.EachPlayer(func(p store.Player) error {
			fresh := p
			fresh.Rev = 0
			return l.add(func(tx *bbolt.Tx) error {
				return errors.Join(putPlayer(tx, fresh), put(tx.Bucket(bucketPlayers), []byte(p.ID), p))
			})
		}),
		from.EachMatch(func(m store.Match) error {
			entries, err := from.Entries(ctx, m.ID, 0, -1)
			if err != nil {
				return err
			}
			values, err := store.EncodeEntries(entries)
			if err != nil {
				return err
			}
			return l.add(func(tx *bbolt.Tx) error { return errors.Join(putMatch(tx, m), appendLog(tx, m.ID, 0, values)) })
		}),
		from.EachRating(func(r store.Rating) error {
			return l.add(func(tx *bbolt.Tx) error { return putRating(tx, r) })
		}),
		from.EachTally(func(game, player string, t store.Tally) error {
			return l.add(func(tx *bbolt.Tx) error { return put(tx.Bucket(bucketTally), tallyKey(player, game), t) })
		}),
		from.EachVersus(func(player string, v store.Versus) error {
			return l.add(func(tx *bbolt.Tx) error {
				return errors.Join(
					put(tx.Bucket(bucketVersus), versusKey(player, v.Game, v.Opponent), v),
					tx.Bucket(bucketOpponents).Put(opponentsKey(player, v.At, v.Game, v.Opponent), nil))
			})
		}),
		from.EachStats(func(game, player string, stats json.RawMessage) error {
			return l.set(bucketStats, statsKey(player, game), stats)
		}),
		from.EachScore(func(r store.Score) error {
			return l.add(func(tx *bbolt.Tx) error { return putScore(tx, r) })
		}),
		from.EachNote(func(space, key string, value json.RawMessage) error {
			return l.set(bucketNotes, noteKey(space, key), value)
		}),
		from.EachStanding(func(game, player string, revision uint64) error {
			return l.add(func(tx *bbolt.Tx) error { return put(tx.Bucket(bucketStandings), standingKey(player, game), revision) })
		}),
		from.EachUnseen(func(player string, ended int64, match string) error {
			return l.set(bucketUnseen, unseenKey(player, ended, match), nil)
		}),
	)
}
