package main

import (
	"net/http"

	"arcade/lobby"
	"arcade/server/web/othello"
	"arcade/store"
)

// othelloAPI answers the owner's Othello clients.
func othelloAPI(l *lobby.Lobby, _ store.Store) (interface{ Add(*http.ServeMux) }, error) {
	return othello.New(l), nil
}
