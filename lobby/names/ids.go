package names

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// crockford is Crockford's base 32. It has no I, L, O or U, so that an ID can be read aloud.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// ID returns n characters of 5 random bits each.
func ID(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	for i := range b {
		b[i] = crockford[b[i]&31]
	}
	return string(b)
}

// IDFrom returns n characters that follow from a text, so that every node gives the same thing the same ID. n is at
// most 32.
func IDFrom(text string, n int) string {
	b := sha256.Sum256([]byte(text))
	id := make([]byte, n)
	for i := range id {
		id[i] = crockford[b[i]&31]
	}
	return string(id)
}

// GuestID returns an ID for a person without a key.
func GuestID() string { return "guest:" + ID(12) }

// Normal turns typed text into the form of match IDs and join codes: upper case, without hyphens and
// blanks, with letters that look like digits read as those digits.
func Normal(s string) string {
	if len(s) > 64 {
		return ""
	}
	if s = strings.ToUpper(s); len(s) > 64 { // invalid text becomes longer
		return ""
	}
	return strings.NewReplacer("-", "", " ", "", "I", "1", "L", "1", "O", "0").Replace(s)
}

// ShowCode returns a join code as people say it: K7Q-2M8.
func ShowCode(code string) string {
	if len(code) < 4 {
		return code
	}
	return code[:3] + "-" + code[3:]
}

// ShowKeyCode returns a code for another key as people type it: K7Q2-M8XA.
func ShowKeyCode(code string) string {
	if len(code) < 5 {
		return code
	}
	return code[:4] + "-" + code[4:]
}
