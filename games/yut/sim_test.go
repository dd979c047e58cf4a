package yut

import (
	"math"
	"reflect"
	"testing"
)

// The policies differ clearly, and runs depend on their number alone.
func TestSimulation(t *testing.T) {
	means := map[string]float64{}
	for _, policy := range Policies() {
		n := 1000
		if policy == Master { // needs a thousand times as long: see TestStrength
			continue
		}
		sim, err := NewSimulation(policy, "simulation")
		if err != nil {
			t.Fatal(err)
		}
		whole := tally(sim, 0, n)
		parts := tally(sim, n/3, n)
		parts.Add(tally(sim, 0, n/3))
		if !reflect.DeepEqual(whole, parts) || whole.Games != n {
			t.Errorf("%s: in parts other runs than at once", policy)
		}
		mean, stdErr := whole.Mean()
		if stdErr <= 0 || stdErr > 0.2 {
			t.Errorf("%s: %v ± %v", policy, mean, stdErr)
		}
		means[policy] = mean
		if lo, mid, hi := whole.Percentile(1), whole.Percentile(50), whole.Percentile(99); lo >= mid || mid >= hi || math.Abs(float64(mid)-mean) > 2 {
			t.Errorf("%s: percentiles %d, %d, %d of a mean of %v", policy, lo, mid, hi, mean)
		}
	}
	bots := Game{}.Bots()
	for i, b := range bots[1:] {
		if weaker := bots[i].Name(); means[weaker] <= means[b.Name()] {
			t.Errorf("%s is listed before %s: mean turns %v", weaker, b.Name(), means)
		}
	}
	if means[Thoughtful] > means[Greedy]-5 || means[Thoughtful] > means[Random]-5 {
		t.Errorf("mean turns %v", means)
	}
	if _, err := NewSimulation("worst", ""); err == nil {
		t.Error("a policy that there is not")
	}
}

func TestCompare(t *testing.T) {
	sim, err := NewSimulation(Greedy, "compare")
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{"lucky", "drum"}
	_, list := sim.Compare(ids, 0, 50)
	for k, id := range ids {
		with, err := sim.with(id)
		if err != nil {
			t.Fatal(err)
		}
		a, b := tally(with, 0, 50), tally(sim, 0, 50)
		x, _ := a.Mean()
		y, _ := b.Mean()
		if mean, _ := list[k].Mean(); math.Abs(mean-(x-y)) > 1e-9 || list[k].Games != 50 {
			t.Errorf("%s: %v, want %v", id, mean, x-y)
		}
	}
	for _, id := range []string{"", "plain", "no-such"} {
		if _, err := sim.with(id); err == nil {
			t.Errorf("with %q", id)
		}
	}
	d := Difference{Games: 4, Sum: 8, Squares: 24} // 0, 2, 2, 4
	if mean, stdErr := d.Mean(); mean != 2 || math.Abs(stdErr-math.Sqrt(8./3/4)) > 1e-12 {
		t.Errorf("%v ± %v", mean, stdErr)
	}
	if got := (Tally{}).Percentile(50); got != 0 {
		t.Errorf("median of nothing: %d", got)
	}
}

// Only a run's sources of chance allocate; moving, searching and effects do not.
func TestAllocations(t *testing.T) {
	sim, err := NewSimulation(Thoughtful, "allocations")
	if err != nil {
		t.Fatal(err)
	}
	p := sim.player()
	for range 20 { // the lists grow to their size
		p.play(sim, "grow")
		p.play(sim, "allocations")
	}
	reset := testing.AllocsPerRun(20, func() { p.reset(library, "allocations") })
	if whole := testing.AllocsPerRun(20, func() { p.play(sim, "allocations") }); whole > reset+4 {
		t.Errorf("%v allocations in a run, %v of them at its start", whole, reset)
	}
}

// tally returns the counts of the runs from to to-1.
func tally(s Simulation, from, to int) Tally {
	t, _ := s.Compare(nil, from, to)
	return t
}

func BenchmarkRun(b *testing.B) {
	for _, policy := range Policies() {
		b.Run(policy, func(b *testing.B) {
			sim, err := NewSimulation(policy, "bench")
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			tally(sim, 0, b.N)
		})
	}
}
