package yut

import (
	"encoding/json"
	"strconv"

	"arcade/games/rng"
)

// Fit improves a value function: in each round a planner with the weights so far plays runs,
// and the weights that foretell best how many turns they took from each turn on, by least
// squares, are those of the next round. It returns the weights as JSON, and after each round
// tells report the mean turns of the round's runs. from are the weights to begin with.
func Fit(from []byte, rounds, runs int, seed string, report func(round int, mean, stdErr float64)) ([]byte, error) {
	w, err := readWeights(from)
	if err != nil {
		return nil, err
	}
	q := newSquares()
	for round := range rounds {
		p := &player{policy: &planner{w: w}}
		var t Tally
		for i := range runs {
			turns := p.observe(seed+"/"+strconv.Itoa(round)+"/"+strconv.Itoa(i), q)
			t.Games++
			t.Turns[min(turns, MaxTurns)]++
		}
		mean, stdErr := t.Mean()
		report(round, mean, stdErr)
		w = q.solve()
	}
	return json.MarshalIndent(w.file(), "", "  ")
}

// strays is how seldom an observed run does something else than the planner would, so that the
// weights know positions that it avoids.
const strays = 15

// observe plays a run, and counts what its turns began with and how many were still to come.
func (p *player) observe(seed string, q *squares) (turns int) {
	p.reset(library, seed)
	type moment struct {
		features
		spent int // turns that are over
	}
	chance := rng.Derive(seed, "strays")
	var list []moment
	for begun := 0; !p.over(); {
		ask := p.ask()
		if p.turn > begun {
			begun = p.turn
			list = append(list, moment{spent: begun - 1})
			p.describe(&list[len(list)-1].features, p.pace())
		} else if (ask == AskRelic || ask == AskStick) && len(p.hand) == 0 && p.throwsLeft == 0 {
			list = append(list, moment{spent: begun})
			p.describe(&list[len(list)-1].features, p.pace())
		}
		a := p.policy.choose(&p.state, p.hand, nil)
		if chance.Intn(strays) == 0 {
			actions := p.legal(nil, p.hand)
			a = actions[chance.Intn(len(actions))]
		}
		p.run.play(a)
	}
	for i := range list {
		q.add(&list[i].features, float64(p.turn-list[i].spent))
	}
	return p.turn
}

// squares are the sums of which least squares are made.
type squares struct {
	a [maxFeatures][maxFeatures]float64
	b features
}

func newSquares() *squares { return new(squares) }

// add counts an observation.
func (q *squares) add(f *features, turns float64) {
	for i, x := range f {
		if x == 0 {
			continue
		}
		q.b[i] += x * turns
		for j, y := range f {
			q.a[i][j] += x * y
		}
	}
}

// ridge keeps weights of what was seldom seen near zero.
const ridge = 100

// solve finds the weights by Gaussian elimination; the matrix is positive definite.
func (q *squares) solve() *features {
	a, w := q.a, q.b
	for i := range a {
		a[i][i] += ridge
	}
	for i := range a {
		for j := i + 1; j < maxFeatures; j++ {
			if r := a[j][i] / a[i][i]; r != 0 {
				for k := i; k < maxFeatures; k++ {
					a[j][k] -= r * a[i][k]
				}
				w[j] -= r * w[i]
			}
		}
	}
	for i := maxFeatures - 1; i >= 0; i-- {
		for k := i + 1; k < maxFeatures; k++ {
			w[i] -= a[i][k] * w[k]
		}
		w[i] /= a[i][i]
	}
	return &w
}
