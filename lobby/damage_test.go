package lobby

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/store"
	"arcade/store/bolt"
)

// The arcade opens in spite of a match whose record cannot be read, as it does with a log that does not
// fold. The log reports it, and the other matches go on.
func TestStartsWithADamagedMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	open := func() *bolt.Store {
		s, err := bolt.Open(path, bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	for _, id := range []string{"BAD", "FINE"} {
		if err := s.CreateMatch(t.Context(), store.Match{
			ID: id, Game: othello.Name, Rules: 1, Seed: "s", Control: "none", Status: store.Live, Created: 1, Winner: -1,
			Seats: []store.Seat{{Player: "kim", Name: "kim"}, {Bot: "greedy", Name: "greedy"}},
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("matches")).Put([]byte("BAD"), []byte(`{"id":"BAD`)) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}

	s = open()
	defer s.Close()
	var log strings.Builder
	l, err := New(config.Config{Store: s, Games: games.NewRegistry(othello.Game{}), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.Room("FINE"); err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), `\"BAD\"`) {
		t.Errorf("the log has %q", log.String())
	}
}
