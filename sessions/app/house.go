package app

import (
	"context"
	"log/slog"
	"time"

	"arcade/lobby"
	"arcade/sessions/client"
)

// House has what all connections share. It is made once; its screens and conversations only read it.
type House struct {
	Lobby *lobby.Lobby
	// Places has the screens to which any screen may lead.
	Places Places
	// Way is how people come to the house.
	Way
	Log *slog.Logger
	// Lang is the language, "ko" or "en", for a client that names none, before it chooses; by default "ko".
	Lang string
	// Idle limits the time without input of a connection, 0 for no limit. It does not apply at a live
	// table.
	Idle time.Duration
	// Keys limits the keys per second from one connection, see [client.ThrottleInput]; 0 for no limit.
	Keys int
	// Countdown is the time for which screens announce the server's stop before they leave; 0: they leave
	// at once.
	Countdown time.Duration
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

// Chosen returns the language that the player of a key has chosen, "" for none.
func (h *House) Chosen(ctx context.Context, fingerprint string) string {
	p, err := h.Lobby.PlayerByKey(ctx, fingerprint)
	if err != nil {
		return "" // a newcomer, or a failing store, which the next request reports
	}
	return ChosenLang(p.Settings)
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
