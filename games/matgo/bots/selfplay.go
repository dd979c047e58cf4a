package bots

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"arcade/games/matgo"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// The net learns the differences between the choices of a decision. The result of one round says almost
// nothing about a card. The results of the choices in the same worlds, with the same chance, say much more.

const (
	// The choices of a sample are tried in sampleWorlds worlds, kept from sampleDeals deals.
	sampleWorlds, sampleDeals = 8, 16
	// One of sampleShare decisions about cards becomes a sample.
	sampleShare = 2
	// One of strays decisions is a random legal one.
	strays = 12
	// wide is the spread of results, in points, at which a sample counts half.
	wide = 50
)

// NewNet makes an untrained net with the learnt bot's inputs.
func NewNet(r *rng.Source) *net.Net { return net.New(sightInputs, r) }

// School has the deals from which a net learns: those of a seed, under a set of rules.
type School struct {
	Rules *matgo.Rules
	Seed  string
}

// deal returns the deal of a number.
func (c School) deal(number int) matgo.State {
	return matgo.Deal(c.Rules, c.Seed+strconv.Itoa(number), matgo.DefaultOptions())
}

// Worker plays rounds and tries their choices. It belongs to one goroutine.
type Worker struct {
	school    School
	x         *searcher
	evaluator evaluator
	buf       [32]matgo.Move
	brought,
	squares [favourites]float64
}

// NewWorker makes a Worker for the rounds of a school.
func NewWorker(c School) *Worker {
	p := &Worker{school: c, x: newSearcher(nil, sampleWorlds, sampleDeals, 0)}
	p.x.reserve()
	return p
}

// Play plays the round of a number, and appends it with its samples: the number, the counts of
// moves and samples, the moves. For each sample follow the ply, the number of choices tried and the spread
// of their results; for each choice its index among the legal ones and its average result.
func (p *Worker) Play(number int, out []byte) []byte {
	s := p.school.deal(number)
	r := rng.Derive(p.school.Seed+strconv.Itoa(number), "school")
	// Half of the seats play the best choice of each sample.
	follows := [2]bool{r.Intn(2) == 0, r.Intn(2) == 0}
	out = binary.LittleEndian.AppendUint32(out, uint32(number))
	head := len(out)
	out = append(out, 0, 0)
	var moves [matgo.MaxMoves]matgo.Move
	for s.Phase != matgo.Over {
		legal := s.Legal(p.buf[:0])
		n := 0
		if len(legal) > 1 {
			n, _ = sensible(&s, legal, r)
			if s.Phase != matgo.AskPlay || r.Intn(sampleShare) == 0 {
				var best int
				if best, out = p.sample(&s, legal, r, append(out, out[head])); follows[s.Seat] {
					n = best
				}
				out[head+1]++
			}
			if r.Intn(strays) == 0 {
				n = r.Intn(len(legal))
			}
		}
		moves[out[head]] = legal[n]
		out[head]++
		if reason := s.Apply(legal[n]); reason != "" {
			panic("matgo: a worker broke the rules: " + reason)
		}
	}
	for _, m := range moves[:out[head]] {
		out = append(out, byte(m.Verb), m.Arg)
	}
	return out
}

// sample tries the choices that a net would judge, appends their results, and returns the best of them.
func (p *Worker) sample(s *matgo.State, legal []matgo.Move, r *rng.Source, out []byte) (int, []byte) {
	x := p.x
	x.base = *s
	x.base.Hide()
	x.chance = forked(r)
	x.kept = x.all[:sampleWorlds]
	resample(&x.base, sampleDeals, x.kept, &x.chance, &x.world, &x.inner, x.likelihoods, x.dealt)
	p.evaluator.prior(s, legal)
	tried := p.evaluator.ranked(len(legal))
	clear(p.brought[:])
	clear(p.squares[:])
	for n := range x.kept {
		x.base = x.kept[n]
		same := x.chance
		for i, at := range tried {
			x.chance = same
			v := x.try(legal[at])
			p.brought[i] += v
			p.squares[i] += float64(v * v)
		}
	}
	best, spread := 0, 0.0
	for i := range tried {
		p.brought[i] /= sampleWorlds
		spread += p.squares[i]/sampleWorlds - float64(p.brought[i]*p.brought[i])
		if p.brought[i] > p.brought[best] {
			best = i
		}
	}
	out = append(out, byte(len(tried)))
	out = appendFloat(out, spread/float64(len(tried)))
	for i, at := range tried {
		out = appendFloat(append(out, byte(at)), p.brought[i])
	}
	return tried[best], out
}

func appendFloat(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
}

func readFloat(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// ErrSamples is returned for data that no worker wrote.
var ErrSamples = errors.New("not the lessons of a pupil")

// SplitSamples splits the workers' output into its rounds, and a rest that is not a whole round.
func SplitSamples(data []byte) (rounds [][]byte, rest []byte) {
	for len(data) >= 6 {
		n := 6
		for range data[5] {
			if len(data) < n+2 {
				return rounds, data
			}
			n += 6 + 5*int(data[n+1])
		}
		if n += 2 * int(data[4]); len(data) < n {
			break
		}
		rounds, data = append(rounds, data[:n:n]), data[n:]
	}
	return rounds, data
}

// CheckSamples reports whether rounds belong to a school, numbered from 1.
func (c School) CheckSamples(rounds [][]byte) error {
	for i, round := range rounds {
		if binary.LittleEndian.Uint32(round) != uint32(i+1) {
			return fmt.Errorf("%w: round %d is another", ErrSamples, i+1)
		}
		if err := c.eachSample(round, func(*matgo.State, triedSample) {}); err != nil {
			return fmt.Errorf("round %d: %w", i+1, err)
		}
	}
	return nil
}

// triedSample is a sample: the choices tried, and their results.
type triedSample struct {
	legal   []matgo.Move
	at      []int
	brought []float32
	spread  float32
}

// eachSample replays a round and visits its samples.
func (c School) eachSample(round []byte, visit func(*matgo.State, triedSample)) error {
	s := c.deal(int(binary.LittleEndian.Uint32(round)))
	plies, left, data := int(round[4]), int(round[5]), round[6:]
	moves := round[len(round)-2*plies:]
	var buf [32]matgo.Move
	var at [favourites]int
	var brought [favourites]float32
	for ply := range plies {
		if left > 0 && int(data[0]) == ply {
			n := int(data[1])
			t := triedSample{s.Legal(buf[:0]), at[:min(n, favourites)], brought[:min(n, favourites)], readFloat(data[2:])}
			for i := range t.at {
				one := data[6+5*i:]
				if t.at[i], t.brought[i] = int(one[0]), readFloat(one[1:]); t.at[i] >= len(t.legal) {
					return ErrSamples
				}
			}
			visit(&s, t)
			data = data[6+5*n:]
			left--
		}
		if s.Apply(matgo.Move{Verb: matgo.Verb(moves[2*ply]), Arg: moves[2*ply+1]}) != "" {
			return ErrSamples
		}
	}
	if s.Phase != matgo.Over { // a round of other rules
		return ErrSamples
	}
	return nil
}

// Trainer trains a net. It belongs to one goroutine.
type Trainer struct {
	school    School
	net       *net.Net
	evaluator evaluator
	list      [32]evaluation
	want      [32]float32
	steps     [favourites]float32
}

// NewTrainer makes a Trainer for a net, with samples of a school.
func NewTrainer(n *net.Net, c School) *Trainer {
	return &Trainer{school: c, net: n, evaluator: evaluator{nets: always(n)}}
}

// Train learns from the samples of a round.
func (t *Trainer) Train(round []byte, rate float32) error {
	return t.school.eachSample(round, func(s *matgo.State, l triedSample) { t.train(s, l, rate) })
}

func (t *Trainer) train(s *matgo.State, l triedSample, rate float32) {
	k := &t.evaluator
	n, pays := k.see(s, l.legal, t.list[:])
	if n == 0 {
		return
	}
	t.net.Values(k.lists[:n], k.sums[:n], k.values[:n])
	for i, at := range l.at {
		t.want[at] = l.brought[i]
	}
	// Only differences count: between the choices, or from the choice that ends the round.
	var want, is float32
	if n == len(l.at) {
		for i, at := range k.open[:n] {
			want += t.want[at] / float32(n)
			is += k.values[i] / float32(n)
		}
	} else {
		want = pays
	}
	rate /= 1 + l.spread/(wide*wide)
	for i, at := range k.open[:n] {
		short := (t.want[at]-want)/valueUnit - (k.values[i] - is)
		t.steps[i] = float32(rate * min(max(short, -mostShort), mostShort))
	}
	t.net.Learn(k.lists[:n], k.sums[:n], t.steps[:n])
}

// mostShort bounds the effect of one choice: results have a long tail.
const mostShort = 8

// Exam compares the results of a net's choices with the results of the sensible bot's favourites, on
// samples that the net did not learn from.
type Exam struct {
	Rounds         int
	Cards, Go, All Gain
}

// Gain sums the points gained, and their squares, over a number of decisions.
type Gain struct {
	Decisions, Other int
	Points, Squares  float64
}

func (g *Gain) add(points float64, other bool) {
	g.Decisions++
	g.Other += matgo.BoolInt(other)
	g.Points += points
	g.Squares += points * points
}

// PerRound returns a seat's gain in a round, with its error.
func (g Gain) PerRound(rounds int) Measure {
	n := float64(2 * rounds)
	return Measure{g.Points / n, math.Sqrt(g.Squares) / n}
}

// Examine adds the samples of a round to an exam.
func (t *Trainer) Examine(round []byte, e *Exam) error {
	e.Rounds++
	return t.school.eachSample(round, func(s *matgo.State, l triedSample) {
		k := &t.evaluator
		k.evaluate(s, l.legal, t.list[:])
		for i, at := range l.at {
			t.want[at] = l.brought[i]
		}
		n := bestOf(t.list[:len(l.legal)])
		first := k.ranked(len(l.legal))[0]
		gain := float64(t.want[n] - t.want[first])
		if s.Phase == matgo.AskPlay {
			gain *= sampleShare
		}
		g := &e.Cards
		if s.Phase == matgo.AskGo {
			g = &e.Go
		}
		g.add(gain, n != first)
		e.All.add(gain, n != first)
	})
}

// Measure is a mean with its standard error.
type Measure struct {
	Mean float64 `json:"mean"`
	SE   float64 `json:"se"`
}
