package matching

import (
	"testing"

	"pgregory.net/rapid"
)

// best returns the largest number of pairs and their least cost, by trying everything.
func best(n int, costs map[[2]int]int64, used int) (pairs int, cost int64) {
	i := 0
	for i < n && used&(1<<i) != 0 {
		i++
	}
	if i == n {
		return 0, 0
	}
	pairs, cost = best(n, costs, used|1<<i)
	for j := i + 1; j < n; j++ {
		c, ok := costs[[2]int{i, j}]
		if !ok || used&(1<<j) != 0 {
			continue
		}
		p, rest := best(n, costs, used|1<<i|1<<j)
		if p+1 > pairs || p+1 == pairs && rest+c < cost {
			pairs, cost = p+1, rest+c
		}
	}
	return pairs, cost
}

func TestPairsAreTheCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 10).Draw(t, "n")
		most := rapid.SampledFrom([]int64{0, 3, 1000, 1e9}).Draw(t, "most")
		density := rapid.IntRange(1, 10).Draw(t, "density")
		costs := map[[2]int]int64{}
		for i := range n {
			for j := i + 1; j < n; j++ {
				if rapid.IntRange(1, 10).Draw(t, "edge") <= density {
					costs[[2]int{i, j}] = rapid.Int64Range(0, most).Draw(t, "cost")
				}
			}
		}
		got := Pairs(n, func(i, j int) (int64, bool) { c, ok := costs[[2]int{i, j}]; return c, ok })
		pairs, cost := 0, int64(0)
		for i, j := range got {
			if j < 0 {
				continue
			}
			if got[j] != i {
				t.Fatalf("%d is with %d, which is with %d", i, j, got[j])
			}
			if i < j {
				c, ok := costs[[2]int{i, j}]
				if !ok {
					t.Fatalf("%d and %d may not be paired", i, j)
				}
				pairs, cost = pairs+1, cost+c
			}
		}
		if p, c := best(n, costs, 0); p != pairs || c != cost {
			t.Fatalf("%d pairs for %d, the best is %d for %d", pairs, cost, p, c)
		}
	})
}

func BenchmarkPairs100(b *testing.B) {
	for b.Loop() {
		Pairs(100, func(i, j int) (int64, bool) { return int64((i*7919+j*104729)%1000 + 10*(j-i)), (i+j)%13 != 0 })
	}
}
