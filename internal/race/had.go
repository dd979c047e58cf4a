package race

import "os"

// Had reports whether all tests have run with the detector before, as .ci/run says by RACED=1:
// what does the same without it need not run again.
var Had = !On && os.Getenv("RACED") != ""
