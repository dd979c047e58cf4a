package serve

import (
	"context"
	"net/http"

	"arcade/lobby"
	"arcade/server/web/othello"
	"arcade/store"
)

// OthelloAPI returns the API for the owner's Othello clients.
func OthelloAPI(_ context.Context, l *lobby.Lobby, _ store.Store) (interface{ Add(*http.ServeMux) }, error) {
	return othello.New(l), nil
}
