package lab

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

func TestInOrder(t *testing.T) {
	for _, p := range []parts{
		{to: 1, size: 8}, {to: 7, size: 8}, {to: 8, size: 8, workers: 3}, {to: 31, size: 8},
		{from: 5, to: 31, size: 8, workers: 2}, {from: 31, to: 31, size: 8}, {to: 1000, size: 1, workers: 7, inTurn: true},
	} {
		seen := make([]int, p.to)
		last := p.from
		err := inOrder(t.Context(), p,
			eachPart(func(from, to int) [2]int { return [2]int{from, to} }),
			func(r [2]int) error {
				if r[0] != last {
					t.Errorf("of %+v part %d came after %d", p, r[0], last)
				}
				last = r[1]
				for i := r[0]; i < r[1]; i++ {
					seen[i]++
				}
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range seen {
			if (k == 1) != (i >= p.from) || k > 1 {
				t.Fatalf("of %+v number %d was played %d times", p, i, k)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	err := inOrder(ctx, parts{to: 1000 * stonesPart, size: stonesPart},
		eachPart(func(from, to int) int { cancel(); return to - from }), func(n int) error { games += n; return nil })
	if !errors.Is(err, context.Canceled) || games == 0 || games > 100*stonesPart {
		t.Errorf("interrupted after %d games: %v", games, err)
	}
}

// Results are added in order, whichever is ready first. A worker with inTurn waits for its turn.
func TestInOrderWaits(t *testing.T) {
	for _, inTurn := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var added []int
			begun := make([]bool, 4)
			first := make(chan struct{})
			go func() {
				synctest.Wait()
				if len(added) > 0 || !begun[1] || begun[2] == inTurn || begun[3] == inTurn {
					t.Errorf("in turn %v: while the first is played, begun are %v and added %v", inTurn, begun, added)
				}
				close(first)
			}()
			err := inOrder(t.Context(), parts{to: 4, size: 1, workers: 2, inTurn: inTurn},
				eachPart(func(i, _ int) int {
					begun[i] = true
					if i == 0 {
						<-first
					}
					return i
				}),
				func(i int) error { added = append(added, i); return nil })
			if err != nil || !slices.Equal(added, []int{0, 1, 2, 3}) {
				t.Errorf("in turn %v: %v, %v", inTurn, added, err)
			}
		})
	}
}

// An error ends the run, and no worker waits forever.
func TestInOrderFails(t *testing.T) {
	full := errors.New("full")
	for _, inTurn := range []bool{false, true} {
		added := 0
		err := inOrder(t.Context(), parts{to: 1_000_000_000, size: 1, workers: 5, inTurn: inTurn},
			eachPart(func(i, _ int) int { return i }),
			func(i int) error {
				if added++; i == 10 {
					return full
				}
				return nil
			})
		if !errors.Is(err, full) || added != 11 {
			t.Errorf("in turn %v: %v after %d", inTurn, err, added)
		}
	}
}
