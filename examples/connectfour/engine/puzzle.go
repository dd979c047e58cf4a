package connectfour

import (
	"slices"
	"strings"

	"arcade/games"
)

const (
	// GoalWin is the goal of every puzzle: four in a row within a few moves, whatever the replies.
	GoalWin = "win"
	// puzzleMoves is the largest number of the player's moves until the win.
	puzzleMoves = 3
)

// Puzzles is the version of [Game.Puzzle].
func (Game) Puzzles() int { return 1 }

// PuzzlePlies lists all positions, latest first.
func (Game) PuzzlePlies(_ games.Setup, plies []games.Action, _ games.Limit) (list []int, err error) {
	for i := len(plies) - 1; i >= 0; i-- {
		list = append(list, i)
	}
	return list, nil
}

// Puzzle asks for the only column that wins within a number of moves. The line goes on while the next answer is
// unique, too. The search of five plies is too short for a limit.
func (Game) Puzzle(setup games.Setup, plies []games.Action, _ games.Limit) (*games.Puzzle, error) {
	reached, err := games.After(Game{}, setup, plies)
	if err != nil || reached.Result() != nil {
		return nil, err
	}
	v := reached.(*position).seen
	for n := 1; n < 2*puzzleMoves; n += 2 {
		if line := v.Board.line(v.ToAct, n); line != nil {
			return &games.Puzzle{Key: v.Board.key(), Goal: GoalWin, Seat: v.ToAct, In: n, Line: line}, nil
		}
	}
	return nil, nil
}

// line returns the steps of a win within so many plies; nil unless one column alone wins.
func (b *Board) line(seat games.Seat, plies int) (line []games.PuzzleStep) {
	var step games.PuzzleStep
	next, wins := *b, 0
	for col, worth := range b.worths(seat, plies) {
		if worth > 0 {
			wins++
			step.Action = Drop(col)
			next.drop(col, seat)
		}
		if worth > full {
			step.Options = append(step.Options, games.Option{Action: Drop(col), Points: float64(min(max(worth, 0), 1))})
		}
	}
	if wins != 1 || len(step.Options) < 2 {
		return nil
	}
	// Of the replies that delay the win longest, the first after which the answer is unique.
	for _, reply := range order {
		if plies > 1 && next.worth(reply, 1-seat, plies-1, full, -full) == -1 {
			after := next
			after.drop(reply, 1-seat)
			if rest := after.line(seat, plies-2); rest != nil {
				return append([]games.PuzzleStep{step, {Action: Drop(reply)}}, rest...)
			}
		}
	}
	return []games.PuzzleStep{step}
}

// key returns the same text for a position and its mirror image.
func (b *Board) key() string {
	mirror := *b
	slices.Reverse(mirror[:])
	return min(strings.Join(b[:], " "), strings.Join(mirror[:], " "))
}
