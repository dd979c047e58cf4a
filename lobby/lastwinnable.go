package lobby

import (
	"errors"

	"arcade/games"
	"arcade/store"
)

// findLast finds when a match could be won for the last time.
func (w *worker) findLast(j job) error {
	l, s := w.l, w.l.solver(j.game)
	var known lastNote
	if ok, err := l.note(lastSpace(j.game), j.match, &known); ok || err != nil {
		return err
	}
	rec, err := l.cfg.Store.Match(j.match)
	if errors.Is(err, store.ErrNotFound) {
		return nil // its player was deleted meanwhile
	} else if err != nil {
		return err
	}
	m, err := l.stored(rec)
	if err != nil {
		return err
	}
	p := w.pace(l.cfg.SolveTime)
	ply, status, err := s.LastWinnable(m.Setup, actionsOf(m.Plies()), games.Limit{Nodes: l.cfg.SolveNodes, Stop: p.stop})
	if err != nil || l.Closing() && status == games.Unsolved {
		return err
	}
	if err := l.noteMatch(lastSpace(j.game), j.match, lastNote{Ply: ply, Status: status, At: nowMS()}); err != nil {
		return err
	}
	for _, seat := range rec.Seats {
		l.nudge(seat.Player)
	}
	return nil
}

// lastNote is when a match could be won for the last time.
type lastNote struct {
	Ply    int               `json:"ply"`
	Status games.SolveStatus `json:"status"`
	At     int64             `json:"at"`
}

func lastSpace(game string) string { return game + "/last" }

// LastWinnable is how many actions of a finished match had been played when it could
// be won for the last time: ply 0 is the start, -1 never. It is looked for in the
// background: with SolveUnknown there is no answer yet, and the visit of the player
// is woken when there is. With Solvable ply is certain; with Unsolvable the deal could
// never be won; with Unsolved a search gave up, and it could perhaps be won later than
// ply. Of a match that was won ply is its length. ErrNoTable, ErrPrivate, ErrHidden
// (also while it is in play), games.ErrNotAllowed for a game that nothing solves.
func (l *Lobby) LastWinnable(viewer, matchID string) (ply int, status games.SolveStatus, err error) {
	rec, err := l.visible(viewer, matchID)
	switch {
	case err != nil:
		return -1, "", err
	case l.solver(rec.Game) == nil:
		return -1, "", games.ErrNotAllowed
	case rec.Status != store.Done:
		return -1, "", ErrHidden
	case !lost(rec):
		return rec.Plies, games.Solvable, nil
	}
	var n lastNote
	ok, err := l.note(lastSpace(rec.Game), rec.ID, &n)
	if err != nil {
		return -1, "", err
	}
	if !ok {
		l.worker.first(job{game: rec.Game, match: rec.ID})
		return -1, games.SolveUnknown, nil
	}
	return n.Ply, n.Status, nil
}

// lost tells that a run ended without a win.
func lost(rec store.Match) bool { return rec.Status == store.Done && rec.Winner < 0 }
