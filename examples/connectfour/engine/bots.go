package connectfour

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/rng"
)

// seer looks some plies ahead, and chooses by chance among the best columns. Only four in a row has a worth.
type seer struct {
	name  string
	plies int
}

func (s seer) Name() string { return s.name }

// Choose expects a [View]. It returns "" for any other value, and for a view without a legal action.
func (s seer) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok || v.ToAct != 0 && v.ToAct != 1 {
		return ""
	}
	var best []games.Action
	worths := v.Board.worths(v.ToAct, s.plies)
	for col, worth := range worths {
		if worth > full && worth == slices.Max(worths[:]) {
			best = append(best, Drop(col))
		}
	}
	if len(best) == 0 {
		return ""
	}
	return best[r.Intn(len(best))]
}

const full = -1000 // the worth of a column without room

var order = [Cols]int{3, 2, 4, 1, 5, 0, 6} // better columns first shorten the search

// worths returns the worth of each column for a seat, as far as so many plies show: above 0 if it wins, the more the
// sooner, below 0 if it loses.
func (b *Board) worths(seat games.Seat, plies int) (list [Cols]int) {
	for col := range list {
		list[col] = b.worth(col, seat, plies, full, -full)
	}
	return list
}

// worth returns the worth of a column. It is exact only between two bounds.
func (b *Board) worth(col int, seat games.Seat, plies, low, high int) int {
	if len(b[col]) >= Rows {
		return full
	}
	next := *b
	next.drop(col, seat)
	switch {
	case plies > 0 && next.four(col) != nil:
		return plies
	case plies <= 1 || next.full():
		return 0
	}
	best := full
	for _, reply := range order {
		best = max(best, next.worth(reply, 1-seat, plies-1, max(best, -high), -low))
		if best >= -low {
			break
		}
	}
	return -best
}

// GoalWin is the goal of every puzzle: four in a row within three moves, whatever the replies.
const GoalWin = "win"

// Puzzles is the version of [Game.Puzzle].
func (Game) Puzzles() int { return 1 }

// PuzzlePlies lists all positions, latest first.
func (Game) PuzzlePlies(_ games.Setup, plies []games.Action, _ games.Limit) ([]int, error) {
	return games.EveryPly(plies), nil
}

// Puzzle asks for the only column that wins within a number of moves. The line goes on while the next answer is
// unique, too. The search of five plies is too short for a limit.
func (Game) Puzzle(setup games.Setup, plies []games.Action, _ games.Limit) (*games.Puzzle, error) {
	reached, err := games.After(Game{}, setup, plies)
	if err != nil || reached.Result() != nil {
		return nil, err
	}
	v := reached.(*position).seen
	for n := 1; n <= 5; n += 2 {
		if line := v.Board.line(v.ToAct, n); line != nil {
			return &games.Puzzle{Key: v.Board.key(), Goal: GoalWin, Seat: v.ToAct, In: n, Line: line}, nil
		}
	}
	return nil, nil
}

// line returns the steps of a win within so many plies; nil unless one column alone wins.
func (b *Board) line(seat games.Seat, plies int) []games.PuzzleStep {
	step, next, wins := games.PuzzleStep{}, *b, 0
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
		if plies == 1 || next.worth(reply, 1-seat, plies-1, full, -full) != -1 {
			continue
		}
		after := next
		after.drop(reply, 1-seat)
		if rest := after.line(seat, plies-2); rest != nil {
			return append([]games.PuzzleStep{step, {Action: Drop(reply)}}, rest...)
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
