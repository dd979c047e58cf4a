package matgo

import (
	"fmt"
	"math"

	"arcade/games"
	"arcade/games/rng"
)

const (
	// analysisWorlds is in how many worlds each choice of a round is tried, where the
	// limit does not say.
	analysisWorlds = 200
	// missedPoints is how many points a choice must have given away to count as a miss,
	// beside being beyond its error.
	missedPoints = 2
)

// Judged is the game with the judgement of its rounds, a [games.Analyser]. It is for the
// list of games once a screen tells of points, and not of discs.
type Judged struct{ Game }

var _ games.Analyser = Judged{}

// Judge is the version of Analyse: to be raised with the weights or its measures.
func (Judged) Judge() int { return 1 }

// Analyse judges every choice of a round, in points without the carry: what the seat
// could expect, by what it saw itself, playing on as a careful player does. It is an
// estimate from worlds dealt anew, never exact. Chance comes from the position alone, so
// that the same round is judged the same everywhere.
func (Judged) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	choices, err := AnalyseChoices(setup, plies, limit, func(c Choices) {
		if tell != nil {
			tell(c.Judgement)
		}
	})
	list := make([]games.Judgement, len(choices))
	for i, c := range choices {
		list[i] = c.Judgement
	}
	return list, err
}

// Choices are all that a seat could do at a ply, and what each promised.
type Choices struct {
	games.Judgement
	// Options are the legal actions, in the order of the notation. A seat without a choice
	// has one.
	Options []Option
}

// Option is an action with what the seat could expect of it: points net, the other's
// counting against it, without the carry. SE is the error of the estimate; 0 where the
// action ends the round.
type Option struct {
	Action games.Action
	Points float64
	SE     float64
}

// AnalyseChoices is Analyse with all that could have been chosen.
func AnalyseChoices(setup games.Setup, plies []games.Action, limit games.Limit, tell func(Choices)) ([]Choices, error) {
	start, err := Game{}.Start(setup)
	if err != nil {
		return nil, err
	}
	p := start.(*position)
	states := make([]State, len(plies))
	for i, a := range plies {
		states[i] = p.State
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	x := newMaster()
	list := make([]Choices, len(plies))
	stopped := func() bool { return limit.Stop != nil && limit.Stop() }
	for i := len(plies) - 1; i >= 0; i-- {
		c, ok := x.weigh(&states[i], plies[i], limit.Nodes, rng.Derive(setup.Seed, fmt.Sprintf("matgo/analysis %d", i)), stopped)
		if !ok {
			return list[i+1:], games.ErrStopped
		}
		c.Ply = i
		list[i] = c
		if tell != nil {
			tell(c)
		}
	}
	return list, nil
}

// weigh tries every choice of the seat on turn in the same worlds. It is false once
// stopped.
func (x *searcher) weigh(s *State, played games.Action, nodes int64, r *rng.Source, stopped func() bool) (c Choices, ok bool) {
	legal := s.Legal(x.buf[:0])
	worlds := analysisWorlds
	if nodes > 0 {
		worlds = int(max(min(nodes/int64(tryNodes*len(legal)), analysisWorlds), 8))
	}
	if len(legal) == 1 {
		worlds = min(worlds, 2*searchBatch) // nothing to compare
	}
	x.base = *s
	x.base.veil()
	x.chance = forked(r)
	if x.deals > 0 {
		x.reserve()
		x.kept = x.all[:min(worlds, len(x.all))]
		x.base.believe(min(x.deals, 5*len(x.kept)), x.kept, &x.chance, &x.world, &x.inner, x.belief, x.dealt)
		worlds = len(x.kept)
	}
	sums, squares, ends := make([]float64, len(legal)), make([]float64, len(legal)), make([]bool, len(legal))
	for n := range worlds {
		if n%searchBatch == 0 && stopped() {
			return c, false
		}
		if x.deals > 0 {
			x.base = x.kept[n]
		} else {
			x.base.imagine(&x.chance)
		}
		same := x.chance
		for i, m := range legal {
			x.chance = same
			v := x.try(m)
			sums[i] += v
			squares[i] += v * v
			ends[i] = m.Verb == Stop || m.Verb == PresidentStop
		}
	}
	best, chosen := 0, 0
	for i, m := range legal {
		mean := sums[i] / float64(worlds)
		o := Option{Action: m.Action(), Points: mean}
		if !ends[i] {
			o.SE = math.Sqrt(max(squares[i]/float64(worlds)-mean*mean, 0) / float64(worlds))
		}
		c.Options = append(c.Options, o)
		if mean > c.Options[best].Points {
			best = i
		}
		if o.Action == played {
			chosen = i
		}
	}
	c.Seat, c.Played, c.Best = games.Seat(s.seat), played, played
	lost := c.Options[best].Points - c.Options[chosen].Points
	if lost > 0 {
		c.Best = c.Options[best].Action
	}
	sign := 1.0
	if s.seat == 1 {
		sign = -1
	}
	c.Before, c.After = sign*c.Options[best].Points, sign*c.Options[chosen].Points
	// Both were tried in the same worlds: what they differ by is surer than either.
	c.Missed = lost >= missedPoints && lost > 2*x.apart(c.Options[best], c.Options[chosen])
	return c, true
}

// apart is a cautious error of the difference of two options.
func (*searcher) apart(a, b Option) float64 { return max(a.SE, b.SE) }

// Luck is how much of a round's result the cards brought: the same deal played by master
// on both sides, and with the hands of the seats changed. Points are seat 0's, net,
// without the carry.
type Luck struct {
	// Result is what the round brought, Cards what masters made of the same cards in
	// the same seats, Swapped what they made of them with the seats changed: there seat
	// 0 has seat 1's cards.
	Result, Cards, Swapped float64
}

// AnalyseLuck plays the deal of a round again, by masters.
func AnalyseLuck(setup games.Setup, plies []games.Action, limit games.Limit) (l Luck, err error) {
	start, err := Game{}.Start(setup)
	if err != nil {
		return l, err
	}
	p := start.(*position)
	dealt := p.State
	for i, a := range plies {
		if _, err := p.Apply(a); err != nil {
			return l, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	if p.phase != Over {
		return l, fmt.Errorf("the round is not over after %d plies", len(plies))
	}
	l.Result = float64(p.net(0)) / float64(p.carry)
	master := newMaster()
	worlds := masterWorlds / 8
	for game, into := range [...]*float64{&l.Cards, &l.Swapped} {
		s := dealt
		r := rng.Derive(setup.Seed, fmt.Sprintf("matgo/luck %d", game))
		if game == 1 {
			s = s.swapped()
		}
		var buf [32]Move
		for s.phase != Over {
			if limit.Stop != nil && limit.Stop() {
				return l, games.ErrStopped
			}
			legal := s.Legal(buf[:0])
			n, _ := master.choose(&s, legal, r, worlds, limit.Stop)
			if reason := s.Apply(legal[n]); reason != "" {
				panic("matgo: a master broke the rules: " + reason)
			}
		}
		*into = float64(s.net(0)) / float64(s.carry)
	}
	return l, nil
}

// swapped is the deal with the seats changed: each has what the other had, and who
// begins has the same cards.
func (s State) swapped() State {
	s.sides[0], s.sides[1] = s.sides[1], s.sides[0]
	s.gold[0], s.gold[1] = s.gold[1], s.gold[0]
	s.first, s.seat = 1-s.first, 1-s.seat
	s.past.won[0], s.past.won[1] = s.past.won[1], s.past.won[0]
	s.end.goldBefore[0], s.end.goldBefore[1] = s.end.goldBefore[1], s.end.goldBefore[0]
	return s
}
