package screentest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/games/othello"
)

// analyst tells what is known of a match, and takes as long for each ply as a test says
// after a first quick look.
type analyst struct {
	Pace atomic.Int64 // a time.Duration
	Told atomic.Int64 // plies judged for good
}

// judge gives judgements from the last action back, as a game does.
func (a *analyst) judge(known func() ([]games.Judgement, error), limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	list, err := known()
	if err != nil {
		return nil, err
	}
	for i := len(list) - 1; i >= 0; i-- {
		if limit.Stop != nil && limit.Stop() {
			return list[i+1:], games.ErrStopped
		}
		if limit.Nodes == 0 { // not the quick look
			time.Sleep(time.Duration(a.Pace.Load()))
			a.Told.Add(1)
		}
		tell(list[i])
	}
	return list, nil
}

// all is what is known of the matches of all halls: it is the same whenever it is found out.
var all sync.Map

// known is what is found out of a match, once.
func known[T any](setup games.Setup, plies []games.Action, find func() (T, error)) func() (T, error) {
	once := sync.OnceValues(find)
	key := fmt.Sprintf("%T %s %s %s", once, setup.Game, setup.Options, plies)
	first, _ := all.LoadOrStore(key, once)
	return first.(func() (T, error))
}

// quickOthello is Othello whose analyst looks at few positions for each ply.
type quickOthello struct {
	othello.Game
	*analyst
}

// Analyse judges a match as the game does, but looks at few positions.
func (g quickOthello) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	return g.judge(known(setup, plies, func() ([]games.Judgement, error) {
		return g.Game.Analyse(setup, plies, games.Limit{Nodes: 2_000}, nil)
	}), limit, tell)
}
