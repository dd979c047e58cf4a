package lobby

import (
	"crypto/rand"
	"encoding/hex"
	"io"
	"strings"
)

// crockford is Crockford's base 32: no I, L, O or U, so that an id can be read aloud.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// randomID gives n characters of 5 random bits each.
func randomID(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	for i := range b {
		b[i] = crockford[b[i]&31]
	}
	return string(b)
}

// guestID is the id of a person without a key.
func guestID() string { return "guest:" + randomID(12) }

// random are 128 random bits.
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

// NormalID turns what somebody typed into the form of match ids and join codes:
// upper case, without hyphens and blanks, with the letters that people mix up
// read as the digits they look like.
func NormalID(s string) string {
	if len(s) > 64 {
		return ""
	}
	if s = strings.ToUpper(s); len(s) > 64 { // what is no text becomes longer
		return ""
	}
	return strings.NewReplacer("-", "", " ", "", "I", "1", "L", "1", "O", "0").Replace(s)
}

// ShowCode writes a join code as it is said: K7Q-2M8.
func ShowCode(code string) string {
	if len(code) < 4 {
		return code
	}
	return code[:3] + "-" + code[3:]
}

// ShowKeyCode writes a code for another key as it is typed: K7Q2-M8XA.
func ShowKeyCode(code string) string {
	if len(code) < 5 {
		return code
	}
	return code[:4] + "-" + code[4:]
}
