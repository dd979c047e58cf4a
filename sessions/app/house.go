package app

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"arcade/lobby"
	"arcade/sessions/client"
	"arcade/sessions/words"
)

// House has what the screens of all connections share.
type House struct {
	Lobby *lobby.Lobby
	// SSH is the command with which a person connects.
	SSH string
	// Web is the page's address for browsers, such as "https://arcade.example"; "" if not configured.
	Web string
	Log *slog.Logger
	// Idle limits the time without input of a connection, 0 for no limit. It does not apply at a live
	// table.
	Idle time.Duration
	// Places has the screens to which any screen may lead.
	Places Places
	// Alone reports whether the house belongs to the one person at this machine. Then nothing is shown
	// that needs other people.
	Alone bool
	// Rules names, by game, the rules that a quick search offers first, if they are not the usual ones.
	Rules map[string]string
	// Sending uploads finished games from such a house to a server; nil for nothing.
	Sending Sending
	// Painters paint the frames; nil: each session its own.
	Painters *client.Painters
}

// Page returns the address of a page, "" without --web-url.
func (h *House) Page(path string) string {
	if h.Web == "" {
		return ""
	}
	return strings.TrimSuffix(h.Web, "/") + path
}

// Link returns the address of a page to send, "" without --web-url: its preview is in the sender's language.
func (h *House) Link(path string, lang words.Lang) string {
	if page := h.Page(path); page != "" {
		return page + "?lang=" + lang.String()
	}
	return ""
}

// Sending uploads finished games from the player's machine, once the player has agreed.
type Sending interface {
	State() (SendState, error)
	// Agree stores whether finished games are sent, and whether with their moves.
	Agree(on, moves bool) error
	// SetServer sets the server; an error means a bad address.
	SetServer(address string) error
	// Send sends all waiting games at once.
	Send(ctx context.Context) error
	// Preview returns the data to be sent, a line for each game.
	Preview() ([]string, error)
	// Delete stops sending, and makes the server delete the sent data.
	Delete(ctx context.Context) error
}

// SendState is the progress of sending.
type SendState struct {
	On, Moves bool
	Server    string // "" for none
	Name      string // the player's name at the server, "" before the first upload
	// Waiting, Sent and Refused count the finished games.
	Waiting, Sent, Refused int
	// Leaving reports whether a server still has to delete its data, Failed whether the last attempt
	// reached no server.
	Leaving, Failed bool
}
