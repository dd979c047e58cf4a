package stones

import "arcade/games/rng"

// Run is a run with its source of chance and its history: a value that allocates nothing. A copy continues
// on its own, with the same rolls.
type Run struct {
	State
	mode  Mode
	src   rng.Source
	steps [Picks]Step
}

// NewRun starts a run; the same mode, seed and picks give the same run.
func NewRun(mode Mode, seed string) Run {
	return Run{State: mode.Begin(), mode: mode, src: *rng.New(seed)}
}

// Pick takes c and rolls: one bounded draw, [rng.Source.Intn] of the range's size, added to its low end. If
// c is not legal it returns the reason and leaves the run unchanged; "" means legal.
func (r *Run) Pick(c Choice) (step Step, reason string) {
	if reason := r.Refusal(c); reason != "" {
		return Step{}, reason
	}
	low, high := c.Range()
	return r.take(c, low+r.src.Intn(high-low+1)), ""
}

// take does Pick's work with a known roll and without a check. Tests force moves with it.
func (r *Run) take(c Choice, roll int) Step {
	state, step := r.move(c, roll)
	r.steps[r.mode.Picks-r.Left] = step
	r.State = state
	return step
}

// Steps returns the picks so far, oldest first. It returns a part of the run, not a copy.
func (r *Run) Steps() []Step { return r.steps[:r.mode.Picks-r.Left] }

// Reward returns the run's reward, None while it is in play.
func (r *Run) Reward() Reward {
	if !r.Over() {
		return None
	}
	return r.mode.Rewards[r.Cell]
}
