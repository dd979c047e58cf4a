package lobby

import (
	"encoding/hex"
	"io"
)

// random returns 128 random bits.
func (l *Lobby) random() (b [16]byte) {
	if _, err := io.ReadFull(l.cfg.Random, b[:]); err != nil {
		panic(err) // as crypto/rand would
	}
	return b
}

// randomSeed is the seed of a match that the server deals: 128 random bits in hex.
func (l *Lobby) randomSeed() string {
	b := l.random()
	return hex.EncodeToString(b[:])
}
