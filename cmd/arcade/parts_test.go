package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
)

// output runs the command line and gives what it printed on stdout.
func output(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(io.Discard)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestBatches(t *testing.T) {
	for _, b := range []batches{
		{games: 1, size: 8}, {games: 7, size: 8}, {games: 8, size: 8, workers: 3}, {games: 31, size: 8},
		{from: 5, games: 31, size: 8, workers: 2}, {from: 31, games: 31, size: 8},
	} {
		seen := make([]int, b.games)
		err := addBatches(t.Context(), b, io.Discard,
			func(from, to int) [2]int { return [2]int{from, to} },
			func(r [2]int) {
				for i := r[0]; i < r[1]; i++ {
					seen[i]++
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range seen {
			if (k == 1) != (i >= b.from) || k > 1 {
				t.Fatalf("of %+v number %d was played %d times", b, i, k)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	err := addBatches(ctx, batches{games: 1000 * batchSize, size: batchSize}, io.Discard,
		func(from, to int) int { cancel(); return to - from }, func(n int) { games += n })
	if !errors.Is(err, context.Canceled) || games == 0 || games > 100*batchSize {
		t.Errorf("interrupted after %d games: %v", games, err)
	}
}
