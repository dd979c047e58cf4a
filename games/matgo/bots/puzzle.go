package bots

import (
	"encoding/json"
	"fmt"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/rng"
)

const (
	// The best choice brings at least puzzleMargin points more than any other, and puzzleErrors standard
	// errors of that difference.
	puzzleMargin, puzzleErrors = 2, 4
	// puzzleLegal is the least number of cards to choose from.
	puzzleLegal = 3
)

// The goals of puzzles.
const (
	GoalCard   = "card"   // which card to play
	GoalGoStop = "gostop" // go or stop
)

// Puzzles is the version of [Game.Puzzle]. Raise it with the weights too.
func (Game) Puzzles() int { return 1 }

// PuzzlePlies lists the decisions of a round: first between go and stop, then cards, latest first.
func (Game) PuzzlePlies(setup games.Setup, plies []games.Action, _ games.Limit) ([]int, error) {
	states, err := states(setup, plies)
	if err != nil {
		return nil, err
	}
	var calls, cards []int
	for i := len(plies) - 1; i >= 0; i-- {
		switch goalOf(&states[i]) {
		case GoalGoStop:
			calls = append(calls, i)
		case GoalCard:
			cards = append(cards, i)
		}
	}
	return append(calls, cards...), nil
}

// goalOf returns the goal of a position, "" if it makes no puzzle.
func goalOf(s *matgo.State) string {
	var buf [32]matgo.Move
	legal := s.Legal(buf[:0])
	plays := 0
	for _, m := range legal {
		switch m.Verb {
		case matgo.Stop:
			return GoalGoStop
		case matgo.Play:
			plays++
		}
	}
	if plays == len(legal) && plays >= puzzleLegal {
		return GoalCard
	}
	return ""
}

// Puzzle tries every choice in the same worlds, by what the seat sees. Chance depends on the seed and the
// ply. Points are the round's. The error of an option is the error of its difference from the best.
func (Game) Puzzle(setup games.Setup, plies []games.Action, limit games.Limit) (*games.Puzzle, error) {
	list, err := states(setup, plies)
	if err != nil {
		return nil, err
	}
	s := &list[len(plies)]
	goal := goalOf(s)
	if goal == "" {
		return nil, nil
	}
	x := newMaster()
	legal := s.Legal(x.buf[:0])
	r := rng.Derive(setup.Seed, fmt.Sprintf("matgo/puzzle %d", len(plies)))
	brought, ok := x.bring(s, legal, games.Limit{Stop: limit.Stop}, r)
	if !ok {
		return nil, games.ErrStopped
	}
	best, options := 0, make([]games.Option, len(legal))
	for i, m := range legal {
		options[i].Action = m.Action()
		options[i].Points, _ = mean(brought[i])
		if options[i].Points > options[best].Points {
			best = i
		}
	}
	for i := range options {
		if i == best {
			continue
		}
		for n := range brought[i] {
			brought[i][n] = brought[best][n] - brought[i][n]
		}
		gap, se := mean(brought[i])
		options[i].SE = se
		if gap < puzzleMargin || gap < puzzleErrors*se {
			return nil, nil
		}
	}
	seat := games.Seat(s.Seat)
	reached, err := games.After(Game{}, setup, plies)
	if err != nil {
		return nil, err
	}
	key, err := json.Marshal(reached.View(seat))
	if err != nil {
		return nil, fmt.Errorf("matgo: %w", err)
	}
	return &games.Puzzle{
		Key: string(key), Goal: goal, Seat: seat,
		Line: []games.PuzzleStep{{Action: options[best].Action, Options: options}},
	}, nil
}
