package sim

import (
	"math"

	"arcade/games/matgo"
	"arcade/games/matgo/train"
)

// Figures that a stage of the self-play reports besides the simulation's and the training's.

// EventReport has an event's frequency, and the evaluator's values of rounds with it.
type EventReport struct {
	Name     string  `json:"name"`
	PerRound float64 `json:"perRound"`
	// Stage0 is PerRound of stage 0, whose play is random.
	Stage0 *float64 `json:"stage0PerRound"`
	// Trained is the value's error in rounds that it learnt from, HeldOut in other rounds of the same
	// players. If Mean is high in both, the value overrates the event. If RMSE is higher in HeldOut, the
	// value memorised its rounds.
	Trained ErrorMeasure `json:"trained"`
	HeldOut ErrorMeasure `json:"heldOut"`
}

// ErrorMeasure measures the excess of a value, in gold, over the decisions of some rounds.
type ErrorMeasure struct {
	Samples int     `json:"samples"`
	Mean    float64 `json:"mean"`
	RMSE    float64 `json:"rmse"`
}

// EventNames lists the counters in the order of reports.
func EventNames() []string { return matgo.CounterNames[:] }

// PerRound returns each event's frequency per round, in the order of [EventNames].
func (m *Sums) PerRound() []float64 {
	var list []float64
	for _, n := range m.Events.Counts() {
		list = append(list, float64(n)/float64(max(m.Rounds, 1)))
	}
	return list
}

// ErrorByEvent returns a value's errors in the first rounds of a log, up to the given number: first over
// all of them, then over the rounds with each event.
func (p *Packed) ErrorByEvent(v *train.Value, rounds int) ([]ErrorMeasure, error) {
	list := make([]ErrorMeasure, 1+len(matgo.CounterNames))
	predictor := v.Predictor()
	seen := 0
	err := p.rounds(func(r *packedRound) error {
		if seen++; seen > rounds {
			return nil
		}
		for i := range r.samples {
			x := &r.samples[i]
			s := p.sample(r, x)
			off := predictor(&s) - float64(r.score(x.seat))*v.GoldPerPoint
			for e := range list {
				if e == 0 || r.events>>(e-1)&1 != 0 {
					list[e].Samples++
					list[e].Mean += off
					list[e].RMSE += off * off
				}
			}
		}
		return nil
	})
	for e := range list {
		n := float64(max(list[e].Samples, 1))
		list[e].Mean /= n
		list[e].RMSE = math.Sqrt(list[e].RMSE / n)
	}
	return list, err
}

// Drift measures the difference of two policies on the decisions of a log.
type Drift struct {
	// Distance is half the sum of the differences of the candidates' probabilities, 0 to 1, on average.
	// Agreement is the share of decisions with the same favourite.
	Distance  float64 `json:"distance"`
	Agreement float64 `json:"agreement"`
}

// Drift compares two policies.
func (p *Packed) Drift(old, new *train.Policy) (d Drift, err error) {
	a, b := newPolicyTable(old), newPolicyTable(new)
	n := 0
	var list1, list2 [32]float64
	err = p.rounds(func(r *packedRound) error {
		for i := range r.samples {
			x := &r.samples[i]
			p.list = x.mask.list(x.kind(), p.list[:0])
			one, two := a.probabilities(x.situation, p.list, list1[:0]), b.probabilities(x.situation, p.list, list2[:0])
			best1, best2 := 0, 0
			for j := range one {
				d.Distance += math.Abs(one[j]-two[j]) / 2
				if one[j] > one[best1] {
					best1 = j
				}
				if two[j] > two[best2] {
					best2 = j
				}
			}
			d.Agreement += float64(matgo.BoolInt(best1 == best2))
			n++
		}
		return nil
	})
	d.Distance /= float64(max(n, 1))
	d.Agreement /= float64(max(n, 1))
	return d, err
}

// Interval is a share with its 95 % interval.
type Interval struct {
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// FirstWins returns the wins of the seat that begins, as a share of the rounds with a winner.
func (m *Sums) FirstWins() (i Interval) {
	n := float64(m.FirstWon + m.SecondWon)
	if n == 0 {
		return i
	}
	i.Share = float64(m.FirstWon) / n
	spread := 1.96 * math.Sqrt(i.Share*(1-i.Share)/n)
	i.Low, i.High = i.Share-spread, i.Share+spread
	return i
}
