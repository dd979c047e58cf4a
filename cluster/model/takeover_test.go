package model

import "testing"

// Every state within the bounds keeps every promise, and the match can always go on.
func TestTakeOver(t *testing.T) {
	found := Search(None)
	t.Log(found)
	if found.Why != "" {
		t.Fatal("the design does not hold")
	}
	if found.States < 10_000 {
		t.Fatal("so few states are not all that can happen")
	}
}

// For each missing rule the search finds the consequence.
func TestFaultsAreFound(t *testing.T) {
	const split = "two nodes acknowledge in one epoch, or one in another's"
	for _, c := range []struct {
		name  string
		fault Fault
		why   string
	}{
		{"no fence", NoFence, "a ply has two actions, or an action is applied twice"},
		{"the store looks at no epoch", NoEpoch, split},
		{"the store looks at no length", NoLength, "a ply has two actions, or an action is applied twice"},
		{"taking over leaves the epoch", SameEpoch, split},
		{"taking over is unconditional", Unchecked, split},
		{"published before it is durable", PublishFirst, "a node shows what is not in the store"},
		{"acknowledged before it is durable", AckFirst, "an acknowledged action is lost"},
		{"a request for any ply", PlyIgnored, "a ply has two actions, or an action is applied twice"},
		{"gaps are not looked for", GapIgnored, "a node shows what is not in the store"},
		{"not from oneself", NotOwn, "the match cannot go on, though nothing more goes wrong"},
		{"not from others", OwnOnly, "the match cannot go on, when node 1 does nothing any more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := Search(c.fault)
			t.Log(found)
			if found.Why != c.why {
				t.Errorf("found %q, want %q", found.Why, c.why)
			}
			if len(found.Trace) == 0 {
				t.Error("without a trace")
			}
		})
	}
}
