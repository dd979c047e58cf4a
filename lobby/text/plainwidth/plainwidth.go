// Package plainwidth makes a character of ambiguous width one cell, whatever
// the server's environment says: the width is a matter of each client's
// terminal. The libraries that measure text read the variable when they are
// initialised, which is before main. Packages are initialised in the order of
// their import paths as soon as what they import is ready, so this one, which
// imports os alone, comes before those under github.com.
package plainwidth

import "os"

func init() { _ = os.Unsetenv("RUNEWIDTH_EASTASIAN") }
