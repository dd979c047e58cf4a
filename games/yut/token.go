package yut

import (
	"fmt"
	"slices"
)

// Token is the result of a throw, kept in the hand until a move uses it. Its number is the steps of the
// move, 1 to 5. In JSON it is its name.
type Token uint8

// The tokens. Yut and Mo give another throw.
const (
	Do Token = 1 + iota
	Gae
	Geol
	Yut
	Mo
)

// Tokens is the number of tokens, which are numbered 1 to Tokens.
const Tokens = 5

var tokenNames = []string{"", "do", "gae", "geol", "yut", "mo"}

// String returns the token's name in actions: "do", "gae", "geol", "yut" or "mo"; "-" for anything but a
// token.
func (t Token) String() string {
	if t < Do || t > Mo {
		return "-"
	}
	return tokenNames[t]
}

// Steps returns the number of steps that the token moves.
func (t Token) Steps() int { return int(t) }

// again reports whether the token gives another throw.
func (t Token) again() bool { return t >= Yut }

// parseToken reads a token's name; anything else is not ok.
func parseToken(name string) (Token, bool) {
	t, ok := parseName[Token](tokenNames, name)
	return t, ok && t >= Do
}

// MarshalText writes the token's name.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a token's name.
func (t *Token) UnmarshalText(text []byte) error { return unmarshalName(t, text, "token", parseToken) }

// tokenOf returns the token of a number of backs, 0 to 4.
func tokenOf(backs int) Token {
	if backs == 0 {
		return Mo
	}
	return Token(backs)
}

// parseName finds a name among names; its index is the value.
func parseName[T ~uint8](names []string, name string) (T, bool) {
	i := slices.Index(names, name)
	return T(max(i, 0)), i >= 0
}

// unmarshalName reads a name from JSON text.
func unmarshalName[T any](v *T, text []byte, what string, parse func(string) (T, bool)) error {
	value, ok := parse(string(text))
	if !ok {
		return fmt.Errorf("%.20q is no %s", text, what)
	}
	*v = value
	return nil
}
