// Package admin lets an operator control the server. It has the server's side, HTTP with JSON on a unix
// socket that only the server's own user can open, and a client.
package admin

import (
	"errors"

	"arcade/lobby/names"
	"arcade/server"
)

// SocketName is the name of the socket's file in the data folder.
const SocketName = "admin.sock"

// Person is a session and its player, as /who lists it.
type Person struct {
	// Node is the node that has the session, "" for a single server.
	Node string `json:"node,omitempty"`
	// Session is the session's number. Kind is "screen", "command" or "bot". Command is the requested
	// command or screen, "" for the home screen.
	// Code is its name in the log and for its player.
	Session uint64 `json:"session"`
	Code    string `json:"code"`
	Kind    string `json:"kind"`
	Command string `json:"command,omitempty"`
	// Name is the name of the player or guest, "" for a command without a name.
	Name  string `json:"name,omitempty"`
	Guest bool   `json:"guest"`
	// Key is the fingerprint that signed the login, "" for a guest.
	Key string `json:"key,omitempty"`
	// Address is the client's address, with the port.
	Address string `json:"address"`
	// Table is the id of the table on the screen, "" in the lobby.
	Table string `json:"table,omitempty"`
	// Since is the start of the session, Input the time of the client's last input, both in ms since
	// 1970.
	Since int64 `json:"since"`
	Input int64 `json:"input"`
}

// Cost is the processor time of a key, or of the guests of an address, as /costs lists it. The server
// keeps it for an hour after the last work.
type Cost struct {
	// Node is the node that did the work, "" for a single server.
	Node string `json:"node,omitempty"`
	// Address is the address, or its network. Key is "" for guests.
	Address string `json:"address"`
	Key     string `json:"key,omitempty"`
	Name    string `json:"name,omitempty"`
	// Work is the processor time in seconds, by kind of work. Seconds is its sum. AddressSeconds is the
	// time of all sessions of the address.
	Work           map[string]float64 `json:"work"`
	Seconds        float64            `json:"seconds"`
	AddressSeconds float64            `json:"address_seconds"`
	// AddressLately is the part of AddressSeconds from about the last ten seconds. Lists are ordered by
	// it, so a flood comes first while it lasts.
	AddressLately float64 `json:"address_lately"`
	// Sessions counts the present sessions, Sent the bytes that went to their screens.
	Sessions int    `json:"sessions"`
	Sent     uint64 `json:"sent"`
	// Last is the time of the last work, in ms since 1970.
	Last int64 `json:"last"`
}

// Table is a table, as /tables lists it.
type Table struct {
	// Node is the table's owner, "" for a single server.
	Node string `json:"node,omitempty"`
	ID   string `json:"id"`
	Game string `json:"game"`
	// Seats are the names on the seats: "" for an empty seat, "bot" and its name for a bot.
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
	// Since is the node's start, in ms since 1970.
	Since int64 `json:"since"`
	// Skew is the difference of its clock to the other nodes' clocks, in ms.
	Skew int64 `json:"skew"`
	// MayOwn reports whether the node may own matches, by its last message.
	MayOwn bool `json:"keeps"`
}

// Requests. Each is the body of a POST to the path of its name.
type (
	// Kick ends the sessions of a player or guest by name, a key, an address or a network.
	Kick struct {
		Target string `json:"target"`
		Reason string `json:"reason,omitempty"`
	}
	// Ban keeps a key, a player by name (each of the player's keys), an address or a network out for so
	// many ms.
	Ban struct {
		Target string `json:"target"`
		For    int64  `json:"for"`
		Reason string `json:"reason,omitempty"`
	}
	// Unban ends bans of a key, a name, an address or a network.
	Unban struct {
		Target string `json:"target"`
	}
	// Rename renames a player, or a guest who is online.
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
		Rules   string `json:"rules,omitempty"`
		Control string `json:"control,omitempty"`
		In      int64  `json:"in"`
		For     int64  `json:"for"`
		NoBots  bool   `json:"no_bots,omitempty"`
	}
	// CloseArena ends an arena before its time.
	CloseArena struct {
		Arena string `json:"arena"`
	}
	// Drain makes a node of the cluster transfer its matches and stop; Node "" is the server that is asked.
	Drain struct {
		Node string `json:"node"`
	}
	// LogLevel sets the level of the server's log: debug, info, warn or error.
	LogLevel struct {
		Level string `json:"level"`
	}
)

// request is a request that changes something. Its target is what it is about, for the log, where keys and addresses
// in it are hidden unless at the debug level; "" for the house.
type request interface{ target() string }

func (r Kick) target() string       { return r.Target }
func (r Ban) target() string        { return r.Target }
func (r Unban) target() string      { return r.Target }
func (r Rename) target() string     { return r.Old + " to " + r.New }
func (r Close) target() string      { return names.Normal(r.Table) }
func (r CloseArena) target() string { return r.Arena }
func (r OpenArena) target() string  { return r.Game }
func (r Drain) target() string      { return r.Node }
func (r LogLevel) target() string   { return r.Level }
func (Broadcast) target() string    { return "" }

// Done is the result of a request.
type Done struct {
	// Sessions counts the ended sessions, People the people who got a message.
	Sessions int `json:"sessions,omitempty"`
	People   int `json:"people,omitempty"`
	// Bans are the bans that the request made or lifted.
	Bans []server.Ban `json:"bans,omitempty"`
	// Missing are the nodes that did not reply. It is unknown what they did.
	Missing []string `json:"missing,omitempty"`
	// Arena is the id of the announced arena.
	Arena string `json:"arena,omitempty"`
}

// missingHeader names, in the response to a list, the nodes that did not reply.
const missingHeader = "Arcade-Missing"

// Version is the response of /version.
type Version struct {
	Version string `json:"version"`
	// Since is the server's start, in ms since 1970.
	Since    int64 `json:"since"`
	Draining bool  `json:"draining"`
}

// Health is the answer of /health. Why is "" if players can come in, else one word: draining, store, writes, cluster.
type Health struct {
	Why string `json:"why"`
}

// failure is the body of an error response.
type failure struct {
	Error string `json:"error"`
}

// Errors of the server's side and of the client.
var (
	// ErrNoServer means that no server answers at the socket.
	ErrNoServer = errors.New("no server runs on this data folder")
	// errRunning means that another server answers at the socket.
	errRunning = errors.New("another server answers at the socket")
	// errNobody means that the target matches no player on this node.
	errNobody = errors.New("nobody by that name, key or address is here")
	// errNobodyReached means that the target matches no player on any node that replied.
	errNobodyReached = errors.New("nobody by that name, key or address is at a node that answers; a node that is cut off never hears of a kick: ban instead")
	// errLevel means an unknown level of the log.
	errLevel = errors.New("want debug, info, warn or error")
	// errGuestBan means that a guest has no key to ban; only the address can be banned.
	errGuestBan = errors.New("a guest has no key: ban the address")
	// errAlone means that this server is in no cluster.
	errAlone = errors.New("this server is alone: it is in no cluster")
	// errNoNode means that no node has that name.
	errNoNode = errors.New("no node of that name is there")
	// errNoBackup means that this server makes no backups.
	errNoBackup = errors.New("this server makes no backups")
)
