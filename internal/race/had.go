package race

import "os"

// Had reports whether all tests have already run with the race detector, as .ci/run declares with
// RACED=1. Then tests that do the same without the detector need not run again.
var Had = !On && os.Getenv("RACED") != ""
