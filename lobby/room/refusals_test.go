package room

import (
	"fmt"
	"testing"
	"time"
)

// Refused commands are kept for a day, and a number of them at most.
func TestRefusals(t *testing.T) {
	ts := &Tables{}
	now := time.Now()
	ts.refusals.add(Refused{At: now.Add(-RefusedTime - time.Second), Player: "a"}, "stale")
	all := func(Refused) bool { return true }
	if got := ts.Refused(all); len(got) != 0 {
		t.Errorf("of yesterday: %v", got)
	}
	for i := range refusedMost + 10 {
		ts.refusals.add(Refused{At: now, Player: "a", What: fmt.Sprint(i)}, "stale")
	}
	if got := ts.Refused(all); len(got) != refusedMost || got[0].What != "10" {
		t.Errorf("%d, the first %s", len(got), got[0].What)
	}
	if got := ts.Refused(func(r Refused) bool { return r.What == "77" }); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if got := ts.RefusedCounts(); len(got) != 2 || got["stale"] != refusedMost+11 {
		t.Errorf("counted %v", got)
	}
}
