// Package bots has Matgo's bots, the analysis of finished rounds, and the training of one bot's net.
package bots

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/export"
	"arcade/games/rng"
)

// Game is Matgo with its exports and bots, for the registry.
type Game struct {
	export.Game
	more *[]games.Bot // besides its own bots; a pointer, so that games can be compared
}

// With returns the game with further bots, after its own.
func (g Game) With(bots ...games.Bot) Game { return Game{more: &bots} }

// Bots lists the bots, weakest first.
func (g Game) Bots() []games.Bot {
	own := []games.Bot{randomBot{}, eagerBot{}, sensibleBot{}, learntBot{}, masterBot{}}
	if g.more != nil {
		own = append(own, *g.more...)
	}
	return own
}

// Pace is the least time of a bot's move, in ms: a turn may need two moves, and players want to see each
// card.
func (Game) Pace() int64 { return 1200 }

// randomBot plays any legal action, each with equal chance: the baseline.
type randomBot struct{}

func (randomBot) Name() string { return "random" }

// Choose needs a [View] with legal actions. Otherwise it returns "".
func (randomBot) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(*matgo.View)
	if !ok || len(v.Legal) == 0 {
		return ""
	}
	return v.Legal[r.Intn(len(v.Legal))]
}

// sensibleBot plays like a careful person. It weighs each card by what it brings and what it leaves to the
// opponent, counts unseen cards, and says go only if go promises more than a stop.
type sensibleBot struct{}

func (sensibleBot) Name() string { return "sensible" }

// Choose needs a [View] with legal actions. Otherwise it returns "".
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

// choices returns the view and its seat's legal moves, appended to moves. It is not ok for anything else,
// or if there is nothing to choose.
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

// Player is a bot without the text notation. It picks legal[n] for the seat on turn and returns its value,
// or 0 if the bot does not judge. It uses only what the seat's view shows.
type Player func(s *matgo.State, legal []matgo.Move, r *rng.Source) (n int, worth float64)

// players makes the players of [Game.Bots] by name. Each player belongs to one goroutine.
var players = map[string]func() Player{
	randomBot{}.Name(): func() Player {
		return func(_ *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) { return r.Intn(len(legal)), 0 }
	},
	eagerBot{}.Name():    func() Player { return eager },
	sensibleBot{}.Name(): func() Player { return sensible },
	learntBot{}.Name():   func() Player { return newLearnt(learnt) },
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
