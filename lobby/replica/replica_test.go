package replica

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/fair"
	"arcade/lobby/table"
	"arcade/store"
)

var (
	errMoving = errors.New("moving")
	errAway   = errors.New("away")
	names     = Names{First: []string{"moving"}, Errors: map[string]error{"moving": errMoving, "away": errAway}}
)

// Of publications that wait, the newest is taken, once, by one goroutine.
func TestNewest(t *testing.T) {
	var nw Newest
	started := 0
	start := func() bool { started++; return true }
	for _, at := range [][2]uint64{{1, 5}, {1, 4}, {2, 1}, {1, 9}, {2, 1}} {
		nw.Put(Publication{From: "a", State: table.State{Epoch: at[0], Rev: at[1]}}, start)
	}
	if p := nw.Next(); started != 1 || p == nil || p.State.Epoch != 2 || p.State.Rev != 1 {
		t.Errorf("%d goroutines, taken %+v", started, p)
	}
	nw.Put(Publication{State: table.State{Epoch: 2, Rev: 2}}, start) // while the first one is handled
	if p := nw.Next(); started != 1 || p == nil || p.State.Rev != 2 {
		t.Errorf("%d goroutines, taken %+v", started, p)
	}
	if p := nw.Next(); p != nil {
		t.Errorf("taken twice: %+v", p)
	}
	nw.Put(Publication{State: table.State{Epoch: 2, Rev: 3}}, func() bool { started++; return false }) // the house closes
	if nw.Put(Publication{State: table.State{Epoch: 2, Rev: 4}}, start); started != 3 {
		t.Errorf("%d goroutines: the next one does not begin after one that did not", started)
	}
}

// A state goes to the nodes that have asked lately, and counts whether one has or not.
func TestPublished(t *testing.T) {
	tb := table.New(store.Match{ID: "M", Seats: make([]store.Seat, 2), Status: store.Open}, &table.Terms{Games: games.NewRegistry()})
	var p Published
	sent := func() (nodes []string) {
		p.Publish(&tb, 1000, func(node string, s table.State) {
			if s.Rev != p.Rev || s.ID != "M" {
				t.Errorf("%s gets %+v in revision %d", node, s, p.Rev)
			}
			nodes = append(nodes, node)
		})
		slices.Sort(nodes)
		return nodes
	}
	if got := sent(); len(got) > 0 || p.Rev != 1 {
		t.Errorf("sent to %q, revision %d", got, p.Rev)
	}
	p.Follow("b", 1000)
	p.Follow("c", 999) // too long ago
	if got := sent(); !slices.Equal(got, []string{"b"}) || p.Rev != 2 || p.Follows("c") || !slices.Equal(p.Nodes(), []string{"b"}) {
		t.Errorf("sent to %q, revision %d, followers %q", got, p.Rev, p.Nodes())
	}
	if p.Moved(); p.Rev != 0 || p.Follows("b") {
		t.Errorf("after it has moved: revision %d, followers %q", p.Rev, p.Nodes())
	}
}

// An error comes out at the other node as it went in.
func TestRefusal(t *testing.T) {
	until := time.UnixMilli(1_790_000_000_000)
	both := fmt.Errorf("match M: %w: %w", errAway, errMoving)
	for _, want := range []error{nil, errAway, both} {
		got := names.Error(names.Of(want))
		if (got == nil) != (want == nil) || want != nil && (got.Error() != want.Error() || errors.Is(got, errAway) != errors.Is(want, errAway) || errors.Is(got, errMoving) != errors.Is(want, errMoving)) {
			t.Errorf("%v becomes %v", want, got)
		}
	}
	if r := names.Of(both); r.Name != "moving" || !slices.Equal(r.Also, []string{"away"}) {
		t.Errorf("an older node reads %+v", r)
	}
	var wait *fair.WaitError
	if err := names.Error(names.Of(&fair.WaitError{Until: until})); !errors.As(err, &wait) || !wait.Until.Equal(until) {
		t.Errorf("a wait becomes %v", err)
	}
	var illegal *games.IllegalError
	if err := names.Error(names.Of(&games.IllegalError{Action: "d3", Reason: "taken"})); !errors.As(err, &illegal) || illegal.Action != "d3" || illegal.Reason != "taken" {
		t.Errorf("a bad action becomes %v", err)
	}
	more := names.With(map[string]error{"late": errors.New("late")})
	if got := more.Error(names.Of(errors.New("something else"))); got.Error() != "something else" || len(names.Errors) != 2 {
		t.Errorf("an error without a name becomes %v", got)
	}
}
