package yut

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"arcade/games"
)

const (
	// puzzleRuns is the number of playouts of each move.
	puzzleRuns = 400
	// puzzleMost limits the moves of a puzzle, because each is played out.
	puzzleMost = 8
	// The best move saves at least puzzleMargin turns, and puzzleErrors standard errors of that saving.
	puzzleMargin, puzzleErrors = 0.5, 4
)

// GoalWay is the goal of every puzzle: the move that ends the run soonest on average.
const GoalWay = "way"

// Puzzles is the version of [Game.Puzzle].
func (Game) Puzzles() int { return 1 }

// puzzler plays moves out by the planner among the bots.
func puzzler() *master { return &master{planner: &planner{w: fitted()}} }

// PuzzlePlies lists the positions with a choice of moves. The one in which a quick search puts the second
// move furthest behind comes first.
func (Game) PuzzlePlies(setup games.Setup, plies []games.Action, limit games.Limit) (list []int, err error) {
	m, gaps := puzzler(), map[int]float64{}
	p := &position{newRun(library, setup.Seed)}
	for i, a := range plies {
		if limit.Stop != nil && limit.Stop() {
			return nil, games.ErrStopped
		}
		if p.asks() {
			m.weigh(&p.state, p.hand)
			list, gaps[i] = append(list, i), m.list[1].turns-m.list[0].turns
		}
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(gaps[b], gaps[a]) })
	return list, nil
}

// asks reports whether the position can be a puzzle.
func (p *position) asks() bool {
	if p.over() || p.ask() != AskMove {
		return false
	}
	n := len(p.legal(nil, p.hand))
	return n > 1 && n <= puzzleMost
}

// Puzzle plays every move out, each with the same chance. The chance depends on the position, so that the
// same position gives the same puzzle. Points are negative turns, since fewer turns are better. An option's
// error is the error of its difference from the best move.
func (Game) Puzzle(setup games.Setup, plies []games.Action, limit games.Limit) (*games.Puzzle, error) {
	reached, err := games.After(Game{}, setup, plies)
	if err != nil {
		return nil, err
	}
	p := reached.(*position)
	if !p.asks() {
		return nil, nil
	}
	view := p.View(games.Spectator).(View)
	view.Throws, view.Last = 0, nil // the way here does not matter
	key, err := json.Marshal(view)
	if err != nil {
		return nil, fmt.Errorf("yut: %w", err)
	}
	m, actions := puzzler(), p.legal(nil, p.hand)
	turns := make([][puzzleRuns]float64, len(actions))
	for n := range puzzleRuns {
		if limit.Stop != nil && limit.Stop() {
			return nil, games.ErrStopped
		}
		chance := chanceOf(fmt.Sprintf("%s/%d", key, n))
		for i, a := range actions {
			turns[i][n] = m.playOut(&p.state, p.hand, a, &chance, 0)
		}
	}
	best, means := 0, make([]float64, len(actions))
	for i := range turns {
		for _, v := range turns[i] {
			means[i] += v / puzzleRuns
		}
		if means[i] < means[best] {
			best = i
		}
	}
	var options []games.Option
	clear := true
	for i, a := range actions {
		o := games.Option{Action: a.action(), Points: -hundredths(means[i])}
		if i != best {
			o.SE = hundredths(pairedError(&turns[i], &turns[best]))
			gap := means[i] - means[best]
			clear = clear && gap >= puzzleMargin && gap >= puzzleErrors*o.SE
		}
		options = append(options, o)
	}
	if !clear {
		return nil, nil
	}
	return &games.Puzzle{Key: string(key), Goal: GoalWay, Line: []games.PuzzleStep{{Action: actions[best].action(), Options: options}}}, nil
}

// pairedError returns the standard error of the mean difference of two series with the same chance.
func pairedError(a, b *[puzzleRuns]float64) float64 {
	sum, squares := 0.0, 0.0
	for n := range a {
		d := a[n] - b[n]
		sum += d
		squares += float64(d * d)
	}
	mean := sum / puzzleRuns
	return math.Sqrt(max(squares/puzzleRuns-float64(mean*mean), 0) / puzzleRuns)
}

func hundredths(v float64) float64 { return math.Round(v*100) / 100 }
