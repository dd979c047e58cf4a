package games

import "fmt"

// After is the position of a match after some actions. Its error names the action that is illegal.
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

// Puzzler is a Game with puzzles: positions of finished matches in which one answer is better
// than every other.
type Puzzler interface {
	// Puzzles is the version of its puzzles. It is raised when the same position would be
	// another puzzle than before.
	Puzzles() int
	// PuzzlePlies lists the positions of a finished match that are worth a call of Puzzle, the
	// most promising first. A position is the number of actions before it. [ErrStopped] when
	// the limit's Stop ended it.
	PuzzlePlies(setup Setup, plies []Action, limit Limit) ([]int, error)
	// Puzzle reads the position after the plies: nil if there is no unique answer, or if limit.Nodes
	// do not suffice to prove one. The same position and version give the same puzzle.
	// [ErrStopped] when the limit's Stop ended it.
	Puzzle(setup Setup, plies []Action, limit Limit) (*Puzzle, error)
}

// Puzzle is what one seat has to find in a position.
type Puzzle struct {
	// Key names the position: two positions that ask the same have one key.
	Key string `json:"key"`
	// Goal is the game's word for what is asked, such as "win".
	Goal string `json:"goal"`
	// Seat is the seat that answers.
	Seat Seat `json:"seat"`
	// In is in how many actions the goal is reached, where a game tells it; 0 for not told.
	In int `json:"in,omitempty"`
	// Line are the actions from the position on. It begins and ends with an answer. What is
	// between two answers has no options.
	Line []PuzzleStep `json:"line"`
}

// PuzzleStep is an action of a puzzle's line: an answer, or what is played between two answers.
type PuzzleStep struct {
	Action Action `json:"action"`
	// Way has the actions to apply instead, if the answer takes more than one.
	Way []Action `json:"way,omitempty"`
	// Options are all actions that were legal, each with its worth for the puzzle's seat, where
	// the step is an answer; nil for every other step.
	Options []Option `json:"options,omitempty"`
}

// Plies are the actions that play the step.
func (s PuzzleStep) Plies() []Action {
	if len(s.Way) > 0 {
		return s.Way
	}
	return []Action{s.Action}
}

// PuzzleAnswerer is a Puzzler in which several actions make one answer, such as turns of the
// stock and the move behind them.
type PuzzleAnswerer interface {
	// PuzzleAnswer names the option that actions from a position on choose; "" while they
	// decide nothing yet. It may play them in the position.
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
