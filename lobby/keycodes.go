package lobby

import (
	"sync"
	"time"
)

const (
	// KeyCodeTime is how long a code for another key is good.
	KeyCodeTime = 10 * time.Minute
	// keyCodeLen is its length: 40 random bits.
	keyCodeLen = 8
	// maxKeyCodes bounds the codes that are good at once; the oldest makes room.
	maxKeyCodes = 2000
	// wrongBurst wrong codes may come from an address, and from a key, in guessTime.
	wrongBurst = 5
)

// keyCodes are the codes with which a player's other key comes in, one a player.
// They are in memory alone: a restart voids them.
type keyCodes struct {
	*guesses
	mu    sync.Mutex
	codes map[string]keyCode
}

type keyCode struct {
	player string
	until  int64
}

func newKeyCodes() *keyCodes {
	return &keyCodes{guesses: newGuesses(), codes: map[string]keyCode{}}
}

// issue gives a player a new code, in place of an older one.
func (k *keyCodes) issue(player string, now int64) (code string, until int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dropLocked(player)
	oldest := ""
	for c, v := range k.codes {
		if v.until <= now {
			delete(k.codes, c)
		} else if oldest == "" || v.until < k.codes[oldest].until {
			oldest = c
		}
	}
	if len(k.codes) >= maxKeyCodes {
		delete(k.codes, oldest)
	}
	for code == "" || k.codes[code].player != "" {
		code = randomID(keyCodeLen)
	}
	until = now + KeyCodeTime.Milliseconds()
	k.codes[code] = keyCode{player, until}
	return code, until
}

// find is the player of a code that is good; a wrong one counts against everybody
// in from. ErrNoKeyCode, ErrGuessing.
func (k *keyCodes) find(code string, now int64, from ...string) (player string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var by []guesser
	for _, f := range from {
		by = append(by, guesser{f, wrongBurst})
	}
	if !k.heard(now, by...) {
		return "", ErrGuessing
	}
	if v := k.codes[code]; v.player != "" && now < v.until {
		return v.player, nil
	}
	k.miss(now, by...)
	return "", ErrNoKeyCode
}

// drop voids a player's code.
func (k *keyCodes) drop(player string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dropLocked(player)
}

func (k *keyCodes) dropLocked(player string) {
	for c, v := range k.codes {
		if v.player == player {
			delete(k.codes, c)
		}
	}
}
