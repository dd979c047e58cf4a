package solver

import (
	"encoding/json"
	"fmt"
	"strings"

	"arcade/games"
	"arcade/games/klondike"
)

const (
	// puzzleBack is how many positions before the last winnable one are asked about.
	puzzleBack = 24
	// puzzleNodes bounds each proof where the limit does not say.
	puzzleNodes = 300_000
	// puzzleLegal is the least number of moves to choose from.
	puzzleLegal = 3
)

// GoalKeep is the goal of every puzzle: one move keeps the deal winnable, after every other one
// it is lost.
const GoalKeep = "keep"

// Puzzles is the version of [Game.Puzzle].
func (Game) Puzzles() int { return 1 }

// PuzzlePlies lists the last position of a lost run that could be won, and those before it.
func (g Game) PuzzlePlies(setup games.Setup, plies []games.Action, limit games.Limit) (list []int, err error) {
	if limit.Nodes == 0 {
		limit.Nodes = puzzleNodes
	}
	last, status, err := g.LastWinnable(setup, plies, limit)
	if limit.Stop != nil && limit.Stop() {
		return nil, games.ErrStopped
	}
	if err != nil || status == games.Unsolvable || last < 0 {
		return nil, err
	}
	for n := min(last, len(plies)-1); n > 0 && n > last-puzzleBack; n-- {
		list = append(list, n)
	}
	return list, nil
}

// Puzzle proves for each move, those behind turns of the stock included, whether the deal can
// still be won after it. limit.Nodes bounds each proof.
func (Game) Puzzle(setup games.Setup, plies []games.Action, limit games.Limit) (*games.Puzzle, error) {
	if limit.Nodes == 0 {
		limit.Nodes = puzzleNodes
	}
	pos, v, err := after(setup, plies)
	if err != nil || v.Over {
		return nil, err
	}
	here := positionOf(v)
	moves, err := decisions(pos)
	if err != nil || len(moves) < puzzleLegal {
		return nil, err
	}
	step := games.PuzzleStep{}
	for _, m := range moves {
		o := solveFrom(m.after, v.Rules, limit)
		option := games.Option{Action: m.name}
		switch {
		case o.Status == games.Solvable && step.Action != "":
			return nil, nil // a second move keeps it too
		case o.Status == games.Solvable:
			step.Action, step.Way, option.Points = m.name, m.way, 1
			if len(m.way) == 1 && m.way[0] == m.name {
				step.Way = nil
			}
		case o.Status != games.Unsolvable:
			if limit.Stop != nil && limit.Stop() {
				return nil, games.ErrStopped
			}
			return nil, nil
		}
		step.Options = append(step.Options, option)
	}
	if step.Action == "" {
		return nil, nil
	}
	key, err := json.Marshal(here)
	if err != nil {
		return nil, fmt.Errorf("klondike: %w", err)
	}
	return &games.Puzzle{Key: fmt.Sprintf("%+v %s", v.Rules, key), Goal: GoalKeep, Line: []games.PuzzleStep{step}}, nil
}

// after is the position after some actions, with all that lies in it.
func after(setup games.Setup, plies []games.Action) (pos games.Position, v klondike.View, err error) {
	if pos, err = (klondike.Game{}).Start(setup); err != nil {
		return nil, v, err
	}
	for i, a := range plies {
		if _, err := pos.Apply(a); err != nil {
			return nil, v, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	v, err = everything(pos)
	return pos, v, err
}

// decision is a move of a card, the turns of the stock before it, and what comes of it.
type decision struct {
	name  games.Action
	way   []games.Action
	after Position
}

// decisions lists what can be decided in a position: the moves of the columns, then those of each
// card of the talon that can be turned up. Moves off a foundation count as well.
func decisions(pos games.Position) (list []decision, err error) {
	seen := map[games.Action]bool{}
	var turned []games.Action
	for range 3 * klondike.Cards { // the talon has 24 cards, and as many turns at most, twice over
		v, err := everything(pos)
		if err != nil {
			return nil, err
		}
		turn := games.Action("")
		for _, a := range v.Legal {
			m, _ := klondike.ParseMove(string(a))
			switch m.Kind {
			case klondike.Draw, klondike.Recycle:
				turn = a
				continue
			case klondike.Undo, klondike.Redo, klondike.Resign:
				continue
			}
			name := nameOf(a, v)
			if seen[name] || len(turned) > 0 && name == a {
				continue
			}
			seen[name] = true
			d := decision{name: name, way: append(append([]games.Action(nil), turned...), a)}
			if d.after, err = tried(pos, a); err != nil {
				return nil, err
			}
			list = append(list, d)
		}
		if turn == "" {
			break
		}
		if _, err := pos.Apply(turn); err != nil {
			return nil, err
		}
		turned = append(turned, turn)
	}
	return list, nil
}

// tried is what a move makes of a position, which stays as it is.
func tried(pos games.Position, a games.Action) (Position, error) {
	if _, err := pos.Apply(a); err != nil {
		return Position{}, err
	}
	v, err := everything(pos)
	if err == nil {
		_, err = pos.Apply("undo")
	}
	return positionOf(v), err
}

// nameOf is a move's name among the options of a puzzle: a move of the waste has its card's name
// before it, since what lies there depends on the turns of the stock.
func nameOf(a games.Action, v klondike.View) games.Action {
	switch m, _ := klondike.ParseMove(string(a)); m.Kind {
	case klondike.WasteUp, klondike.WasteTo:
		return games.Action(v.Waste[len(v.Waste)-1].Card.String() + " " + string(a))
	}
	return a
}

// PuzzleAnswer is the name of the first action that does not turn the stock.
func (Game) PuzzleAnswer(from games.Position, actions []games.Action) (games.Action, error) {
	for _, a := range actions {
		v, err := everything(from)
		if err != nil {
			return "", err
		}
		if !turns(a) {
			if strings.HasPrefix(string(a), "undo") || a == "redo" || a == "resign" {
				return "", &games.IllegalError{Action: a, Reason: games.ReasonNotation}
			}
			if _, err := from.Apply(a); err != nil {
				return "", err
			}
			return nameOf(a, v), nil
		}
		if _, err := from.Apply(a); err != nil {
			return "", err
		}
	}
	return "", nil
}
