package bolt

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"arcade/store"
)

// old unpacks a file that an older version wrote.
func old(t *testing.T, name string) (path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file of version 1 has a player and a match in play with one entry. The upgrade adds the boards by
// points and a lasting secret, and keeps the rest.
func TestUpgradeFrom1(t *testing.T) {
	path := old(t, "v1.db")
	s := openFile(t, path)
	secret, err := s.Secret(t.Context())
	if err != nil || len(secret) != secretLen {
		t.Fatalf("secret %x, %v", secret, err)
	}
	if p, err := s.PlayerByKey(t.Context(), "SHA256:a"); err != nil || p.Name != "김" {
		t.Errorf("player %+v, %v", p, err)
	}
	m, err := s.Match(t.Context(), "m")
	if err != nil || m.Entries != 1 {
		t.Fatalf("match %+v, %v", m, err)
	}
	m.Status, m.Ended = store.Done, 9
	err = s.Finish(t.Context(), store.Finish{Match: m, At: 1, Outcomes: []store.Outcome{{
		Player: "a", Stats: []byte(`{"runs":1}`), Scores: []store.Score{{Board: "othello/1", Value: 2.5}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if v, err := versionOf(t, path, upgrades...); v != thisVersion || err != nil {
		t.Errorf("version %d, %v", v, err)
	}
	s = openFile(t, path)
	if again, err := s.Secret(t.Context()); err != nil || !bytes.Equal(again, secret) {
		t.Errorf("the secret has changed: %x, %v", again, err)
	}
	row, place, of, err := s.ScoreOf(t.Context(), "othello/1", "a")
	if err != nil || row.Value != 2.5 || row.Name != "김" || row.Match != "m" || row.At != 9 || place != 1 || of != 1 {
		t.Errorf("row %+v, %d of %d, %v", row, place, of, err)
	}
}

// A file of version 2 has a player with a finished run. The upgrade adds the notes.
func TestUpgradeFrom2(t *testing.T) {
	path := old(t, "v2.db")
	s := openFile(t, path)
	secret, err := s.Secret(t.Context())
	if err != nil || len(secret) != secretLen || bytes.Equal(secret, make([]byte, secretLen)) {
		t.Fatalf("secret %x, %v", secret, err)
	}
	if err := s.PutNotes(t.Context(), "deals", store.Note{Key: "a", Value: []byte(`1`)}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openFile(t, path)
	if v, err := s.Note(t.Context(), "deals", "a"); err != nil || string(v) != "1" {
		t.Errorf("note %s, %v", v, err)
	}
	if row, place, _, err := s.ScoreOf(t.Context(), "stones/1", "a"); err != nil || row.Value != 2.5 || place != 1 {
		t.Errorf("row %+v, place %d, %v", row, place, err)
	}
}

// A file of version 3 has a player with a finished match and one in play, without epochs and revisions.
// The match gets epoch 0, the record the first revision.
func TestUpgradeFrom3(t *testing.T) {
	s := openFile(t, old(t, "v3.db"))
	p, err := s.Player(t.Context(), "a")
	if err != nil || p.Rev != 1 {
		t.Fatalf("player %+v, %v", p, err)
	}
	fresh := p
	fresh.Rev = 0
	if err := s.PutPlayer(t.Context(), fresh); !errors.Is(err, store.ErrConflict) {
		t.Errorf("made anew: %v", err)
	}
	if err := s.PutPlayer(t.Context(), p); err != nil {
		t.Error(err)
	}
	if n, err := s.Standing(t.Context(), "othello", "a"); n != 0 || err != nil {
		t.Errorf("standing %d, %v", n, err)
	}
	if err := s.Append(t.Context(), "live", 0, 1, store.Entry{Kind: "act", Seat: 1, Action: "c3", At: 3}); err != nil {
		t.Error(err)
	}
	m, err := s.TakeOver(t.Context(), "live", 0, "here")
	if err != nil || m.Epoch != 1 || m.Entries != 2 {
		t.Fatalf("match %+v, %v", m, err)
	}
	m.Status, m.Ended = store.Done, 9
	if err := s.Finish(t.Context(), store.Finish{Match: m, At: 2, Outcomes: []store.Outcome{{Player: "a", Tally: store.Tally{Lost: 1}}}}); err != nil {
		t.Fatal(err)
	}
	if tally, err := s.Tally(t.Context(), "othello", "a"); err != nil || tally != (store.Tally{Won: 1, Lost: 1}) {
		t.Errorf("tally %+v, %v", tally, err)
	}
	if n, err := s.Standing(t.Context(), "othello", "a"); n != 1 || err != nil {
		t.Errorf("standing %d, %v", n, err)
	}
}

// Files of versions 4, 5 and 6 have a player. The upgrade changes nothing but the version, so that an older program refuses
// them.
func TestUpgradeOfTheVersionOnly(t *testing.T) {
	for name, steps := range map[string]int{"v4.db": 3, "v5.db": 4, "v6.db": 5} {
		path := old(t, name)
		if v, err := versionOf(t, path, upgrades[:steps]...); v != steps+1 || err != nil {
			t.Errorf("%s: version %d, %v", name, v, err)
		}
		s := openFile(t, path)
		if p, err := s.PlayerByKey(t.Context(), "SHA256:a"); err != nil || p.Name != "김" {
			t.Errorf("%s: player %+v, %v", name, p, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := versionOf(t, path, upgrades[:steps]...); !errors.Is(err, store.ErrNewer) {
			t.Errorf("%s with the steps to its version: %v", name, err)
		}
	}
}
