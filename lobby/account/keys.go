package account

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"arcade/lobby/clock"
	"arcade/lobby/names"
	"arcade/lobby/puzzles"
	"arcade/store"
)

// minKeyPart is the least number of characters of a fingerprint, after SHA256:, that name a key.
const minKeyPart = 8

// MaxKeys limits a player's keys.
const MaxKeys = 16

// Errors about keys.
var (
	// ErrNoKeyCode says that the code was never given, has been used or is too old.
	ErrNoKeyCode = errors.New("no such code for a key")
	// ErrGuessing says that too many wrong codes came from the address or the key.
	ErrGuessing = errors.New("too many wrong codes")
	// ErrGuestKey says that a guest has no key.
	ErrGuestKey = errors.New("a guest has no key")
	// ErrOwnKey says that the key is the player's already.
	ErrOwnKey = errors.New("the key is this player's already")
	// ErrKeyPlayed says that the key has a player who has played.
	ErrKeyPlayed = errors.New("the key has a player of its own with games")
	// ErrManyKeys says that the player has MaxKeys keys.
	ErrManyKeys = errors.New("too many keys")
	// ErrNoKey says that the player has no such key.
	ErrNoKey = errors.New("no such key")
	// ErrShortKey says that fewer than minKeyPart characters of the fingerprint were given.
	ErrShortKey = errors.New("too little of the key's fingerprint")
	// ErrWhichKey says that several of the player's keys begin so.
	ErrWhichKey = errors.New("several keys begin so")
	// ErrLastKey says that the player could not log in without this key.
	ErrLastKey = errors.New("the last key")
)

// Reasons why the lobby ended a visit; see [Visit.Ended].
var (
	// ErrKeyRemoved says that the visitor's key no longer belongs to the player.
	ErrKeyRemoved = errors.New("the key was removed")
	// ErrKeyMoved says that the key is another player's now.
	ErrKeyMoved = errors.New("the key is another player's now")
	// ErrForgotten says that the player was deleted.
	ErrForgotten = errors.New("the player was deleted")
)

// Key is one of a player's keys.
type Key struct {
	// Fingerprint is of the form SHA256:…
	Fingerprint string
	// Added is the time at which the player got the key, ms since 1970.
	Added int64
}

// KeysOf returns a player's keys, oldest first.
func KeysOf(p store.Player) []Key {
	list := make([]Key, len(p.Keys))
	for i, k := range p.Keys {
		list[i] = Key{k, p.Created}
		if at, ok := p.KeyAdded[k]; ok {
			list[i].Added = at
		}
	}
	return list
}

// NewKeyCode gives the player of a key a code that adds another key and replaces any older code. It is
// valid until the returned time, in ms since 1970. NewKeyCode fails with ErrGuestKey, ErrNoPlayer or
// ErrManyKeys.
func (a *Accounts) NewKeyCode(fingerprint string) (code string, until int64, err error) {
	a.players.Lock()
	defer a.players.Unlock()
	p, err := a.owner(fingerprint)
	if err != nil {
		return "", 0, err
	}
	if len(p.Keys) >= MaxKeys {
		return "", 0, ErrManyKeys
	}
	return a.issueKeyCode(p.ID, clock.MS())
}

// AddKey adds a key to the player who was given the code, and returns that player. If the key has a
// player who has not played, AddKey deletes that one. The parameter from is the address or network of the
// key: only a few wrong codes are accepted from it and from the key. AddKey fails with ErrGuestKey,
// ErrNoKeyCode, ErrGuessing, ErrOwnKey, ErrKeyPlayed or ErrManyKeys.
func (a *Accounts) AddKey(fingerprint, from, code string) (store.Player, error) {
	if fingerprint == "" {
		return store.Player{}, ErrGuestKey
	}
	c, err := a.tryKeyCode(names.Normal(code), "address "+from, "key "+fingerprint)
	if err != nil {
		return store.Player{}, err
	}
	use := sync.OnceValue(func() error { return a.useKeyCode(c) })
	const tries = 10 // the key's player may log in again meanwhile
	for range tries {
		var p, own store.Player
		err := store.Again(func() (err error) {
			p, own, err = a.addKey(c.Key, fingerprint, use)
			return err
		})
		if !errors.Is(err, errKeyOwned) {
			return p, err
		}
		if err := a.deleteUnplayed(own, fingerprint); err != nil {
			return p, err
		}
	}
	return store.Player{}, fmt.Errorf("add key: %w", store.ErrConflict)
}

// errKeyOwned says that the key has a player, which must be deleted before the key is added.
var errKeyOwned = errors.New("the key has a player of its own")

// tryKeyCode runs findKeyCode for one caller at a time, so that parallel calls cannot try more wrong
// codes.
func (a *Accounts) tryKeyCode(code string, from ...string) (keyCodeNote, error) {
	a.players.Lock()
	defer a.players.Unlock()
	return a.findKeyCode(code, clock.MS(), from...)
}

// addKey adds a key to the player id; the function use removes the code. With errKeyOwned it also returns
// the player who owns the key.
func (a *Accounts) addKey(id, fingerprint string, use func() error) (p, own store.Player, err error) {
	a.players.Lock()
	defer a.players.Unlock()
	p, err = a.cfg.Store.Player(a.cfg.Context, id)
	if errors.Is(err, store.ErrNotFound) {
		return store.Player{}, own, ErrNoKeyCode
	} else if err != nil {
		return store.Player{}, own, err
	}
	if slices.Contains(p.Keys, fingerprint) {
		return p, own, ErrOwnKey
	}
	if len(p.Keys) >= MaxKeys {
		return p, own, ErrManyKeys
	}
	switch own, err = a.cfg.Store.PlayerByKey(a.cfg.Context, fingerprint); {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return p, own, err
	default:
		return p, own, errKeyOwned
	}
	if err := use(); err != nil {
		return p, own, err
	}
	added := maps.Clone(p.KeyAdded)
	if added == nil {
		added = map[string]int64{}
	}
	added[fingerprint] = clock.MS()
	p.Keys, p.KeyAdded = append(slices.Clone(p.Keys), fingerprint), added
	if err := a.cfg.Store.PutPlayer(a.cfg.Context, p); err != nil {
		return p, own, fmt.Errorf("add key: %w", err)
	}
	a.cfg.House.Nudge(p.ID)
	return p, own, nil
}

// deleteUnplayed deletes the player of a key, unless it has played (ErrKeyPlayed). It does nothing if the key no
// longer is the player's.
func (a *Accounts) deleteUnplayed(p store.Player, fingerprint string) error {
	if err := a.neverPlayed(p.ID); err != nil {
		return err
	}
	err := a.forget(p.ID, ErrKeyMoved, func() error {
		if now, err := a.cfg.Store.PlayerByKey(a.cfg.Context, fingerprint); err != nil || now.ID != p.ID {
			return cmp.Or(err, store.ErrNotFound)
		}
		return a.neverPlayed(p.ID)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// neverPlayed returns ErrKeyPlayed for a player who has begun a match or tried a puzzle.
func (a *Accounts) neverPlayed(player string) error {
	if tried, err := puzzles.Tried(a.cfg.Context, a.cfg.Store, a.cfg.Games, player); err != nil {
		return err
	} else if tried {
		return ErrKeyPlayed
	}
	for m, err := range a.cfg.Records.MatchesOf(a.cfg.Context, player) {
		if err != nil {
			return err
		}
		if m.Status != store.Open {
			return ErrKeyPlayed
		}
	}
	return nil
}

// RemoveKey removes one of the keys of the player of fingerprint, and returns it. The parameter which is
// the key's fingerprint, with or without SHA256:, or at least minKeyPart characters from its beginning
// that no other key shares. A visit by that key ends. RemoveKey fails with ErrGuestKey, ErrNoPlayer,
// ErrNoKey, ErrShortKey, ErrWhichKey or ErrLastKey.
func (a *Accounts) RemoveKey(fingerprint, which string) (key string, err error) {
	var player string
	err = store.Again(func() (err error) {
		player, key, err = a.removeKey(fingerprint, which)
		return err
	})
	if err != nil {
		return "", err
	}
	a.cfg.House.KeyRemoved(player, key)
	a.cfg.House.Nudge(player)
	return key, nil
}

// removeKey is the part of RemoveKey for which logins wait. It returns the player too.
func (a *Accounts) removeKey(fingerprint, which string) (player, key string, err error) {
	a.players.Lock()
	defer a.players.Unlock()
	p, err := a.owner(fingerprint)
	if err != nil {
		return "", "", err
	}
	key, err = chooseKey(p.Keys, which)
	if err != nil {
		return "", "", err
	}
	if len(p.Keys) == 1 {
		return "", "", ErrLastKey
	}
	if err := a.dropKeyCode(p.ID); err != nil { // the key may have asked for it
		return "", "", err
	}
	p.Keys = slices.DeleteFunc(slices.Clone(p.Keys), func(k string) bool { return k == key })
	p.KeyAdded = maps.Clone(p.KeyAdded)
	delete(p.KeyAdded, key)
	if err := a.cfg.Store.PutPlayer(a.cfg.Context, p); err != nil {
		return "", "", fmt.Errorf("remove key: %w", err)
	}
	a.cfg.House.EndVisit(p.ID, key, ErrKeyRemoved)
	return p.ID, key, nil
}

// chooseKey returns the key with this beginning.
func chooseKey(keys []string, which string) (string, error) {
	const kind = "SHA256:"
	which = strings.TrimPrefix(strings.TrimSpace(which), kind)
	found := ""
	for _, k := range keys {
		switch rest := strings.TrimPrefix(k, kind); {
		case rest == which:
			return k, nil
		case which == "" || !strings.HasPrefix(rest, which):
		case found != "" && len(which) >= minKeyPart:
			return "", ErrWhichKey
		default:
			found = k
		}
	}
	if found == "" {
		return "", ErrNoKey
	}
	if len(which) < minKeyPart {
		return "", ErrShortKey
	}
	return found, nil
}
