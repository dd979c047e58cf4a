package deals

import (
	"errors"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
)

// findLast finds the last point at which a match could be won.
func (w *worker) findLast(j job) error {
	d, s := w.d, w.d.solver(j.game)
	if ok, err := Last.In(j.game).Has(w.d.ctx, d.store, j.match); ok || err != nil {
		return err
	}
	rec, err := d.store.Match(w.d.ctx, j.match)
	if errors.Is(err, store.ErrNotFound) {
		return nil // its player was deleted meanwhile
	} else if err != nil {
		return err
	}
	m, err := ledger.Load(w.d.ctx, d.store, d.games, rec)
	if err != nil {
		return err
	}
	p := w.pace(d.limits.Time)
	ply, status, err := s.LastWinnable(m.Setup, ledger.Actions(m.Plies()), games.Limit{Nodes: d.limits.Nodes, Stop: p.Stop})
	if err != nil || d.closing() && status == games.Unsolved {
		return err
	}
	err = d.house.NoteMatch(j.match, func() error {
		return Last.In(j.game).Put(d.ctx, d.store, j.match, lastNote{Ply: ply, Status: status, At: now()})
	})
	if err != nil {
		return err
	}
	for _, seat := range rec.Seats {
		d.house.Nudge(seat.Player)
	}
	return nil
}

// lastNote stores the last point at which a match could be won.
type lastNote struct {
	Ply    int               `json:"ply"`
	Status games.SolveStatus `json:"status"`
	At     int64             `json:"at"`
}

// Last are the notes of the last moments at which matches could be won.
var Last = notes.New[lastNote]("GAME/last", "MATCH").PerMatch()

// LastWinnable returns the last point at which a finished match could be won, as a number of actions: 0 is
// the start, -1 never. It is searched in the background: SolveUnknown means that there is no answer yet,
// and its player is woken when there is. Solvable means that ply is certain, Unsolvable that the deal could
// never be won. Unsolved means that a search gave up, so that the match may have been winnable later than
// ply. For a won match, ply is its length. games.ErrNotAllowed for a game without a solver.
func (d *Service) LastWinnable(rec store.Match) (ply int, status games.SolveStatus, err error) {
	switch {
	case d.solver(rec.Game) == nil:
		return -1, "", games.ErrNotAllowed
	case !notWon(rec):
		return rec.Plies, games.Solvable, nil
	}
	n, ok, err := Last.In(rec.Game).Get(d.ctx, d.store, rec.ID)
	if err != nil {
		return -1, "", err
	}
	if !ok {
		d.worker.first(job{game: rec.Game, match: rec.ID})
		return -1, games.SolveUnknown, nil
	}
	return n.Ply, n.Status, nil
}

// searchLost queues a search for a finished solo match, if it was not won.
func (d *Service) searchLost(rec store.Match) {
	if notWon(rec) {
		d.worker.add(job{game: rec.Game, match: rec.ID})
	}
}

// notWon reports whether a run ended without a win.
func notWon(rec store.Match) bool { return rec.Status == store.Done && rec.Winner < 0 }
