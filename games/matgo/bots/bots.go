// Package bots has Matgo's bots, their analysis of finished rounds, and the training of
// the net of one of them.
package bots

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/export"
	"arcade/games/rng"
)

// Game is Matgo with its exports and bots: the one for the registry.
type Game struct {
	export.Game
	more *[]games.Bot // beside its own; a pointer, so that games can be compared
}

// With is the game with further bots, behind its own.
func (g Game) With(bots ...games.Bot) Game { return Game{more: &bots} }

// Bots lists the bots, weakest first.
func (g Game) Bots() []games.Bot {
	own := []games.Bot{randomBot{}, eagerBot{}, sensibleBot{}, learntBot{}, masterBot{}}
	if g.more != nil {
		own = append(own, *g.more...)
	}
	return own
}

// Pace is the least time that a bot takes, in ms: a turn may ask it twice, and each
// of its cards is to be seen.
func (Game) Pace() int64 { return 1200 }

// randomBot plays any legal action, each as likely as the others: the baseline.
type randomBot struct{}

func (randomBot) Name() string { return "random" }

// Choose needs a [View] with legal actions; anything else gives "".
func (randomBot) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(*matgo.View)
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
	var buf [32]matgo.Move
	v, moves, ok := choices(view, buf[:0])
	if !ok {
		return ""
	}
	t := read(v)
	n, _ := t.pick(moves, r)
	return v.Legal[n]
}

// choices are a view and the moves that it lets its seat choose among, appended to moves;
// not ok for anything else, or where there is nothing to choose.
func choices(view any, moves []matgo.Move) (v *matgo.View, list []matgo.Move, ok bool) {
	v, ok = view.(*matgo.View)
	if !ok || len(v.Legal) == 0 || v.ToAct < 0 || v.ToAct > 1 {
		return v, nil, false
	}
	for _, a := range v.Legal {
		m, ok := matgo.ParseMove(a)
		if !ok {
			return v, nil, false
		}
		moves = append(moves, m)
	}
	return v, moves, true
}

// Player is a bot without the text: it picks legal[n] for the seat on turn, and returns its value,
// or 0 if the bot does not judge. It looks at what the seat's view shows and at nothing else.
type Player func(s *matgo.State, legal []matgo.Move, r *rng.Source) (n int, worth float64)

// players make the players of the bots of [Game.Bots] by name; each belongs to one
// goroutine.
var players = map[string]func() Player{
	randomBot{}.Name(): func() Player {
		return func(_ *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) { return r.Intn(len(legal)), 0 }
	},
	eagerBot{}.Name():    func() Player { return eager },
	sensibleBot{}.Name(): func() Player { return sensible },
	learntBot{}.Name():   func() Player { return newLearnt(learntNet()) },
	masterBot{}.Name(): func() Player {
		x := newMaster()
		return func(s *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) {
			return x.choose(s, legal, r, masterWorlds, nil)
		}
	},
}

func sensible(s *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) {
	t := readFor(s, legal)
	return t.pick(legal, r)
}
