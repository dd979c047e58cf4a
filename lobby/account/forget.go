package account

import (
	"cmp"
	"errors"
	"fmt"

	"arcade/lobby/names"
	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/store"
	"arcade/store/notes"
)

// ErrOtherName says that the name typed to confirm is not the player's.
var ErrOtherName = errors.New("that is not the player's name")

// Forget deletes the player of a key and all its records; name must be the player's present name. First
// it removes open seats and gives up live matches. Finished matches with another player stay, without the
// name; see [store.Store.Forget]. The player's visits end. Forget fails with ErrGuestKey, ErrNoPlayer or
// ErrOtherName.
func (a *Accounts) Forget(fingerprint, name string) error {
	p, err := a.owner(fingerprint)
	if err != nil {
		return err
	}
	if typed, err := names.Clean(name); err != nil || typed != p.Name {
		return ErrOtherName
	}
	return a.forget(p.ID, ErrForgotten, func() error {
		if now, err := a.owner(fingerprint); err != nil || now.ID != p.ID {
			return cmp.Or(err, records.ErrNoPlayer)
		}
		return nil
	})
}

// forget deletes a player; why is the reason that its visit gets. Logins wait only while the store
// deletes the record, not while other nodes are asked or told. While they wait, still checks once more
// whether the player may be deleted.
func (a *Accounts) forget(player string, why error, still func() error) error {
	for _, e := range a.elsewhere {
		if err := e.Forget(a.cfg.Context, player); err != nil {
			return fmt.Errorf("delete a player elsewhere: %w", err)
		}
	}
	const tries = 10 // meanwhile the player may sit down, or be challenged, at another node
	err := store.ErrUnfinished
	for i := 0; i < tries && errors.Is(err, store.ErrUnfinished); i++ {
		if err := a.cfg.House.EndTables(player); err != nil {
			return err
		}
		err = a.forgetRecord(player, why, still)
	}
	if err != nil {
		return fmt.Errorf("delete a player: %w", err)
	}
	a.cfg.House.Deleted(player, why)
	return nil
}

// forgetRecord removes the player from the store, unless still returns an error. Meanwhile logins wait,
// and no record that names the player is written.
func (a *Accounts) forgetRecord(player string, why error, still func() error) error {
	a.players.Lock()
	defer a.players.Unlock()
	if err := still(); err != nil {
		return err
	}
	a.naming.Lock()
	defer a.naming.Unlock()
	if err := a.cfg.House.DropTableless(player); err != nil {
		return err
	}
	var all []string
	for _, g := range a.cfg.Games.Games() {
		all = append(all, g.Info().Name)
	}
	if err := puzzles.Forget(a.cfg.Context, a.cfg.Store, a.cfg.Games, player); err != nil {
		return err
	}
	if err := a.dropKeyCode(player); err != nil {
		return err
	}
	if err := a.cfg.Store.Forget(a.cfg.Context, player, notes.OfPlayer(all, player), notes.OfMatches(all)); err != nil {
		return err
	}
	a.cfg.House.EndVisit(player, "", why)
	return nil
}
