package serve

import (
	"context"
	"net/http"
	"time"

	"arcade/lobby"
	"arcade/lobby/account"
	"arcade/server/commands"
	"arcade/server/web/klondike"
	"arcade/store"
)

// [answerers] looks for these interfaces in an API.
var (
	_ commands.Clients  = (*klondike.API)(nil)
	_ account.Elsewhere = (*klondike.API)(nil)
)

// KlondikeAPI returns the API for the owner's Klondike clients.
func KlondikeAPI(ctx context.Context, l *lobby.Lobby, s store.Store) (interface{ Add(*http.ServeMux) }, error) {
	return klondike.New(ctx, l, s, time.Now)
}
