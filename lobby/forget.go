package lobby

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/solo"
	"arcade/store"
)

// ErrOtherName: what was typed to confirm is not the player's name.
var ErrOtherName = errors.New("that is not the player's name")

// Elsewhere keeps things of players besides what the store has under their ids: it is
// asked when a player's data are exported and deleted.
type Elsewhere interface {
	// Export gives each thing to row, to be written as JSON.
	Export(player string, row func(any) error) error
	// Forget deletes them. It is asked again where it has failed.
	Forget(player string) error
}

// Ask has the lobby ask e; it is called before anybody comes in.
func (l *Lobby) Ask(e Elsewhere) { l.elsewhere = append(l.elsewhere, e) }

// Forget deletes the player of a key with all that is kept of it; name must be the
// player's present name. Open seats are taken down and live matches given up first.
// Finished matches with another player stay, without the name; see
// [store.Store.Forget]. Visits end. ErrGuestKey, ErrNoPlayer, ErrOtherName.
func (l *Lobby) Forget(fingerprint, name string) error {
	p, err := l.owner(fingerprint)
	if err != nil {
		return err
	}
	if typed, err := names.Clean(name); err != nil || typed != p.Name {
		return ErrOtherName
	}
	return l.forget(p.ID, ErrForgotten, func() error {
		if now, err := l.owner(fingerprint); err != nil || now.ID != p.ID {
			return cmp.Or(err, ErrNoPlayer)
		}
		return nil
	})
}

// Forget is [Lobby.Forget] for the visitor.
func (v *Visit) Forget(name string) error {
	if err := v.Over(); err != nil {
		return err
	}
	return v.l.Forget(v.id.Fingerprint, name)
}

// forget deletes a player; its visit is told why. Logins wait only while the record is
// deleted in the store, not while other nodes are asked to end the player's tables and are
// told: still looks once more whether the player is to be deleted, when logins wait.
func (l *Lobby) forget(player string, why error, still func() error) error {
	for _, e := range l.elsewhere {
		if err := e.Forget(player); err != nil {
			return fmt.Errorf("delete a player elsewhere: %w", err)
		}
	}
	const tries = 10 // the player may sit down elsewhere, or be challenged, meanwhile
	err := store.ErrUnfinished
	for i := 0; i < tries && errors.Is(err, store.ErrUnfinished); i++ {
		if err := l.endTables(player); err != nil {
			return err
		}
		err = l.forgetRecord(player, why, still)
	}
	if err != nil {
		return fmt.Errorf("delete a player: %w", err)
	}
	l.forgotten(player)
	l.spreadOr(newsForgotten, newsForm{Person: player, Moved: errors.Is(why, ErrKeyMoved)})
	return nil
}

// forgotten takes a player who was deleted off what is shown here.
func (l *Lobby) forgotten(player string) {
	for _, t := range l.allTables() {
		t.unseat(player)
	}
	l.mu.Lock()
	l.lists = nil // at once: they may show moves late, but not who is no more
	l.mu.Unlock()
	l.touch(Sight{News: Counts})
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
func (t *table) giveUp(player string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	seat := ledger.SeatOf(t.rec, player)
	switch {
	case t.gone, t.rec.Status == store.Done, seat == games.Nobody && t.rec.Invited != player:
		return nil
	case t.meets() && seat == t.came:
		t.free()
		return nil
	case t.rec.Status == store.Open:
		return t.drop()
	case seat == games.Nobody || t.m == nil:
		return nil
	}
	kind := games.Resign
	if t.m.CanAbort() {
		kind = games.Abort
	}
	if err := t.add(games.Entry{Kind: kind, Seat: seat, At: t.now()}); err != nil && !errors.Is(err, games.ErrOver) && !errors.Is(err, ErrStale) {
		return err
	}
	t.changed()
	return nil
}

// forgetRecord removes the player from the store, unless still finds a reason against it.
// Meanwhile nobody logs in, and no record is written that names the player.
func (l *Lobby) forgetRecord(player string, why error, still func() error) error {
	l.players.Lock()
	defer l.players.Unlock()
	if err := still(); err != nil {
		return err
	}
	l.naming.Lock()
	defer l.naming.Unlock()
	if err := l.dropTableless(player); err != nil {
		return err
	}
	var own, byMatch []string
	for _, g := range l.Games() {
		name := g.Info().Name
		favourites, last := deals.Spaces(name, player)
		own, byMatch = append(own, favourites, solo.Space(name, player)), append(byMatch, last, analysis.Space(name))
	}
	if err := l.cfg.Store.Forget(player, own, byMatch); err != nil {
		return err
	}
	l.dropKeyCode(player)
	l.endVisit(player, "", why)
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
		if err := l.cfg.Store.DeleteMatch(rec.ID, rec.Epoch); err != nil && !refusal(err) {
			return err
		}
	}
	return nil
}

// named tells, while l.naming is held for reading, that every player in a record
// is there; ErrLeft for a seat, ErrNoPlayer for who is challenged.
func (l *Lobby) named(rec store.Match) error {
	for _, s := range rec.Seats {
		if s.Player == "" {
			continue
		}
		if _, err := l.cfg.Store.Player(s.Player); errors.Is(err, store.ErrNotFound) {
			return ErrLeft
		} else if err != nil {
			return err
		}
	}
	if rec.Invited != "" {
		if _, err := l.Player(rec.Invited); err != nil {
			return err
		}
	}
	return nil
}

// namedStill is named for a record that has been written: another node may have deleted a
// player meanwhile, whom it does not delete from now on.
func (l *Lobby) namedStill(rec store.Match) error {
	if l.cfg.Node == "" {
		return nil
	}
	return l.named(rec)
}

// unseat takes a player who was forgotten off a table that others look at.
func (t *table) unseat(player string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.chat = slices.DeleteFunc(t.chat, func(l Line) bool { return l.From.ID == player })
	delete(t.said, player)
	seat := ledger.SeatOf(t.rec, player)
	if t.meets() && seat == t.came {
		t.free()
	}
	if seat == games.Nobody || t.rec.Status != store.Done || t.gone {
		return
	}
	t.rec.Seats = slices.Clone(t.rec.Seats)
	t.rec.Seats[seat] = t.rec.Seats[seat].Forgotten()
	t.rematch[seat], t.ended = false, true
	t.changed()
}
