package stones

import _ "embed"

// catalogue has the texts of the game's screens.
//
//go:embed words.json
var catalogue []byte
