package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// Forgotten removes a deleted player from the tables and lists of this node.
func (u *Upkeep) Forgotten(player string) {
	for _, t := range u.Rooms() {
		unseat(t, player)
	}
	u.Directory.DropLists()
	u.Directory.ListsChanged(directory.Sight{Changes: directory.Counts})
}

// EndTables removes a player's open seats and challenges, and gives up its live matches.
func (u *Upkeep) EndTables(player string) error {
	if err := u.endTablesHere(player); err != nil {
		return err
	}
	return u.endTablesElsewhere(player)
}

func (u *Upkeep) endTablesHere(player string) error {
	for _, t := range u.Rooms() {
		if err := endPart(t, player); err != nil {
			return err
		}
	}
	return nil
}

// endPart ends a match in which a player has a seat or is challenged.
func endPart(t *room.Room, player string) error {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	seat := ledger.SeatOf(t.Rec, player)
	switch {
	case t.Gone, t.Rec.Status == store.Done, seat == games.Nobody && t.Rec.Invited != player:
		return nil
	case t.Meets() && seat == t.GuestSeat:
		t.Vacate()
		return nil
	case t.Rec.Status == store.Open:
		return t.Delete()
	case seat == games.Nobody || t.M == nil:
		return nil
	}
	kind := games.Resign
	if t.M.CanAbort() {
		kind = games.Abort
	}
	if err := t.Store(games.Entry{Kind: kind, Seat: seat, At: t.Now()}); err != nil && !errors.Is(err, games.ErrOver) && !errors.Is(err, table.ErrStale) {
		return err
	}
	t.Changed()
	return nil
}

// DropTableless removes a player's unfinished matches that are kept here but have no table: their logs
// could not be read at the start, so nobody can end them. Matches of other nodes may be in play, and
// stay.
func (u *Upkeep) DropTableless(player string) error {
	list, err := u.Config.Store.Unfinished(u.Tasks.Work())
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	for _, rec := range list {
		if rec.SeatOf(player) < 0 && rec.Invited != player || !u.MayAdopt(rec) {
			continue
		}
		if _, err := u.Room(rec.ID); err == nil {
			continue
		}
		if err := u.Config.Store.DeleteMatch(u.Tasks.Work(), rec); err != nil && !room.RefusedWrite(err) {
			return err
		}
	}
	return nil
}

// unseat removes a deleted player from a table that others look at.
func unseat(t *room.Room, player string) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.Silence(player)
	if seat := ledger.SeatOf(t.Rec, player); t.Meets() && seat == t.GuestSeat {
		t.Vacate()
	}
	if t.Unseat(player) {
		t.Changed()
	}
}

// GiveUpForm asks an owner to end a player's part in its tables, in version 1.
type GiveUpForm struct {
	V      int    `json:"v"`
	Player string `json:"player"`
}

// GiveUps is the request with a [GiveUpForm].
const GiveUps = "lobby.giveup"

// HandleGiveUp answers a [GiveUpForm].
func (u *Upkeep) HandleGiveUp(_ context.Context, _ string, body json.RawMessage) (any, error) {
	var q GiveUpForm
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, err
	}
	return nil, u.endTablesHere(q.Player)
}

// endTablesElsewhere asks the owners of a player's tables to end the player's part in them. It takes over
// the matches of nodes that are gone; the next call ends them here.
func (u *Upkeep) endTablesElsewhere(player string) error {
	if u.Config.Nodes == nil {
		return nil
	}
	list, err := u.Config.Store.Unfinished(u.Tasks.Work())
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	there := map[string]bool{}
	for _, m := range u.Config.Nodes.Members() {
		there[m.Name] = true
	}
	asked := map[string]bool{u.Config.Node: true}
	for _, rec := range list {
		if rec.SeatOf(player) < 0 && rec.Invited != player || asked[rec.Owner] {
			continue
		}
		if !there[rec.Owner] {
			if err := u.AdoptByID(rec.ID); err != nil && !room.RefusedWrite(err) && !errors.Is(err, table.ErrNoTable) {
				return err
			}
			continue
		}
		asked[rec.Owner] = true
		ctx, cancel := context.WithTimeout(u.Tasks.Context(), directory.EventTime)
		err := u.Config.Nodes.Ask(ctx, rec.Owner, GiveUps, GiveUpForm{directory.RowVersion, player}, nil)
		cancel()
		if err != nil {
			return fmt.Errorf("end the tables of a player at %s: %w", rec.Owner, err)
		}
	}
	return nil
}
