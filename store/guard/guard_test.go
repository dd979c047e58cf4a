package guard_test

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/guard"
)

// slow is a store whose calls take a second each.
type slow struct{ store.Store }

var errSlow = errors.New("slow")

func (slow) PutPlayer(context.Context, store.Player) error { time.Sleep(time.Second); return errSlow }
func (slow) Ranked(context.Context, string) (int, error)   { time.Sleep(2 * time.Second); return 7, nil }

func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type seen struct {
			op   guard.Op
			took time.Duration
			err  error
		}
		var got []seen
		s := guard.New(slow{})
		s.Observe(func(op guard.Op, took time.Duration, err error) { got = append(got, seen{op, took, err}) })
		err := s.PutPlayer(t.Context(), store.Player{ID: "kim", NameKey: "kim"})
		if !errors.Is(err, errSlow) || err.Error() != `player "kim": slow` {
			t.Errorf("the error was lost: %v", err)
		}
		if n, err := s.Ranked(t.Context(), "x"); n != 7 || err != nil {
			t.Errorf("the answer was lost: %d %v", n, err)
		}
		want := []seen{{"put_player", time.Second, err}, {"ranked", 2 * time.Second, nil}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("told %v, want %v", got, want)
		}
	})
}

// The guard observes each method of the contract except Close, under its name.
func TestEveryMethod(t *testing.T) {
	contract := reflect.TypeFor[store.Store]()
	var mu sync.Mutex
	told := map[guard.Op]int{}
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Observe(func(op guard.Op, _ time.Duration, _ error) {
		mu.Lock()
		defer mu.Unlock()
		told[op]++
	})
	w := reflect.ValueOf(store.Store(s))
	n := 0
	for i := range contract.NumMethod() {
		m := contract.Method(i)
		if m.Name == "Close" {
			continue
		}
		n++
		f := w.MethodByName(m.Name)
		args := []reflect.Value{reflect.ValueOf(t.Context())}
		for j := 1; j < f.Type().NumIn(); j++ {
			args = append(args, reflect.Zero(f.Type().In(j)))
		}
		if f.Type().IsVariadic() {
			f.CallSlice(args)
		} else {
			f.Call(args)
		}
		if len(told) != n {
			t.Errorf("%s is not told of", m.Name)
			n = len(told)
		}
	}
	ops := guard.Ops()
	if len(told) != len(ops) {
		t.Errorf("%d operations of %d were told of", len(told), len(ops))
	}
	for _, op := range ops {
		if told[op] == 0 {
			t.Errorf("%s was not told of by its name", op)
		}
	}
}

func BenchmarkOverhead(b *testing.B) {
	s := guard.New(fast{})
	s.Observe(func(guard.Op, time.Duration, error) {})
	b.ReportAllocs()
	for b.Loop() {
		_, _ = s.Ranked(b.Context(), "x")
	}
}

type fast struct{ store.Store }

func (fast) Ranked(context.Context, string) (int, error) { return 1, nil }

// What no record can have does not reach the store inside.
func TestTexts(t *testing.T) {
	s := guard.New(nil) // a call would panic
	for _, bad := range []string{"", "a\x00b", strings.Repeat("x", 65), "\xff"} {
		if _, err := s.Player(t.Context(), bad); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("player %q: %v", bad, err)
		}
		if list, err := s.Versus(t.Context(), bad, 9); list != nil || err != nil {
			t.Errorf("opponents of %q: %v %v", bad, list, err)
		}
		if err := s.PutNotes(t.Context(), "space", store.Note{Key: bad, Value: []byte("1")}); err == nil {
			t.Errorf("a note %q is stored", bad)
		}
		if err := s.PutPlayer(t.Context(), store.Player{ID: bad, NameKey: "kim"}); err == nil {
			t.Errorf("a player %q is stored", bad)
		}
	}
	if list, err := s.Matches(t.Context(), "kim", "a\x00b", 9); list != nil || !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after no match: %v %v", list, err)
	}
}
