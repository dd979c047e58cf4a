package app

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"arcade/lobby"
)

// House is what the screens of all connections have in common.
type House struct {
	Lobby *lobby.Lobby
	// SSH is the command that a person types to come in.
	SSH string
	// Web is where browsers find the page, such as "https://arcade.example"; "" if not configured.
	Web string
	Log *slog.Logger
	// Idle is how long a connection may be without input, 0 for ever; never while
	// it sits at a live table.
	Idle time.Duration
	// Places are the screens that any screen may lead to.
	Places Places
	// Alone reports whether the house is one person's own, on the machine before which it
	// sits: what needs other people is not shown.
	Alone bool
	// Sending is what such a house may send to a server elsewhere; nil for nothing.
	Sending Sending
}

// Page returns the address of a page, "" without --web-url.
func (h *House) Page(path string) string {
	if h.Web == "" {
		return ""
	}
	return strings.TrimSuffix(h.Web, "/") + path
}

// Sending is how finished games leave the machine on which they were played: not before
// their player has agreed to it.
type Sending interface {
	State() (SendState, error)
	// Agree keeps whether finished games are sent, and whether with their moves.
	Agree(on, moves bool) error
	// SetServer names the server; an error is one of the address.
	SetServer(address string) error
	// Send sends what waits, at once.
	Send(ctx context.Context) error
	// Preview is what would be sent, a line each.
	Preview() ([]string, error)
	// Delete stops sending, and has what was sent deleted.
	Delete(ctx context.Context) error
}

// SendState is how far that is.
type SendState struct {
	On, Moves bool
	Server    string // "" for none
	Name      string // by which the server knows the player, "" before the first time
	// Waiting, Sent and Refused count the finished games.
	Waiting, Sent, Refused int
	// Leaving reports whether a server has still to delete what it has, Failed whether one could
	// not be reached the last time.
	Leaving, Failed bool
}
