package bots

import (
	"fmt"
	"strconv"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/net"
	"arcade/games/rng"
)

// Contestant is a bot in a simulation.
type Contestant struct {
	// Name identifies it in logs and reports.
	Name   string
	Player func() Player // one for each goroutine
	Judges bool          // whether it values its choices
}

// FindContestant returns the contestant with a registered bot's name.
func FindContestant(name string) (Contestant, error) {
	make := players[name]
	if make == nil {
		return Contestant{}, fmt.Errorf("no bot %.40q, want two of %s", name, strings.Join(games.BotNames(Game{}), ", "))
	}
	return Contestant{name, make, name != randomBot{}.Name()}, nil
}

// Bot returns the contestant as a bot for tables.
func (c Contestant) Bot() games.Bot { return contestantBot{c} }

type contestantBot struct{ Contestant }

func (b contestantBot) Name() string { return b.Contestant.Name }

// Choose needs a [View] with legal actions. Otherwise it returns "".
func (b contestantBot) Choose(view any, r *rng.Source) games.Action {
	return fromView(view, func(s *matgo.State, legal []matgo.Move) int {
		n, _ := b.Player()(s, legal, r)
		return n
	})
}

// NetContestant plays by a net, without search, whatever the rules.
func NetContestant(name string, n *net.Net) Contestant {
	return Contestant{name, func() Player { return newLearnt(always(n)) }, true}
}

// SearchContestant tries its choices in that many worlds, kept from that many deals; 0 deals keep the first
// worlds. Without a net it plays by the sensible bot alone. See [newSearcher].
func SearchContestant(name string, n *net.Net, worlds, deals, advice int) Contestant {
	var judges nets
	if n != nil {
		judges = always(n)
	}
	return Contestant{name, func() Player {
		x := newSearcher(judges, worlds, deals, advice)
		return func(s *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) {
			return x.choose(s, legal, r, worlds, nil)
		}
	}, true}
}

// GoesBy plays cards like one contestant, and chooses between go and stop like another.
func GoesBy(name string, cards, goes Contestant) Contestant {
	return Contestant{name, func() Player { return goesBy(cards.Player(), goes.Player()) }, cards.Judges && goes.Judges}
}

// Secret is something that a view hides and a cheat sees.
type Secret string

// The secrets of a round: the opponent's hand, or that and the order of the stock.
const (
	Hand Secret = "hand"
	All  Secret = "all"
)

// CheatContestant looks ahead like the master, but sees a secret. It plays at no table. Its matches show
// how much better guesses about hidden cards could bring. The spec is all, which needs only one world, or
// hand[:WORLDS].
func CheatContestant(name, spec string) (Contestant, error) {
	secret, count, counted := strings.Cut(spec, ":")
	sees, worlds, advice := Secret(secret), masterWorlds, adviceWorlds
	if counted {
		worlds, _ = strconv.Atoi(count)
	}
	switch {
	case sees == Hand && worlds > 0:
	case sees == All && !counted:
		worlds, advice = 1, 0
	default:
		return Contestant{}, fmt.Errorf("bad bot %.60q: want cheat:%s, cheat:%s:WORLDS or cheat:%s", name, Hand, Hand, All)
	}
	return Contestant{name, func() Player {
		x := newSearcher(learnt, worlds, 0, advice)
		if x.sees = sees; sees == All {
			x.sure = 0
		}
		return func(s *matgo.State, legal []matgo.Move, r *rng.Source) (int, float64) {
			return x.choose(s, legal, r, worlds, nil)
		}
	}, true}, nil
}
