// Package cleanenv takes from the process's environment what would change every
// player's screen or write traces of them. The width tables read theirs when
// they are initialised, before main: Go initialises packages in the order of
// their paths as far as imports allow, and this one, which imports nothing but
// os, stands before charm.land and github.com.
package cleanenv

import "os"

func init() {
	for _, name := range []string{
		"TEA_TRACE", "TEA_DEBUG", // Bubble Tea's frames and panics in files
		"UV_DEBUG",
	} {
		_ = os.Unsetenv(name)
	}
	// Left unset, the server's locale would decide the width of every player's lines.
	_ = os.Setenv("RUNEWIDTH_EASTASIAN", "0")
}
