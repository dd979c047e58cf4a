package klondike

import "testing"

// ParseRules reads every set of rules from its short name, and nothing else.
func TestParseRules(t *testing.T) {
	for _, draw := range []int{1, 3} {
		for _, redeals := range []int{Unlimited, 0, 1, 10, maxRedeals} {
			for _, recycle := range []string{Reverse, Keep} {
				for _, f2t := range []bool{true, false} {
					want := Rules{draw, redeals, recycle, f2t}
					if got, ok := ParseRules(want.String()); !ok || got != want {
						t.Errorf("%q: %+v, %v", want, got, ok)
					}
				}
			}
		}
	}
	for _, bad := range []string{"", "draw2", "draw", "draw1 redeals-1", "draw1 redeals1001", "draw1 keep keep", "draw1 reverse",
		"nof2t draw1", "draw1  keep", "draw1 f2t", "redeals2", "draw3 redeals2 keep nof2t more"} {
		if r, ok := ParseRules(bad); ok {
			t.Errorf("%q was read as %+v", bad, r)
		}
	}
}
