package bots

import (
	"math"

	"arcade/games/matgo"
	"arcade/games/rng"
)

// A player's choices hint at the hand: a player who leaves a card lying probably cannot take it. A world is
// more likely the better it explains the opponent's choices.

const (
	// At a difference of doubt in the sensible bot's points the better of two choices is clearly more
	// likely. slip is the chance of any random choice.
	doubt = 0.35
	slip  = 0.05
)

// likelihood returns how likely the opponent would have made its past choices in the world s. The product
// stays far from underflow: there are about ten choices, and none is less likely than a slip.
func likelihood(s, work *matgo.State, buf *[32]matgo.Move) float64 {
	w := work
	*w = matgo.State{Rules: s.Rules, Deck: s.Deck, Next: s.Past.Next, Floor: s.Past.Floor, First: s.First, Carry: s.Carry, Gold: s.Gold}
	other := int(1 - s.Seat)
	// The hands at the start: the hands now, and the cards played.
	for i := range w.Sides {
		w.Sides[i].Won, w.Sides[i].Hand = s.Past.Won[i], s.Sides[i].Hand|s.Past.Gone[i]
	}
	if s.Past.Drawn != 0 {
		guessDraws(s, w)
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
			return 0 // such a world is impossible
		}
	}
	return all
}

// guessDraws takes the cards that were drawn for bonus cards out of the hands at the start of w, and puts them into
// the deck, to be drawn. Nobody knows which they were: any card that a seat still has will do, or its last one.
func guessDraws(s, w *matgo.State) {
	at := s.Past.Next
	for i, m := range s.Past.Moves[:s.Past.Count] {
		if m.Verb != matgo.Play || !matgo.Card(m.Arg).Bonus() {
			continue
		}
		for ; s.Past.Drawn>>at&1 == 0; at++ {
		}
		seat := s.Past.Seats[i]
		hand := &w.Sides[seat].Hand
		drawn := s.Sides[seat].Hand &^ s.Sides[seat].Shown & *hand
		for j := s.Past.Count - 1; j > i && drawn == 0; j-- {
			if last := s.Past.Moves[j]; s.Past.Seats[j] == seat && last.Verb == matgo.Play {
				drawn = matgo.Card(last.Arg).Bit() & *hand
			}
		}
		if drawn != 0 {
			w.Deck[at] = drawn.First()
			*hand &^= w.Deck[at].Bit()
		}
		at++
	}
}

// likely returns the chance of a move by the sensible bot's judgement.
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

// below approximates e to the power of x, for x at most 0. It does not use math.Exp, which rounds
// differently on another processor: a round must get the same judgement everywhere.
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

// resample deals that many worlds and keeps some of them, likelier ones more often. It overwrites kept with
// the worlds.
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
	// Evenly spaced over the sum, from a random start.
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
