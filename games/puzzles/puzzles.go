// Package puzzles finds puzzles in matches, and plays matches between bots for that purpose.
package puzzles

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/rng"
)

// Nodes bounds the proof of an answer, in positions. Reading a puzzle again uses the same bound.
const Nodes = 20_000_000

const (
	// maxPlies limits a match between bots.
	maxPlies = 3000
	// apart is the least number of actions between two puzzles of a match.
	apart = 4
)

// Player is a Puzzler without bots. It plays the matches in which to find puzzles.
type Player interface {
	// PuzzleRun plays a match from a seed. It makes mistakes, as people do.
	PuzzleRun(seed string) (games.Setup, []games.Action, error)
}

// Found is a puzzle and the number of actions before it.
type Found struct {
	Ply    int
	Puzzle games.Puzzle
}

// BotMatch plays a match between bots that the seed chooses. The same seed gives the same match.
func BotMatch(g games.Game, seed string, stop func() bool) (games.Setup, []games.Action, error) {
	if p, ok := g.(Player); ok {
		return p.PuzzleRun(seed)
	}
	setup := games.Setup{Game: g.Info().Name, Rules: g.Info().Rules, Seed: seed}
	if s, ok := g.(games.Series); ok {
		options, err := s.NextRound(games.Round{Hour: 12, Stats: make([]json.RawMessage, g.Info().Seats)})
		if err != nil {
			return setup, nil, fmt.Errorf("puzzles: round of %s: %w", setup.Game, err)
		}
		setup.Options = options
	}
	pos, err := g.Start(setup)
	if err != nil {
		return setup, nil, err
	}
	bots := g.Bots()
	if len(bots) == 0 {
		return setup, nil, errors.New("puzzles: " + setup.Game + " has no bots")
	}
	seats := make([]games.Bot, g.Info().Seats)
	r := rng.Derive(seed, "puzzles: bots")
	for i := range seats {
		seats[i] = bots[r.Intn(min(len(bots), 4))] // the strongest bots err too rarely and think too long
	}
	var plies []games.Action
	for pos.Result() == nil && len(plies) < maxPlies {
		if stop != nil && stop() {
			return setup, nil, games.ErrStopped
		}
		legal := pos.Legal()
		a := legal[0]
		if len(plies) < 6 && g.Info().Seats > 1 && !g.Info().Hidden {
			a = legal[r.Intn(len(legal))] // so that matches of a game without chance differ
		} else if len(legal) > 1 {
			seat := pos.ToAct()
			if c := choose(seats[seat], pos.View(seat), rng.Derive(seed, fmt.Sprintf("bot %d", len(plies)))); slices.Contains(legal, c) {
				a = c
			}
		}
		if _, err := pos.Apply(a); err != nil {
			return setup, nil, fmt.Errorf("puzzles: bots of %s: %w", setup.Game, err)
		}
		plies = append(plies, a)
	}
	return setup, plies, nil
}

// thinkNodes limits a bot's thinking, in positions.
const thinkNodes = 20_000

func choose(b games.Bot, view any, r *rng.Source) games.Action {
	if t, ok := b.(games.Thinker); ok {
		return t.Think(view, r, games.Limit{Nodes: thinkNodes})
	}
	return b.Choose(view, r)
}

// Find returns at most that many puzzles of a match.
func Find(g games.Puzzler, setup games.Setup, plies []games.Action, most int, stop func() bool) (list []Found, err error) {
	at, err := g.PuzzlePlies(setup, plies, games.Limit{Stop: stop})
	if err != nil {
		return nil, err
	}
	for _, n := range at {
		if len(list) >= most {
			break
		}
		if slices.ContainsFunc(list, func(f Found) bool { return f.Ply-n < apart && n-f.Ply < apart }) {
			continue
		}
		z, err := Read(g, setup, plies[:n], stop)
		if err != nil {
			return list, err
		}
		if z != nil {
			list = append(list, Found{n, *z})
		}
	}
	return list, nil
}

// Read examines one position like Find. It returns nil if there is no unique answer.
func Read(g games.Puzzler, setup games.Setup, plies []games.Action, stop func() bool) (*games.Puzzle, error) {
	return g.Puzzle(setup, plies, games.Limit{Nodes: Nodes, Stop: stop})
}
