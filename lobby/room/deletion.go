package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/store"
)

// Forget is [Lobby.Forget] for the visitor.
func (v *Participant) Forget(name string) error {
	if err := v.Over(); err != nil {
		return err
	}
	return v.l.Forget(v.Identity.Fingerprint, name)
}

// Forgotten takes a player who was deleted off what is shown here.
func (l *Hall) Forgotten(player string) {
	for _, t := range l.Rooms() {
		t.unseat(player)
	}
	l.dir.Stale()
	l.dir.Touch(directory.Sight{News: directory.Counts})
}

// EndTables takes a player's open seats and challenges down and gives its live matches up.
func (l *Hall) EndTables(player string) error {
	if err := l.endTablesHere(player); err != nil {
		return err
	}
	return l.endTablesElsewhere(player)
}

func (l *Hall) endTablesHere(player string) error {
	for _, t := range l.Rooms() {
		if err := t.giveUp(player); err != nil {
			return err
		}
	}
	return nil
}

// giveUp ends a match in which a player has a seat, or to which it is challenged.
func (t *Room) giveUp(player string) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	seat := ledger.SeatOf(t.Rec, player)
	switch {
	case t.Gone, t.Rec.Status == store.Done, seat == games.Nobody && t.Rec.Invited != player:
		return nil
	case t.Meets() && seat == t.Came:
		t.free()
		return nil
	case t.Rec.Status == store.Open:
		return t.Drop()
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
	t.Changed()
	return nil
}

// DropTableless removes a player's unfinished matches that are kept here and have no
// table, because their logs could not be read when the server began: nobody can end
// them. Those that another node keeps may be in play.
func (l *Hall) DropTableless(player string) error {
	list, err := l.cfg.Store.Unfinished()
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	for _, rec := range list {
		if rec.SeatOf(player) < 0 && rec.Invited != player || !l.mayTake(rec) {
			continue
		}
		if _, err := l.Table(rec.ID); err == nil {
			continue
		}
		if err := l.cfg.Store.DeleteMatch(rec.ID, rec.Epoch); err != nil && !refusedWrite(err) {
			return err
		}
	}
	return nil
}

// unseat takes a player who was forgotten off a table that others look at.
func (t *Room) unseat(player string) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.Silence(player)
	if seat := ledger.SeatOf(t.Rec, player); t.Meets() && seat == t.Came {
		t.free()
	}
	if t.Unseat(player) {
		t.Changed()
	}
}

// GiveUpForm asks a keeper to end a player's part in its tables, in version 1.
type GiveUpForm struct {
	V      int    `json:"v"`
	Player string `json:"player"`
}

const GiveUps = "lobby.giveup"

// GaveUp answers it.
func (l *Hall) GaveUp(_ context.Context, _ string, body json.RawMessage) (any, error) {
	var q GiveUpForm
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	return nil, l.endTablesHere(q.Player)
}

// endTablesElsewhere has the keepers of a player's tables end its part in them. What a node
// kept that is gone is taken over, and ended here the next time.
func (l *Hall) endTablesElsewhere(player string) error {
	if l.cfg.Nodes == nil {
		return nil
	}
	list, err := l.cfg.Store.Unfinished()
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	there := map[string]bool{}
	for _, m := range l.cfg.Nodes.Members() {
		there[m.Name] = true
	}
	asked := map[string]bool{l.cfg.Node: true}
	for _, rec := range list {
		if rec.SeatOf(player) < 0 && rec.Invited != player || asked[rec.Keeper] {
			continue
		}
		if !there[rec.Keeper] {
			if err := l.TakeOver(rec.ID); err != nil && !refusedWrite(err) && !errors.Is(err, ErrNoTable) {
				return err
			}
			continue
		}
		asked[rec.Keeper] = true
		ctx, cancel := context.WithTimeout(l.tasks.Context(), NewsTime)
		err := l.cfg.Nodes.Ask(ctx, rec.Keeper, GiveUps, GiveUpForm{directory.RowVersion, player}, nil)
		cancel()
		if err != nil {
			return fmt.Errorf("end the tables of a player at %s: %w", rec.Keeper, err)
		}
	}
	return nil
}
