package matgo

import (
	"arcade/games"
	"arcade/games/rng"
)

// Bots lists the bots, weakest first.
func (Game) Bots() []games.Bot { return []games.Bot{randomBot{}, sensibleBot{}} }

// Pace is the least time that a bot takes, in ms: a turn may ask it twice, and each
// of its cards is to be seen.
func (Game) Pace() int64 { return 1200 }

// randomBot plays any legal action, each as likely as the others: the baseline.
type randomBot struct{}

func (randomBot) Name() string { return "random" }

// Choose needs a [View] with legal actions; anything else gives "".
func (randomBot) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok || len(v.Legal) == 0 {
		return ""
	}
	return v.Legal[r.Intn(len(v.Legal))]
}

// sensibleBot plays what a careful person would: it weighs each card by what it
// brings and what it leaves to the other, counts the cards that it has not seen,
// and says go only where that promises more than a stop.
type sensibleBot struct{}

func (sensibleBot) Name() string { return "sensible" }

// Choose needs a [View] with legal actions; anything else gives "".
func (sensibleBot) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok || len(v.Legal) == 0 || v.ToAct < 0 || v.ToAct > 1 {
		return ""
	}
	t := read(v)
	best, score := v.Legal[0], 0.0
	for i, a := range v.Legal {
		m, ok := ParseMove(a)
		if !ok {
			return ""
		}
		// Among equals chance decides, by less than any reason counts.
		s := t.score(m) + float64(r.Intn(1000))*1e-6
		if i == 0 || s > score {
			best, score = a, s
		}
	}
	return best
}
