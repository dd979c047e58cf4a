// Package account has the players' accounts: who comes in by a key, the keys of a player and
// the codes by which others are added, names, export and deletion. It knows no table and no
// visit: what is to end when a player is deleted, it asks its [House] to end.
package account

import (
	"errors"
	"log/slog"
	"sync"

	"arcade/games"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/limit"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/store"
)

// House is what accounts need of the lobby.
type House interface {
	// EndVisit ends a player's visit here: that by a key, or any where key is "".
	EndVisit(player, key string, why error)
	// Nudge wakes a player, at whichever node it is.
	Nudge(player string)
	// KeyRemoved tells the other nodes.
	KeyRemoved(player, key string)
	// EndTables takes a player's open seats and challenges down and gives its live matches
	// up, at all nodes.
	EndTables(player string) error
	// DropTableless removes a player's unfinished matches that have no table.
	DropTableless(player string) error
	// Deleted takes a player who was deleted off what is shown, at all nodes.
	Deleted(player string, why error)
}

// Elsewhere keeps things of players besides what the store has under their ids: it is
// asked when a player's data are exported and deleted.
type Elsewhere interface {
	// Export gives each thing to row, to be written as JSON.
	Export(player string, row func(any) error) error
	// Forget deletes them. It is asked again where it has failed.
	Forget(player string) error
}

// Config is what accounts are kept with.
type Config struct {
	Store   store.Store
	Games   *games.Registry
	Log     *slog.Logger
	Deals   *deals.Service
	Records *records.Records
	House   House
	// Code makes a code (HMAC) from which a text cannot be read.
	Code func(what string) string
	// Node is the name of this node, "" where there is one.
	Node string
}

// Accounts is safe for use by many goroutines. Its locks are taken before all others of the
// lobby but naming, which is taken inside a table's.
type Accounts struct {
	cfg       Config
	elsewhere []Elsewhere

	// players is held to change players' records, which are read, changed and written;
	// for reading by logins, which make a record or change nothing in it but when one was seen.
	// Nobody holds it while other nodes are asked or told something.
	players sync.RWMutex
	// naming is read while a record that names players, or a note of theirs or of their
	// match, is written, so that none of them is deleted meanwhile.
	naming   sync.RWMutex
	keyCodes limit.Guesses // the wrong codes with which keys were to be added

	mu      sync.Mutex
	giving  map[string]bool // name keys that newcomers are about to get
	exports map[string]bool // players whose data are being exported
}

// New makes the accounts of a store.
func New(c Config) *Accounts {
	return &Accounts{cfg: c, giving: map[string]bool{}, exports: map[string]bool{}}
}

// Ask has e asked when a player's data are exported and deleted; it is called before anybody comes in.
func (a *Accounts) Ask(e Elsewhere) { a.elsewhere = append(a.elsewhere, e) }

// WrongKeyCodes is how many wrong codes for keys came since the start.
func (a *Accounts) WrongKeyCodes() uint64 { return a.keyCodes.Total() }

// Edit changes a player's record.
func (a *Accounts) Edit(id string, edit func(*store.Player)) error {
	a.players.Lock()
	defer a.players.Unlock()
	return store.Again(func() error {
		p, err := a.cfg.Store.Player(id)
		if err != nil {
			return err
		}
		edit(&p)
		return a.cfg.Store.PutPlayer(p)
	})
}

// Leaves keeps where a player stands at the end of a visit. It needs no lock against other changes.
func (a *Accounts) Leaves(id string, left store.Left) error {
	a.players.RLock()
	defer a.players.RUnlock()
	return store.Again(func() error {
		p, err := a.cfg.Store.Player(id)
		if err != nil {
			return err
		}
		p.Left = &left
		return a.cfg.Store.PutPlayer(p)
	})
}

// owner is the player of a key; ErrGuestKey, ErrNoPlayer.
func (a *Accounts) owner(fingerprint string) (store.Player, error) {
	if fingerprint == "" {
		return store.Player{}, ErrGuestKey
	}
	return a.cfg.Records.PlayerByKey(fingerprint)
}

// Naming holds off the deletion of players while a record that names some, or a note of
// theirs or of their match, is written; it ends with done.
func (a *Accounts) Naming() (done func()) {
	a.naming.RLock()
	return a.naming.RUnlock
}

var (
	// ErrLeft is the error of a record that names a player who is not there any more.
	ErrLeft = directory.ErrLeft
	// ErrTooFast is the error of an export while another of the player's is under way.
	ErrTooFast = table.ErrTooFast
)

// Named reports, between Naming and done, whether every player in a record is there:
// ErrLeft for a missing seat, ErrNoPlayer for a missing challenged player.
func (a *Accounts) Named(rec store.Match) error {
	for _, s := range rec.Seats {
		if s.Player == "" {
			continue
		}
		if _, err := a.cfg.Store.Player(s.Player); errors.Is(err, store.ErrNotFound) {
			return ErrLeft
		} else if err != nil {
			return err
		}
	}
	if rec.Invited != "" {
		if _, err := a.cfg.Records.Player(rec.Invited); err != nil {
			return err
		}
	}
	return nil
}

// NamedStill is Named for a record that has been written: another node may have deleted a
// player meanwhile, whom it does not delete from now on.
func (a *Accounts) NamedStill(rec store.Match) error {
	if a.cfg.Node == "" {
		return nil
	}
	return a.Named(rec)
}

// Busy reports whether a login would have to wait now.
func (a *Accounts) Busy() bool {
	if !a.players.TryRLock() {
		return true
	}
	a.players.RUnlock()
	return false
}

// begin reports whether nothing is under way under a key of a set, and notes that something is.
func (a *Accounts) begin(set map[string]bool, key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if set[key] {
		return false
	}
	set[key] = true
	return true
}

// end notes that it is not any more.
func (a *Accounts) end(set map[string]bool, key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(set, key)
}
