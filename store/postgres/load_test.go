package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/postgres/pgtest"
)

// fill stores some records of every kind, more than one read returns.
func fill(t testing.TB, s store.Store) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	player := func(i int) string { return fmt.Sprintf("p%d", i%30) }
	for i := range 30 {
		must(s.PutPlayer(t.Context(), store.Player{ID: player(i), Name: "이름", NameKey: player(i), Keys: []string{"SHA256:" + player(i), "SHA256:2" + player(i)}}))
	}
	standing := map[string]uint64{}
	for i := range 2*fetched + 40 {
		m := store.Match{
			ID: fmt.Sprintf("m%d", i), Game: "othello", Status: store.Live, Created: int64(i), Winner: -1, Private: i%5 == 0, Owner: "n1",
			Seats: []store.Seat{{Player: player(i), Name: "a\x00b"}, {Player: player(i*7 + 1)}}, Options: json.RawMessage(`{"b":1,"a":1.50}`),
		}
		must(s.CreateMatch(t.Context(), m))
		must(s.Append(t.Context(), m.ID, 0, 0, store.Entry{Kind: "act", Action: "d3\x00", At: 1}, store.Entry{Kind: "act", Action: "c3", At: 2}))
		if i%9 == 0 {
			_, err := s.TakeOver(t.Context(), m.ID, 0, "n2")
			must(err)
		}
		if i%9 == 0 || m.Seats[0].Player == m.Seats[1].Player {
			continue
		}
		m.Status, m.Ended = store.Done, int64(5000-i)
		f := store.Finish{Match: m, At: 2, Entries: []store.Entry{{Kind: "resign", At: m.Ended}}}
		for k, seat := range m.Seats {
			f.Outcomes = append(f.Outcomes, store.Outcome{
				Player: seat.Player, Standing: standing[seat.Player], Opponent: m.Seats[1-k].Player, Tally: store.Tally{Won: 1}, Unseen: i%3 == 0, Stats: []byte(`{ "n":1 }`),
				Rating: &store.Rating{Rating: 1500 + float64(i*k)/7, Deviation: 100, Unlisted: i%4 == 0},
				Scores: []store.Score{{Board: fmt.Sprintf("othello/%d", i%40), Value: float64(i) / 3, Detail: []byte(`{}`), Unlisted: i%2 == 0}},
				Listed: i%11 == 0, Encounters: store.Encounters{Day: "2026-01-01", Today: i},
			})
			standing[seat.Player]++
		}
		must(s.Finish(t.Context(), f))
	}
	must(s.PutNotes(t.Context(), "a/b", store.Note{Key: "c", Value: []byte(`{"x": [1,  2] }`)}, store.Note{Key: "d", Value: []byte(`"\u0000"`)}))
}

type archive interface {
	store.Archive
	Check(func(store.Finding)) (bool, error)
	Close() error
}

// sums returns the sums of an archive, and fails the test if the archive has a contradiction.
func sums(t *testing.T, a archive, err error) []store.Sum {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if whole, err := a.Check(func(f store.Finding) { t.Error(f) }); err != nil || !whole {
		t.Errorf("check: %v, %v", whole, err)
	}
	list, err := store.Sums(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// An archive refuses what its store refuses, in the same words: both have the guard.
func TestArchiveIsGuarded(t *testing.T) {
	path, url := filepath.Join(t.TempDir(), "arcade.db"), pgtest.URL(t)
	file, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	openURL(t, url)
	f, err := bolt.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a, err := OpenArchive(url)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, r := range []store.Reader{f, a} {
		for _, id := range []string{"", "NOBODYIS", "a\x00b", "\xff", strings.Repeat("x", 65)} {
			_, match := r.Match(t.Context(), id)
			_, entries := r.Entries(t.Context(), id, 0, 1)
			_, note := r.Note(t.Context(), "space", id)
			for i, err := range []error{match, entries, note} {
				want := store.Problem([]string{"match", "match", "note"}[i], id, store.ErrNotFound).Error()
				if !errors.Is(err, store.ErrNotFound) || err.Error() != want {
					t.Errorf("%T: %v, want %s", r, err, want)
				}
			}
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if _, err := r.Secret(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%T is read for a cancelled context: %v", r, err)
		}
	}
}

// A copy from a file to a database and back to a file equals the original. Both kinds of stores make
// equal records from the same calls.
func TestLoad(t *testing.T) {
	first, last := filepath.Join(t.TempDir(), "1.db"), filepath.Join(t.TempDir(), "2.db")
	file, err := bolt.Open(first, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, file)
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	from, err := bolt.OpenFile(first)
	want := sums(t, from, err)
	for _, s := range want {
		if s.Count == 0 {
			t.Errorf("no %s", s.Kind)
		}
	}
	if from, err = bolt.OpenFile(first); err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	url := pgtest.URL(t)
	if err := Load(t.Context(), url, from); err != nil {
		t.Fatal(err)
	}
	a, err := OpenArchive(url)
	if got := sums(t, a, err); !slices.Equal(got, want) {
		t.Errorf("in the database:\n got %v\nwant %v", got, want)
	}
	if err := Load(t.Context(), url, from); err == nil || !strings.Contains(err.Error(), "records already") {
		t.Errorf("into one with records: %v", err)
	}
	if a, err = OpenArchive(url); err != nil {
		t.Fatal(err)
	}
	err = bolt.Load(t.Context(), last, a)
	if err = errors.Join(err, a.Close()); err != nil {
		t.Fatal(err)
	}
	back, err := bolt.OpenFile(last)
	if got := sums(t, back, err); !slices.Equal(got, want) {
		t.Errorf("in the file:\n got %v\nwant %v", got, want)
	}

	own := pgtest.URL(t)
	s := openURL(t, own)
	fill(t, s)
	a, err = OpenArchive(own)
	got := sums(t, a, err)
	for i := range want[:len(want)-1] { // all but the secret
		if got[i] != want[i] {
			t.Errorf("%s made by the same calls: %d of them, want %d, or others", want[i].Kind, got[i].Count, want[i].Count)
		}
	}
}

// Check finds contradictions.
func TestCheck(t *testing.T) {
	url := pgtest.URL(t)
	fill(t, openURL(t, url))
	for _, c := range []struct{ spoil, heal, want string }{
		{`update matches set game = 'x' where id = 'm1'`, `update matches set game = 'othello' where id = 'm1'`, "match m1"},
		{`update matches set entries = 9 where id = 'm1'`, `update matches set entries = 3 where id = 'm1'`, "match m1"},
		{`update log set n = 7 where match = 'm1' and n = 1`, `update log set n = 1 where match = 'm1' and n = 7`, "match m1"},
		{`update seats set player = 'x' where match = 'm1' and player = 'p1'`, `update seats set player = 'p1' where match = 'm1' and player = 'x'`, "match m1"},
		{`update players set name_key = 'x' where id = 'p1'`, `update players set name_key = 'p1' where id = 'p1'`, "player p1"},
		{`update keys set player = 'x' where fingerprint = 'SHA256:p1'`, `update keys set player = 'p1' where player = 'x'`, "player p1"},
		{`update ratings set rating = rating * 2 where player = 'p1'`, `update ratings set rating = rating / 2 where player = 'p1'`, "rating othello/p1"},
		{`update versus set at = at + 1 where player = 'p1'`, `update versus set at = at - 1 where player = 'p1'`, "versus p1/othello"},
		{`update scores set value = value * 2 where player = 'p1'`, `update scores set value = value / 2 where player = 'p1'`, "score othello/"},
		{`insert into log values ('none', 0, '{}')`, `delete from log where match = 'none'`, "log none"},
		{`insert into unseen values ('p1', 0, 'm1')`, `delete from unseen where ended = 0`, "unseen p1/m1"},
	} {
		exec(t, url, c.spoil)
		a, err := OpenArchive(url)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		_, err = a.Check(func(f store.Finding) { list = append(list, f.String()) })
		if err = errors.Join(err, a.Close()); err != nil || len(list) == 0 || !strings.HasPrefix(list[0], c.want) {
			t.Errorf("%s: %q, %v", c.spoil, list, err)
		}
		exec(t, url, c.heal)
	}
	a, err := OpenArchive(url)
	sums(t, a, err)
}
