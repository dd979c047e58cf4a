package account

import (
	"errors"
	"fmt"
	"time"

	"arcade/lobby/limit"
	"arcade/lobby/names"
	"arcade/store"
	"arcade/store/notes"
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
)

// keyCodes are the notes of the codes for players' other keys. The store keeps them, so a key may come in at
// another node than the one that gave the code.
var keyCodes = notes.New[keyCode]("key codes", "PLAYER").In()

// keyCode is the note of a code.
type keyCode struct {
	Code  string `json:"code"` // hashed by Config.Code: a reader of the store learns no code
	Until int64  `json:"until"`
}

// keyCodeNote is a code with its player.
type keyCodeNote = notes.Item[keyCode]

// keyCodeNotes returns all stored codes.
func (a *Accounts) keyCodeNotes() ([]keyCodeNote, error) {
	return keyCodes.First(a.cfg.Context, a.cfg.Store, "", 2*maxKeyCodes) // nodes may add several at once
}

// issueKeyCode gives a player a new code, which replaces an older one.
func (a *Accounts) issueKeyCode(player string, now int64) (code string, until int64, err error) {
	code, until = names.ID(keyCodeLen), now+KeyCodeTime.Milliseconds()
	n, err := keyCodes.Note(player, keyCode{a.cfg.Code("key code " + code), until}, nil)
	if err == nil {
		err = store.Again(func() error { return a.putKeyCode(n, now) })
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
	write := []store.Note{note}
	var oldest *keyCodeNote
	for i, c := range list {
		if c.Key == note.Key {
			continue
		}
		if c.Value.Until <= now {
			write = append(write, store.Note{Key: c.Key, From: c.Raw})
		} else if oldest == nil || c.Value.Until < oldest.Value.Until {
			oldest = &list[i]
		}
	}
	if len(list)-(len(write)-1) >= maxKeyCodes && oldest != nil {
		write = append(write, store.Note{Key: oldest.Key, From: oldest.Raw})
	}
	return a.cfg.Store.PutNotes(a.cfg.Context, keyCodes.Name, write...)
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
		if c.Value.Code == secret && now < c.Value.Until {
			return c, nil
		}
	}
	a.keyCodes.Miss(now, by...)
	return keyCodeNote{}, ErrNoKeyCode
}

// useKeyCode removes a code that was found. It fails with ErrNoKeyCode if the code has been used or
// replaced meanwhile.
func (a *Accounts) useKeyCode(c keyCodeNote) error {
	err := a.cfg.Store.PutNotes(a.cfg.Context, keyCodes.Name, store.Note{Key: c.Key, From: c.Raw})
	if errors.Is(err, store.ErrConflict) {
		return ErrNoKeyCode
	} else if err != nil {
		return fmt.Errorf("key code: %w", err)
	}
	return nil
}

// dropKeyCode removes a player's code.
func (a *Accounts) dropKeyCode(player string) error {
	if err := keyCodes.Delete(a.cfg.Context, a.cfg.Store, player); err != nil {
		return fmt.Errorf("void a key code: %w", err)
	}
	return nil
}
