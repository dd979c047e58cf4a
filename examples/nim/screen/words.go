package nim

import _ "embed"

// catalogue is what the screens of the game say.
//
//go:embed words.json
var catalogue []byte
