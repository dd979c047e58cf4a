package serve

import (
	"net/http"
	"time"

	"arcade/lobby"
	"arcade/server/web/klondike"
	"arcade/store"
)

// KlondikeAPI returns the API for the owner's Klondike clients.
func KlondikeAPI(l *lobby.Lobby, s store.Store) (interface{ Add(*http.ServeMux) }, error) {
	return klondike.New(l, s, time.Now)
}
