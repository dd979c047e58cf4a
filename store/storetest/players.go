package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"arcade/store"
)

var playerTests = []test{
	{"found by id, key and name", func(t *testing.T, s store.Store) {
		a, b := player("a"), player("b")
		a.Keys = []string{"SHA256:a1", "SHA256:a2"}
		a, b = put(t, s, a), put(t, s, b)
		equal(t, "by id", get[store.Player](t)(s.Player(t.Context(), "a")), a)
		for _, k := range a.Keys {
			equal(t, "by key", get[store.Player](t)(s.PlayerByKey(t.Context(), k)), a)
		}
		equal(t, "by name", get[store.Player](t)(s.PlayerByName(t.Context(), "name-b")), b)
	}},
	{"unknown is not found", func(t *testing.T, s store.Store) {
		put(t, s, player("a"))
		for _, id := range append(hostile, "b", "aa", "name-", "name-aa") {
			for what, find := range map[string]func(context.Context, string) (store.Player, error){"id": s.Player, "key": s.PlayerByKey, "name": s.PlayerByName} {
				p, err := find(t.Context(), id)
				wantErr(t, what, err, store.ErrNotFound)
				equal(t, what, p, store.Player{})
			}
		}
	}},
	{"an id, a key and a name are three things", func(t *testing.T, s store.Store) {
		p := player("a")
		p.NameKey, p.Keys = "b", []string{"c"}
		put(t, s, p)
		for _, c := range []struct {
			find func(context.Context, string) (store.Player, error)
			has  string
		}{{s.Player, "a"}, {s.PlayerByName, "b"}, {s.PlayerByKey, "c"}} {
			for _, id := range []string{"a", "b", "c"} {
				if _, err := c.find(t.Context(), id); (err == nil) != (id == c.has) {
					t.Errorf("lookup of %s by the question for %s: %v", id, c.has, err)
				}
			}
		}
	}},
	{"names are unique", func(t *testing.T, s store.Store) {
		put(t, s, player("a"))
		put(t, s, player("b"))
		for _, id := range []string{"b", "c"} {
			p := player(id)
			p.Name, p.NameKey, p.Keys = "changed", "name-a", append(p.Keys, "SHA256:new")
			p.Rev = get[uint64](t)(revOf(t.Context(), s, id))
			unchanged(t, s, []string{"a", "b", "c", "new"}, nil, "taken name", store.ErrNameTaken, func() error { return s.PutPlayer(t.Context(), p) })
		}
	}},
	{"keys are unique", func(t *testing.T, s store.Store) {
		put(t, s, player("a"))
		put(t, s, player("b"))
		for _, id := range []string{"b", "c"} {
			p := player(id)
			p.NameKey, p.Keys = "name-new", []string{"SHA256:new", "SHA256:a"}
			p.Rev = get[uint64](t)(revOf(t.Context(), s, id))
			unchanged(t, s, []string{"a", "b", "c", "new"}, nil, "taken key", store.ErrKeyTaken, func() error { return s.PutPlayer(t.Context(), p) })
		}
	}},
	{"a replaced player lets its old name and keys go", func(t *testing.T, s store.Store) {
		a := player("a")
		a.Keys = []string{"SHA256:1", "SHA256:2"}
		put(t, s, a)
		a.Name, a.NameKey, a.Keys, a.Seen, a.Settings = "New", "name-new", []string{"SHA256:2", "SHA256:3"}, 99, nil
		a = put(t, s, a)
		equal(t, "by id", get[store.Player](t)(s.Player(t.Context(), "a")), a)
		for _, k := range a.Keys {
			equal(t, "by key", get[store.Player](t)(s.PlayerByKey(t.Context(), k)), a)
		}
		equal(t, "by name", get[store.Player](t)(s.PlayerByName(t.Context(), "name-new")), a)
		b := player("b")
		b.NameKey, b.Keys = "name-a", []string{"SHA256:1"}
		b = put(t, s, b)
		equal(t, "by the old name", get[store.Player](t)(s.PlayerByName(t.Context(), "name-a")), b)
		equal(t, "by the old key", get[store.Player](t)(s.PlayerByKey(t.Context(), "SHA256:1")), b)
	}},
	{"a player may lose all keys", func(t *testing.T, s store.Store) {
		for _, none := range [][]string{nil, {}} {
			a := player("a")
			a.Keys = []string{"SHA256:1"}
			put(t, s, a)
			a.Keys = none
			put(t, s, a)
			_, err := s.PlayerByKey(t.Context(), "SHA256:1")
			wantErr(t, fmt.Sprintf("key after %#v", none), err, store.ErrNotFound)
		}
	}},
	{"a player without id, name or key is refused", func(t *testing.T, s store.Store) {
		for what, change := range map[string]func(*store.Player){
			"id":   func(p *store.Player) { p.ID = "" },
			"name": func(p *store.Player) { p.NameKey = "" },
			"key":  func(p *store.Player) { p.Keys = append(p.Keys, "") },
		} {
			p := player("a")
			change(&p)
			unchanged(t, s, []string{"a"}, nil, what, nil, func() error { return s.PutPlayer(t.Context(), p) })
		}
	}},
	{"each write needs the revision that it was made from", func(t *testing.T, s store.Store) {
		p := player("a")
		p.Rev = 1
		unchanged(t, s, []string{"a"}, nil, "one that is not there", store.ErrConflict, func() error { return s.PutPlayer(t.Context(), p) })
		for rev := range uint64(4) {
			for _, wrong := range []uint64{max(rev, 1) - 1, rev + 1, 0} {
				if p.Rev = wrong; wrong != rev {
					unchanged(t, s, []string{"a"}, nil, "another revision", store.ErrConflict, func() error { return s.PutPlayer(t.Context(), p) })
				}
			}
			p.Rev, p.Seen = rev, int64(rev)
			must(t, s.PutPlayer(t.Context(), p))
			p.Rev++
			equal(t, "player", get[store.Player](t)(s.PlayerByKey(t.Context(), "SHA256:a")), p)
		}
		must(t, s.Forget(t.Context(), "a", nil, nil))
		unchanged(t, s, []string{"a"}, nil, "one that was forgotten", store.ErrConflict, func() error { return s.PutPlayer(t.Context(), p) })
	}},
	{"concurrent changes lose nothing", func(t *testing.T, s store.Store) {
		put(t, s, player("a"))
		const n = 40
		var wg sync.WaitGroup
		for range n {
			wg.Go(func() {
				err := store.Again(func() error {
					p, err := s.Player(t.Context(), "a")
					if err != nil {
						return err
					}
					p.Seen++
					return s.PutPlayer(t.Context(), p)
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		equal(t, "changes", get[store.Player](t)(s.Player(t.Context(), "a")).Seen, player("a").Seen+n)
	}},
	{"of racing newcomers with one name exactly one gets it", func(t *testing.T, s store.Store) {
		var wg sync.WaitGroup
		var won atomic.Int32
		for i := range 16 {
			wg.Go(func() {
				p := player(fmt.Sprint("p", i))
				p.NameKey = "name"
				if err := s.PutPlayer(t.Context(), p); err == nil {
					won.Add(1)
				} else if !errors.Is(err, store.ErrNameTaken) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		equal(t, "players", int(won.Load()), 1)
	}},
}

// revOf returns the revision of a player, 0 if there is none.
func revOf(ctx context.Context, s store.Store, id string) (uint64, error) {
	p, err := s.Player(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return p.Rev, err
}
