package play

import (
	"slices"
	"testing"
)

// All is said once, in the order in which it happened: the prompt last, unless the last events stand in it, or it
// is still about an earlier event while pieces and cards move.
func TestSpokenOrder(t *testing.T) {
	for _, c := range []struct {
		events []string
		prompt string
		moves  bool
		before []string
		asks   bool
	}{
		{nil, "Your move", false, nil, true},
		{[]string{"kim: d3"}, "kim: d3. Your move", false, []string{}, true},
		{[]string{"kim: d3"}, "kim: d3. Your move", true, []string{}, true},
		{[]string{"kim plays a card", "kim takes two"}, "kim plays a card", false, []string{"kim plays a card", "kim takes two"}, false},
		{[]string{"kim picks a card", "kim takes two"}, "kim plays a card", true, []string{"kim picks a card", "kim takes two"}, false},
		{[]string{"on cell 9"}, "Rolling #1", true, []string{"on cell 9"}, false},
		{[]string{"on cell 9"}, "Choose", false, []string{"on cell 9"}, true},
	} {
		before, asks := spokenOrder(c.events, c.prompt, c.moves)
		if !slices.Equal(before, c.before) || asks != c.asks {
			t.Errorf("%q with %q: %q, %v", c.events, c.prompt, before, asks)
		}
	}
}
