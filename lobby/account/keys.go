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
	"arcade/store"
)

// minKeyPart is how many characters of a fingerprint, after SHA256:, name a key.
const minKeyPart = 8

// MaxKeys is how many keys a player may have.
const MaxKeys = 16

// What is refused about keys.
var (
	// ErrNoKeyCode: the code was never given, has been used or is too old.
	ErrNoKeyCode = errors.New("no such code for a key")
	// ErrGuessing: too many wrong codes came from the address or the key.
	ErrGuessing = errors.New("too many wrong codes")
	// ErrGuestKey: a guest has no key to add.
	ErrGuestKey = errors.New("a guest has no key")
	// ErrOwnKey: the key is the player's already.
	ErrOwnKey = errors.New("the key is this player's already")
	// ErrKeyPlayed: the key already has a player with games.
	ErrKeyPlayed = errors.New("the key has a player of its own with games")
	// ErrManyKeys: the player has MaxKeys.
	ErrManyKeys = errors.New("too many keys")
	// ErrNoKey: the player has no such key.
	ErrNoKey = errors.New("no such key")
	// ErrShortKey: fewer than minKeyPart characters of a key's fingerprint were given.
	ErrShortKey = errors.New("too little of the key's fingerprint")
	// ErrWhichKey: several of the player's keys begin so.
	ErrWhichKey = errors.New("several keys begin so")
	// ErrLastKey: without its last key a player could not come in.
	ErrLastKey = errors.New("the last key")
)

// Why a visit was ended by the lobby; see [Visit.Ended].
var (
	// ErrKeyRemoved: the key by which the visitor came is the player's no more.
	ErrKeyRemoved = errors.New("the key was removed")
	// ErrKeyMoved: the key is another player's now.
	ErrKeyMoved = errors.New("the key is another player's now")
	// ErrForgotten: the player's data were deleted.
	ErrForgotten = errors.New("the player was deleted")
)

// Key is one of a player's keys.
type Key struct {
	// Fingerprint is as in SHA256:…
	Fingerprint string
	// Added is when the player got the key, ms since 1970.
	Added int64
}

// KeysOf lists a player's keys, oldest first.
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

// NewKeyCode gives the player of a key a code with which another key becomes the
// player's, in place of any older one, and until when it is good (ms since 1970).
// ErrGuestKey, ErrNoPlayer, ErrManyKeys.
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

// AddKey makes a key one of the player's who was given the code, and gives that
// player. Where the key has a player of its own who has not played, that one is
// forgotten. from is where the key comes from, an address or its network: from it
// and from the key only a few wrong codes are heard. ErrGuestKey, ErrNoKeyCode,
// ErrGuessing, ErrOwnKey, ErrKeyPlayed, ErrManyKeys.
func (a *Accounts) AddKey(fingerprint, from, code string) (store.Player, error) {
	if fingerprint == "" {
		return store.Player{}, ErrGuestKey
	}
	c, err := a.tryKeyCode(names.Normal(code), "address "+from, "key "+fingerprint)
	if err != nil {
		return store.Player{}, err
	}
	use := sync.OnceValue(func() error { return a.useKeyCode(c) })
	const tries = 10 // the key's player may come in again meanwhile
	for range tries {
		var p, own store.Player
		err := store.Again(func() (err error) {
			p, own, err = a.addKey(c.player, fingerprint, use)
			return err
		})
		if !errors.Is(err, errKeyOwned) {
			return p, err
		}
		if err := a.giveUp(own, fingerprint); err != nil {
			return p, err
		}
	}
	return store.Player{}, fmt.Errorf("add key: %w", store.ErrConflict)
}

// errKeyOwned: the key that is to be added has a player of its own, who is to be forgotten first.
var errKeyOwned = errors.New("the key has a player of its own")

// tryKeyCode is findKeyCode for one at a time, so that no more wrong codes are heard at
// once than one after the other.
func (a *Accounts) tryKeyCode(code string, from ...string) (keyCodeNote, error) {
	a.players.Lock()
	defer a.players.Unlock()
	return a.findKeyCode(code, clock.MS(), from...)
}

// addKey is AddKey for a player, whose code use voids. With errKeyOwned it returns the player
// whom the key has.
func (a *Accounts) addKey(id, fingerprint string, use func() error) (p, own store.Player, err error) {
	a.players.Lock()
	defer a.players.Unlock()
	p, err = a.cfg.Store.Player(id)
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
	switch own, err = a.cfg.Store.PlayerByKey(fingerprint); {
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
	if err := a.cfg.Store.PutPlayer(p); err != nil {
		return p, own, fmt.Errorf("add key: %w", err)
	}
	a.cfg.House.Nudge(p.ID)
	return p, own, nil
}

// giveUp forgets the player of a key, who has nothing but open seats; ErrKeyPlayed. Where
// the key is the player's no more, nothing happens.
func (a *Accounts) giveUp(p store.Player, fingerprint string) error {
	if err := a.neverPlayed(p.ID); err != nil {
		return err
	}
	err := a.forget(p.ID, ErrKeyMoved, func() error {
		if now, err := a.cfg.Store.PlayerByKey(fingerprint); err != nil || now.ID != p.ID {
			return cmp.Or(err, store.ErrNotFound)
		}
		return a.neverPlayed(p.ID)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// neverPlayed returns ErrKeyPlayed for a player with a match that has begun.
func (a *Accounts) neverPlayed(player string) error {
	for m, err := range a.cfg.Records.MatchesOf(player) {
		if err != nil {
			return err
		}
		if m.Status != store.Open {
			return ErrKeyPlayed
		}
	}
	return nil
}

// RemoveKey takes a key off the player of the key fingerprint and gives the one
// that was removed: which is its fingerprint, with or without SHA256:, or minKeyPart
// characters or more of its beginning that tell it from the others. A visit by it
// ends. ErrGuestKey, ErrNoPlayer, ErrNoKey, ErrShortKey, ErrWhichKey, ErrLastKey.
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

// removeKey is RemoveKey as far as logins wait for it; it returns the player too.
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
	p.Keys = slices.DeleteFunc(slices.Clone(p.Keys), func(k string) bool { return k == key })
	p.KeyAdded = maps.Clone(p.KeyAdded)
	delete(p.KeyAdded, key)
	if err := a.cfg.Store.PutPlayer(p); err != nil {
		return "", "", fmt.Errorf("remove key: %w", err)
	}
	a.dropKeyCode(p.ID) // which may have been asked for by the key that was removed
	a.cfg.House.EndVisit(p.ID, key, ErrKeyRemoved)
	return p.ID, key, nil
}

// chooseKey finds a key by its beginning.
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
