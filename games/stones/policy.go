package stones

import (
	"fmt"
	"strings"

	"arcade/games"
	"arcade/games/rng"
)

// policy picks a choice in a state of a run that is not over. Only [Random] needs a source of chance.
type policy func(s State, r *rng.Source) Choice

// The names of the policies of a [Simulation].
const (
	Best   = "best"   // maximises the expected reward
	Random = "random" // each legal choice equally likely
	One    = "one"    // always choice 1

	// Hasty and Patient err like people: they look one pick ahead, or two, as if the run ended there. They
	// play only by the tables' rules.
	Hasty   = "hasty"
	Patient = "patient"
)

// Policies lists the names that play by any rules, in the order of the help.
func Policies() []string { return []string{Best, Random, One} }

func findPolicy(name string, mode Mode) (policy, error) {
	switch name {
	case Best:
		solution := BestPlay(mode.Number)
		return func(s State, _ *rng.Source) Choice { return solution.Best(s) }, nil
	case Random:
		return anyChoice, nil
	case One:
		return func(State, *rng.Source) Choice { return 1 }, nil
	case Hasty:
		return func(s State, _ *rng.Source) Choice { c, _ := s.look(mode, 1); return c }, nil
	case Patient:
		return func(s State, _ *rng.Source) Choice { c, _ := s.look(mode, 2); return c }, nil
	}
	return nil, fmt.Errorf("unknown policy %.40q: want %s", name, strings.Join(append(Policies(), Hasty, Patient), ", "))
}

// look returns the choice with the best average grade after picks picks, and that grade. Among equals it
// takes the lower number.
func (s State) look(mode Mode, picks int) (best Choice, grade float64) {
	if picks == 0 || s.Over() {
		return 0, float64(mode.Rewards[s.Cell])
	}
	for _, c := range s.open() {
		low, high := c.Range()
		sum := 0.0
		for roll := low; roll <= high; roll++ {
			next, _ := s.move(c, roll)
			_, g := next.look(mode, picks-1)
			sum += g
		}
		if sum /= float64(high - low + 1); best == 0 || sum > grade {
			best, grade = c, sum
		}
	}
	return best, grade
}

func anyChoice(s State, r *rng.Source) Choice {
	var open [Choices]Choice
	n := 0
	for c := Choice(1); c <= Choices; c++ {
		if s.Refusal(c) == "" {
			open[n] = c
			n++
		}
	}
	return open[r.Intn(n)]
}

// Bots lists the bots, weakest first.
func (Game) Bots() []games.Bot { return []games.Bot{bot(Random), bot(Hasty), bot(Patient), bot(Best)} }

// bot plays the policy with its name.
type bot string

func (b bot) Name() string { return string(b) }

// Choose needs a [View] with something to play. Otherwise it returns "".
func (b bot) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok {
		return ""
	}
	mode, ok := FindMode(v.Mode)
	if !ok || !mode.valid(v.State()) || v.State().Over() {
		return ""
	}
	p, err := findPolicy(string(b), mode)
	if err != nil {
		return ""
	}
	return p(v.State(), r).Action()
}
