package account

import (
	"cmp"
	"errors"
	"fmt"

	"arcade/lobby/analysis"
	"arcade/lobby/deals"
	"arcade/lobby/names"
	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/lobby/replies"
	"arcade/lobby/solo"
	"arcade/lobby/streak"
	"arcade/store"
)

// ErrOtherName: what was typed to confirm is not the player's name.
var ErrOtherName = errors.New("that is not the player's name")

// Forget deletes the player of a key and all its records; name must be the
// player's present name. Open seats are taken down and live matches given up first.
// Finished matches with another player stay, without the name; see
// [store.Store.Forget]. Visits end. ErrGuestKey, ErrNoPlayer, ErrOtherName.
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

// forget deletes a player; its visit gets the reason. Logins wait only while the record is
// deleted in the store, not while other nodes are asked to end the player's tables and are
// told: still looks once more whether the player is to be deleted, when logins wait.
func (a *Accounts) forget(player string, why error, still func() error) error {
	for _, e := range a.elsewhere {
		if err := e.Forget(player); err != nil {
			return fmt.Errorf("delete a player elsewhere: %w", err)
		}
	}
	const tries = 10 // the player may sit down elsewhere, or be challenged, meanwhile
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

// forgetRecord removes the player from the store, unless still finds a reason against it.
// Meanwhile logins wait, and no record is written that names the player.
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
	own, byMatch := []string{streak.Space(player), replies.Space(player)}, []string(nil)
	for _, g := range a.cfg.Games.Games() {
		name := g.Info().Name
		favourites, last := deals.Spaces(name, player)
		own, byMatch = append(own, favourites, solo.Space(name, player)), append(byMatch, last, analysis.Space(name))
	}
	if err := puzzles.Forget(a.cfg.Store, a.cfg.Games, player); err != nil {
		return err
	}
	if err := a.cfg.Store.Forget(player, own, byMatch); err != nil {
		return err
	}
	a.dropKeyCode(player)
	a.cfg.House.EndVisit(player, "", why)
	return nil
}
