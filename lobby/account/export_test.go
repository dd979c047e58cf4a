package account

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/othello"
	"arcade/internal/race"
	"arcade/lobby/records"
	"arcade/lobby/turns"
	"arcade/store"
	"arcade/store/bolt"
)

// manyMatches returns accounts with a player who has played n matches of 60 actions alone, and their store.
func manyMatches(t testing.TB, n int) (*Accounts, store.Store) {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	all := games.NewRegistry(othello.Game{})
	a := New(Config{
		Context: t.Context(), Store: s, Games: all, House: quiet{},
		Records: records.New(records.Config{Store: s, Games: all, Log: slog.New(slog.DiscardHandler), Turns: turns.New(turns.Limits{})}),
	})
	if err := s.PutPlayer(t.Context(), store.Player{ID: "me", Name: "me", NameKey: "me", Keys: []string{"SHA256:me"}}); err != nil {
		t.Fatal(err)
	}
	var log []store.Entry
	for i := range 60 {
		log = append(log, store.Entry{Kind: "act", Seat: i % 2, Action: "d3", At: int64(i)})
	}
	for i := range n {
		m := store.Match{
			ID: fmt.Sprintf("M%07d", i), Game: othello.Name, Rules: 1, Seed: "s", Control: "none", Status: store.Live, Created: int64(i), Winner: -1,
			Seats: []store.Seat{{Player: "me", Name: "me"}, {Bot: "greedy", Name: "greedy"}},
		}
		if err := s.CreateMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		m.Status, m.Ended, m.Result = store.Done, int64(i+1), []byte(`{"reason":"board_full","winner":-1}`)
		if err := s.Finish(t.Context(), store.Finish{Match: m, Entries: log}); err != nil {
			t.Fatal(err)
		}
	}
	return a, s
}

// heapMeter counts the bytes written, and measures the memory in use meanwhile.
type heapMeter struct {
	writes, bytes int
	most          uint64
}

func (m *heapMeter) Write(p []byte) (int, error) {
	m.bytes += len(p)
	if m.writes++; m.writes%100 == 0 {
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		m.most = max(m.most, s.HeapAlloc)
	}
	return len(p), nil
}

// An export holds one page of matches in memory, however many there are.
func TestExportTakesNoMemory(t *testing.T) {
	if race.On {
		t.Skip("what it measures is not the memory of the arcade alone")
	}
	measure := func(n int) *heapMeter {
		var m heapMeter
		a, _ := manyMatches(t, n)
		if err := a.ExportPlayer(t.Context(), &m, "SHA256:me"); err != nil {
			t.Fatal(err)
		}
		return &m
	}
	few, many := measure(200), measure(1200)
	if many.bytes < 5*few.bytes || few.most == 0 {
		t.Fatalf("exports of %d and %d bytes", few.bytes, many.bytes)
	}
	if many.most > few.most+1<<20 {
		t.Errorf("%d bytes in use for 200 matches, %d for 1200 (an export of %d)", few.most, many.most, many.bytes)
	}
}

func BenchmarkExport(b *testing.B) {
	a, _ := manyMatches(b, 10_000)
	for b.Loop() {
		if err := a.ExportPlayer(b.Context(), io.Discard, "SHA256:me"); err != nil {
			b.Fatal(err)
		}
	}
}

// No single match breaks an export. A match that is longer than a kibo may be is exported whole. A match
// whose log cannot be read is named.
func TestExportOfAnyMatch(t *testing.T) {
	a, s := manyMatches(t, 2)
	rec, err := s.Match(t.Context(), "M0000000")
	if err != nil {
		t.Fatal(err)
	}
	rec.ID, rec.Status, rec.Ended, rec.Result = "AAAA", store.Live, 0, nil
	if err := s.CreateMatch(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
	rec.Status, rec.Ended, rec.Result = store.Done, 9, []byte(`{"reason":"board_full","winner":-1}`)
	const n = kibo.MaxEntries + 1
	if err := s.Finish(t.Context(), store.Finish{Match: rec, Entries: slices.Repeat([]store.Entry{{Kind: "act", Action: "d3"}}, n)}); err != nil {
		t.Fatal(err)
	}
	rec.ID, rec.Game, rec.Status, rec.Ended, rec.Result = "BBBB", "chess", store.Live, 0, nil
	if err := s.CreateMatch(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := a.ExportPlayer(t.Context(), &out, "SHA256:me"); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Matches []struct {
			ID     string
			Broken bool
			Kibo   *kibo.File
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil || len(doc.Matches) != 4 {
		t.Fatalf("%d matches, %v", len(doc.Matches), err)
	}
	for _, m := range doc.Matches {
		switch {
		case m.ID == "BBBB":
			if !m.Broken || m.Kibo != nil {
				t.Errorf("%+v", m)
			}
		case m.Broken || m.Kibo == nil || m.ID == "AAAA" && len(m.Kibo.Entries) != n:
			t.Errorf("%s: broken %v", m.ID, m.Broken)
		}
	}
}
