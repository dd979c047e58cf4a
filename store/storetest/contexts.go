package storetest

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"arcade/store"
)

var contextTests = []test{
	{"a call whose context is done does nothing", func(t *testing.T, s store.Store) {
		kim, m := put(t, s, player("kim")), live("m", 1, "kim", "lee")
		put(t, s, player("lee"))
		must(t, s.CreateMatch(t.Context(), m))
		other := m
		other.Control = "1+0"
		renamed := kim
		renamed.Name = "Park"
		end := won(m, 0, 9)
		done, cancel := context.WithCancel(t.Context())
		cancel()
		for name, call := range map[string]func() error{
			"PutPlayer":   func() error { return s.PutPlayer(done, renamed) },
			"Forget":      func() error { return s.Forget(done, "kim", nil, nil) },
			"Seen":        func() error { return s.Seen(done, "kim", "m") },
			"CreateMatch": func() error { return s.CreateMatch(done, live("new", 2, "kim")) },
			"TakeOver":    func() error { _, err := s.TakeOver(done, "m", 0, "b"); return err },
			"UpdateMatch": func() error { return s.UpdateMatch(done, other) },
			"DeleteMatch": func() error { return s.DeleteMatch(done, store.Match{ID: "m"}) },
			"Append":      func() error { return s.Append(done, "m", 0, 0, entry(0)) },
			"Finish":      func() error { return s.Finish(done, end) },
			"PutNotes":    func() error { return s.PutNotes(done, "space", store.Note{Key: "k", Value: json.RawMessage("1")}) },
		} {
			wantErr(t, name, call(), context.Canceled)
		}
		equal(t, "player", get[store.Player](t)(s.Player(t.Context(), "kim")), kim)
		equal(t, "match", get[store.Match](t)(s.Match(t.Context(), "m")), m)
		equal(t, "log", len(get[[]store.Entry](t)(s.Entries(t.Context(), "m", 0, -1))), 0)
		equal(t, "matches", len(get[[]store.Match](t)(s.Unfinished(t.Context()))), 1)
		equal(t, "notes", len(get[[]store.Note](t)(s.Notes(t.Context(), "space", "", 9))), 0)
	}},
	{"every method asks its context", func(t *testing.T, s store.Store) {
		done, cancel := context.WithCancel(t.Context())
		cancel()
		given := map[reflect.Type]any{
			reflect.TypeFor[context.Context](): done, reflect.TypeFor[string](): "a", reflect.TypeFor[store.Player](): player("a"),
			reflect.TypeFor[store.Match](): live("a", 1, "a"), reflect.TypeFor[store.Finish](): won(live("a", 1, "a"), 0, 9),
		}
		contract := reflect.TypeFor[store.Store]()
		for i := range contract.NumMethod() {
			m := contract.Method(i)
			if m.Name == "Close" {
				continue
			}
			var args []reflect.Value
			for j := range m.Type.NumIn() {
				switch in := m.Type.In(j); {
				case m.Type.IsVariadic() && j == m.Type.NumIn()-1:
				case given[in] != nil:
					args = append(args, reflect.ValueOf(given[in]))
				default:
					args = append(args, reflect.Zero(in))
				}
			}
			results := reflect.ValueOf(s).MethodByName(m.Name).Call(args)
			err, _ := results[len(results)-1].Interface().(error)
			wantErr(t, m.Name, err, context.Canceled)
		}
	}},
}
