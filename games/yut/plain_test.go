package yut

import (
	"math"
	"testing"
)

// Every standing has a different number, and the numbers have no gaps.
func TestStanding(t *testing.T) {
	seen := map[int][Pieces]Node{}
	for a := range places {
		for b := a; b < places; b++ {
			for c := b; c < places; c++ {
				for d := c; d < places; d++ {
					p := [Pieces]Node{Node(d), Node(a), Node(c), Node(b)}
					n := standing(p)
					if was, ok := seen[n]; ok || n < 0 || n >= standings {
						t.Fatalf("%v and %v are both %d", p, was, n)
					}
					seen[n] = p
				}
			}
		}
	}
	if len(seen) != standings {
		t.Errorf("%d standings", len(seen))
	}
}

// The chances of hands add up to 1, and simple standings have the values computed by hand.
func TestPlainTurns(t *testing.T) {
	sum := 0.0
	for _, e := range handChances(plainOdds) {
		sum += e.chance
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("chances add up to %v", sum)
	}
	v := plainTurns()
	of := func(p ...Node) float64 {
		all := [Pieces]Node{Finished, Finished, Finished, Finished}
		copy(all[:], p)
		return float64(v[standing(all)])
	}
	if got := of(); got != 0 {
		t.Errorf("finished: %v", got)
	}
	if got := of(O20); got != 1 { // any token finishes
		t.Errorf("at O20: %v", got)
	}
	if got, want := of(B4), 1.25; math.Abs(got-want) > 1e-6 { // do falls one short, and needs one more turn
		t.Errorf("at B4: %v, want %v", got, want)
	}
	if got := of(Home, Home, Home, Home); got < 10 || got > 20 {
		t.Errorf("the plain game takes %v turns", got)
	} else {
		t.Logf("the plain game takes %.4f turns", got)
	}
	for n := O1; n < Finished; n++ { // a stack is worth no more than one of its pieces
		if math.Abs(of(n, n, n, n)-of(n)) > 1e-6 {
			t.Errorf("a stack at %v: %v, a piece %v", n, of(n, n, n, n), of(n))
		}
	}
}
