package bots

import (
	"math"
	"testing"

	"arcade/games/matgo"
	"arcade/games/rng"
)

// below is close to math.Exp.
func TestBelow(t *testing.T) {
	for x := 0.0; x > -4; x -= 0.1 {
		if y, want := below(x), math.Exp(x); math.Abs(y-want) > 0.01*want {
			t.Errorf("e to the power of %v is %v, want %v", x, y, want)
		}
	}
}

// The opponent's real hand explains its choices better than most other hands.
func TestBelief(t *testing.T) {
	var work matgo.State
	var buf, moves [32]matgo.Move
	r := rng.New("belief")
	ahead, all := 0, 0
	for n := range 40 {
		rules := [...]*matgo.Rules{&matgo.Document, &matgo.Standard}[n%2]
		s := matgo.Deal(rules, "belief/"+string(rune('a'+n)), matgo.DefaultOptions())
		for s.Phase != matgo.Over {
			legal := s.Legal(moves[:0])
			if s.Phase == matgo.AskPlay && s.Sides[s.Seat].Hand.Len() == 6 {
				x := s
				x.Hide()
				truth := likelihood(&x, &work, &buf)
				for range 20 {
					x.Determinize(r)
					ahead += matgo.BoolInt(likelihood(&x, &work, &buf) < truth)
					all++
				}
			}
			i, _ := sensible(&s, legal, r)
			if reason := s.Apply(legal[i]); reason != "" {
				t.Fatal(reason)
			}
		}
	}
	if all < 500 || ahead*4 < all*3 {
		t.Errorf("the true hand is believed more than %d of %d others", ahead, all)
	}
}
