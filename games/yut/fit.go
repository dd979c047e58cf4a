package yut

import (
	"encoding/json"
	"math"
	"strconv"

	"arcade/games/rng"
)

// Fit improves a value function. In each round a planner plays runs with the present network, and the
// network learns to predict the number of turns left at each turn. Fit returns the network as JSON. After
// each round it calls report with the mean turns of the round's runs and the network's mean square error
// before learning from them. from is the first network, empty for a new one.
func Fit(from []byte, rounds, runs, passes int, seed string, report func(round int, mean, stdErr, wrong float64)) ([]byte, error) {
	w, err := readNetwork(from)
	if err != nil {
		return nil, err
	}
	l := newLearner(w, seed)
	for round := range rounds {
		p := &player{policy: &planner{w: w}}
		var t Tally
		for i := range runs {
			turns := p.observe(seed+"/"+strconv.Itoa(round)+"/"+strconv.Itoa(i), l)
			t.Games++
			t.Turns[min(turns, MaxTurns)]++
		}
		wrong := 0.0
		for pass := range passes {
			wrong = l.pass(0.002 * (1 - float64(pass)/float64(passes)))
		}
		mean, stdErr := t.Mean()
		report(round, mean, stdErr, wrong)
		if round > 0 {
			l.forget()
		}
	}
	return json.Marshal(w.file())
}

// One of strays actions of an observed run differs from the planner's choice, so that the network also
// learns positions that the planner avoids.
const strays = 15

// observe plays a run, and notes the position at the start of each turn with the number of turns left.
func (p *player) observe(seed string, l *learner) (turns int) {
	p.reset(library, seed)
	chance := rng.Derive(seed, "strays")
	first := len(l.list)
	for begun := 0; !p.over(); {
		ask := p.ask()
		switch {
		case p.turn > begun:
			begun = p.turn
			l.note(&p.state, begun-1)
		case (ask == AskRelic || ask == AskStick) && len(p.hand) == 0 && p.throwsLeft == 0:
			l.note(&p.state, begun)
		}
		a := p.policy.choose(&p.state, p.hand, nil)
		if chance.Intn(strays) == 0 {
			actions := p.legal(nil, p.hand)
			a = actions[chance.Intn(len(actions))]
		}
		p.run.play(a)
	}
	for i := first; i < len(l.list); i++ {
		l.list[i].left = float32(p.turn) - l.list[i].left
	}
	return p.turn
}

// observation is a position with the number of turns left.
type observation struct {
	from, to    int32 // range of its inputs in the learner's list
	turns, left float32
}

// learner fits a network to observations by Adam (Kingma and Ba 2015, algorithm 1), one
// observation at a time in batches.
type learner struct {
	w          *network
	grad, m, v network
	steps      int
	list       []observation
	signals    []signal
	chance     *rng.Source
}

// batch is the number of observations in a step.
const batch = 64

func newLearner(w *network, seed string) *learner {
	l := &learner{w: w, chance: rng.Derive(seed, "learner")}
	blank := true
	for _, x := range w.bias {
		blank = blank && x == 0
	}
	if blank { // a new network: small random weights
		for i := range w.in {
			for j := range w.in[i] {
				w.in[i][j] = float32(l.chance.Intn(2001)-1000) / 1000 * 0.3
			}
		}
		for j := range w.bias {
			w.bias[j] = 0.01
		}
		for k := range w.out {
			for j := range w.out[k] {
				w.out[k][j] = float32(l.chance.Intn(2001)-1000) / 1000 * 0.05
			}
		}
	}
	return l
}

// note notes a position after spent turns.
func (l *learner) note(s *state, spent int) {
	from := len(l.signals)
	var turns float64
	l.signals, turns = s.describe(l.signals, s.pace())
	l.list = append(l.list, observation{int32(from), int32(len(l.signals)), float32(turns), float32(spent)})
}

// forget drops the observations.
func (l *learner) forget() { l.list, l.signals = l.list[:0], l.signals[:0] }

// pass learns from all observations once, in a new order, and returns the mean square error.
func (l *learner) pass(rate float64) float64 {
	order := make([]int32, len(l.list))
	for i := range order {
		j := l.chance.Intn(i + 1)
		order[i], order[j] = order[j], int32(i)
	}
	sum := 0.0
	touched := map[int]bool{}
	for i, n := range order {
		sum += l.learn(&l.list[n], touched)
		if i%batch == batch-1 {
			l.step(float32(rate), touched)
			clear(touched)
		}
	}
	return sum / float64(len(order))
}

// learn adds an observation's gradient, and returns its square error.
func (l *learner) learn(o *observation, touched map[int]bool) float64 {
	signals := l.signals[o.from:o.to]
	var h [hidden]float32
	wrong := float32(l.w.of(signals, float64(o.turns), &h)) - o.left
	da, db := wrong*o.turns/batch, wrong/batch
	l.grad.base[0] += da
	l.grad.base[1] += db
	var dh [hidden]float32
	for j, x := range h {
		l.grad.out[0][j] += da * x
		l.grad.out[1][j] += db * x
		if x > 0 {
			dh[j] = da*l.w.out[0][j] + db*l.w.out[1][j]
			l.grad.bias[j] += dh[j]
		}
	}
	for _, s := range signals {
		touched[s.input] = true
		row := &l.grad.in[s.input]
		for j := range row {
			row[j] += s.value * dh[j]
		}
	}
	return float64(wrong) * float64(wrong)
}

// step moves the weights against the gradient.
func (l *learner) step(rate float32, touched map[int]bool) {
	l.steps++
	fix := float32(math.Sqrt(1-math.Pow(0.999, float64(l.steps))) / (1 - math.Pow(0.9, float64(l.steps))))
	move := func(w, g, m, v []float32) {
		for i := range w {
			m[i] = 0.9*m[i] + 0.1*g[i]
			v[i] = 0.999*v[i] + 0.001*g[i]*g[i]
			w[i] -= rate * fix * m[i] / (float32(math.Sqrt(float64(v[i]))) + 1e-8)
			g[i] = 0
		}
	}
	for i := range inputs {
		if touched[i] {
			move(l.w.in[i][:], l.grad.in[i][:], l.m.in[i][:], l.v.in[i][:])
		}
	}
	move(l.w.bias[:], l.grad.bias[:], l.m.bias[:], l.v.bias[:])
	for k := range l.w.out {
		move(l.w.out[k][:], l.grad.out[k][:], l.m.out[k][:], l.v.out[k][:])
	}
	move(l.w.base[:], l.grad.base[:], l.m.base[:], l.v.base[:])
}
