package lobby

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
	// ErrGuestKey: whoever came without a key has none to add.
	ErrGuestKey = errors.New("a guest has no key")
	// ErrOwnKey: the key is the player's already.
	ErrOwnKey = errors.New("the key is this player's already")
	// ErrKeyPlayed: the key has a player of its own, who has played.
	ErrKeyPlayed = errors.New("the key has a player of its own with games")
	// ErrManyKeys: the player has MaxKeys.
	ErrManyKeys = errors.New("too many keys")
	// ErrNoKey: the player has no such key.
	ErrNoKey = errors.New("no such key")
	// ErrShortKey: fewer than minKeyPart characters of a key's fingerprint were given.
	ErrShortKey = errors.New("too little of the key's fingerprint")
	// ErrWhichKey: several of the player's keys begin so.
	ErrWhichKey = errors.New("several keys begin so")
	// ErrLastKey: without it nobody could come in as the player.
	ErrLastKey = errors.New("the last key")
)

// Why a visit was ended by the lobby; see [Visit.Ended].
var (
	// errKeyRemoved: the key by which the visitor came is the player's no more.
	errKeyRemoved = errors.New("the key was removed")
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
func KeysOf(p PlayerRecord) []Key {
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
func (l *Lobby) NewKeyCode(fingerprint string) (code string, until int64, err error) {
	l.players.Lock()
	defer l.players.Unlock()
	p, err := l.owner(fingerprint)
	if err != nil {
		return "", 0, err
	}
	if len(p.Keys) >= MaxKeys {
		return "", 0, ErrManyKeys
	}
	return l.issueKeyCode(p.ID, clock.MS())
}

// AddKey makes a key one of the player's who was given the code, and gives that
// player. Where the key has a player of its own who has not played, that one is
// forgotten. from is where the key comes from, an address or its network: from it
// and from the key only a few wrong codes are heard. ErrGuestKey, ErrNoKeyCode,
// ErrGuessing, ErrOwnKey, ErrKeyPlayed, ErrManyKeys.
func (l *Lobby) AddKey(fingerprint, from, code string) (PlayerRecord, error) {
	if fingerprint == "" {
		return PlayerRecord{}, ErrGuestKey
	}
	c, err := l.tryKeyCode(names.Normal(code), "address "+from, "key "+fingerprint)
	if err != nil {
		return PlayerRecord{}, err
	}
	use := sync.OnceValue(func() error { return l.useKeyCode(c) })
	const tries = 10 // the key's player may come in again meanwhile
	for range tries {
		var p, own PlayerRecord
		err := store.Again(func() (err error) {
			p, own, err = l.addKey(c.player, fingerprint, use)
			return err
		})
		if !errors.Is(err, errKeyOwned) {
			return p, err
		}
		if err := l.giveUp(own, fingerprint); err != nil {
			return p, err
		}
	}
	return PlayerRecord{}, fmt.Errorf("add key: %w", store.ErrConflict)
}

// errKeyOwned: the key that is to be added has a player of its own, who is to be forgotten first.
var errKeyOwned = errors.New("the key has a player of its own")

// tryKeyCode is findKeyCode for one at a time, so that no more wrong codes are heard at
// once than one after the other.
func (l *Lobby) tryKeyCode(code string, from ...string) (keyCodeNote, error) {
	l.players.Lock()
	defer l.players.Unlock()
	return l.findKeyCode(code, clock.MS(), from...)
}

// addKey is AddKey for a player, whose code use voids. With errKeyOwned it returns the player
// whom the key has.
func (l *Lobby) addKey(id, fingerprint string, use func() error) (p, own PlayerRecord, err error) {
	l.players.Lock()
	defer l.players.Unlock()
	p, err = l.cfg.Store.Player(id)
	if errors.Is(err, store.ErrNotFound) {
		return PlayerRecord{}, own, ErrNoKeyCode
	} else if err != nil {
		return PlayerRecord{}, own, err
	}
	if slices.Contains(p.Keys, fingerprint) {
		return p, own, ErrOwnKey
	}
	if len(p.Keys) >= MaxKeys {
		return p, own, ErrManyKeys
	}
	switch own, err = l.cfg.Store.PlayerByKey(fingerprint); {
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
	if err := l.cfg.Store.PutPlayer(p); err != nil {
		return p, own, fmt.Errorf("add key: %w", err)
	}
	l.nudge(p.ID)
	return p, own, nil
}

// giveUp forgets the player of a key, who has nothing but open seats; ErrKeyPlayed. Where
// the key is the player's no more, nothing happens.
func (l *Lobby) giveUp(p PlayerRecord, fingerprint string) error {
	if err := l.neverPlayed(p.ID); err != nil {
		return err
	}
	err := l.forget(p.ID, ErrKeyMoved, func() error {
		if now, err := l.cfg.Store.PlayerByKey(fingerprint); err != nil || now.ID != p.ID {
			return cmp.Or(err, store.ErrNotFound)
		}
		return l.neverPlayed(p.ID)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// neverPlayed returns ErrKeyPlayed for a player with a match that has begun.
func (l *Lobby) neverPlayed(player string) error {
	for m, err := range l.MatchesOf(player) {
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
func (l *Lobby) RemoveKey(fingerprint, which string) (key string, err error) {
	var player string
	err = store.Again(func() (err error) {
		player, key, err = l.removeKey(fingerprint, which)
		return err
	})
	if err != nil {
		return "", err
	}
	l.spreadOr(newsKey, newsForm{Person: player, Key: key})
	l.nudge(player)
	return key, nil
}

// removeKey is RemoveKey as far as logins wait for it; it returns the player too.
func (l *Lobby) removeKey(fingerprint, which string) (player, key string, err error) {
	l.players.Lock()
	defer l.players.Unlock()
	p, err := l.owner(fingerprint)
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
	if err := l.cfg.Store.PutPlayer(p); err != nil {
		return "", "", fmt.Errorf("remove key: %w", err)
	}
	l.dropKeyCode(p.ID) // which may have been asked for by the key that was removed
	l.endVisit(p.ID, key, errKeyRemoved)
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

// owner is the player of a key; ErrGuestKey, ErrNoPlayer.
func (l *Lobby) owner(fingerprint string) (PlayerRecord, error) {
	if fingerprint == "" {
		return PlayerRecord{}, ErrGuestKey
	}
	return l.PlayerByKey(fingerprint)
}

// Key is the fingerprint of the key by which the visitor came, "" for a guest.
func (v *Visit) Key() string { return v.id.Fingerprint }

// NewKeyCode is [Lobby.NewKeyCode] for the visitor.
func (v *Visit) NewKeyCode() (code string, until int64, err error) {
	if err := v.Over(); err != nil {
		return "", 0, err
	}
	return v.l.NewKeyCode(v.id.Fingerprint)
}

// RemoveKey is [Lobby.RemoveKey] for the visitor.
func (v *Visit) RemoveKey(which string) (string, error) {
	if err := v.Over(); err != nil {
		return "", err
	}
	return v.l.RemoveKey(v.id.Fingerprint, which)
}

// Ended is why the lobby has ended the visit: ErrKeyRemoved, ErrKeyMoved,
// ErrForgotten, or nil while it has not.
func (v *Visit) Ended() error {
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	return v.ended
}

// endVisit ends a player's visit: that by a key, or any where key is "".
func (l *Lobby) endVisit(player, key string, why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v := l.visits[player]; v != nil && (key == "" || v.id.Fingerprint == key) {
		v.ended = why
		v.poke()
	}
}
