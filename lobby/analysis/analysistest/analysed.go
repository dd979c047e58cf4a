// Package analysistest has a game with a slow analyst, for tests of how the arcade waits for it.
package analysistest

import (
	"sync/atomic"
	"time"

	"arcade/games"
)

// Analysed is a game whose analyst needs 100 ms for each action.
type Analysed struct {
	games.Game
	Number          int           // version of the judge
	Asked, At, Left *atomic.Int64 // begun, running now, stopped
	Fail            bool          // it panics
}

// Time is the analyst's time for an action.
const Time = 100 * time.Millisecond

// New returns the game g with such an analyst.
func New(g games.Game) Analysed {
	return Analysed{Game: g, Number: 1, Asked: &atomic.Int64{}, At: &atomic.Int64{}, Left: &atomic.Int64{}}
}

// Judge is [games.Analyser].
func (g Analysed) Judge() int { return g.Number }

// Analyse is [games.Analyser].
func (g Analysed) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	if limit.Nodes != 0 { // the quick look knows nothing
		for i := len(plies) - 1; i >= 0; i-- {
			tell(games.Judgement{Ply: i, Played: plies[i], Best: plies[i]})
		}
		return nil, nil
	}
	g.Asked.Add(1)
	g.At.Add(1)
	defer g.At.Add(-1)
	list := make([]games.Judgement, len(plies))
	for i := len(plies) - 1; i >= 0; i-- {
		for range Time / time.Millisecond {
			time.Sleep(time.Millisecond)
			if limit.Stop() {
				g.Left.Add(1)
				return list[i+1:], games.ErrStopped
			}
		}
		if g.Fail {
			panic("lost")
		}
		list[i] = games.Judgement{Ply: i, Seat: games.Seat(i % 2), Played: plies[i], Best: plies[i], Before: float64(i) + .25, After: float64(i), Exact: i > 3}
		if i == 2 {
			list[i].Best, list[i].Missed = "a1", true
			list[i].Options = []games.Option{{Action: "a1", Points: 2.5, SE: .25}, {Action: plies[i]}}
		}
		tell(list[i])
	}
	return list, nil
}

// Luck is the analyst's result for every deal.
var Luck = games.Luck{Result: 6, Same: 2.5, Swapped: -1}

// AnalyseLuck is [games.LuckAnalyser].
func (Analysed) AnalyseLuck(games.Setup, []games.Action, games.Seat, games.Limit) (games.Luck, error) {
	return Luck, nil
}
