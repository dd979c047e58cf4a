package bots

import (
	"math"

	"arcade/games/matgo"
	"arcade/games/rng"
)

// The other's hand shows in what it did: who leaves a card lying has hardly the cards to
// take it. A world is the likelier the better it explains the other's choices.

const (
	// doubt is how far apart two choices must be in the sensible bot's points until the
	// better one is clearly the likelier, and slip how often any is made.
	doubt = 0.35
	slip  = 0.05
)

// likelihood is how likely the other would have made its choices so far in the world s. Some
// ten choices, of which none is less likely than a slip, are far from too small a number.
func likelihood(s, work *matgo.State, buf *[32]matgo.Move) float64 {
	w := work
	*w = matgo.State{Rules: s.Rules, Deck: s.Deck, Next: s.Past.Next, Floor: s.Past.Floor, First: s.First, Carry: s.Carry, Gold: s.Gold}
	other := int(1 - s.Seat)
	// The hands of the beginning: the hands now, and what was played.
	for i := range w.Sides {
		w.Sides[i].Won, w.Sides[i].Hand = s.Past.Won[i], s.Sides[i].Hand|s.Past.Gone[i]
	}
	w.StartTurn(s.First)
	all := 1.0
	for _, m := range s.Past.Moves[:s.Past.Count] {
		if int(w.Seat) == other && (m.Verb == matgo.Play || m.Verb == matgo.Take || m.Verb == matgo.Bomb || m.Verb == matgo.Shake || m.Verb == matgo.PassKung) {
			if legal := w.Legal(buf[:0]); len(legal) > 1 {
				all *= slip/float64(len(legal)) + float64((1-slip)*likely(w, legal, m))
			}
		}
		if w.Apply(m) != "" {
			return 0 // it could not have come about
		}
	}
	return all
}

// likely is how likely the sensible bot's judgement makes a move.
func likely(s *matgo.State, legal []matgo.Move, m matgo.Move) float64 {
	t := readFor(s, legal)
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
		all += below((scores[i] - most) / doubt)
	}
	return below((is-most)/doubt) / all
}

// below is about e to the power of x, which is not above 0. It is written out, since math.Exp
// rounds otherwise on another processor, and a round is to be judged the same anywhere.
func below(x float64) float64 {
	if x < -32 {
		return 0
	}
	y := 1 + float64(x/1024)
	for range 10 {
		y *= y
	}
	return y
}

// resample deals so many worlds and keeps some of them, the likelier ones more often; the
// worlds are written over kept.
func resample(s *matgo.State, deals int, kept []matgo.State, r *rng.Source, work *matgo.State, buf *[32]matgo.Move, weights []float64, worlds []matgo.State) {
	sum := 0.0
	for i := range deals {
		s.Determinize(r)
		worlds[i] = *s
		weights[i] = likelihood(s, work, buf)
		sum += weights[i]
	}
	if sum == 0 {
		for i := range deals {
			weights[i] = 1
		}
		sum = float64(deals)
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
