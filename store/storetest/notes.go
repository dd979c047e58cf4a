package storetest

import (
	"encoding/json"
	"strings"
	"testing"

	"arcade/store"
)

func note(key, value string) store.Note {
	n := store.Note{Key: key}
	if value != "" {
		n.Value = json.RawMessage(value)
	}
	return n
}

func notes(list []store.Note) (out []string) {
	for _, n := range list {
		out = append(out, n.Key+" "+string(n.Value))
	}
	return out
}

var noteTests = []test{
	{"kept, replaced and removed", func(t *testing.T, s store.Store) {
		_, err := s.Note("deals", "a")
		wantErr(t, "none yet", err, store.ErrNotFound)
		must(t, s.PutNotes("deals", note("a", `{"n":1}`), note("b", `2`)))
		must(t, s.PutNotes("deals", note("a", `{"n":3}`), note("c", `4`)))
		must(t, s.PutNotes("deals/x", note("a", `9`)))
		value := get[json.RawMessage](t)(s.Note("deals", "a"))
		equal(t, "replaced", string(value), `{"n":3}`)
		value[0] = 'x'
		equal(t, "a copy", string(get[json.RawMessage](t)(s.Note("deals", "a"))), `{"n":3}`)
		must(t, s.PutNotes("deals", note("a", ""), note("never there", "")))
		_, err = s.Note("deals", "a")
		wantErr(t, "removed", err, store.ErrNotFound)
		equal(t, "another space", string(get[json.RawMessage](t)(s.Note("deals/x", "a"))), `9`)
	}},
	{"listed by key, a page at a time", func(t *testing.T, s store.Store) {
		must(t, s.PutNotes("p", note("b", `2`), note("a", `1`), note("가", `5`), note("ba", `3`), note("c", `4`)))
		must(t, s.PutNotes("pp", note("aa", `9`)))
		equal(t, "all", notes(get[[]store.Note](t)(s.Notes("p", "", 99))), []string{"a 1", "b 2", "ba 3", "c 4", "가 5"})
		equal(t, "first page", notes(get[[]store.Note](t)(s.Notes("p", "", 2))), []string{"a 1", "b 2"})
		equal(t, "after b", notes(get[[]store.Note](t)(s.Notes("p", "b", 2))), []string{"ba 3", "c 4"})
		equal(t, "after one that is not there", notes(get[[]store.Note](t)(s.Notes("p", "bb", 9))), []string{"c 4", "가 5"})
		equal(t, "none asked for", len(get[[]store.Note](t)(s.Notes("p", "", 0))), 0)
		equal(t, "no such space", len(get[[]store.Note](t)(s.Notes("q", "", 9))), 0)
	}},
	{"all of a step or nothing", func(t *testing.T, s store.Store) {
		must(t, s.PutNotes("p", note("a", `1`)))
		for _, bad := range []store.Note{note("", `1`), note("x\x00", `1`), note(strings.Repeat("k", 65), `1`), note("x", `{`)} {
			if s.PutNotes("p", note("a", `2`), bad) == nil {
				t.Errorf("%q has been kept", bad.Key)
			}
		}
		if s.PutNotes("", note("a", `2`)) == nil {
			t.Error("a space without a name has been kept")
		}
		equal(t, "unchanged", notes(get[[]store.Note](t)(s.Notes("p", "", 9))), []string{"a 1"})
	}},
}
