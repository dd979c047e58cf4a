package yut

import (
	"fmt"
	"math"
	"strconv"

	"arcade/games/rng"
)

// Simulation plays many runs by one policy. Run number i is the run of the seed "SEED/i". So any run can be
// played again, and no run depends on the others.
type Simulation struct {
	policy string
	seed   string
	relic  int // held from the start; -1 for none
	stick  int // in slot 1 from the start; 0 is the plain one
}

// NewSimulation prepares runs by one of [Policies].
func NewSimulation(policy, seed string) (Simulation, error) {
	_, err := findPolicy(policy)
	return Simulation{policy: policy, seed: seed, relic: -1}, err
}

// with returns the simulation of the same runs with the relic of that id, or the stick (in slot 1), carried
// from the start.
func (s Simulation) with(id string) (Simulation, error) {
	if i := library.relic(id); i >= 0 {
		s.relic = i
		return s, nil
	}
	if i := library.stick(id); i > 0 {
		s.stick = i
		return s, nil
	}
	return s, fmt.Errorf("there is no relic or special stick %.40q", id)
}

// player plays runs one after the other without garbage.
type player struct {
	run
	policy policy
	chance rng.Source
	draws  bool // the policy needs chance; making a source costs as much as a good part of the run
}

func (s Simulation) player() *player {
	p, err := findPolicy(s.policy)
	if err != nil {
		return nil // for the zero Simulation
	}
	return &player{policy: p, draws: s.policy == Random || s.policy == Master}
}

// play plays a run of the simulation.
func (p *player) play(s Simulation, seed string) {
	p.reset(library, seed)
	if p.draws {
		p.chance = *rng.Derive(seed, "policy")
	}
	if s.relic >= 0 {
		p.give(uint8(s.relic))
		p.settle()
	}
	if s.stick > 0 {
		p.put(1, uint8(s.stick))
		p.settle()
	}
	for !p.over() {
		p.run.play(p.policy.choose(&p.state, p.hand, &p.chance))
	}
}

// Compare plays the runs from to to-1, and each again with each of the relics and special sticks of ids,
// like [Simulation.With]. It is safe for concurrent use. It sums the differences in turns by id. Comparing
// a run with itself makes the error of the mean smaller than comparing two means. Unknown ids make no
// difference.
func (s Simulation) Compare(ids []string, from, to int) (Tally, []Difference) {
	var t Tally
	list := make([]Difference, len(ids))
	with := make([]Simulation, len(ids))
	for k, id := range ids {
		with[k], _ = s.with(id) // s itself on an error
	}
	p := s.player()
	for i := from; i < to && p != nil; i++ {
		seed := s.seed + "/" + strconv.Itoa(i)
		p.play(s, seed)
		turns := p.turn
		t.Games++
		t.Throws += p.throws
		t.Turns[min(turns, MaxTurns)]++
		for k := range list {
			p.play(with[k], seed)
			list[k].count(p.turn - turns)
		}
	}
	return t, list
}

// MaxTurns is the highest number of turns that a tally distinguishes. Longer runs count as that many.
const MaxTurns = 199

// Tally counts finished runs by their turns.
type Tally struct {
	Games  int
	Throws int
	Turns  [MaxTurns + 1]int
}

// Add adds the counts of u.
func (t *Tally) Add(u Tally) {
	t.Games += u.Games
	t.Throws += u.Throws
	for i, n := range u.Turns {
		t.Turns[i] += n
	}
}

// Mean returns the mean number of turns and its standard error, which is 0 for fewer than two runs.
func (t Tally) Mean() (mean, stdErr float64) {
	var d Difference
	for turns, n := range t.Turns {
		d.Add(Difference{n, n * turns, n * turns * turns})
	}
	return d.Mean()
}

// Percentile returns the least number of turns within which at least percent of the runs ended, 0 without
// runs. 50 is the median.
func (t Tally) Percentile(percent float64) int {
	want, seen := int(math.Ceil(percent/100*float64(t.Games))), 0
	for turns, n := range t.Turns {
		if seen += n; n > 0 && seen >= want {
			return turns
		}
	}
	return 0
}

// Difference sums the differences of pairs of runs, and their squares.
type Difference struct{ Games, Sum, Squares int }

func (d *Difference) count(x int) { d.Add(Difference{1, x, x * x}) }

// Add adds the pairs of u.
func (d *Difference) Add(u Difference) {
	d.Games += u.Games
	d.Sum += u.Sum
	d.Squares += u.Squares
}

// Mean returns the mean difference and its standard error, which is 0 for fewer than two pairs.
func (d Difference) Mean() (mean, stdErr float64) {
	n := float64(d.Games)
	if n == 0 {
		return 0, 0
	}
	mean = float64(d.Sum) / n
	if n < 2 {
		return mean, 0
	}
	return mean, math.Sqrt(max(0, float64(d.Squares)-mean*float64(d.Sum)) / (n - 1) / n)
}

// Carriables lists the arguments of [Simulation.With]: the relics and then the special sticks.
func Carriables() []string {
	var list []string
	for _, e := range library.Relics {
		list = append(list, e.ID)
	}
	for _, e := range library.Sticks[1:] {
		list = append(list, e.ID)
	}
	return list
}
