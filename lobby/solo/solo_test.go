package solo

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"

	"arcade/games"
	"arcade/games/stones"
	"arcade/store"
	"arcade/store/bolt"
)

// newRuns returns the runs of a node with an empty store, and its store.
func newRuns(t *testing.T, node string) (*Runs, store.Store) {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	must(t, s.PutPlayer(t.Context(), store.Player{ID: "kim", Name: "kim", NameKey: "kim", Keys: []string{"kim"}}))
	return &Runs{Context: t.Context(), Store: s, Games: games.NewRegistry(stones.Game{}), Log: slog.New(slog.DiscardHandler), Node: node}, s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// run is a run that kim may begin.
func run(id, seed, daily string) store.Match {
	return store.Match{
		ID: id, Game: stones.Name, Rules: stones.Game{}.Info().Rules, Seed: seed, Control: NoClock, Status: store.Live, Winner: -1,
		Daily: daily, Seats: []store.Seat{{Player: "kim", Name: "kim"}},
	}
}

// Every node knows the runs in play: the same run is in play once, and its deal cannot be tried out elsewhere.
func TestNote(t *testing.T) {
	rs, s := newRuns(t, "a")
	first, day := run("M0000001", "00000000000000000000000000000001", ""), run("M0000002", "00000000000000000000000000000002", "2026-11-29")
	for _, rec := range []store.Match{first, day} {
		must(t, rs.Note(rec))
		must(t, s.CreateMatch(t.Context(), rec))
		must(t, rs.Note(rec)) // a node that adopts it notes it again
	}
	if list, _, err := rs.Of(stones.Name, "kim"); err != nil || len(list) != 2 {
		t.Errorf("%d runs in play, %v", len(list), err)
	}
	again := run("M0000003", "00000000000000000000000000000003", "")
	if err := rs.Note(again); !errors.Is(err, ErrRunning) {
		t.Errorf("a second run of the same kind: %v", err)
	}
	if !rs.InPlay(stones.Name, first.Seed) || rs.InPlay(stones.Name, again.Seed) {
		t.Errorf("in play: %v, not in play: %v", rs.InPlay(stones.Name, first.Seed), rs.InPlay(stones.Name, again.Seed))
	}
	first.Status, first.Ended, first.Reason, first.Result = store.Done, 9, games.Resigned, []byte(`{"winner":-1,"reason":"resigned"}`)
	must(t, s.Finish(t.Context(), store.Finish{Match: first}))
	if rs.InPlay(stones.Name, first.Seed) { // although its note is still there
		t.Error("a run that is over is in play")
	}
	rs.Over(first)
	must(t, rs.Note(again))
}

// A single node notes nothing: it has the runs at its tables. Nor does any node for a match of two, a guest or a
// typed seed.
func TestNoted(t *testing.T) {
	alone, _ := newRuns(t, "")
	many, _ := newRuns(t, "a")
	guest, typed, two := run("M0000001", "1", ""), run("M0000002", "2", ""), run("M0000003", "3", "")
	guest.Seats, typed.Seeded, two.Seats = []store.Seat{{Guest: "guest:1"}}, true, append(two.Seats, store.Seat{Player: "lee"})
	if alone.Noted(run("M0000004", "4", "")) || alone.InPlay(stones.Name, "4") || !many.Noted(run("M0000004", "4", "")) {
		t.Error("a single node notes a run, or one of many does not")
	}
	for _, rec := range []store.Match{guest, typed, two} {
		if many.Noted(rec) {
			t.Errorf("noted: %+v", rec)
		}
	}
}
