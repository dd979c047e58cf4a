package storetest

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"arcade/store"
)

var eventTests = []test{
	{"numbered from one, read in order behind a number", func(t *testing.T, s store.Store) {
		equal(t, "none", get[[]store.Event](t)(store.EventsSince(t.Context(), s, 0, 9)), []store.Event(nil))
		equal(t, "last", get[uint64](t)(store.LastEvent(t.Context(), s)), uint64(0))
		var want []store.Event
		for i := range 12 {
			n := store.Event{Number: uint64(i + 1), Kind: "ban", Body: json.RawMessage(fmt.Sprint(i)), At: int64(i)}
			equal(t, "number", get[uint64](t)(store.AddEvent(t.Context(), s, n.Kind, n.Body, n.At)), n.Number)
			want = append(want, n)
		}
		equal(t, "all", get[[]store.Event](t)(store.EventsSince(t.Context(), s, 0, 99)), want)
		equal(t, "a page", get[[]store.Event](t)(store.EventsSince(t.Context(), s, 9, 2)), want[9:11])
		equal(t, "none behind the last", get[[]store.Event](t)(store.EventsSince(t.Context(), s, 12, 9)), []store.Event(nil))
		equal(t, "last", get[uint64](t)(store.LastEvent(t.Context(), s)), uint64(12))
	}},
	{"old ones go, and the count goes on", func(t *testing.T, s store.Store) {
		const day = 24 * 60 * 60 * 1000
		for i := range int64(20) {
			get[uint64](t)(store.AddEvent(t.Context(), s, "k", json.RawMessage("1"), i*day))
		}
		for i := int64(40); i < 44; i++ {
			get[uint64](t)(store.AddEvent(t.Context(), s, "k", json.RawMessage("1"), i*day))
		}
		list := get[[]store.Event](t)(store.EventsSince(t.Context(), s, 0, 99))
		equal(t, "the oldest and the latest", []any{list[0].At, list[0].Number, list[len(list)-1].Number}, []any{int64(13 * day), uint64(14), uint64(24)})
	}},
	{"read while many write, no number comes before a lower one", func(t *testing.T, s store.Store) {
		const writers, each = 4, 8
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				for i := range each {
					if _, err := store.AddEvent(t.Context(), s, "k", json.RawMessage(fmt.Sprint(w*each+i)), 5); err != nil {
						t.Error(err)
					}
				}
			})
		}
		written := make(chan struct{})
		go func() { wg.Wait(); close(written) }()
		seen, last := map[string]bool{}, uint64(0)
		for all := false; !all; {
			select {
			case <-written:
				all = true // these are all remaining events
			default:
			}
			for _, n := range get[[]store.Event](t)(store.EventsSince(t.Context(), s, last, 99)) {
				if n.Number != last+1 || seen[string(n.Body)] {
					t.Fatalf("%d %s behind %d", n.Number, n.Body, last)
				}
				last, seen[string(n.Body)] = n.Number, true
			}
		}
		equal(t, "all", last, uint64(writers*each))
	}},
}
