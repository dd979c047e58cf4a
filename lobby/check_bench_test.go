package lobby

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"arcade/lobby/check"
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/bolt"
)

var checkMatches = flag.Int("check.matches", 2000, "finished matches in the store of BenchmarkCheck")

// crowd adds n finished matches of 2,000 players to a file of life: its own matches again, later and by
// other players.
func crowd(b *testing.B, path string, n int) {
	b.Helper()
	s, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	const players = 2000
	name := func(i int) string { return fmt.Sprintf("player%d", i) }
	for i := range players {
		must(s.PutPlayer(b.Context(), store.Player{ID: name(i), Name: name(i), NameKey: name(i), Keys: []string{"SHA256:" + name(i)}}))
	}
	list, err := s.Recent(b.Context(), "", 1000)
	must(err)
	logs := map[string][]store.Entry{}
	var last int64
	for _, m := range list {
		logs[m.ID], err = s.Entries(b.Context(), m.ID, 0, -1)
		must(err)
		last = max(last, m.Ended)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range n {
		m := list[r.IntN(len(list))]
		entries := append([]store.Entry(nil), logs[m.ID]...)
		later := last + int64(i)*1000 - m.Ended
		m.ID, m.Daily, m.Created, m.Started, m.Status, m.Nth = fmt.Sprintf("X%07d", i), "", m.Created+later, m.Started+later, store.Live, 0
		m.Seats = append([]store.Seat(nil), m.Seats...)
		first := r.IntN(players)
		for k, seat := range m.Seats {
			if seat.Player != "" {
				p := name((first + k*(1+r.IntN(50))) % players)
				m.Seats[k] = store.Seat{Player: p, Name: p}
			}
		}
		for k := range entries {
			entries[k].At += later
		}
		must(s.CreateMatch(b.Context(), m))
		folded, err := ledger.Fold(b.Context(), allGames(), m, entries)
		must(err)
		done, err := ledger.Settle(b.Context(), s, m, folded, folded.LastAt())
		must(err)
		must(s.Finish(b.Context(), store.Finish{Match: done.Match, Entries: entries, Outcomes: done.Outcomes}))
	}
}

// BenchmarkCheck checks a store of many matches. -check.matches sets their number:
//
//	go test ./lobby -run 'TestCheck$' -bench 'Check$' -benchtime 1x -check.matches 100000
func BenchmarkCheck(b *testing.B) {
	dir := b.TempDir()
	path := dir + "/arcade.db"
	b.StopTimer()
	life := lived[manyDays()]
	if life == nil {
		b.Skip("life has not been played: run it with -run 'TestCheck$'")
	}
	if err := os.WriteFile(path, life, 0o600); err != nil {
		b.Fatal(err)
	}
	crowd(b, path, *checkMatches)
	b.StartTimer()
	for b.Loop() {
		f, err := bolt.OpenFile(path)
		if err != nil {
			b.Fatal(err)
		}
		began := time.Now()
		report := func(x store.Finding) { b.Error(x) }
		if _, err := f.Check(report); err != nil {
			b.Fatal(err)
		}
		pages := time.Since(began)
		n, err := check.Check(context.Background(), f, check.Config{Games: allGames(), Report: report})
		if err != nil {
			b.Fatal(err)
		}
		var mem runtime.MemStats
		runtime.ReadMemStats(&mem)
		b.ReportMetric(pages.Seconds(), "s-of-pages")
		b.ReportMetric(float64(n.Done), "matches")
		b.ReportMetric(float64(n.Entries), "entries")
		b.ReportMetric(float64(mem.HeapSys)/1e6, "MB-heap")
		size, _ := f.Copy(io.Discard)
		b.ReportMetric(float64(size)/1e6, "MB-file")
		f.Close()
	}
}
