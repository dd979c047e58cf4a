package bots

import (
	"math"

	"arcade/games/matgo"
	"arcade/games/rng"
)

// searcher looks ahead. It tries its choices in worlds that the view allows, plays on to the end, and picks
// the choice with the best average.
type searcher struct {
	// plays makes the first choice, and plays on for both seats in the worlds.
	plays Player
	// advice judges the choices beforehand. Its judgement counts like trying them in weight worlds. nil
	// judges nothing.
	advice *evaluator
	weight int
	// worlds limits the worlds. Choices that fall behind are dropped sooner. A choice replaces the first
	// one if it is better by sure standard errors.
	worlds int
	sure   float64

	// deals is the number of worlds dealt. The searcher keeps the worlds that best explain the opponent's
	// play; 0 keeps the first ones.
	deals       int
	dealt       []matgo.State
	all         []matgo.State
	kept        []matgo.State // the first of all
	likelihoods []float64
	// sees is the secret that it may see although no player may. See [CheatContestant].
	sees Secret

	base, world matgo.State
	buf, inner  [32]matgo.Move
	judged      [32]evaluation
	tries       [32]try
	chance      rng.Source
}

// try is the result of a choice so far, compared with the first choice, in points.
type try struct {
	sum     float64 // of this choice alone
	advice  float64 // added beforehand
	ahead   float64
	squares float64
	out     bool
}

// searchBatch is the number of worlds between two checks for choices to drop.
const searchBatch = 16

// A choice that is behind by that many standard errors is dropped.
const behind = 2.5

// choose picks one of the legal moves; stop ends it early.
func (x *searcher) choose(s *matgo.State, legal []matgo.Move, r *rng.Source, worlds int, stop func() bool) (int, float64) {
	first, worth := x.plays(s, legal, r)
	if len(legal) == 1 {
		return first, worth
	}
	x.base = *s
	x.base.Hide()
	// A stream of its own, so that its length of thought does not change later draws.
	x.chance = forked(r)
	if x.deals > 0 {
		x.reserve()
		if x.kept = x.all[:min(worlds, len(x.all))]; len(x.kept) == 0 {
			return first, worth
		}
		resample(&x.base, min(x.deals, 5*len(x.kept)), x.kept, &x.chance, &x.world, &x.inner, x.likelihoods, x.dealt)
	}
	tries := x.tries[:len(legal)]
	clear(tries)
	x.advise(s, legal, tries, first)
	best := first
	n := 0
	for n < worlds && (stop == nil || !stop()) {
		for range min(searchBatch, worlds-n) {
			if x.deals > 0 {
				x.base = x.kept[n%len(x.kept)]
			}
			x.round(legal, tries, first)
			n++
		}
		if best = x.sift(tries, first, n); best < 0 {
			return first, tries[first].sum / float64(n)
		}
	}
	if n == 0 {
		return first, worth
	}
	if mean, se := x.lead(&tries[best], n); mean <= x.sure*se {
		best = first
	}
	return best, tries[best].sum / float64(n)
}

// reserve makes room for the worlds.
func (x *searcher) reserve() {
	if len(x.dealt) < x.deals {
		x.dealt, x.likelihoods, x.all = make([]matgo.State, x.deals), make([]float64, x.deals), make([]matgo.State, x.worlds)
	}
}

// advise sets the choices' values before the search.
func (x *searcher) advise(s *matgo.State, legal []matgo.Move, tries []try, first int) {
	if x.advice == nil {
		return
	}
	x.advice.evaluate(s, legal, x.judged[:])
	for i := range tries {
		tries[i].advice = float64(x.weight) * float64(x.judged[i].points-x.judged[first].points)
	}
}

// lead returns a choice's lead over the first choice after n worlds, with its error.
func (x *searcher) lead(t *try, n int) (mean, se float64) {
	m, all := t.ahead/float64(n), float64(n)
	if x.advice != nil {
		all += float64(x.weight)
	}
	return (t.ahead + t.advice) / all, math.Sqrt(max(t.squares/float64(n)-float64(m*m), 0) / all)
}

// round tries all remaining choices in one more world.
func (x *searcher) round(legal []matgo.Move, tries []try, first int) {
	switch {
	case x.sees == Hand:
		stock := x.base.Deck[x.base.Next:]
		x.chance.Shuffle(len(stock), func(i, j int) { stock[i], stock[j] = stock[j], stock[i] })
	case x.sees == "" && x.deals == 0:
		x.base.Determinize(&x.chance)
	}
	after := x.chance // each choice meets the same chance
	zero := 0.0
	for k := range legal {
		i := k // the first choice comes first
		switch {
		case k == 0:
			i = first
		case k <= first:
			i = k - 1
		}
		t := &tries[i]
		if t.out {
			continue
		}
		x.chance = after
		v := x.try(legal[i])
		if i == first {
			zero = v
		}
		t.sum += v
		t.ahead += v - zero
		t.squares += float64((v - zero) * (v - zero))
	}
	x.chance = after
}

// try plays a choice in the current world and returns its result for the seat.
func (x *searcher) try(m matgo.Move) float64 {
	x.world = x.base
	s, me := &x.world, int(x.base.Seat)
	if reason := s.Apply(m); reason != "" {
		panic("matgo: a world broke the rules: " + reason)
	}
	for s.Phase != matgo.Over {
		legal := s.Legal(x.inner[:0])
		n := 0
		if len(legal) > 1 {
			n, _ = x.plays(s, legal, &x.chance)
		}
		if reason := s.Apply(legal[n]); reason != "" {
			panic("matgo: a world broke the rules: " + reason)
		}
	}
	return float64(s.Net(me)) / float64(s.Carry)
}

// sift drops the choices that are behind. It returns the best one, -1 if only the first is left.
func (x *searcher) sift(tries []try, first, n int) int {
	best, most := first, 0.0
	for i := range tries {
		if tries[i].out || i == first {
			continue
		}
		if mean, _ := x.lead(&tries[i], n); mean > most {
			best, most = i, mean
		}
	}
	left := 0
	for i := range tries {
		t := &tries[i]
		if t.out || i == first {
			continue
		}
		mean, se := x.lead(t, n)
		// Behind the best. The error of the difference between the two is not known, so the error against
		// the first must do.
		if i != best && mean+float64(behind*se) < most {
			t.out = true
			continue
		}
		left++
	}
	if left == 0 {
		return -1
	}
	return best
}

// forked returns a source of its own that begins with a draw of r.
func forked(r *rng.Source) rng.Source {
	v := r.Uint64()
	var seed [16]byte
	for i := range seed {
		seed[i] = "0123456789abcdef"[v>>(4*i)&15]
	}
	return *rng.Derive(string(seed[:]), "search")
}

// adviceWorlds is the weight of a net's advice, in worlds.
const adviceWorlds = 40

// A choice must be better than the first by searchSure standard errors.
const searchSure = 1

// newSearcher makes a searcher that plays on like the sensible bot. The rules' net, if given, chooses between go
// and stop, and advises with the weight of that many worlds.
func newSearcher(n nets, worlds, deals, advice int) *searcher {
	x := &searcher{plays: sensible, worlds: worlds, deals: deals, sure: searchSure}
	if n != nil {
		x.plays = goesBy(sensible, newLearnt(n))
		if advice > 0 {
			x.advice, x.weight = &evaluator{nets: n}, advice
		}
	}
	return x
}
