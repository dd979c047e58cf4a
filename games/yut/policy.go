package yut

import (
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/rng"
)

// The names of the policies.
const (
	Greedy     = "greedy"     // the furthest piece goes first, with the highest token; its pieces hardly ever meet
	Random     = "random"     // each legal action with equal chance
	Thoughtful = "thoughtful" // tries every order of the hand, and prefers pieces that can meet
	Planner    = "planner"    // tries every order of the hand, and knows what positions are worth from many runs
	Keen       = "keen"       // a planner that a later fit has made better; a master plays on by it
	Master     = "master"     // plays what a keen planner finds good out many times
)

// Policies lists the names, weakest first.
func Policies() []string { return []string{Greedy, Random, Thoughtful, Planner, Keen, Master} }

// policy chooses one of the legal actions; there is at least one. It belongs to one goroutine.
type policy interface {
	choose(s *state, hand []Token, r *rng.Source) act
}

func findPolicy(name string) (policy, error) {
	switch name {
	case Random:
		return new(random), nil
	case Greedy:
		return new(greedy), nil
	case Thoughtful:
		return new(thoughtful), nil
	case Planner:
		return &planner{w: fitted()}, nil
	case Keen:
		return newKeen(), nil
	case Master:
		return newMaster(masterRollouts, masterTurns), nil
	}
	return nil, fmt.Errorf("unknown policy %.40q: want %s", name, strings.Join(Policies(), ", "))
}

// Bots lists the bots, weakest first: the policies that need almost no time.
func (Game) Bots() []games.Bot {
	return []games.Bot{bot(Greedy), bot(Random), bot(Thoughtful), bot(Planner)}
}

// bot plays the policy with its name.
type bot string

func (b bot) Name() string { return string(b) }

// Choose needs a [View] with something to play. Otherwise it returns "".
func (b bot) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok {
		return ""
	}
	s, hand, ok := stateOf(v)
	if !ok || len(s.legal(nil, hand)) == 0 {
		return ""
	}
	p, err := findPolicy(string(b))
	if err != nil {
		return ""
	}
	return p.choose(&s, hand, r).action()
}

// random keeps a list to avoid garbage.
type random struct{ list []act }

func (p *random) choose(s *state, hand []Token, r *rng.Source) act {
	p.list = s.legal(p.list[:0], hand)
	return p.list[r.Intn(len(p.list))]
}

// greedy moves the piece with the shortest way left, with the highest token and by the shortest way. It
// swaps the stick with the lowest back chance for an offered stick with a higher one. It takes the first
// relic.
type greedy struct{ list []act }

func (p *greedy) choose(s *state, hand []Token, _ *rng.Source) act {
	switch s.ask() {
	case AskStick:
		lowest := 0
		for i := range s.sticks {
			if s.baseBack(i) < s.baseBack(lowest) {
				lowest = i
			}
		}
		if s.lib.Sticks[s.offer].Back > s.baseBack(lowest) {
			return act{verb: doStick, slot: uint8(lowest + 1)}
		}
		return act{verb: doStick}
	case AskRelic:
		return act{verb: doRelic, slot: 1}
	case AskMove:
		p.list = s.moves(p.list[:0], hand)
		best := p.list[0]
		for _, a := range p.list[1:] {
			far, least := distance[a.from], distance[best.from]
			switch {
			case far < least:
				best = a
			case far > least:
			case a.token > best.token, a.token == best.token && distance[s.target(a)] < distance[s.target(best)]:
				best = a
			}
		}
		return best
	}
	p.list = s.legal(p.list[:0], hand)
	return p.list[0]
}

// baseBack returns a carried stick's own back chance, in percent.
func (s *state) baseBack(slot int) int { return s.lib.Sticks[s.sticks[slot].index].Back }

// target returns the last node of a move.
func (s *state) target(a act) Node {
	return landing(a.from, way(a.from, a.first), s.stepsOf(a.token, a.from, s.movers(a.from)))
}

// thoughtful tries the moves of the whole hand in every order. It takes the first of the moves that lead to
// the best position: the fewest tokens that the pieces still need, less the savings from meeting and the
// gains of landings. It takes the stick or relic that promises the most steps a turn.
type thoughtful struct {
	// Buffers of search at each depth, kept to avoid garbage.
	lists  [maxDepth][]act
	rests  [maxDepth][]Token
	states [maxDepth]state
}

// maxDepth is the number of moves that thoughtful looks ahead.
const maxDepth = 3

func (p *thoughtful) choose(s *state, hand []Token, _ *rng.Source) act {
	switch s.ask() {
	case AskStick:
		c := *s
		best, most := uint8(0), s.promise()
		for slot := range uint8(Slots) {
			c.sticks = s.sticks
			c.sticks[slot] = held{index: uint8(s.offer)}
			c.derive()
			if v := c.promise(); v > most+1e-9 {
				best, most = slot+1, v
			}
		}
		return act{verb: doStick, slot: best}
	case AskRelic:
		best, most := uint8(1), -1.0
		for i := range s.rewards {
			c := *s
			c.relics[c.taken] = held{index: s.reward[i]}
			c.taken++
			c.derive()
			if v := c.promise(); v > most {
				best, most = uint8(i+1), v
			}
		}
		return act{verb: doRelic, slot: best}
	case AskMove:
		a, _ := p.search(s, hand, 0)
		return a
	case AskStart:
		return act{verb: doStart}
	}
	return act{verb: doThrow}
}

// search returns the best move and the worth of the position after the hand is used.
func (p *thoughtful) search(s *state, hand []Token, depth int) (best act, least float64) {
	p.lists[depth] = s.moves(p.lists[depth][:0], hand)
	least = 1e9
	for i := range p.lists[depth] {
		a := p.lists[depth][i]
		c := &p.states[depth]
		var gain float64
		*c, gain = s.after(a)
		v := -gain
		if c.over() {
			v -= 100 // the end: the rest of the hand is not needed
		} else if len(hand) > 1 && depth+1 < maxDepth {
			at := slices.Index(hand, a.token)
			p.rests[depth] = append(append(p.rests[depth][:0], hand[:at]...), hand[at+1:]...)
			_, w := p.search(c, p.rests[depth], depth+1)
			v += w
		} else {
			v += c.need()
		}
		if v < least-1e-9 {
			best, least = a, v
		}
	}
	return best, least
}

// after returns the state after a move, without chance, and the move's other gains: throws, tokens and
// offers, in tokens.
func (s *state) after(a act) (c state, gain float64) {
	c, m := s.settled(a, func(r *rule) { gain += r.worth() })
	if m.when == OnLand && m.kind == Stick {
		gain += offerWorth
	}
	return c, gain
}

// settled returns the state after a move, without chance, and the moment in which the move ends: the
// landing or the finish. It calls acted with each effect of that moment.
func (s *state) settled(a act, acted func(r *rule)) (c state, m moment) {
	c = *s
	k := s.movers(a.from)
	if s.when>>OnMove&1 != 0 {
		m := s.moveMoment(a.token, a.from, k)
		c.each(&m, func(i, j int, r *rule) { c.use(i, j, r) })
	}
	to := s.target(a)
	met := s.count(to) > 0
	c.shift(a.from, to, k)
	m = moment{when: OnLand, turn: s.turn, token: a.token, from: a.from, at: to, kind: s.kinds[to], merged: met, pieces: k}
	if to == Finished {
		m = moment{when: OnFinish, turn: s.turn, token: a.token, from: a.from, pieces: k}
	}
	if s.when>>m.when&1 != 0 {
		c.each(&m, func(i, j int, r *rule) {
			c.use(i, j, r)
			acted(r)
		})
	}
	return c, m
}

// Worths for thoughtful, in tokens of the average size. Each was tuned separately by simulation.
const (
	throwWorth  = 1.1
	offerWorth  = 0.4
	meetWorth   = 0.9 // share of the saving from meeting
	waitWorth   = 1.5 // cost of each piece at home after the first, besides its way
	meanSteps   = 2.3
	landPerMove = 0.3 // chance that a condition on the landing holds
)

// worth returns the gain when an effect acts, except for steps and raises.
func (r *rule) worth() float64 {
	return float64(throwWorth*float64(r.throws)) + float64(offerWorth*float64(r.offers)) + float64(r.token)/meanSteps
}

// promise estimates the number of steps that a turn brings by its first throw. Throws are exact; other moments
// count by their frequency.
func (s *state) promise() float64 {
	steps, again := 0.0, 0.0
	c := *s
	s.falls(func(backs [Slots]bool, thrown Token, p float64) {
		c.last.Backs = backs
		token := c.raised(thrown)
		steps += float64(p * float64(token))
		if token.again() {
			again += p
		}
		m := c.throwMoment(thrown)
		c.each(&m, func(_, _ int, r *rule) {
			again += float64(p * float64(r.throws))
			steps += float64(p * float64(r.token))
		})
		if c.when>>OnMove&1 != 0 { // a move by this token from somewhere, alone
			m := c.moveMoment(token, Home, 1)
			c.each(&m, func(_, _ int, r *rule) {
				if r.from == ^uint32(0) {
					steps += float64(p * float64(r.steps))
				}
			})
		}
	})
	rest := 0.0
	for i := range c.carried() {
		_, rules, _ := c.holder(i)
		for j := range rules.n {
			r := &rules.list[j]
			worth := meanSteps * r.worth()
			switch r.when {
			case OnTurn:
				rest += worth / float64(r.every)
			case OnLand:
				rest += float64(worth * landPerMove)
			case OnFinish, OnTake:
				rest += worth / 10
			case OnMove:
				if r.from != ^uint32(0) || r.stack > 1 {
					rest += float64(float64(r.steps) * landPerMove)
				}
			}
		}
	}
	return steps/max(0.1, 1-again) + rest
}

// need estimates the number of tokens that the pieces still need: each stack alone, less its best saving from
// meeting a stack before it.
func (s *state) need() float64 {
	sum := 0.0
	home := 0
	for i, n := range s.pieces {
		if n == Finished {
			continue
		}
		if n == Home {
			home++
		} else if slices.Contains(s.pieces[:i], n) {
			continue // part of a counted stack
		}
		saved := 0.0
		for _, o := range s.pieces {
			if o != n && o.onBoard() {
				saved = max(saved, saves[n][o])
			}
		}
		sum += tokensLeft[n] - float64(meetWorth*saved)
	}
	return sum + float64(waitWorth*float64(max(0, home-1))) // the last piece to leave meets no waiting piece
}

// plainOdds has the chances of a throw's tokens with plain sticks, do first.
var plainOdds = Odds{4. / 16, 6. / 16, 4. / 16, 1. / 16, 1. / 16}

// distance has the length of the shortest way from a place to Finished, in steps.
var distance = func() (d [places]int) {
	for _, n := range fromTheEnd {
		if n == Finished {
			continue
		}
		d[n] = longest
		for way := range 2 {
			d[n] = min(d[n], 1+d[landing(n, way, 1)])
		}
	}
	return d
}()

// fromTheEnd lists the places so that each comes before the places that lead to it.
var fromTheEnd = []Node{Finished, O20, B4, B3, 19, 18, 17, 16, O15, A4, A3, C, A2, A1, B2, B1, 14, 13, 12, 11, O10, 9, 8, 7, 6, O5, 4, 3, 2, O1, Home}

// tokensLeft has the average number of plain tokens that one piece needs from a place to Finished, by the
// best way for each token.
var tokensLeft = func() (t [places]float64) {
	for _, n := range fromTheEnd {
		if n == Finished {
			continue
		}
		t[n] = 1
		for token := Do; token <= Mo; token++ {
			t[n] += float64(plainOdds[token-1] * min(t[landing(n, 0, token.Steps())], t[landing(n, 1, token.Steps())]))
		}
	}
	return t
}()

// saves has the tokens that one piece saves by landing on another and walking on with it: the chance that
// it lands there by plain sticks and the best way, times the tokens that the other still needs.
var saves = func() (m [places][places]float64) {
	for target := O1; target < Finished; target++ {
		for _, n := range fromTheEnd {
			switch n {
			case Finished:
			case target:
				m[n][target] = tokensLeft[target]
			default:
				for token := Do; token <= Mo; token++ {
					m[n][target] += float64(plainOdds[token-1] * max(m[landing(n, 0, token.Steps())][target], m[landing(n, 1, token.Steps())][target]))
				}
			}
		}
	}
	return m
}()
