package games

import "fmt"

// After returns the position of a match after some actions. Its error names an illegal action.
func After(g Game, setup Setup, plies []Action) (Position, error) {
	p, err := g.Start(setup)
	if err != nil {
		return nil, err
	}
	for i, a := range plies {
		if _, err := p.Apply(a); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return p, nil
}

// Puzzler is a Game with puzzles: positions of finished matches in which one answer is better than all
// others.
type Puzzler interface {
	// Puzzles returns the version of its puzzles. It is raised when the same position would give another
	// puzzle.
	Puzzles() int
	// PuzzlePlies lists the positions of a finished match that are worth a call of Puzzle, the most
	// promising first. A position is the number of actions before it. [ErrStopped] if the limit's Stop
	// ended it.
	PuzzlePlies(setup Setup, plies []Action, limit Limit) ([]int, error)
	// Puzzle returns the puzzle of the position after the plies: nil if there is no unique answer, or if
	// limit.Nodes do not suffice to prove one. The same position and version give the same puzzle.
	// [ErrStopped] if the limit's Stop ended it.
	Puzzle(setup Setup, plies []Action, limit Limit) (*Puzzle, error)
}

// EveryPly lists the positions before each action, the latest first: [Puzzler.PuzzlePlies] of a game in which each is
// worth a look.
func EveryPly(plies []Action) (list []int) {
	for i := len(plies) - 1; i >= 0; i-- {
		list = append(list, i)
	}
	return list
}

// Puzzle is a task for one seat in a position.
type Puzzle struct {
	// Key identifies the puzzle: positions with the same puzzle have the same key.
	Key string `json:"key"`
	// Goal is the game's word for the task, such as "win".
	Goal string `json:"goal"`
	// Seat is the seat that answers.
	Seat Seat `json:"seat"`
	// In is the number of actions until the goal, in games that tell it, else 0.
	In int `json:"in,omitempty"`
	// Line has the actions from the position on. It begins and ends with an answer. Actions between two
	// answers have no options.
	Line []PuzzleStep `json:"line"`
}

// Luck returns the chance of guessing every answer.
func (z Puzzle) Luck() float64 {
	luck := 1.0
	for _, s := range z.Line {
		if s.Answer() {
			luck /= float64(len(s.Options))
		}
	}
	return luck
}

// PuzzleStep is an action of a puzzle's line: an answer, or an action between two answers.
type PuzzleStep struct {
	Action Action `json:"action"`
	// Way has the actions to apply instead, if the answer takes more than one.
	Way []Action `json:"way,omitempty"`
	// Options are all legal actions of an answer, each with its worth for the puzzle's seat; nil for
	// every other step.
	Options []Option `json:"options,omitempty"`
}

// Plies returns the actions that play the step.
func (s PuzzleStep) Plies() []Action {
	if len(s.Way) > 0 {
		return s.Way
	}
	return []Action{s.Action}
}

// PuzzleAnswerer is a Puzzler in which several actions make one answer, such as turns of the stock and
// the move after them.
type PuzzleAnswerer interface {
	// PuzzleAnswer returns the option that actions from a position on choose; "" while they decide
	// nothing yet. It may play them in the position.
	PuzzleAnswer(from Position, actions []Action) (Action, error)
}

// Answer reports whether the puzzle's player has to find the step.
func (s PuzzleStep) Answer() bool { return len(s.Options) > 0 }

// Second returns the best of the other options.
func (s PuzzleStep) Second() (second Option, ok bool) {
	for _, o := range s.Options {
		if o.Action != s.Action && (!ok || o.Points > second.Points) {
			second, ok = o, true
		}
	}
	return second, ok
}

// Worth returns the option of an action.
func (s PuzzleStep) Worth(a Action) (Option, bool) {
	for _, o := range s.Options {
		if o.Action == a {
			return o, true
		}
	}
	return Option{}, false
}
