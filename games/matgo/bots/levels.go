package bots

import (
	_ "embed"
	"sync"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// The weights in this binary, by rules. docs/matgo-training.md has the commands that make them.
var (
	//go:embed learnt.bin
	document []byte
	//go:embed learnt-standard.bin
	standard []byte

	documentNet = sync.OnceValue(func() *net.Net { return mustRead(document) })
	standardNet = sync.OnceValue(func() *net.Net { return mustRead(standard) })
)

func mustRead(data []byte) *net.Net {
	n, err := ReadNet(data)
	if err != nil {
		panic(err)
	}
	return n
}

// nets returns the net that judges under a set of rules.
type nets func(*matgo.Rules) *net.Net

// learnt is the nets of this binary, each taught under its rules.
func learnt(r *matgo.Rules) *net.Net {
	if r.Name == matgo.RulesStandard {
		return standardNet()
	}
	return documentNet()
}

// always is a net under all rules.
func always(n *net.Net) nets { return func(*matgo.Rules) *net.Net { return n } }

// learntBot picks its net's best choice, without looking ahead.
type learntBot struct{}

func (learntBot) Name() string { return "learnt" }

// Choose needs a [View] with legal actions. Otherwise it returns "".
func (learntBot) Choose(view any, r *rng.Source) games.Action {
	return fromView(view, func(s *matgo.State, legal []matgo.Move) int {
		n, _ := newLearnt(learnt)(s, legal, r)
		return n
	})
}

// fromView lets a player of states choose for the seat of a view.
func fromView(view any, choose func(*matgo.State, []matgo.Move) int) games.Action {
	var buf [32]matgo.Move
	v, moves, ok := choices(view, buf[:0])
	if !ok {
		return ""
	}
	s := matgo.StateOf(v)
	return v.Legal[choose(&s, moves)]
}

// masterBot tries its choices in worlds: it deals the opponent's hand and the stock anew, and keeps worlds
// that explain the opponent's choices.
type masterBot struct{}

const (
	// The master tries its choices in at most masterWorlds worlds, which it keeps from masterDeals deals.
	masterWorlds, masterDeals = 800, 2400
	// tryNodes is roughly the number of positions of one try, for a limit in positions.
	tryNodes = 12
)

func (masterBot) Name() string { return "master" }

// Choose is Think under its own limit.
func (b masterBot) Choose(view any, r *rng.Source) games.Action {
	return b.Think(view, r, games.Limit{})
}

// Think needs a [View] with legal actions. Otherwise it returns "".
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
	return newSearcher(learnt, masterWorlds, masterDeals, adviceWorlds)
}

// goesBy plays like cards, except that goes chooses between go and stop.
func goesBy(cards, goes Player) Player {
	return func(s *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) {
		if s.Phase == matgo.AskGo {
			return goes(s, legal, r)
		}
		return cards(s, legal, r)
	}
}
