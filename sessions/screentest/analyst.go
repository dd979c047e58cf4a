package screentest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/games/othello"
)

// analyst returns known judgements of a match. After a first quick look it takes for each ply as long as
// a test says.
type analyst struct {
	Pace atomic.Int64 // a time.Duration
	Told atomic.Int64 // plies judged for good
}

// judge returns judgements from the last action back, like a game.
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

// all caches the judgements of the matches of all halls, which are always the same.
var all sync.Map

// known returns the judgements of a match, computed once.
func known[T any](setup games.Setup, plies []games.Action, find func() (T, error)) func() (T, error) {
	once := sync.OnceValues(find)
	key := fmt.Sprintf("%T %s %s %s", once, setup.Game, setup.Options, plies)
	first, _ := all.LoadOrStore(key, once)
	return first.(func() (T, error))
}

// quickOthello is Othello with an analysis of few positions for each ply.
type quickOthello struct {
	othello.Game
	*analyst
}

// Analyse judges a match like the game, but looks at few positions.
func (g quickOthello) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	return g.judge(known(setup, plies, func() ([]games.Judgement, error) {
		return g.Game.Analyse(setup, plies, games.Limit{Nodes: 2_000}, nil)
	}), limit, tell)
}
