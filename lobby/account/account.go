// Package account manages players' accounts: logins by key, a player's keys and the codes that add keys,
// names, export and deletion. It knows no tables and no visits; when a player is deleted it asks its
// [House] to end them.
package account

import (
	"context"
	"errors"
	"sync"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/tasks"
	"arcade/store"
)

// House has the lobby's methods for accounts.
type House interface {
	// EndVisit ends a player's visit here if it came by the key, or any visit if key is "".
	EndVisit(player, key string, why error)
	// Nudge wakes a player, at whichever node it is.
	Nudge(player string)
	// KeyRemoved tells the other nodes that a player's key was removed.
	KeyRemoved(player, key string)
	// EndTables removes a player's open seats and challenges and gives up its live matches, at all nodes.
	EndTables(player string) error
	// DropTableless removes a player's unfinished matches that have no table.
	DropTableless(player string) error
	// Deleted removes a deleted player from what is shown, at all nodes.
	Deleted(player string, why error)
}

// Elsewhere stores data of players that the store does not have under their IDs. Accounts ask it when a
// player's data are exported or deleted.
type Elsewhere interface {
	// Export passes each thing to row, which writes it as JSON.
	Export(ctx context.Context, player string, row func(any) error) error
	// Forget deletes the player's data. It is called again after it has failed.
	Forget(ctx context.Context, player string) error
}

// Config has the settings and services of accounts.
type Config struct {
	// Calls of the store use Context.
	Context context.Context
	Store   store.Store
	Games   *games.Registry
	Records *records.Records
	House   House
	// Code makes a code (HMAC) from which nobody can read the text.
	Code func(what string) string
	// Reserved are the names that nobody gets.
	Reserved names.Reserved
	// Node is the name of this node, "" for a single node.
	Node string
}

// Accounts is safe for use by many goroutines. Its locks are taken before all other locks of the lobby,
// except naming, which is taken inside a table's.
type Accounts struct {
	cfg       Config
	elsewhere []part

	// players is held while a player's keys change, a player becomes a bot or is deleted. Logins, and
	// changes that the revision of one record guards, hold it for reading, so that they share a disk sync.
	// It is not held while other nodes are asked or told something.
	players sync.RWMutex
	// editing is held while a player's record is read, changed and written, so that edits of one record do
	// not fail one another. It is taken after players.
	editing tasks.Locks
	// naming is held for reading while a record that names players, or a note of theirs or of their
	// match, is written, so that no such player is deleted meanwhile.
	naming   sync.RWMutex
	keyCodes limit.Guesses // the wrong codes that were tried

	mu      sync.Mutex
	giving  map[string]bool // name keys that newcomers are about to get
	exports map[string]bool // players whose data is being exported
}

// New returns the accounts of a store.
func New(c Config) *Accounts {
	return &Accounts{cfg: c, giving: map[string]bool{}, exports: map[string]bool{}}
}

// part is a place that keeps data of players, with the name of its list in an export.
type part struct {
	name string
	Elsewhere
}

// AddElsewhere adds a place that keeps data of players; name is that of its list in an export. It is called before any
// login.
func (a *Accounts) AddElsewhere(name string, e Elsewhere) {
	a.elsewhere = append(a.elsewhere, part{name, e})
}

// WrongKeyCodes returns the number of wrong codes for keys since the start.
func (a *Accounts) WrongKeyCodes() uint64 { return a.keyCodes.Total() }

// Edit changes a player's record, but not its keys. edit is called again if another node was faster.
func (a *Accounts) Edit(id string, edit func(*store.Player)) error {
	a.players.RLock()
	defer a.players.RUnlock()
	defer a.editing.Lock(id)()
	return store.Again(func() error {
		p, err := a.cfg.Store.Player(a.cfg.Context, id)
		if err != nil {
			return err
		}
		edit(&p)
		return a.cfg.Store.PutPlayer(a.cfg.Context, p)
	})
}

// owner returns the player of a key. It fails with ErrGuestKey or ErrNoPlayer.
func (a *Accounts) owner(fingerprint string) (store.Player, error) {
	if fingerprint == "" {
		return store.Player{}, ErrGuestKey
	}
	return a.cfg.Records.PlayerByKey(a.cfg.Context, fingerprint)
}

// HoldDeletions prevents the deletion of players until done is called. Hold it to write a record that names
// players, or a note about them or their match.
func (a *Accounts) HoldDeletions() (done func()) {
	a.naming.RLock()
	return a.naming.RUnlock
}

// PlayersExist checks, between HoldDeletions and done, that every player in a record exists. It fails with [directory.ErrLeft] for
// a missing seat and with ErrNoPlayer for a missing challenged player.
func (a *Accounts) PlayersExist(rec store.Match) error {
	for _, s := range rec.Seats {
		if s.Player == "" {
			continue
		}
		if _, err := a.cfg.Store.Player(a.cfg.Context, s.Player); errors.Is(err, store.ErrNotFound) {
			return directory.ErrLeft
		} else if err != nil {
			return err
		}
	}
	if rec.Invited != "" {
		if _, err := a.cfg.Records.Player(a.cfg.Context, rec.Invited); err != nil {
			return err
		}
	}
	return nil
}

// PlayersStillExist is PlayersExist for a record that has just been written. Another node may have deleted a player
// before that; from now on it cannot.
func (a *Accounts) PlayersStillExist(rec store.Match) error {
	if a.cfg.Node == "" {
		return nil
	}
	return a.PlayersExist(rec)
}

// Busy reports whether a login would have to wait now.
func (a *Accounts) Busy() bool {
	if !a.players.TryRLock() {
		return true
	}
	a.players.RUnlock()
	return false
}

// begin adds a key to a set, and reports whether it was not in it.
func (a *Accounts) begin(set map[string]bool, key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if set[key] {
		return false
	}
	set[key] = true
	return true
}

// end removes a key from a set.
func (a *Accounts) end(set map[string]bool, key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(set, key)
}
