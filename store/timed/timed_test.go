package timed_test

import (
	"context"
	"errors"
	"flag"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/storetest"
	"arcade/store/timed"
)

// A wrapped store meets the contract. It needs fewer random operations than its own tests.
func TestContract(t *testing.T) {
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		_ = f.Value.Set("10")
	}
	paths := map[store.Store]string{}
	open := func(t *testing.T, path string) store.Store {
		s, err := bolt.Open(path, bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		w := timed.New(s, func(timed.Op, time.Duration, error) {})
		paths[w] = path
		return w
	}
	storetest.Run(t,
		func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "arcade.db")) },
		func(t *testing.T, s store.Store) store.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, paths[s])
		})
}

// slow is a store whose calls take a second each.
type slow struct{ store.Store }

var errSlow = errors.New("slow")

func (slow) PutPlayer(context.Context, store.Player) error { time.Sleep(time.Second); return errSlow }
func (slow) Ranked(context.Context, string) (int, error)   { time.Sleep(2 * time.Second); return 7, nil }

func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type seen struct {
			op   timed.Op
			took time.Duration
			err  error
		}
		var got []seen
		s := timed.New(slow{}, func(op timed.Op, took time.Duration, err error) { got = append(got, seen{op, took, err}) })
		if err := s.PutPlayer(t.Context(), store.Player{}); !errors.Is(err, errSlow) {
			t.Errorf("the error was lost: %v", err)
		}
		if n, err := s.Ranked(t.Context(), "x"); n != 7 || err != nil {
			t.Errorf("the answer was lost: %d %v", n, err)
		}
		want := []seen{{"put_player", time.Second, errSlow}, {"ranked", 2 * time.Second, nil}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("told %v, want %v", got, want)
		}
	})
}

// The wrapper observes each method of the contract except Close, under its name.
func TestEveryMethod(t *testing.T) {
	contract := reflect.TypeFor[store.Store]()
	var mu sync.Mutex
	told := map[timed.Op]int{}
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := reflect.ValueOf(timed.New(s, func(op timed.Op, _ time.Duration, _ error) {
		mu.Lock()
		defer mu.Unlock()
		told[op]++
	}))
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
	ops := timed.Ops()
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
	s := timed.New(fast{}, func(timed.Op, time.Duration, error) {})
	b.ReportAllocs()
	for b.Loop() {
		_, _ = s.Ranked(b.Context(), "x")
	}
}

type fast struct{ store.Store }

func (fast) Ranked(context.Context, string) (int, error) { return 1, nil }
