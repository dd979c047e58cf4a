package search

import (
	"flag"
	"math"
	"math/bits"
	"strconv"
	"testing"

	"arcade/games"
	"arcade/games/rng"
)

var spreads = flag.Int("spread", 0, "measure on this many games how far searches of two depths lie apart; 200 take minutes")

// TestSpread measures spread: the standard deviation of the difference between a search and the shallower
// one that [probable] makes in its place.
func TestSpread(t *testing.T) {
	if *spreads == 0 {
		t.Skip("a measurement; it runs with -spread")
	}
	const most = 9
	var sum [4][most + 1]float64
	var n [4]int
	pupil := NewPupil(School{Weights: learnt(), Depth: 3, Random: 16, Exact: 12})
	for game := range *spreads {
		r := rng.Derive("spread", strconv.Itoa(game))
		positions := pupil.Play(r)
		p := positions[r.Intn(len(positions))]
		empties := bits.OnesCount64(^(p.Own | p.Other))
		if empties < 14 {
			continue
		}
		var v [most + 1]float64
		for d := 1; d <= most; d++ {
			s := &midgame{clock: newClock(games.Limit{}), weights: learnt(), table: newTable(14)}
			s.line[0].read(learnt().layout, p.Own, p.Other)
			v[d] = float64(s.search(p.Own, p.Other, -infinite, infinite, d, 0, empties))
		}
		part := min((60-empties)/12, 3)
		n[part]++
		for d := 3; d <= most; d++ {
			sum[part][d] += (v[d] - v[shallower(d)]) * (v[d] - v[shallower(d)])
		}
	}
	for part := range sum {
		for d := 3; d <= most; d++ {
			t.Logf("from %d empty squares down: depth %d by %d: %.1f units, taken for %d (%d positions)", 60-12*part, d, shallower(d),
				math.Sqrt(sum[part][d]/float64(max(n[part], 1))), spread(shallower(d), d, 60-12*part-6), n[part])
		}
	}
}
