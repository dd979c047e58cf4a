package matgo

import (
	"math"

	"arcade/games/rng"
)

// The other's hand shows in what it did: who leaves a card lying has hardly the cards to
// take it. A world is believed the more the better it explains the other's choices.

const (
	// doubt is how far apart two choices must be in the sensible bot's points until the
	// better one is clearly the likelier, and slip how often any is made.
	doubt = 0.35
	slip  = 0.05
)

// belief is how likely the other would have made its choices so far in the world s, as
// a logarithm.
func (s *State) belief(work *State, buf *[32]Move) float64 {
	w := work
	*w = State{rules: s.rules, deck: s.deck, next: s.past.next, floor: s.past.floor, first: s.first, carry: s.carry, gold: s.gold}
	other := int(1 - s.seat)
	// The hands of the beginning: those of now, and what was played.
	for i := range w.sides {
		w.sides[i].won, w.sides[i].hand = s.past.won[i], s.sides[i].hand|s.past.gone[i]
	}
	w.startTurn(s.first)
	sum := 0.0
	for _, m := range s.past.moves[:s.past.count] {
		if int(w.seat) == other && (m.Verb == Play || m.Verb == Take || m.Verb == Bomb || m.Verb == Shake || m.Verb == PassKung) {
			if legal := w.Legal(buf[:0]); len(legal) > 1 {
				sum += math.Log(slip/float64(len(legal)) + float64((1-slip)*likely(w, legal, m)))
			}
		}
		if w.Apply(m) != "" {
			return math.Inf(-1) // it could not have come about
		}
	}
	return sum
}

// likely is how likely the sensible bot's judgement makes a move.
func likely(s *State, legal []Move, m Move) float64 {
	t := readState(s)
	var scores [32]float64
	most, is := math.Inf(-1), 0.0
	for i, l := range legal {
		scores[i] = t.score(l)
		most = max(most, scores[i])
		if l == m {
			is = scores[i]
		}
	}
	all := 0.0
	for i := range legal {
		all += math.Exp((scores[i] - most) / doubt)
	}
	return math.Exp((is-most)/doubt) / all
}

// believe deals so many worlds and keeps some of them, the likelier ones more often; the
// worlds are written over kept.
func (s *State) believe(deals int, kept []State, r *rng.Source, work *State, buf *[32]Move, weights []float64, worlds []State) {
	most := math.Inf(-1)
	for i := range deals {
		s.imagine(r)
		worlds[i] = *s
		weights[i] = s.belief(work, buf)
		most = max(most, weights[i])
	}
	sum := 0.0
	for i := range deals {
		if math.IsInf(most, -1) {
			weights[i] = 1
		} else {
			weights[i] = math.Exp(weights[i] - most)
		}
		sum += weights[i]
	}
	// Evenly spread over the sum, from a point that chance draws.
	step := sum / float64(len(kept))
	at := float64(r.Uint64()>>11) / (1 << 53) * step
	j, until := 0, weights[0]
	for i := range kept {
		for until < at && j < deals-1 {
			j++
			until += weights[j]
		}
		kept[i] = worlds[j]
		at += step
	}
	r.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
}
