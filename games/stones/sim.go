package stones

import (
	"fmt"
	"math"
	"strconv"

	"arcade/games/rng"
)

// Simulation plays many runs by one policy. Run number i is the run of the seed "SEED/i". So any run can be
// played again, and no run depends on the others.
type Simulation struct {
	mode Mode
	pick policy
	// draws reports whether the policy needs a source of chance. Making one costs as much as the run.
	draws bool
	seed  string
}

// NewSimulation prepares runs of a mode by one of [Policies]. The error says which of mode and policy is
// unknown.
func NewSimulation(mode int, policy, seed string) (Simulation, error) {
	m, ok := FindMode(mode)
	if !ok {
		return Simulation{}, fmt.Errorf("there is no mode %d: want 1 to %d", mode, len(modes))
	}
	pick, err := findPolicy(policy, m)
	if err != nil {
		return Simulation{}, err
	}
	return Simulation{m, pick, policy == Random, seed}, nil
}

// Play plays the runs from to to-1. It is safe for concurrent use.
func (s Simulation) Play(from, to int) Tally {
	var t Tally
	for i := from; i < to; i++ {
		seed := s.seed + "/" + strconv.Itoa(i)
		run := NewRun(s.mode, seed)
		var chance *rng.Source
		if s.draws {
			chance = rng.Derive(seed, "policy")
		}
		for !run.Over() {
			run.Pick(s.pick(run.State, chance))
		}
		t.Games++
		t.Rewards[run.Reward()]++
		t.Cells[run.Cell]++
	}
	return t
}

// Tally counts finished runs by their ends.
type Tally struct {
	Games   int
	Rewards [Rewards]int
	Cells   [Cells]int
}

// Add adds the counts of u.
func (t *Tally) Add(u Tally) {
	t.Games += u.Games
	for i, n := range u.Rewards {
		t.Rewards[i] += n
	}
	for i, n := range u.Cells {
		t.Cells[i] += n
	}
}

// Reward returns the mean reward and its standard error, which is 0 for fewer than two runs.
func (t Tally) Reward() (mean, stdErr float64) { return meanOf(t.Rewards[:]) }

// Cell returns the mean last cell and its standard error, which is 0 for fewer than two runs.
func (t Tally) Cell() (mean, stdErr float64) { return meanOf(t.Cells[:]) }

// meanOf returns the mean of values x that came counts[x] times, and its standard error.
func meanOf(counts []int) (mean, stdErr float64) {
	var n, sum float64
	for x, c := range counts {
		n += float64(c)
		sum += float64(x) * float64(c)
	}
	if n == 0 {
		return 0, 0
	}
	mean = sum / n
	if n < 2 {
		return mean, 0
	}
	var squares float64
	for x, c := range counts {
		d := float64(x) - mean
		squares += d * d * float64(c)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}
