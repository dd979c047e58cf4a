package solver

import (
	"slices"
	"testing"

	"arcade/games/rng"
)

// The table has exactly the added keys, each with its highest rank, however often it grows.
func TestTable(t *testing.T) {
	r := rng.New("seen")
	for _, graded := range []bool{false, true} {
		table, best := newTable(graded), map[uint64]int{}
		for range 100_000 {
			key, rest := 1+uint64(r.Intn(30_000)), uint8(0)
			if graded {
				rest = uint8(r.Intn(5))
			}
			old, ok := best[key]
			if want := ok && int(rest) <= old; table.has(key, rest) != want {
				t.Fatalf("key %d, rest %d after %d: want %v", key, rest, old, want)
			}
			table.add(key, rest)
			best[key] = max(old, int(rest))
			if !table.has(key, 0) || table.has(key+1_000_000, 0) {
				t.Fatalf("has of key %d is wrong", key)
			}
		}
		if len(table.keys) < 32_768 || table.used != len(best) {
			t.Errorf("%d places, %d used for %d keys", len(table.keys), table.used, len(best))
		}
	}
}

// A table that may not grow drops states, and never has a state that was not added.
func TestTableFull(t *testing.T) {
	r := rng.New("full")
	table, best := newTable(true), map[uint64]uint8{}
	table.most = 1 << 12
	forgotten := 0
	for range 200_000 {
		key, rest := r.Uint64()>>1|1, uint8(r.Intn(3))
		if r.Intn(2) == 0 {
			key = 1 + key%5000
		}
		old, ok := best[key]
		switch has := table.has(key, rest); {
		case has && (!ok || rest > old):
			t.Fatalf("has key %d, rest %d after %d", key, rest, old)
		case !has && ok && rest <= old:
			forgotten++
		}
		table.add(key, rest)
		best[key] = max(old, rest)
	}
	if len(table.keys) != table.most || table.used > table.most || forgotten == 0 {
		t.Errorf("%d places, %d used, %d forgotten", len(table.keys), table.used, forgotten)
	}
}

// Of two states that differ in the waste alone the second is known only if every play from it is also
// possible from the first with the same talon left.
func TestKnown(t *testing.T) {
	type result struct {
		index, waste uint8
		turned       bool
	}
	for _, keep := range []bool{false, true} {
		refused := 0
		for n := range 25 {
			for a := range n + 1 {
				for b := range n + 1 {
					s := &search{talonRules: talonRules{draw: 3, keep: keep, unlimited: true}, lost: newTable(!keep)}
					results := func(waste int) (list []result) {
						st := state{stock: 1<<n - 1, waste: uint8(waste)}
						for index := range uint8(n) {
							for _, p := range s.plays(&st, waste, index, nil) {
								after := state{stock: st.stock &^ (1 << index), waste: p.waste, turned: p.turned}
								s.settle(&after)
								list = append(list, result{index, after.waste, after.turned})
							}
						}
						return list
					}
					first, second := state{stock: 1<<n - 1, waste: uint8(a)}, state{stock: 1<<n - 1, waste: uint8(b)}
					s.settle(&first)
					s.settle(&second)
					if s.known(&first) {
						t.Fatal("the first state is known")
					}
					if s.note(&first); !s.known(&second) {
						continue
					}
					refused++
					have := results(a)
					for _, r := range results(b) {
						if !slices.Contains(have, r) {
							t.Fatalf("keep %v, %d cards: waste %d is known after %d, which cannot do %+v", keep, n, b, a, r)
						}
					}
				}
			}
		}
		if refused < 1000 {
			t.Errorf("keep %v: only %d refused", keep, refused)
		}
	}
}

// nearest agrees with plays, for every talon, card and waste of up to ten cards.
func TestNearest(t *testing.T) {
	for _, draw := range []int{1, 3} {
		r := talonRules{draw: draw, unlimited: true}
		for n := 1; n <= 10; n++ {
			st := state{stock: 1<<n - 1}
			for at := 1; at <= n; at++ {
				for waste := 0; waste <= n; waste++ {
					want := r.plays(&st, waste, uint8(at-1), nil)
					got, ok := r.nearest(at, n, waste)
					if ok != (len(want) == 1) || ok && got != want[0] {
						t.Errorf("draw %d, card %d of %d, %d drawn: %v %v, want %v", draw, at, n, waste, got, ok, want)
					}
				}
			}
		}
	}
}
