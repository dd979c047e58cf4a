package sim

import (
	"testing"
)

// CheckLine accepts a line that the simulation wrote, or returns an error with the reason.
func FuzzCheckLine(f *testing.F) {
	sim, err := NewSimulation("fuzz", [2]string{"random", "random"}, "compact")
	if err != nil {
		f.Fatal(err)
	}
	lines, _ := sim.Play(0, 1, nil)
	f.Add(lines)
	f.Add([]byte(`{"log_mode":"delta"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		_ = CheckLine(line)
		var r packedRound
		for rest, err := r.read(line); err == nil && len(rest) > 0; rest, err = r.read(rest) {
		}
		_ = WholeRounds(line)
	})
}
