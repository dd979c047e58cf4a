package account

import (
	"errors"
	"fmt"
	"strings"

	"arcade/lobby/clock"
	"arcade/lobby/names"
	"arcade/store"
)

// Reasons for refusing a program.
var (
	ErrHasGames = errors.New("this key has games of a person: a bot needs a key of its own")
	ErrNewBot   = errors.New("this key's account is not a bot's, and was not to become one")
)

// Login is a connection with a key.
type Login struct {
	// Key is the fingerprint of the key that signed.
	Key string
	// Name is a suggestion for a newcomer's name; Lang is the language for an invented one.
	Name, Lang string
	// Program reports whether a bot's program logs in. NewBot says that the account becomes a bot's if it
	// is not one yet.
	Program, NewBot bool
}

// Admit finds or makes the player of a key, and calls enter for it. If the key is removed or the player
// deleted at the same time, that happens wholly before or after. Admit fails with ErrHasGames or
// ErrNewBot.
func (a *Accounts) Admit(in Login, enter func(p store.Player, first bool) error) error {
	lock := a.players.RLocker() // many may log in at once, and share a disk sync
	if in.Program {
		lock = &a.players // it may make a player a bot, after checking the player's matches
	}
	lock.Lock()
	defer lock.Unlock()
	p, first, err := a.playerFor(in)
	if err != nil {
		return err
	}
	return enter(p, first)
}

// playerFor finds or makes the player of a key. For a program the player must be a bot, or becomes one if
// NewBot is set. The caller holds a.players, at least for reading.
func (a *Accounts) playerFor(in Login) (p store.Player, first bool, err error) {
	s := a.cfg.Store
	for range loginTries { // another login may take the key or the name meanwhile, or write the record
		p, err = s.PlayerByKey(a.cfg.Context, in.Key)
		if err == nil {
			if in.Program && !p.Bot {
				matches, err := s.Matches(a.cfg.Context, p.ID, "", 1)
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
			if err = s.PutPlayer(a.cfg.Context, p); errors.Is(err, store.ErrConflict) {
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
			if a.cfg.Reserved.Has(name) {
				return true
			}
			_, err := s.PlayerByName(a.cfg.Context, names.Key(name))
			return !errors.Is(err, store.ErrNotFound) || !a.begin(a.giving, names.Key(name))
		})
		now := clock.MS()
		p = store.Player{
			ID: strings.ToLower(names.ID(12)), Name: name, NameKey: names.Key(name),
			Keys: []string{in.Key}, Created: now, Seen: now, Bot: in.Program,
		}
		err = s.PutPlayer(a.cfg.Context, p)
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

// loginTries limits the tries of a login to find a name or to note the visit. Each try fails only if
// another login was faster.
const loginTries = 100
