package bolt

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"arcade/store"
	"arcade/store/storetest"
)

// The benchmarks write to the disk of the temporary folder and wait for it. TMPDIR selects the disk.
// docs/store.md has figures.

func openBench(b *testing.B) *Store {
	s, err := Open(filepath.Join(b.TempDir(), "arcade.db"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}

// BenchmarkAppend measures one durable action.
func BenchmarkAppend(b *testing.B) {
	storetest.BenchAppend(b, func(b *testing.B) store.Store { return openBench(b) })
}

// BenchmarkCommit compares ways to commit a small write: bbolt's Update, its Batch with some delays, and
// the store's shared transactions.
func BenchmarkCommit(b *testing.B) {
	for _, n := range []int{1, 200} {
		for _, way := range []struct {
			name  string
			delay time.Duration
			run   func(*Store, func(*bbolt.Tx) error) error
		}{
			{"update", 0, func(s *Store, f func(*bbolt.Tx) error) error { return s.db.Update(f) }},
			{"batch-10ms", 10 * time.Millisecond, func(s *Store, f func(*bbolt.Tx) error) error { return s.db.Batch(f) }},
			{"batch-1ms", time.Millisecond, func(s *Store, f func(*bbolt.Tx) error) error { return s.db.Batch(f) }},
			{"batch-100us", 100 * time.Microsecond, func(s *Store, f func(*bbolt.Tx) error) error { return s.db.Batch(f) }},
			{"shared", 0, func(s *Store, f func(*bbolt.Tx) error) error { return s.update(f) }},
		} {
			b.Run(fmt.Sprintf("%s/%dwriters", way.name, n), func(b *testing.B) {
				s := openBench(b)
				s.db.MaxBatchDelay = way.delay
				value := []byte(`{"kind":"act","seat":0,"action":"d3","at":1700000000000}`)
				storetest.Writers(b, n, func(w, i int) error {
					return way.run(s, func(tx *bbolt.Tx) error {
						return tx.Bucket(bucketLog).Put(logKey(storetest.BenchMatch(w).ID, i), value)
					})
				})
			})
		}
	}
}

// BenchmarkRank measures the rank of a player in the middle of a board of 10,000.
func BenchmarkRank(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "arcade.db"), Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	err = s.db.Update(func(tx *bbolt.Tx) error {
		for i := range 10_000 {
			r := store.Rating{Player: fmt.Sprintf("player%05d", i), Game: "othello", Rating: 1000 + float64(i)/7}
			if err := putRating(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if place, of, err := s.Rank(b.Context(), "othello", "player05000"); place != 5000 || of != 10_000 || err != nil {
			b.Fatal(place, of, err)
		}
	}
}
