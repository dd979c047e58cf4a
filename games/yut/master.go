package yut

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"arcade/games/rng"
)

// master examines the actions that a planner rates nearly as good as its best. It plays each of them on
// many times, with the same chance for all. After some turns the planner's value replaces further play: on
// average it gives the same, with less randomness.
type master struct {
	planner  *planner
	rollouts int // limit for each action
	turns    int // of each rollout; 0 for the rest of the run

	// Buffers of a decision, kept to avoid garbage.
	out     run
	list    []weighed
	actions []act
}

// weighed is an action with its expected number of further turns.
type weighed struct {
	act
	turns   float64
	last    float64 // of the latest rollout
	behind  float64 // turns behind the first action: sum, and sum of squares
	squares float64
}

const (
	// masterRollouts is the number of rollouts for an action, masterTurns the turns of each.
	masterRollouts, masterTurns = 400, 2
	// After each masterBatch rollouts, actions that are behind the best by fallen standard errors are
	// dropped.
	masterBatch, fallen = 25, 3
)

const (
	maxWeighed = 5   // limit of moves to play on
	maxBehind  = 0.5 // limit in turns behind the planner's best
)

// newMaster returns a master with that many rollouts of that many turns.
func newMaster(rollouts, turns int) *master {
	return &master{planner: newKeen(), rollouts: rollouts, turns: turns}
}

// choose implements [policy]. It draws one number from r for each decision.
func (p *master) choose(s *state, hand []Token, r *rng.Source) act {
	p.candidates(s, hand)
	if len(p.list) == 1 {
		return p.list[0].act
	}
	seed := strconv.FormatUint(r.Uint64(), 36)
	for i := range p.list {
		p.list[i] = weighed{act: p.list[i].act}
	}
	for n := 0; n < p.rollouts && len(p.list) > 1; n++ {
		if n > 0 && n%masterBatch == 0 {
			p.sift(float64(n))
		}
		chance := chanceOf(seed + "/" + strconv.Itoa(n))
		for i := range p.list {
			w := &p.list[i]
			w.last = p.playOut(s, hand, w.act, &chance, p.turns)
			gap := w.last - p.list[0].last
			w.turns += w.last
			w.behind += gap
			w.squares += float64(gap * gap)
		}
	}
	return slices.MinFunc(p.list, func(a, b weighed) int { return cmp.Compare(a.turns, b.turns) }).act
}

// sift drops actions that are clearly behind after n rollouts. The first action stays, because the others
// are compared with it.
func (p *master) sift(n float64) {
	least := 0.0
	for _, w := range p.list {
		least = min(least, w.behind/n)
	}
	first := true
	p.list = slices.DeleteFunc(p.list, func(w weighed) bool {
		if first {
			first = false
			return false
		}
		mean := w.behind / n
		return mean > least && mean-float64(fallen*math.Sqrt(max(w.squares/n-float64(mean*mean), 0)/n)) > least
	})
}

// chances has the sources of chance of a rollout.
type chances struct{ throws, board, sticks, relics rng.Source }

func chanceOf(seed string) chances {
	return chances{*rng.Derive(seed, "throws"), *rng.Derive(seed, "board"), *rng.Derive(seed, "sticks"), *rng.Derive(seed, "relics")}
}

// playOut plays on from a position with an action, and returns the turn in which the run is expected to end
// after that many turns more; 0 plays to the end.
func (p *master) playOut(s *state, hand []Token, a act, chance *chances, turns int) float64 {
	p.out = run{
		state: *s, hand: append(p.out.hand[:0], hand...),
		throwSource: chance.throws, boardSource: chance.board, stickSource: chance.sticks, relicSource: chance.relics,
	}
	p.out.play(a)
	for !p.out.over() {
		if turns > 0 && p.out.turn >= s.turn+turns {
			c := p.out.before()
			p.planner.look(&c)
			return float64(c.turn) + p.planner.value(&c)
		}
		p.out.play(p.planner.choose(&p.out.state, p.out.hand, nil))
	}
	return float64(p.out.turn)
}

// candidates lists the actions worth examining, the planner's own first.
func (p *master) candidates(s *state, hand []Token) {
	p.list = p.list[:0]
	p.actions = s.legal(p.actions[:0], hand)
	if s.ask() != AskMove || len(p.actions) == 1 {
		for _, a := range p.actions {
			if a.verb == doStick && a.slot > 0 && s.sameBefore(int(a.slot-1)) {
				continue
			}
			p.list = append(p.list, weighed{act: a})
		}
		return
	}
	p.weigh(s, hand)
	n := 1
	for n < min(len(p.list), maxWeighed) && p.list[n].turns < p.list[0].turns+maxBehind {
		n++
	}
	p.list = p.list[:n]
}

// weigh lists the moves by the turns that the planner expects, its own move first.
func (p *master) weigh(s *state, hand []Token) {
	p.list = p.list[:0]
	p.actions = s.moves(p.actions[:0], hand)
	p.planner.look(s)
	for _, a := range p.actions {
		at := slices.Index(hand, a.token)
		rest := append(append(make([]Token, 0, len(hand)+2), hand[:at]...), hand[at+1:]...)
		c, throws := s.moved(a, &rest)
		p.list = append(p.list, weighed{act: a, turns: p.planner.rest(&c, rest, throws, 1)})
	}
	slices.SortStableFunc(p.list, func(a, b weighed) int { return cmp.Compare(a.turns, b.turns) })
}
