package app

import (
	"log/slog"
	"time"

	"arcade/lobby"
)

// House is what the screens of all connections have in common.
type House struct {
	Lobby *lobby.Lobby
	// SSH is the command that a person types to come in.
	SSH string
	Log *slog.Logger
	// Idle is how long a connection may be without input, 0 for ever; never while
	// it sits at a live table.
	Idle time.Duration
	// Places are the screens that any screen may lead to.
	Places Places
	// Alone tells that the house is one person's own, on the machine before which it
	// sits: what needs other people is not shown.
	Alone bool
}
