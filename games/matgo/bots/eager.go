package bots

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/rng"
)

// eagerBot errs like people who have just learnt Matgo. It takes the showiest cards on the floor, never
// considers what the opponent may take, shakes whenever it can, and says go as long as the opponent has few
// points.
type eagerBot struct{}

func (eagerBot) Name() string { return "eager" }

// Choose needs a [View] with legal actions. Otherwise it returns "".
func (eagerBot) Choose(view any, r *rng.Source) games.Action {
	return fromView(view, func(s *matgo.State, legal []matgo.Move) int {
		n, _ := eager(s, legal, r)
		return n
	})
}

// eager is the player of [eagerBot].
func eager(s *matgo.State, legal []matgo.Move, r *rng.Source) (best int, worth float64) {
	for i, m := range legal {
		score := 10*eagerness(s, m) + r.Intn(10) // chance decides among equals
		if i == 0 || float64(score) > worth {
			best, worth = i, float64(score)
		}
	}
	return best, 0
}

// eagerness scores a legal move for the bot; higher is better.
func eagerness(s *matgo.State, m matgo.Move) int {
	switch m.Verb {
	case matgo.Shake, matgo.Bomb, matgo.UseKung, matgo.PresidentHold:
		return 100
	case matgo.Play:
		c := matgo.Card(m.Arg)
		open := s.Floor.Month(c.Month())
		if c.Bonus() || open == 0 {
			return -showiness(c) // nothing to take: play the plainest card
		}
		most := 0
		for other := range open.All() {
			most = max(most, showiness(other))
		}
		return 10 + showiness(c) + most
	case matgo.Take:
		return showiness(matgo.Card(m.Arg))
	case matgo.Go:
		if s.Score(1-int(s.Seat)) < 3 {
			return 1
		}
		return -1
	}
	return 0
}

// showiness rates a card like a beginner: brights first, then animals, ribbons, junk by its worth.
func showiness(c matgo.Card) int {
	switch c.Kind() {
	case matgo.Kwang:
		return 8
	case matgo.Yeol:
		return 6
	case matgo.Tti:
		return 5
	}
	return c.Worth()
}
