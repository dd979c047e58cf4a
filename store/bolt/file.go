package bolt

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// File is a store's file, opened for reading. No process can write it meanwhile.
type File struct {
	store.Reader // s
	s            *Store
}

var _ store.Archive = (*File)(nil)

// OpenFile opens the file at path for reading, in this or an older version. Its pages may be damaged, see
// [File.Check]. Errors: [store.ErrInUse], [store.ErrNewer], [store.ErrDamaged].
func OpenFile(path string) (*File, error) { return openAt(path, Options{}, thisVersion) }

// openAt is OpenFile for a program that knows versions up to present.
func openAt(path string, opts Options, present int) (*File, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	} else if !info.Mode().IsRegular() || info.Size() == 0 {
		return nil, fmt.Errorf("open store %s: %w: it is empty, or no file", path, store.ErrDamaged)
	}
	var db *bbolt.DB
	err := guarded(func() (err error) {
		db, err = open(path, opts, true)
		return err
	})
	if err != nil {
		if !errors.Is(err, store.ErrInUse) && !errors.Is(err, os.ErrPermission) && !errors.Is(err, store.ErrDamaged) {
			err = fmt.Errorf("%w: %w", store.ErrDamaged, err)
		}
		return nil, err
	}
	s := around(&raw{db: db})
	f := &File{s, s}
	if err := f.whole(); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), f.Close())
	}
	v, err := f.Version()
	switch {
	case err != nil:
		err = fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case v > present:
		err = tooNew(v, present)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), f.Close())
	}
	return f, nil
}

// whole refuses a truncated file. Reading beyond its end would end the process.
func (f *File) whole() error {
	info, err := os.Stat(f.s.db.Path())
	if err != nil {
		return err
	}
	return f.s.db.View(func(tx *bbolt.Tx) error {
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: it has %d bytes of %d", store.ErrDamaged, info.Size(), tx.Size())
		}
		return nil
	})
}

// Close closes the file.
func (f *File) Close() error { return f.s.db.Close() }

// Version returns the version of the file's layout.
func (f *File) Version() (version int, err error) {
	err = guarded(func() error {
		return f.s.db.View(func(tx *bbolt.Tx) (err error) {
			version, err = readVersion(tx)
			return err
		})
	})
	return version, err
}

// Ended returns the number of ended matches.
func (f *File) Ended() (n uint64, err error) {
	err = f.s.db.View(func(tx *bbolt.Tx) error {
		n = tx.Bucket(bucketMatches).Sequence()
		return nil
	})
	return n, err
}

// EachPlayer calls g with every player.
func (f *File) EachPlayer(g func(store.Player) error) error {
	return each(f, bucketPlayers, func(_ []string, p store.Player) error {
		p.Rev = max(p.Rev, 1) // see readPlayer
		return g(p)
	})
}

// EachMatch calls g with every match.
func (f *File) EachMatch(g func(store.Match) error) error {
	return f.s.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketMatches).ForEach(func(k, _ []byte) error {
			m, err := readMatch(tx, k)
			if err != nil {
				return store.Problem("match", string(k), err)
			}
			return g(m)
		})
	})
}

// EachRating calls g with every rating.
func (f *File) EachRating(g func(store.Rating) error) error {
	return each(f, bucketRatings, func(_ []string, r store.Rating) error { return g(r) })
}

// EachTally calls g with every tally.
func (f *File) EachTally(g func(game, player string, t store.Tally) error) error {
	return each(f, bucketTally, func(k []string, t store.Tally) error { return g(k[1], k[0], t) })
}

// EachVersus calls g with every player's tally against each opponent.
func (f *File) EachVersus(g func(player string, v store.Versus) error) error {
	return each(f, bucketVersus, func(k []string, v store.Versus) error { return g(k[0], v) })
}

// EachStats calls g with every player's statistics in each game.
func (f *File) EachStats(g func(game, player string, stats json.RawMessage) error) error {
	return each(f, bucketStats, func(k []string, s json.RawMessage) error { return g(k[1], k[0], s) })
}

// EachScore calls g with every row of the boards by points.
func (f *File) EachScore(g func(store.Score) error) error {
	return each(f, bucketScores, func(_ []string, r store.Score) error { return g(r) })
}

// EachNote calls g with every note.
func (f *File) EachNote(g func(space, key string, value json.RawMessage) error) error {
	return each(f, bucketNotes, func(k []string, v json.RawMessage) error { return g(k[0], k[1], v) })
}

// EachStanding calls g with the revision of every player's standing in each game.
func (f *File) EachStanding(g func(game, player string, revision uint64) error) error {
	return each(f, bucketStandings, func(k []string, n uint64) error { return g(k[1], k[0], n) })
}

// EachUnseen calls g with every result that its player has not seen yet.
func (f *File) EachUnseen(g func(player string, ended int64, match string) error) error {
	return f.s.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketUnseen).ForEach(func(k, _ []byte) error {
			player, rest, _ := bytes.Cut(k, []byte{0})
			if len(rest) <= timeLen {
				return fmt.Errorf("%w: unseen: bad key %q", store.ErrDamaged, k)
			}
			return g(string(player), int64(binary.BigEndian.Uint64(rest)^1<<63), string(rest[timeLen:]))
		})
	})
}

// texts is the number of texts in the keys of each bucket of records.
var texts = map[string]int{
	string(bucketPlayers): 1, string(bucketMatches): 1, string(bucketRatings): 2, string(bucketTally): 2,
	string(bucketVersus): 3, string(bucketStats): 2, string(bucketScores): 2, string(bucketNotes): 2,
	string(bucketStandings): 2,
}

// each calls g with the texts of every key of a bucket of records, and its record.
func each[T any](f *File, bucket []byte, g func(key []string, v T) error) error {
	return f.s.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucket).ForEach(func(k, v []byte) error {
			parts := strings.Split(string(k), "\x00")
			if len(parts) != texts[string(bucket)] || !store.IsText(parts...) {
				return fmt.Errorf("%s: bad key %q", bucket, k)
			}
			var record T
			if err := json.Unmarshal(v, &record); err != nil {
				return store.Problem(string(bucket), strings.Join(parts, "/"), fmt.Errorf("%w record: %w", store.ErrDamaged, err))
			}
			return g(parts, record)
		})
	})
}
