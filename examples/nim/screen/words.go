package nim

import _ "embed"

// catalogue holds the texts of the game's screens.
//
//go:embed words.json
var catalogue []byte
