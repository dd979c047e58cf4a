// Package plainwidth makes a character of ambiguous width one cell, whatever the server's environment says,
// because the width depends on each client's terminal. The libraries that measure text read the variable
// when they are initialised, before main. Packages are initialised in the order of their import paths as
// soon as their imports are ready. This one imports os alone, so it comes before the packages under
// github.com.
package plainwidth

import "os"

func init() { _ = os.Unsetenv("RUNEWIDTH_EASTASIAN") }
