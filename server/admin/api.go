// Package admin is the operator's door: HTTP with JSON on a unix socket that only
// the server's own user can open, and the client of it.
package admin

import (
	"errors"

	"arcade/server"
)

// SocketName is the socket's file in the data folder.
const SocketName = "admin.sock"

// Person is a session and its player, as /who lists it.
type Person struct {
	// Node is where the session is, "" where the server is alone.
	Node string `json:"node,omitempty"`
	// Session is its number, Kind "screen", "command" or "bot", Command what was asked for, "" for the front door.
	Session uint64 `json:"session"`
	Kind    string `json:"kind"`
	Command string `json:"command,omitempty"`
	// Name is the player's or the guest's, "" for a command that has none.
	Name  string `json:"name,omitempty"`
	Guest bool   `json:"guest"`
	// Key is the fingerprint that signed the login, "" for a guest.
	Key string `json:"key,omitempty"`
	// Address is where it comes from, with the port.
	Address string `json:"address"`
	// Table is the table that is looked at, "" in the lobby.
	Table string `json:"table,omitempty"`
	// Since and Input are ms since 1970: when it began, and when the client last sent something.
	Since int64 `json:"since"`
	Input int64 `json:"input"`
}

// Cost is what a key, or the guests of an address, have cost, as /costs lists it: while it
// is remembered, an hour after their last work.
type Cost struct {
	// Node is where the work was done, "" where the server is alone.
	Node string `json:"node,omitempty"`
	// Address is the address, or its network; Key is "" for guests.
	Address string `json:"address"`
	Key     string `json:"key,omitempty"`
	Name    string `json:"name,omitempty"`
	// Work is for how many seconds they have had a processor, by kind of work; Seconds is
	// their sum, and AddressSeconds the time of all sessions of the address.
	Work           map[string]float64 `json:"work"`
	Seconds        float64            `json:"seconds"`
	AddressSeconds float64            `json:"address_seconds"`
	// AddressLately is the part of AddressSeconds that is of the last ten seconds or so: lists
	// are in its order, so that a flood leads them while it lasts.
	AddressLately float64 `json:"address_lately"`
	// Sessions are the sessions that they have now, and Sent the bytes that went to their screens.
	Sessions int    `json:"sessions"`
	Sent     uint64 `json:"sent"`
	// Last is when they last had work done, ms since 1970.
	Last int64 `json:"last"`
}

// Table is a table, as /tables lists it.
type Table struct {
	// Node is the one that keeps the table, "" where the server is alone.
	Node string `json:"node,omitempty"`
	ID   string `json:"id"`
	Game string `json:"game"`
	// Seats are names, "" for an empty seat, "bot" and its name for a bot.
	Seats    []string `json:"seats"`
	Status   string   `json:"status"`
	Plies    int      `json:"plies"`
	Watchers int      `json:"watchers"`
	Rated    bool     `json:"rated"`
	Private  bool     `json:"private"`
	// Created is ms since 1970.
	Created int64 `json:"created"`
}

// Node is a node of the cluster, as /nodes lists it.
type Node struct {
	Name        string `json:"name"`
	Incarnation int64  `json:"incarnation"`
	Version     string `json:"version"`
	// Since is when it started, ms since 1970.
	Since int64 `json:"since"`
	// Skew is how many ms its clock is off from its peers'.
	Skew int64 `json:"skew"`
	// Keeps is whether it may keep matches, as it has said last.
	Keeps bool `json:"keeps"`
}

// Requests, each the body of a POST to the path of its name.
type (
	// Kick ends the sessions of a player or guest by name, a key, an address or a network.
	Kick struct {
		Target string `json:"target"`
		Reason string `json:"reason,omitempty"`
	}
	// Ban keeps a key, a player by name (each of its keys), an address or a network
	// out for so many ms.
	Ban struct {
		Target string `json:"target"`
		For    int64  `json:"for"`
		Reason string `json:"reason,omitempty"`
	}
	// Unban ends bans of a key, a name, an address or a network.
	Unban struct {
		Target string `json:"target"`
	}
	// Rename renames a player, or a guest in the house.
	Rename struct {
		Old string `json:"old"`
		New string `json:"new"`
	}
	// Broadcast shows a line on every screen.
	Broadcast struct {
		KO string `json:"ko,omitempty"`
		EN string `json:"en,omitempty"`
	}
	// Close closes a table.
	Close struct {
		Table  string `json:"table"`
		Reason string `json:"reason,omitempty"`
	}
	// OpenArena announces an arena of a game that begins in so many ms, and lasts For ms.
	OpenArena struct {
		Game    string `json:"game"`
		Control string `json:"control,omitempty"`
		In      int64  `json:"in"`
		For     int64  `json:"for"`
		NoBots  bool   `json:"no_bots,omitempty"`
	}
	// CloseArena ends an arena before its time.
	CloseArena struct {
		Arena string `json:"arena"`
	}
	// Drain has a node of the cluster hand over its matches and end.
	Drain struct {
		Node string `json:"node"`
	}
)

// Done is the result of a request.
type Done struct {
	// Sessions is how many were ended, People how many were told.
	Sessions int `json:"sessions,omitempty"`
	People   int `json:"people,omitempty"`
	// Bans are the bans that were made, or lifted.
	Bans []server.Ban `json:"bans,omitempty"`
	// Missing are the nodes that have not answered: nothing is known of what they did.
	Missing []string `json:"missing,omitempty"`
	// Arena is the id of the one that was announced.
	Arena string `json:"arena,omitempty"`
}

// missingHeader names, in the answer to a list, the nodes that have not answered.
const missingHeader = "Arcade-Missing"

// Version is the answer of /version.
type Version struct {
	Version string `json:"version"`
	// Since is when the server started, ms since 1970.
	Since    int64 `json:"since"`
	Draining bool  `json:"draining"`
}

// failure is the body of an answer that is an error.
type failure struct {
	Error string `json:"error"`
}

// What the operator's door and its client refuse.
var (
	// ErrNoServer: no server answers at the socket.
	ErrNoServer = errors.New("no server runs on this data folder")
	// errRunning: a server answers at the socket already.
	errRunning = errors.New("another server answers at the socket")
	// errNobody: nobody here is meant.
	errNobody = errors.New("nobody by that name, key or address is here")
	// errNobodyReached: nor at any other node that answers.
	errNobodyReached = errors.New("nobody by that name, key or address is at a node that answers; a node that is cut off never hears of a kick: ban instead")
	// errGuestBan: a guest has nothing that could be banned but the address.
	errGuestBan = errors.New("a guest has no key: ban the address")
	// errAlone: this server is in no cluster.
	errAlone = errors.New("this server is alone: it is in no cluster")
	// errNoNode: no node has that name.
	errNoNode = errors.New("no node of that name is there")
	// errNoBackup: this server makes no backups.
	errNoBackup = errors.New("this server makes no backups")
)
