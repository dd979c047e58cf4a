package model

import (
	"fmt"
	"strings"
)

// Found is the result of a search.
type Found struct {
	States, Steps int
	// Why is the broken promise, "" for none. Trace is a shortest path to it.
	Why   string
	Trace []Step
}

// String returns the trace, one step a line.
func (f Found) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d states, %d steps", f.States, f.Steps)
	for i, s := range f.Trace {
		fmt.Fprintf(&b, "\n%3d  %v", i+1, s)
	}
	if f.Why != "" {
		fmt.Fprintf(&b, "\n  => %s", f.Why)
	}
	return b.String()
}

// edge is a step from one state to another, by their numbers.
type edge struct {
	from, to int32
	step     Step
}

// Search walks breadth first through all states, and ends at the first state that breaks a promise.
// Without one it looks for a state from which the match cannot go on.
func Search(fault Fault) Found {
	states := []State{Start()}
	number := map[State]int32{states[0]: 0}
	reached := []edge{{}} // the first edge to each state
	var edges []edge
	found := func(at int32, why string) Found {
		f := Found{States: len(states), Steps: len(edges), Why: why}
		for ; at != 0; at = reached[at].from {
			f.Trace = append([]Step{reached[at].step}, f.Trace...)
		}
		return f
	}
	for at := int32(0); int(at) < len(states); at++ {
		if why := states[at].Broken(); why != "" {
			return found(at, why)
		}
		states[at].Next(fault, func(step Step, to State) {
			n, seen := number[to]
			if !seen {
				n = int32(len(states))
				number[to] = n
				states = append(states, to)
				reached = append(reached, edge{at, n, step})
			}
			edges = append(edges, edge{at, n, step})
		})
	}
	for _, l := range []struct {
		alive string
		may   func(Step) bool
	}{
		{"though nothing more goes wrong", func(s Step) bool { return s.Kind < Expires }},
		{"when node 1 does nothing any more", alone(0)},
		{"when node 0 does nothing any more", alone(1)},
	} {
		goesOn := reaches(states, edges, l.may)
		for at, s := range states {
			if !goesOn[at] && s.Epoch < Epochs { // in the last epoch no node can take over: that is a bound of the model
				return found(int32(at), "the match cannot go on, "+l.alive)
			}
		}
	}
	return found(0, "")
}

// alone returns the steps that are possible while only this node runs. Nothing fails, except that the
// other node's lease ends.
func alone(node uint8) func(Step) bool {
	return func(s Step) bool {
		return s.Node == node && s.Kind < Expires || s.Node != node && s.Kind == Expires
	}
}

// reaches reports for each state whether allowed steps lead from it to the end of the match.
func reaches(states []State, edges []edge, may func(Step) bool) []bool {
	into := make([][]int32, len(states))
	for _, e := range edges {
		if may(e.step) {
			into[e.to] = append(into[e.to], e.from)
		}
	}
	can := make([]bool, len(states))
	var next []int32
	for i, s := range states {
		if s.Log.plies() == Plies {
			can[i] = true
			next = append(next, int32(i))
		}
	}
	for len(next) > 0 {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		for _, from := range into[at] {
			if !can[from] {
				can[from] = true
				next = append(next, from)
			}
		}
	}
	return can
}
