package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"arcade/store"
	"arcade/store/notes"
)

func note(key, value string) store.Note {
	n := store.Note{Key: key}
	if value != "" {
		n.Value = json.RawMessage(value)
	}
	return n
}

func noteTexts(list []store.Note) (out []string) {
	for _, n := range list {
		out = append(out, n.Key+" "+string(n.Value))
	}
	return out
}

var noteTests = []test{
	{"kept, replaced and removed", func(t *testing.T, s store.Store) {
		_, err := s.Note(t.Context(), "deals", "a")
		wantErr(t, "none yet", err, store.ErrNotFound)
		must(t, s.PutNotes(t.Context(), "deals", note("a", `{"n":1}`), note("b", `2`)))
		must(t, s.PutNotes(t.Context(), "deals", note("a", `{"n":3}`), note("c", `4`)))
		must(t, s.PutNotes(t.Context(), "deals/x", note("a", `9`)))
		value := get[json.RawMessage](t)(s.Note(t.Context(), "deals", "a"))
		equal(t, "replaced", string(value), `{"n":3}`)
		value[0] = 'x'
		equal(t, "a copy", string(get[json.RawMessage](t)(s.Note(t.Context(), "deals", "a"))), `{"n":3}`)
		must(t, s.PutNotes(t.Context(), "deals", note("a", ""), note("never there", "")))
		_, err = s.Note(t.Context(), "deals", "a")
		wantErr(t, "removed", err, store.ErrNotFound)
		equal(t, "another space", string(get[json.RawMessage](t)(s.Note(t.Context(), "deals/x", "a"))), `9`)
	}},
	{"listed by key, a page at a time", func(t *testing.T, s store.Store) {
		must(t, s.PutNotes(t.Context(), "p", note("b", `2`), note("a", `1`), note("가", `5`), note("ba", `3`), note("c", `4`)))
		must(t, s.PutNotes(t.Context(), "pp", note("aa", `9`)))
		equal(t, "all", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 99))), []string{"a 1", "b 2", "ba 3", "c 4", "가 5"})
		equal(t, "first page", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 2))), []string{"a 1", "b 2"})
		equal(t, "after b", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "b", 2))), []string{"ba 3", "c 4"})
		equal(t, "after one that is not there", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "bb", 9))), []string{"c 4", "가 5"})
		equal(t, "none asked for", len(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 0))), 0)
		equal(t, "no such space", len(get[[]store.Note](t)(s.Notes(t.Context(), "q", "", 9))), 0)
	}},
	{"all of a step or nothing", func(t *testing.T, s store.Store) {
		must(t, s.PutNotes(t.Context(), "p", note("a", `1`)))
		for _, bad := range []store.Note{note("", `1`), note("x\x00", `1`), note(strings.Repeat("k", 65), `1`), note("x", `{`)} {
			if s.PutNotes(t.Context(), "p", note("a", `2`), bad) == nil {
				t.Errorf("%q has been kept", bad.Key)
			}
		}
		if s.PutNotes(t.Context(), "", note("a", `2`)) == nil {
			t.Error("a space without a name has been kept")
		}
		equal(t, "unchanged", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 9))), []string{"a 1"})
	}},
	{"kept only in place of what they were made from", func(t *testing.T, s store.Store) {
		from := func(key, value string, from json.RawMessage) store.Note {
			n := note(key, value)
			n.From = from
			return n
		}
		must(t, s.PutNotes(t.Context(), "p", from("a", `{"n":1}`, store.Absent), note("b", `1`)))
		for what, n := range map[string]store.Note{
			"there is one":          from("a", `2`, store.Absent),
			"there is none":         from("c", `2`, json.RawMessage(`1`)),
			"another value":         from("a", `2`, json.RawMessage(`{"n":2}`)),
			"another, to remove":    from("a", ``, json.RawMessage(`{"n":2}`)),
			"none there, to remove": from("c", ``, json.RawMessage(`1`)),
		} {
			wantErr(t, what, s.PutNotes(t.Context(), "p", note("b", `2`), n), store.ErrConflict)
			wantErr(t, what, s.PutNotes(t.Context(), "p", n, note("b", `2`)), store.ErrConflict)
			equal(t, what, noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 9))), []string{`a {"n":1}`, "b 1"})
		}
		value := get[json.RawMessage](t)(s.Note(t.Context(), "p", "a"))
		must(t, s.PutNotes(t.Context(), "p", from("a", `2`, value), from("c", ``, store.Absent), from("b", ``, json.RawMessage(`1`))))
		equal(t, "kept", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 9))), []string{"a 2"})
	}},
	{"concurrent edits lose nothing", func(t *testing.T, s store.Store) {
		const editors, edits, n = 8, 25, 8 * 25
		count := notes.Space[int]{Name: "p"}
		var wg sync.WaitGroup
		for range editors {
			wg.Go(func() {
				for range edits {
					if err := count.Edit(t.Context(), s, "count", func(n *int) error { *n++; return nil }); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		equal(t, "count", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 9))), []string{fmt.Sprint("count ", n)})
		mine := errors.New("mine")
		wantErr(t, "an edit that fails", count.Edit(t.Context(), s, "count", func(n *int) error { *n = 0; return mine }), mine)
		equal(t, "count", noteTexts(get[[]store.Note](t)(s.Notes(t.Context(), "p", "", 9))), []string{fmt.Sprint("count ", n)})
	}},
}
