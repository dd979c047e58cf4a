package records

import (
	"fmt"
	"strings"
	"testing"

	"arcade/games"
)

func TestPart(t *testing.T) {
	way := func(actions string) (w Way) {
		for _, a := range strings.Fields(actions) {
			w.Plies = append(w.Plies, games.Ply{Action: games.Action(a)})
		}
		return w
	}
	all := []Way{way("a b c d"), way("a b x d"), way("a b c e"), way("a b c"), way("a b c d")}
	for _, c := range []struct {
		set  []int
		ply  int
		want string
	}{
		{[]int{0, 1, 2, 3, 4}, 0, "2 [{c [0 2 3 4]} {x [1]}]"},
		{[]int{0, 2, 3, 4}, 3, "3 [{d [0 4]} {e [2]} { [3]}]"},
		{[]int{0, 4}, 3, "4 [{ [0 4]}]"},
		{[]int{1}, 3, "4 [{ [1]}]"},
		{nil, 0, "0 []"},
	} {
		at, branches := Part(all, c.set, c.ply)
		if got := fmt.Sprint(at, " ", branches); got != c.want {
			t.Errorf("%v from %d: %s, want %s", c.set, c.ply, got, c.want)
		}
	}
}
