package bolt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"arcade/store"
)

// played stores a finished match with a log of n entries and an outcome for each player in it.
func played(t testing.TB, s *Store, id string, created int64, n int, seats ...store.Seat) {
	t.Helper()
	m := store.Match{ID: id, Game: "othello", Rules: 1, Seed: "s", Control: "none", Status: store.Live, Created: created, Winner: -1, Seats: seats}
	if err := s.CreateMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	f := store.Finish{Match: m}
	for i := range n {
		f.Entries = append(f.Entries, store.Entry{Kind: "act", Seat: i % 2, Action: "d3", At: int64(i)})
	}
	f.Match.Status, f.Match.Ended = store.Done, created+1
	for i, seat := range seats {
		if seat.Player == "" {
			continue
		}
		o := store.Outcome{
			Player: seat.Player, Standing: standing(t, s, seat.Player), Tally: store.Tally{Won: 1}, Unseen: true, Stats: json.RawMessage(`{}`),
			Rating: &store.Rating{Player: seat.Player, Name: seat.Name, Game: "othello", Rating: 1500, Match: id},
			Scores: []store.Score{{Board: "othello/x", Player: seat.Player, Name: seat.Name, Value: 1}},
		}
		if len(seats) == 2 && seats[1-i].Player != "" {
			o.Opponent, o.OpponentName = seats[1-i].Player, seats[1-i].Name
		}
		f.Outcomes = append(f.Outcomes, o)
	}
	if err := s.Finish(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// standing returns the revision of a player's standing in othello.
func standing(t testing.TB, s *Store, player string) uint64 {
	t.Helper()
	n, err := s.Standing(t.Context(), "othello", player)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// After Forget, no key and no value of the file contains the id, the name or the key of the player.
func TestForgetLeavesNoTrace(t *testing.T) {
	s := openFile(t, filepath.Join(t.TempDir(), "arcade.db"))
	mine := store.Player{ID: "idofmine", Name: "NameOfMine", NameKey: "nameofmine", Keys: []string{"SHA256:keyofmine"}, KeyAdded: map[string]int64{"SHA256:keyofmine": 5}}
	for _, p := range []store.Player{mine, {ID: "other", Name: "Other", NameKey: "other", Keys: []string{"SHA256:other"}}} {
		if err := s.PutPlayer(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	me, other := store.Seat{Player: mine.ID, Name: mine.Name}, store.Seat{Player: "other", Name: "Other"}
	played(t, s, "M1", 1, 3, me, other)
	played(t, s, "M2", 2, 3, other, me)
	played(t, s, "M3", 3, 3, me)
	played(t, s, "M4", 4, 3, me, store.Seat{Bot: "greedy", Name: "greedy"})
	if err := s.PutNotes(t.Context(), "klondike/fav/"+mine.ID, store.Note{Key: "D", Value: json.RawMessage(`1`)}); err != nil {
		t.Fatal(err)
	}
	if err := s.PutNotes(t.Context(), "klondike/last", store.Note{Key: "M3", Value: json.RawMessage(`1`)}); err != nil {
		t.Fatal(err)
	}
	traces := func() (found []string) {
		err := s.db.View(func(tx *bbolt.Tx) error {
			for _, name := range buckets {
				for k, v := range ascend(tx.Bucket(name), nil, nil) {
					for _, trace := range []string{mine.ID, mine.Name, mine.NameKey, "keyofmine", "M3", "M4"} {
						if bytes.Contains(k, []byte(trace)) || bytes.Contains(v, []byte(trace)) {
							found = append(found, fmt.Sprintf("%s: %s in %q = %s", name, trace, k, v))
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if n := len(traces()); n < 30 {
		t.Fatalf("this test sees %d traces only of a player who is there", n)
	}
	if err := s.Forget(t.Context(), mine.ID, []string{"klondike/fav/" + mine.ID}, []string{"klondike/last"}); err != nil {
		t.Fatal(err)
	}
	for _, trace := range traces() {
		t.Error(trace)
	}
}

// BenchmarkForget deletes a player with 10,000 matches of 60 entries, half of them solo, half against
// another player.
func BenchmarkForget(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		s, err := Open(filepath.Join(b.TempDir(), "arcade.db"), Options{NoSync: true})
		if err != nil {
			b.Fatal(err)
		}
		for i, id := range []string{"me", "other"} {
			if err := s.PutPlayer(b.Context(), store.Player{ID: id, Name: id, NameKey: id, Keys: []string{fmt.Sprint(i)}}); err != nil {
				b.Fatal(err)
			}
		}
		for i := range 10_000 {
			seats := []store.Seat{{Player: "me", Name: "me"}}
			if i%2 == 0 {
				seats = append(seats, store.Seat{Player: "other", Name: "other"})
			}
			played(b, s, fmt.Sprintf("M%05d", i), int64(i), 60, seats...)
		}
		b.StartTimer()
		if err := s.Forget(b.Context(), "me", nil, nil); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
