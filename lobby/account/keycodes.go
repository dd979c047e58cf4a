package account

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/store"
)

const (
	// KeyCodeTime limits the validity of a code for another key.
	KeyCodeTime = 10 * time.Minute
	// keyCodeLen is the length of a code: 40 random bits.
	keyCodeLen = 8
	// maxKeyCodes bounds the codes that are stored at once; a new one replaces the oldest.
	maxKeyCodes = 2000
	// WrongBurst limits the wrong codes from an address, and for a key, in [limit.GuessTime].
	WrongBurst = 5
	// keyCodeSpace has the codes for players' other keys, by player. The store keeps them, so a key may
	// come in at another node than the one that gave the code.
	keyCodeSpace = "key codes"
)

// keyCode is the note of a code.
type keyCode struct {
	Code  string `json:"code"` // hashed by Config.Code: a reader of the store learns no code
	Until int64  `json:"until"`
}

// keyCodeNote is a code's note, with its player and its stored text.
type keyCodeNote struct {
	keyCode
	player string
	raw    json.RawMessage
}

// keyCodeNotes returns all stored codes.
func (a *Accounts) keyCodeNotes() (list []keyCodeNote, err error) {
	notes, err := a.cfg.Store.Notes(a.cfg.Context, keyCodeSpace, "", 2*maxKeyCodes) // nodes may add several at once
	if err != nil {
		return nil, fmt.Errorf("key codes: %w", err)
	}
	for _, n := range notes {
		c := keyCodeNote{player: n.Key, raw: n.Value}
		if err := json.Unmarshal(n.Value, &c.keyCode); err != nil {
			return nil, fmt.Errorf("key code of %s: %w", n.Key, err)
		}
		list = append(list, c)
	}
	return list, nil
}

// issueKeyCode gives a player a new code, which replaces an older one.
func (a *Accounts) issueKeyCode(player string, now int64) (code string, until int64, err error) {
	code, until = names.ID(keyCodeLen), now+KeyCodeTime.Milliseconds()
	raw, err := json.Marshal(keyCode{a.cfg.Code("key code " + code), until})
	if err == nil {
		err = store.Again(func() error { return a.putKeyCode(store.Note{Key: player, Value: raw}, now) })
	}
	if err != nil {
		return "", 0, fmt.Errorf("key code: %w", err)
	}
	return code, until, nil
}

// putKeyCode writes a player's code, and removes expired codes and the oldest one beyond maxKeyCodes. It fails
// with [store.ErrConflict] if another node has replaced one of these meanwhile.
func (a *Accounts) putKeyCode(note store.Note, now int64) error {
	list, err := a.keyCodeNotes()
	if err != nil {
		return err
	}
	notes := []store.Note{note}
	var oldest *keyCodeNote
	for i, c := range list {
		if c.player == note.Key {
			continue
		}
		if c.Until <= now {
			notes = append(notes, store.Note{Key: c.player, From: c.raw})
		} else if oldest == nil || c.Until < oldest.Until {
			oldest = &list[i]
		}
	}
	if len(list)-(len(notes)-1) >= maxKeyCodes && oldest != nil {
		notes = append(notes, store.Note{Key: oldest.player, From: oldest.raw})
	}
	return a.cfg.Store.PutNotes(a.cfg.Context, keyCodeSpace, notes...)
}

// findKeyCode returns the note of a valid code. A wrong code counts against every address and key in
// from. It fails with ErrNoKeyCode or ErrGuessing.
func (a *Accounts) findKeyCode(code string, now int64, from ...string) (keyCodeNote, error) {
	var by []limit.Guesser
	for _, f := range from {
		by = append(by, limit.Guesser{Who: f, Most: WrongBurst})
	}
	if !a.keyCodes.MayTry(now, by...) {
		return keyCodeNote{}, ErrGuessing
	}
	list, err := a.keyCodeNotes()
	if err != nil {
		return keyCodeNote{}, err
	}
	secret := a.cfg.Code("key code " + code)
	for _, c := range list {
		if c.Code == secret && now < c.Until {
			return c, nil
		}
	}
	a.keyCodes.Miss(now, by...)
	return keyCodeNote{}, ErrNoKeyCode
}

// useKeyCode removes a code that was found. It fails with ErrNoKeyCode if the code has been used or
// replaced meanwhile.
func (a *Accounts) useKeyCode(c keyCodeNote) error {
	err := a.cfg.Store.PutNotes(a.cfg.Context, keyCodeSpace, store.Note{Key: c.player, From: c.raw})
	if errors.Is(err, store.ErrConflict) {
		return ErrNoKeyCode
	} else if err != nil {
		return fmt.Errorf("key code: %w", err)
	}
	return nil
}

// dropKeyCode removes a player's code.
func (a *Accounts) dropKeyCode(player string) error {
	if err := a.cfg.Store.PutNotes(a.cfg.Context, keyCodeSpace, store.Note{Key: player}); err != nil {
		return fmt.Errorf("void a key code: %w", err)
	}
	return nil
}
