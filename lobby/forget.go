package lobby

import (
	"errors"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Forget is [Lobby.Forget] for the visitor.
func (v *Visit) Forget(name string) error {
	if err := v.Over(); err != nil {
		return err
	}
	return v.l.Forget(v.Identity.Fingerprint, name)
}

// forgotten takes a player who was deleted off what is shown here.
func (l *Lobby) forgotten(player string) {
	for _, t := range l.allTables() {
		t.unseat(player)
	}
	l.dir.Stale()
	l.dir.Touch(Sight{News: Counts})
}

// endTables takes a player's open seats and challenges down and gives its live matches up.
func (l *Lobby) endTables(player string) error {
	if err := l.endTablesHere(player); err != nil {
		return err
	}
	return l.endTablesElsewhere(player)
}

func (l *Lobby) endTablesHere(player string) error {
	for _, t := range l.allTables() {
		if err := t.giveUp(player); err != nil {
			return err
		}
	}
	return nil
}

// giveUp ends a match in which a player has a seat, or to which it is challenged.
func (t *room) giveUp(player string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	seat := ledger.SeatOf(t.Rec, player)
	switch {
	case t.Gone, t.Rec.Status == store.Done, seat == games.Nobody && t.Rec.Invited != player:
		return nil
	case t.Meets() && seat == t.Came:
		t.free()
		return nil
	case t.Rec.Status == store.Open:
		return t.drop()
	case seat == games.Nobody || t.M == nil:
		return nil
	}
	kind := games.Resign
	if t.M.CanAbort() {
		kind = games.Abort
	}
	if err := t.add(games.Entry{Kind: kind, Seat: seat, At: t.Now()}); err != nil && !errors.Is(err, games.ErrOver) && !errors.Is(err, ErrStale) {
		return err
	}
	t.changed()
	return nil
}

// dropTableless removes a player's unfinished matches that are kept here and have no
// table, because their logs could not be read when the server began: nobody can end
// them. Those that another node keeps may be in play.
func (l *Lobby) dropTableless(player string) error {
	list, err := l.cfg.Store.Unfinished()
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	for _, rec := range list {
		if rec.SeatOf(player) < 0 && rec.Invited != player || !l.mayTake(rec) {
			continue
		}
		if _, err := l.table(rec.ID); err == nil {
			continue
		}
		if err := l.cfg.Store.DeleteMatch(rec.ID, rec.Epoch); err != nil && !refusedWrite(err) {
			return err
		}
	}
	return nil
}

// unseat takes a player who was forgotten off a table that others look at.
func (t *room) unseat(player string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Silence(player)
	if seat := ledger.SeatOf(t.Rec, player); t.Meets() && seat == t.Came {
		t.free()
	}
	if t.Unseat(player) {
		t.changed()
	}
}
