package solver

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"arcade/games/klondike"
)

func TestQuick(t *testing.T) {
	if os.Getenv("KQ") == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("KQ"))
	from := 1
	if f, err := strconv.Atoi(os.Getenv("KF")); err == nil {
		from = f
	}
	lim := int64(2_000_000)
	if l, err := strconv.Atoi(os.Getenv("KL")); err == nil {
		lim = int64(l)
	}
	for _, draw := range []int{1, 3} {
		if os.Getenv("KD") != "" && os.Getenv("KD") != fmt.Sprint(draw) {
			continue
		}
		count := map[Status]int{}
		times := map[Status]time.Duration{}
		var all []time.Duration
		var nodes []int64
		var sum int64
		for seed := from; seed < from+n; seed++ {
			t0 := time.Now()
			o := Solve(klondike.Deck(uint64(seed)), Rules{draw, -1, false, true}, Limits{Nodes: lim})
			d := time.Since(t0)
			count[o.Status]++
			times[o.Status] += d
			all = append(all, d)
			nodes = append(nodes, o.Nodes)
			sum += o.Nodes
			if o.Nodes >= 300000 {
				fmt.Println(draw, seed, o.Status, o.Nodes, d)
			}
		}
		slices.Sort(all)
		slices.Sort(nodes)
		var tot time.Duration
		for _, d := range all {
			tot += d
		}
		fmt.Println("draw", draw, count, times, "mean", tot/time.Duration(n), "median", all[n/2], "p95", all[n*95/100], "nodes mean", sum/int64(n), "med", nodes[n/2], "p95", nodes[n*95/100])
	}
}
