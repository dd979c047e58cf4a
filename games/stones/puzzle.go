package stones

import (
	"fmt"

	"arcade/games"
)

// puzzleMargin is the lead of the best pick over the second, in grades.
const puzzleMargin = 0.05

// GoalPick is the goal of every puzzle: the pick with the best average reward.
const GoalPick = "pick"

// Puzzles is the version of [Game.Puzzle].
func (Game) Puzzles() int { return 1 }

// PuzzlePlies lists all positions of a run with a choice, latest first.
func (Game) PuzzlePlies(_ games.Setup, plies []games.Action, _ games.Limit) ([]int, error) {
	return games.EveryPly(plies), nil
}

// Puzzle returns the exact best play. It depends on the position alone, not on the way there.
func (Game) Puzzle(setup games.Setup, plies []games.Action, _ games.Limit) (*games.Puzzle, error) {
	reached, err := games.After(Game{}, setup, plies)
	if err != nil {
		return nil, err
	}
	p := reached.(*position)
	best, second := games.Option{Points: -1}, games.Option{Points: -1}
	var options []games.Option
	for _, o := range BestPlay(p.mode.Number).Outlooks(p.State) {
		option := games.Option{Action: o.Choice.Action(), Points: o.Value}
		options = append(options, option)
		switch {
		case option.Points > best.Points:
			best, second = option, best
		case option.Points > second.Points:
			second = option
		}
	}
	if len(options) < 2 || best.Points-second.Points < puzzleMargin {
		return nil, nil
	}
	s := p.State
	return &games.Puzzle{
		Key: fmt.Sprintf("%d %d %d %v", p.mode.Number, s.Cell, s.Left, s.Used), Goal: GoalPick,
		Line: []games.PuzzleStep{{Action: best.Action, Options: options}},
	}, nil
}
