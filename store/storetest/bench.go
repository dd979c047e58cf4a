package storetest

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade/store"
)

// BenchAppend measures one durable action at 1, 20 and 200 tables, on stores that wait for the disk.
func BenchAppend(b *testing.B, open func(b *testing.B) store.Store) {
	for _, n := range []int{1, 20, 200} {
		b.Run(fmt.Sprintf("%dtables", n), func(b *testing.B) {
			s := open(b)
			for w := range n {
				if err := s.CreateMatch(b.Context(), BenchMatch(w)); err != nil {
					b.Fatal(err)
				}
			}
			Writers(b, n, func(w, i int) error {
				return s.Append(b.Context(), BenchMatch(w).ID, 0, i, store.Entry{Kind: "act", Seat: i % 2, Action: "d3", At: int64(i)})
			})
		})
	}
}

// BenchMatch returns a match of realistic size.
func BenchMatch(i int) store.Match {
	return store.Match{
		ID: fmt.Sprintf("match%03d", i), Game: game, Rules: 1, Seed: "5d41402abc4b2a76b9719d911017c592",
		Seats: []store.Seat{
			{Player: fmt.Sprintf("black%03d", i), Name: "검은 돌", Rating: 1500, Deviation: 350},
			{Player: fmt.Sprintf("white%03d", i), Name: "흰 돌", Rating: 1500, Deviation: 350},
		},
		Control: "5+3", Rated: true, Status: store.Live, Created: int64(i), Started: int64(i), Winner: -1,
	}
}

// Writers spreads b.N operations over n goroutines, each of which waits for one operation before the
// next. It reports the rate and the latencies.
func Writers(b *testing.B, n int, do func(writer, i int) error) {
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
	all := slices.Concat(latencies...)
	slices.Sort(all)
	if len(all) == 0 {
		return
	}
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "writes/s")
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
}
