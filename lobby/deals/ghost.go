package deals

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// ErrNoGhost means that there is no run to race against.
var ErrNoGhost = errors.New("there is no such run of this deal")

// Whose selects the ghost that a player races on a deal.
type Whose int

// Own is the player's own best run of the deal, Leader the best run on its board.
const (
	Own Whose = iota
	Leader
)

// Ghost is the course of an earlier run of the same deal: its speed, not its moves.
type Ghost struct {
	Name string
	// Match is the run's id.
	Match string
	// Moves and Time (ms, from its first action to its last) belong to the whole run.
	Moves int
	Time  int64
	// Of is the total progress of the game, 0 if the game has none.
	Of int
	// Steps has the progress after each move: Steps[i] after i+1.
	Steps []GhostStep
}

// GhostStep is the progress of a run: Time in ms since its first action.
type GhostStep struct {
	Time int64
	Done int
}

// Board returns the name of a deal's board, with the best run of each player.
func Board(game, id string) string { return ledger.BoardName(game, games.DealBoard, id) }

// Ghost returns the best run on the board of the deal of a match in which viewer has the seat, in play or
// done, except that match itself. It contains no action, so a daily deal's ghost reveals nothing.
// ErrNoGhost.
func (d *Service) Ghost(ctx context.Context, rec store.Match, viewer string, whose Whose) (Ghost, error) {
	g := d.dealer(rec.Game)
	if g == nil {
		return Ghost{}, ErrNoGhost
	}
	deal, err := g.Deal(ledger.Setup(rec))
	if err != nil {
		return Ghost{}, err
	}
	if rec.Seeded { // others' runs would reveal that a typed deal is secret
		if secret, err := d.Secret(rec.Game, deal.ID); secret || err != nil {
			return Ghost{}, cmp.Or(err, ErrNoGhost)
		}
	}
	row, err := d.bestTry(Board(rec.Game, deal.ID), viewer, rec.ID, whose)
	if err != nil {
		return Ghost{}, err
	}
	return d.course(ctx, row)
}

// bestTry returns the row of a board for a ghost; ErrNoGhost.
func (d *Service) bestTry(board, viewer, not string, whose Whose) (store.Score, error) {
	if whose == Own {
		row, _, _, err := d.store.ScoreOf(d.ctx, board, viewer)
		if errors.Is(err, store.ErrNotFound) || err == nil && row.Match == not {
			err = ErrNoGhost
		}
		return row, err
	}
	list, err := d.store.Scores(d.ctx, board, 0, 2)
	if err != nil {
		return store.Score{}, err
	}
	for _, row := range list {
		if row.Match != not {
			return row, nil
		}
	}
	return store.Score{}, ErrNoGhost
}

// course returns a run as a ghost.
func (d *Service) course(ctx context.Context, row store.Score) (Ghost, error) {
	rec, err := d.store.Match(ctx, row.Match)
	if err != nil {
		return Ghost{}, fmt.Errorf("match %s: %w", row.Match, err)
	}
	m, err := ledger.Load(ctx, d.store, d.games, rec)
	if err != nil {
		return Ghost{}, err
	}
	pos, err := m.Game.Start(m.Setup)
	if err != nil {
		return Ghost{}, err
	}
	g := Ghost{Name: row.Name, Match: row.Match, Moves: len(m.Plies())}
	for _, p := range m.Plies() {
		if _, err := pos.Apply(p.Action); err != nil {
			return Ghost{}, fmt.Errorf("match %s: %w", row.Match, err)
		}
		s := GhostStep{Time: p.At - m.Plies()[0].At}
		if at, ok := pos.(games.Progress); ok {
			s.Done, g.Of = at.Progress()
		}
		g.Time = s.Time
		g.Steps = append(g.Steps, s)
	}
	return g, nil
}
