package storetest

import (
	"testing"

	"arcade/store"
)

var playerTests = []test{
	{"found by id, key and name", func(t *testing.T, s store.Store) {
		a, b := player("a"), player("b")
		a.Keys = []string{"SHA256:a1", "SHA256:a2"}
		must(t, s.PutPlayer(a))
		must(t, s.PutPlayer(b))
		equal(t, "by id", get[store.Player](t)(s.Player("a")), a)
		for _, k := range a.Keys {
			equal(t, "by key", get[store.Player](t)(s.PlayerByKey(k)), a)
		}
		equal(t, "by name", get[store.Player](t)(s.PlayerByName("name-b")), b)
	}},
	{"unknown is not found", func(t *testing.T, s store.Store) {
		must(t, s.PutPlayer(player("a")))
		for _, id := range append(hostile, "b", "aa", "name-", "name-aa") {
			for what, find := range map[string]func(string) (store.Player, error){"id": s.Player, "key": s.PlayerByKey, "name": s.PlayerByName} {
				p, err := find(id)
				wantErr(t, what, err, store.ErrNotFound)
				equal(t, what, p, store.Player{})
			}
		}
	}},
	{"an id, a key and a name are three things", func(t *testing.T, s store.Store) {
		p := player("a")
		p.NameKey, p.Keys = "b", []string{"c"}
		must(t, s.PutPlayer(p))
		for _, c := range []struct {
			find func(string) (store.Player, error)
			has  string
		}{{s.Player, "a"}, {s.PlayerByName, "b"}, {s.PlayerByKey, "c"}} {
			for _, id := range []string{"a", "b", "c"} {
				if _, err := c.find(id); (err == nil) != (id == c.has) {
					t.Errorf("lookup of %s by the question for %s: %v", id, c.has, err)
				}
			}
		}
	}},
	{"names are unique", func(t *testing.T, s store.Store) {
		must(t, s.PutPlayer(player("a")))
		must(t, s.PutPlayer(player("b")))
		for _, id := range []string{"b", "c"} {
			p := player(id)
			p.Name, p.NameKey, p.Keys = "changed", "name-a", append(p.Keys, "SHA256:new")
			unchanged(t, s, []string{"a", "b", "c", "new"}, nil, "taken name", store.ErrNameTaken, func() error { return s.PutPlayer(p) })
		}
	}},
	{"keys are unique", func(t *testing.T, s store.Store) {
		must(t, s.PutPlayer(player("a")))
		must(t, s.PutPlayer(player("b")))
		for _, id := range []string{"b", "c"} {
			p := player(id)
			p.NameKey, p.Keys = "name-new", []string{"SHA256:new", "SHA256:a"}
			unchanged(t, s, []string{"a", "b", "c", "new"}, nil, "taken key", store.ErrKeyTaken, func() error { return s.PutPlayer(p) })
		}
	}},
	{"a replaced player lets its old name and keys go", func(t *testing.T, s store.Store) {
		a := player("a")
		a.Keys = []string{"SHA256:1", "SHA256:2"}
		must(t, s.PutPlayer(a))
		a.Name, a.NameKey, a.Keys, a.Seen, a.Settings = "New", "name-new", []string{"SHA256:2", "SHA256:3"}, 99, nil
		must(t, s.PutPlayer(a))
		equal(t, "by id", get[store.Player](t)(s.Player("a")), a)
		for _, k := range a.Keys {
			equal(t, "by key", get[store.Player](t)(s.PlayerByKey(k)), a)
		}
		equal(t, "by name", get[store.Player](t)(s.PlayerByName("name-new")), a)
		b := player("b")
		b.NameKey, b.Keys = "name-a", []string{"SHA256:1"}
		must(t, s.PutPlayer(b))
		equal(t, "by the old name", get[store.Player](t)(s.PlayerByName("name-a")), b)
		equal(t, "by the old key", get[store.Player](t)(s.PlayerByKey("SHA256:1")), b)
	}},
	{"a player without id, name or key is refused", func(t *testing.T, s store.Store) {
		for what, change := range map[string]func(*store.Player){
			"id":   func(p *store.Player) { p.ID = "" },
			"name": func(p *store.Player) { p.NameKey = "" },
			"key":  func(p *store.Player) { p.Keys = append(p.Keys, "") },
		} {
			p := player("a")
			change(&p)
			unchanged(t, s, []string{"a"}, nil, what, nil, func() error { return s.PutPlayer(p) })
		}
	}},
}
