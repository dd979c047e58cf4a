package yut

import (
	"encoding/json"
	"math"
	"strconv"

	"arcade/games/rng"
)

// Fit improves a value function. In each round a keen planner plays runs with the present network, and the
// network learns to predict the number of turns left at each turn. Fit returns the network as JSON. After
// each round it calls report with the mean turns of the round's runs and the network's mean square error
// in the last pass. from is the first network, empty for a new one.
func Fit(from []byte, rounds, runs, passes int, seed string, report func(round int, mean, stdErr, wrong float64)) ([]byte, error) {
	w, err := readNetwork(from)
	if err != nil {
		return nil, err
	}
	l := newLearner(w, seed)
	for round := range rounds {
		p := &player{policy: &planner{w: w, keen: true}}
		var t Tally
		for i := range runs {
			turns := p.observe(seed+"/"+strconv.Itoa(round)+"/"+strconv.Itoa(i), l)
			t.Games++
			t.Turns[min(turns, MaxTurns)]++
		}
		wrong := 0.0
		for pass := range passes {
			wrong = l.pass(rate / float64(1+round) * (1 - float64(pass)/float64(passes)))
		}
		mean, stdErr := t.Mean()
		report(round, mean, stdErr, wrong)
		l.forget()
	}
	return json.Marshal(w.file())
}

// One of strays actions of an observed run differs from the planner's choice, so that the network also
// learns positions that the planner avoids.
const strays = 15

// trust is the lambda of temporal differences.
const trust = 0.4

// observe plays a run, and notes the position at the start of each turn with a target: the turns to the
// next position, and from there trust times the real turns and the rest the network's prediction.
// Positions that a stray follows are left out.
func (p *player) observe(seed string, l *learner) (turns int) {
	p.reset(library, seed)
	chance := rng.Derive(seed, "strays")
	first, strayed := len(l.list), false
	for begun := 0; !p.over(); {
		ask := p.ask()
		switch {
		case p.turn > begun:
			begun = p.turn
			l.note(p.before(), strayed)
			strayed = false
		case (ask == AskRelic || ask == AskStick) && len(p.hand) == 0 && p.throwsLeft == 0:
			l.note(p.state, strayed)
			strayed = false
		}
		a := p.policy.choose(&p.state, p.hand, nil)
		if chance.Intn(strays) == 0 {
			actions := p.legal(nil, p.hand)
			b := actions[chance.Intn(len(actions))]
			strayed = strayed || a != b
			a = b
		}
		p.run.play(a)
	}
	l.settle(first, float32(p.turn), strayed)
	return p.turn
}

// settle sets the targets of the observations from the first on.
func (l *learner) settle(first int, end float32, strayed bool) {
	ahead, known := end, !strayed // the turn of the end, seen from the next observation
	kept := len(l.list)
	for i := len(l.list) - 1; i >= first; i-- {
		o := l.list[i]
		value := o.left + float32(l.w.of(l.signals[o.from:o.to], float64(o.turns), nil))
		if known {
			kept--
			l.list[kept] = observation{o.from, o.to, o.turns, ahead - o.left, false}
			ahead = trust*ahead + (1-trust)*value
		} else {
			ahead = value
		}
		known = !o.strayed
	}
	l.list = append(l.list[:first], l.list[kept:]...)
}

// observation is a position with the number of turns left.
type observation struct {
	from, to    int32 // range of its inputs in the learner's list
	turns, left float32
	strayed     bool // on the way here
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

// rate is the step size of the first round; later rounds take smaller steps, which averages over rounds.
const rate = 0.002

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

// note notes a position. Until settle its left has the turns so far.
func (l *learner) note(s state, strayed bool) {
	from := len(l.signals)
	var turns float64
	l.signals, turns = s.describe(l.signals)
	l.list = append(l.list, observation{int32(from), int32(len(l.signals)), float32(turns), float32(s.turn), strayed})
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
