package bots

import (
	_ "embed"
	"sync"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

//go:embed learnt.bin
var embedded []byte

// learntNet are the weights that this binary carries; docs/matgo-training.md has the
// command that makes them.
var learntNet = sync.OnceValue(func() *net.Net {
	n, err := ReadNet(embedded)
	if err != nil {
		panic(err)
	}
	return n
})

// learntBot does what its net thinks best, without looking ahead.
type learntBot struct{}

func (learntBot) Name() string { return "learnt" }

// Choose needs a [View] with legal actions; anything else gives "".
func (learntBot) Choose(view any, r *rng.Source) games.Action {
	return fromView(view, func(s *matgo.State, legal []matgo.Move) int {
		n, _ := newLearnt(learntNet())(s, legal, r)
		return n
	})
}

// fromView lets a player of states choose for the seat that a view is of.
func fromView(view any, choose func(*matgo.State, []matgo.Move) int) games.Action {
	var buf [32]matgo.Move
	v, moves, ok := choices(view, buf[:0])
	if !ok {
		return ""
	}
	s := matgo.StateOf(v)
	return v.Legal[choose(&s, moves)]
}

// masterBot tries its choices in worlds: the other's hand and the stock dealt anew, so
// that what the other did is explained.
type masterBot struct{}

const (
	// masterWorlds is in how many worlds it tries its choices at most, masterDeals how
	// many are dealt to take them from.
	masterWorlds, masterDeals = 800, 2400
	// tryNodes is how many positions a try looks at, roughly, for a limit in positions.
	tryNodes = 12
)

func (masterBot) Name() string { return "master" }

// Choose is Think by its own measure.
func (b masterBot) Choose(view any, r *rng.Source) games.Action {
	return b.Think(view, r, games.Limit{})
}

// Think needs a [View] with legal actions; anything else gives "".
func (masterBot) Think(view any, r *rng.Source, limit games.Limit) games.Action {
	return fromView(view, func(s *matgo.State, legal []matgo.Move) int {
		worlds := masterWorlds
		if limit.Nodes > 0 {
			worlds = int(min(limit.Nodes/int64(tryNodes*len(legal)), masterWorlds))
		}
		n, _ := newMaster().choose(s, legal, r, worlds, limit.Stop)
		return n
	})
}

// newMaster makes the searcher of the master, for one goroutine.
func newMaster() *searcher {
	return newSearcher(learntNet(), masterWorlds, masterDeals, adviceWorlds)
}

// goesBy plays as one player does, but for go and stop.
func goesBy(cards, goes Player) Player {
	return func(s *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) {
		if s.Phase == matgo.AskGo {
			return goes(s, legal, r)
		}
		return cards(s, legal, r)
	}
}
