package bolt

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// The benchmarks write to the disk under the temporary folder and wait for it:
// set TMPDIR to the disk that is to be measured. docs/store.md has figures.

func openBench(b *testing.B) *Store {
	s, err := Open(filepath.Join(b.TempDir(), "arcade.db"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}

// writers runs b.N operations, spread over n goroutines that each wait for one
// before the next, and reports the rate and the latencies.
func writers(b *testing.B, n int, do func(writer, i int) error) {
	b.Helper()
	latencies := make([][]time.Duration, n)
	var left atomic.Int64
	left.Store(int64(b.N))
	var wg sync.WaitGroup
	b.ResetTimer()
	for w := range n {
		wg.Go(func() {
			for i := 0; left.Add(-1) >= 0; i++ {
				began := time.Now()
				if err := do(w, i); err != nil {
					b.Error(err)
					return
				}
				latencies[w] = append(latencies[w], time.Since(began))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	reportLatencies(b, latencies)
}

// BenchmarkAppend is one action made durable, by 1 table and by 200 tables at once.
func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{1, 200} {
		b.Run(fmt.Sprintf("%dwriters", n), func(b *testing.B) {
			s := openBench(b)
			for w := range n {
				if err := s.CreateMatch(benchMatch(w)); err != nil {
					b.Fatal(err)
				}
			}
			writers(b, n, func(w, i int) error {
				return s.Append(benchMatch(w).ID, 0, i, store.Entry{Kind: "act", Seat: i % 2, Action: "d3", At: int64(i)})
			})
		})
	}
}

// BenchmarkCommit compares the ways to commit on a small write: bbolt's Update,
// its Batch with some delays, and the store's shared transactions.
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
			{"shared", 0, (*Store).update},
		} {
			b.Run(fmt.Sprintf("%s/%dwriters", way.name, n), func(b *testing.B) {
				s := openBench(b)
				s.db.MaxBatchDelay = way.delay
				value := []byte(`{"kind":"act","seat":0,"action":"d3","at":1700000000000}`)
				writers(b, n, func(w, i int) error {
					return way.run(s, func(tx *bbolt.Tx) error {
						return tx.Bucket(bucketLog).Put(logKey(benchMatch(w).ID, i), value)
					})
				})
			})
		}
	}
}

// BenchmarkRank is a place in the middle of a board of 10,000.
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
		if place, of, err := s.Rank("othello", "player05000"); place != 5000 || of != 10_000 || err != nil {
			b.Fatal(place, of, err)
		}
	}
}

func benchMatch(i int) store.Match {
	return store.Match{
		ID: fmt.Sprintf("match%03d", i), Game: "othello", Rules: 1, Seed: "5d41402abc4b2a76b9719d911017c592",
		Seats: []store.Seat{
			{Player: fmt.Sprintf("black%03d", i), Name: "검은 돌", Rating: 1500, Deviation: 350},
			{Player: fmt.Sprintf("white%03d", i), Name: "흰 돌", Rating: 1500, Deviation: 350},
		},
		Control: "5+3", Rated: true, Status: store.Live, Created: int64(i), Started: int64(i), Winner: -1,
	}
}

func reportLatencies(b *testing.B, latencies [][]time.Duration) {
	all := slices.Concat(latencies...)
	slices.Sort(all)
	if len(all) == 0 {
		return
	}
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "writes/s")
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
}
