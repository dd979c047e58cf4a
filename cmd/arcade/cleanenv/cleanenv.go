// Package cleanenv removes variables from the process's environment that would change every player's
// screen or write traces. The width tables read their variables when they are initialised, before main.
// Go initialises packages in the order of their paths as far as imports allow. This package imports only
// os, so it comes before charm.land and github.com.
package cleanenv

import "os"

func init() {
	for _, name := range []string{
		"TEA_TRACE", "TEA_DEBUG", // Bubble Tea's frames and panics in files
		"UV_DEBUG",
	} {
		_ = os.Unsetenv(name)
	}
	// Without it, the server's locale would decide the width of every player's lines.
	_ = os.Setenv("RUNEWIDTH_EASTASIAN", "0")
}
