package othello

import (
	"fmt"
	"math/bits"

	"arcade/games"
	"arcade/games/othello/search"
)

const (
	// A puzzle has at most puzzleMost empty squares, so that its solution is exact, and at least
	// puzzleLeast, so that counting does not solve it.
	puzzleMost, puzzleLeast = 20, 5
	// puzzleLegal is the least number of legal moves.
	puzzleLegal = 3
	// puzzleMargin is the lead in discs of the best move over the second if both win, or neither does.
	puzzleMargin = 6
	// puzzleClose is the largest result of such a puzzle. Beyond it the match is decided. The least is a draw:
	// nobody likes to search for the smaller defeat.
	puzzleClose = 30
	// puzzleAnswers limits the answers of a line.
	puzzleAnswers = 4
)

// The goals of puzzles.
const (
	// GoalWin: one move wins, every other draws or loses.
	GoalWin = "win"
	// GoalDiscs: one move is at least six discs better than every other.
	GoalDiscs = "discs"
)

// Puzzles is the version of [Game.Puzzle].
func (Game) Puzzles() int { return 3 }

// PuzzlePlies lists the positions with few enough empty squares and a choice of moves, last first: later
// positions are cheaper to solve.
func (Game) PuzzlePlies(_ games.Setup, plies []games.Action, _ games.Limit) (list []int, err error) {
	p := position{State: Opening()}
	for i, a := range plies {
		if worthAsking(p.State) {
			list = append([]int{i}, list...)
		}
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return list, nil
}

func worthAsking(s State) bool {
	empty := bits.OnesCount64(s.Empty())
	return s.end() == "" && empty <= puzzleMost && empty >= puzzleLeast && bits.OnesCount64(s.Moves()) >= puzzleLegal
}

// Puzzle solves every move of a position exactly. limit.Nodes applies to each answer of the line.
func (Game) Puzzle(_ games.Setup, plies []games.Action, limit games.Limit) (*games.Puzzle, error) {
	p := position{State: Opening()}
	for i, a := range plies {
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	if !worthAsking(p.State) {
		return nil, nil
	}
	seat := p.Turn
	z := &games.Puzzle{Key: puzzleKey(p.Board), Seat: games.Seat(seat)}
	solver := search.NewSolver(search.TableBits(p.Own, p.Other) + 4) // the searches of a dozen moves share it
	for answers, s := 0, p.State; answers < puzzleAnswers && worthAsking(s); answers++ {
		options, err := weigh(solver, s, limit)
		if err != nil {
			return nil, err
		}
		step, goal, ok := unique(options)
		if answers == 0 {
			z.Goal = goal
		}
		if !ok || z.Goal == GoalWin && goal != GoalWin { // the goal asks for a win, whatever its discs
			break
		}
		z.Line = append(z.Line, step)
		playText(&s, step.Action)
		between, err := replies(solver, &s, seat, limit)
		if err != nil || between == nil {
			return answered(z), err
		}
		z.Line = append(z.Line, between...)
	}
	return answered(z), nil
}

// answered returns the puzzle up to its last answer, nil if it has none.
func answered(z *games.Puzzle) *games.Puzzle {
	for len(z.Line) > 0 && !z.Line[len(z.Line)-1].Answer() {
		z.Line = z.Line[:len(z.Line)-1]
	}
	if len(z.Line) == 0 {
		return nil
	}
	return z
}

// weigh solves each move of a position for the side to move. It returns nil if the limit in positions does
// not suffice.
func weigh(solver *search.Solver, s State, limit games.Limit) ([]games.Option, error) {
	var list []games.Option
	left := limit
	for sq := range squares(s.Moves()) {
		after := s
		after.play(sq, s.Flips(sq))
		r := solver.Solve(after.Own, after.Other, left)
		if !r.Exact {
			if limit.Stop != nil && limit.Stop() {
				return nil, games.ErrStopped
			}
			return nil, nil
		}
		if limit.Nodes > 0 {
			left.Nodes = max(left.Nodes-r.Nodes, 1)
		}
		list = append(list, games.Option{Action: games.Action(sq.String()), Points: float64(-r.Score)})
	}
	return list, nil
}

// unique returns the only right answer among the options, and the goal that makes it the only one.
func unique(options []games.Option) (step games.PuzzleStep, goal string, ok bool) {
	if len(options) < 2 {
		return step, "", false
	}
	best := options[0]
	for _, o := range options {
		if o.Points > best.Points {
			best = o
		}
	}
	step = games.PuzzleStep{Action: best.Action, Options: options}
	second, _ := step.Second()
	switch {
	case best.Points > 0 && second.Points <= 0:
		return step, GoalWin, true
	case best.Points-second.Points >= puzzleMargin && best.Points <= puzzleClose && best.Points >= 0:
		return step, GoalDiscs, true
	}
	return step, "", false
}

// replies plays the opponent's best moves, and passes, until the seat is to move again. It returns nil if
// the game ends before.
func replies(solver *search.Solver, s *State, seat Color, limit games.Limit) (list []games.PuzzleStep, err error) {
	for s.end() == "" && (s.Turn != seat || s.Moves() == 0) {
		act := Pass
		if s.Moves() != 0 {
			options, err := weigh(solver, *s, limit)
			if err != nil || options == nil {
				return nil, err
			}
			best := options[0]
			for _, o := range options {
				if o.Points > best.Points {
					best = o
				}
			}
			act = best.Action
		}
		playText(s, act)
		list = append(list, games.PuzzleStep{Action: act})
	}
	if s.end() != "" {
		return nil, nil
	}
	return list, nil
}

// playText plays a legal action.
func playText(s *State, a games.Action) {
	if sq, ok := ParseSquare(string(a)); ok {
		s.play(sq, s.Flips(sq))
		return
	}
	s.pass()
}

// puzzleKey returns the same key for a position and its mirror images, whoever is to move.
func puzzleKey(b Board) string {
	own, other := b.Own, b.Other
	least := ""
	for range 2 {
		for range 4 {
			own, other = turned(own), turned(other)
			if key := fmt.Sprintf("%016x%016x", own, other); least == "" || key < least {
				least = key
			}
		}
		own, other = bits.ReverseBytes64(own), bits.ReverseBytes64(other) // swaps the rows
	}
	return least
}

// turned returns a set of squares after a quarter turn of the board.
func turned(set uint64) (out uint64) {
	for sq := range squares(set) {
		out |= 1 << (8*(sq%8) + 7 - sq/8)
	}
	return out
}
