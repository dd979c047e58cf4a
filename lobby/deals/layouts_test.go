package deals

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"arcade/games"
	"arcade/store"
	"arcade/store/bolt"
)

// slower lets another node write before its first write.
type slower struct {
	store.Store
	other func()
}

func (s *slower) PutNotes(ctx context.Context, space string, notes ...store.Note) error {
	if other := s.other; other != nil {
		s.other = nil
		other()
	}
	return s.Store.PutNotes(ctx, space, notes...)
}

// Two nodes at once record deals of one layout, and both deals are in its list.
func TestLayoutOnTwoNodes(t *testing.T) {
	st, err := bolt.Open(filepath.Join(t.TempDir(), "x.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	record := func(s store.Store, id string) {
		if err := (&Service{ctx: t.Context(), store: s}).alike("patience", games.Deal{ID: id, Layout: "L"}); err != nil {
			t.Error(err)
		}
	}
	record(&slower{st, func() { record(st, "P1_2") }}, "P1_1")
	record(st, "P1_1") // is there already
	if ids, _, err := layouts.In("patience").Get(t.Context(), st, "L"); err != nil || !slices.Equal(ids, []string{"P1_2", "P1_1"}) {
		t.Errorf("%q, %v", ids, err)
	}
}
