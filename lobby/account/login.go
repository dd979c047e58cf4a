package account

import (
	"errors"
	"fmt"
	"strings"

	"arcade/lobby/clock"
	"arcade/lobby/names"
	"arcade/store"
)

// Why a program is refused.
var (
	ErrHasGames = errors.New("this key has games of a person: a bot needs a key of its own")
	ErrNewBot   = errors.New("this key's account is not a bot's, and was not to become one")
)

// Login is what a connection with a key says of itself.
type Login struct {
	// Key is the fingerprint of the key that signed.
	Key string
	// Name is a suggestion for a newcomer's name, Lang the language in which it is named.
	Name, Lang string
	// Program reports whether a bot's program comes in; NewBot that the account shall become a
	// bot's if it is none yet.
	Program, NewBot bool
}

// Admit finds the player of a key, or makes one, and has it enter. A key that is removed, or
// a player who is deleted, at the same time is so before or after it. ErrHasGames, ErrNewBot.
func (a *Accounts) Admit(in Login, enter func(p store.Player, first bool) error) error {
	lock := a.players.RLocker() // many come in at a time, and share a disk sync
	if in.Program {
		lock = &a.players // it may make a bot of a player, after a look at what that has played
	}
	lock.Lock()
	defer lock.Unlock()
	p, first, err := a.playerFor(in)
	if err != nil {
		return err
	}
	return enter(p, first)
}

// playerFor finds the player of a key, or makes one; for a program it is a bot, and
// becomes one if NewBot says so. a.players is held, for reading at least.
func (a *Accounts) playerFor(in Login) (p store.Player, first bool, err error) {
	s := a.cfg.Store
	for range loginTries { // another may take the key or the name between looking and writing, or write the record
		p, err = s.PlayerByKey(in.Key)
		if err == nil {
			if in.Program && !p.Bot {
				matches, err := s.Matches(p.ID, "", 1)
				if err != nil {
					return p, false, err
				}
				switch {
				case len(matches) > 0:
					return p, false, ErrHasGames
				case !in.NewBot:
					return p, false, ErrNewBot
				}
				p.Bot = true
			}
			p.Seen = clock.MS()
			if err = s.PutPlayer(p); errors.Is(err, store.ErrConflict) {
				continue
			}
			return p, false, err
		}
		if !errors.Is(err, store.ErrNotFound) {
			return p, false, fmt.Errorf("player by key: %w", err)
		}
		if in.Program && !in.NewBot {
			return p, false, ErrNewBot
		}
		name := names.Suggest(in.Name, in.Lang, func(name string) bool {
			_, err := s.PlayerByName(names.Key(name))
			return !errors.Is(err, store.ErrNotFound) || !a.begin(a.giving, names.Key(name))
		})
		now := clock.MS()
		p = store.Player{
			ID: strings.ToLower(names.ID(12)), Name: name, NameKey: names.Key(name),
			Keys: []string{in.Key}, Created: now, Seen: now, Bot: in.Program,
		}
		err = s.PutPlayer(p)
		a.end(a.giving, p.NameKey)
		if err == nil {
			return p, true, nil
		}
		if !errors.Is(err, store.ErrKeyTaken) && !errors.Is(err, store.ErrNameTaken) {
			break
		}
	}
	return p, false, fmt.Errorf("player who comes: %w", err)
}

// loginTries is how often a newcomer looks for a name, or a login is noted, before it is
// given up: each time somebody else was faster.
const loginTries = 100
