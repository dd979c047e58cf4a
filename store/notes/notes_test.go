package notes

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"arcade/store"
	"arcade/store/bolt"
)

type thing struct {
	N int `json:"n"`
}

// The kinds of these tests.
var (
	plain  = New[thing]("plain", "KEY")
	ofGame = New[thing]("GAME/things/PLAYER", "DAY MATCH").Export("things", func(args []string, v thing) any {
		return fmt.Sprint(args, v.N)
	})
	left  = New[int]("GAME/mixed", "l/PLAYER/ID")
	right = New[string]("GAME/mixed", "r")
	_     = New[thing]("GAME/ends", "MATCH").PerMatch()
	today = New[thing]("today", "DAY CODE").PerDay()
)

func open(t *testing.T) store.Store {
	s, err := bolt.Open(filepath.Join(t.TempDir(), "x.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestSpace(t *testing.T) {
	s, space := open(t), plain.In()
	if _, found, err := space.Get(t.Context(), s, "a"); found || err != nil {
		t.Errorf("before it is stored: %v %v", found, err)
	}
	must(t, space.Add(t.Context(), s, "a", thing{1}))
	if err := space.Add(t.Context(), s, "a", thing{2}); !errors.Is(err, store.ErrConflict) {
		t.Errorf("added twice: %v", err)
	}
	must(t, space.Edit(t.Context(), s, "a", func(v *thing) error { v.N++; return nil }))
	must(t, space.Edit(t.Context(), s, "a", func(v *thing) error { v.N = 9; return ErrUnchanged }))
	v, from, err := space.Read(t.Context(), s, "a")
	if v.N != 2 || err != nil {
		t.Errorf("%+v, %v", v, err)
	}
	must(t, space.Put(t.Context(), s, "a", thing{3}))
	if err := space.Replace(t.Context(), s, "a", thing{4}, from); !errors.Is(err, store.ErrConflict) {
		t.Errorf("replaced what has changed: %v", err)
	}
	must(t, space.DeleteIf(t.Context(), s, "a", thing{2}))
	must(t, space.DeleteIf(t.Context(), s, "b", thing{2}))
	if v, found, err := space.Get(t.Context(), s, "a"); v.N != 3 || !found || err != nil {
		t.Errorf("deleted although it has another value: %+v %v %v", v, found, err)
	}
	must(t, space.DeleteIf(t.Context(), s, "a", thing{3}))
	must(t, space.Add(t.Context(), s, "a", thing{4}))
	must(t, space.Delete(t.Context(), s, "a"))
	if has, err := space.Has(t.Context(), s, "a"); has || err != nil {
		t.Errorf("deleted: %v %v", has, err)
	}
}

// A walk sees every note of its part of a space, over several pages, and goes on after one that it cannot read.
func TestWalk(t *testing.T) {
	s, mine := open(t), left.In("othello", "kim")
	if mine != (Space[int]{"othello/mixed", "l/kim/"}) || right.In("othello") != (Space[string]{"othello/mixed", "r"}) {
		t.Fatalf("%+v", mine)
	}
	must(t, left.In("othello", "kin").Put(t.Context(), s, "x", 1))
	must(t, right.In("othello").Put(t.Context(), s, "", "x"))
	const n = 2*pageSize + 1
	for i := range n {
		must(t, mine.Put(t.Context(), s, fmt.Sprintf("%06d", i), i))
	}
	must(t, s.PutNotes(t.Context(), mine.Name, store.Note{Key: "l/kim/000007", Value: []byte(`"seven"`)}))
	want, bad := 3, 0
	for item, err := range mine.After(t.Context(), s, "000002") {
		if err != nil {
			bad++
		} else if item.Value != want {
			t.Fatalf("%d instead of %d", item.Value, want)
		}
		want++
	}
	if want != n || bad != 1 {
		t.Errorf("up to %d of %d, %d unreadable", want, n, bad)
	}
	if list, err := mine.First(t.Context(), s, "000999", 5); err != nil || len(list) != 1 || list[0].Key != "001000" {
		t.Errorf("the last ones: %v %v", list, err)
	}
	if _, err := mine.First(t.Context(), s, "", 9); err == nil {
		t.Error("an unreadable one among the first is not reported")
	}
}

func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		space, key string
		want       *Info
		args       []string
	}{
		{"plain", "x y", plain.Info, []string{"x y"}},
		{"othello/things/kim", "2026-11-29 M", ofGame.Info, []string{"othello", "kim", "2026-11-29", "M"}},
		{"othello/mixed", "l/kim/1", left.Info, []string{"othello", "kim", "1"}},
		{"othello/mixed", "r", right.Info, []string{"othello"}},
		{"othello/mixed", "q", nil, nil},
		{"othello/things/", "2026-11-29 M", nil, nil},
		{"today", "2026-11-29", nil, nil},
	} {
		got := Find(tt.space, tt.key)
		if got != tt.want {
			t.Errorf("%s %s is of %v", tt.space, tt.key, got)
		} else if got != nil {
			if args, _ := got.Match(tt.space, tt.key); !slices.Equal(args, tt.args) {
				t.Errorf("%s %s: %q", tt.space, tt.key, args)
			}
		}
	}
	if left.Check([]byte(`"x"`)) == nil || left.Check([]byte(`1`)) != nil {
		t.Error("what can be read is not told from what cannot")
	}
	all := []string{"othello", "yut"}
	if got := OfPlayer(all, "kim"); !slices.Equal(got, []string{"othello/things/kim", "yut/things/kim"}) {
		t.Errorf("of a player: %q", got)
	}
	if got := OfMatches(all); !slices.Equal(got, []string{"othello/ends", "yut/ends"}) {
		t.Errorf("of matches: %q", got)
	}
}

func TestExportAndDays(t *testing.T) {
	s, all := open(t), []string{"othello", "yut"}
	must(t, ofGame.In("yut", "kim").Put(t.Context(), s, "2026-11-29 M", thing{1}))
	must(t, ofGame.In("othello", "kim").Put(t.Context(), s, "2026-11-30 N", thing{2}))
	must(t, ofGame.In("othello", "lee").Put(t.Context(), s, "2026-11-30 N", thing{3}))
	var rows []any
	must(t, Export(t.Context(), s, "things", all, "kim", func(row any) error { rows = append(rows, row); return nil }))
	if want := []any{"[othello kim 2026-11-30 N] 2", "[yut kim 2026-11-29 M] 1"}; !slices.Equal(rows, want) {
		t.Errorf("%q", rows)
	}
	for i := range pageSize + 3 {
		must(t, today.In().Put(t.Context(), s, fmt.Sprintf("2026-11-28 %04d", i), thing{}))
	}
	must(t, today.In().Put(t.Context(), s, "2026-11-29 x", thing{}))
	must(t, EndDays(t.Context(), s, "2026-11-29"))
	if list, err := today.In().First(t.Context(), s, "", 9); err != nil || len(list) != 1 {
		t.Errorf("%d notes are left: %v", len(list), err)
	}
}
