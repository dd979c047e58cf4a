package yut

import (
	"cmp"
	"slices"
	"strconv"

	"arcade/games/rng"
)

// master weighs the actions that a planner finds nearly as good as its best by playing each of
// them out many times, with the same chance for all.
type master struct {
	planner  *planner
	rollouts int // for each action

	// What a decision works in, kept to save garbage.
	out     run
	list    []weighed
	actions []act
}

// weighed is an action with the turns that are expected to follow it.
type weighed struct {
	act
	turns float64
}

// masterRollouts is how often the bot plays an action out: a decision takes some 30 ms.
const masterRollouts = 100

const (
	maxWeighed = 5   // how many moves are played out at most
	maxBehind  = 0.5 // by how many turns one may be behind the planner's best
)

// newMaster makes one that plays each action out so many times.
func newMaster(rollouts int) *master {
	return &master{planner: &planner{w: fitted()}, rollouts: rollouts}
}

// choose is [policy]'s. Chance comes from r, one number a decision.
func (p *master) choose(s *state, hand []Token, r *rng.Source) act {
	p.candidates(s, hand)
	if len(p.list) == 1 {
		return p.list[0].act
	}
	seed := strconv.FormatUint(r.Uint64(), 36)
	for i := range p.list {
		p.list[i].turns = 0
	}
	for n := range p.rollouts {
		chance := seed + "/" + strconv.Itoa(n)
		for i := range p.list {
			p.list[i].turns += float64(p.playOut(s, hand, p.list[i].act, chance))
		}
	}
	return slices.MinFunc(p.list, func(a, b weighed) int { return cmp.Compare(a.turns, b.turns) }).act
}

// playOut is in which turn a run ends that goes on from a position with an action.
func (p *master) playOut(s *state, hand []Token, a act, seed string) int {
	p.out = run{
		state: *s, hand: append(p.out.hand[:0], hand...),
		throwSource: *rng.Derive(seed, "throws"), boardSource: *rng.Derive(seed, "board"),
		stickSource: *rng.Derive(seed, "sticks"), relicSource: *rng.Derive(seed, "relics"),
	}
	p.out.play(a)
	for !p.out.over() {
		p.out.play(p.planner.choose(&p.out.state, p.out.hand, nil))
	}
	return p.out.turn
}

// candidates fills the list with the actions that are worth a look, the planner's own first.
func (p *master) candidates(s *state, hand []Token) {
	p.list = p.list[:0]
	p.actions = s.legal(p.actions[:0], hand)
	if s.ask() != AskMove || len(p.actions) == 1 {
		for _, a := range p.actions {
			p.list = append(p.list, weighed{act: a})
		}
		return
	}
	p.planner.pace, p.planner.odds = s.pace(), s.odds()
	for _, a := range p.actions {
		at := slices.Index(hand, a.token)
		rest := append(append(make([]Token, 0, len(hand)+2), hand[:at]...), hand[at+1:]...)
		c, throws := s.moved(a, &rest)
		p.list = append(p.list, weighed{a, p.planner.rest(&c, rest, throws, 1)})
	}
	slices.SortStableFunc(p.list, func(a, b weighed) int { return cmp.Compare(a.turns, b.turns) })
	n := 1
	for n < min(len(p.list), maxWeighed) && p.list[n].turns < p.list[0].turns+maxBehind {
		n++
	}
	p.list = p.list[:n]
}
