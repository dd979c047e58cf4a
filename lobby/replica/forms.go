// Package replica has what travels between the node that owns a match and the nodes that follow it: the messages,
// in version 1, and the errors by which a command is refused.
package replica

import (
	"arcade/lobby/table"
)

// Question is a visitor's command for the node that keeps the match. Table is the table that the follower
// shows.
type Question struct {
	V       int    `json:"v"`
	Table   string `json:"table"`
	Command string `json:"deed"`
	Args    []any  `json:"args,omitempty"`
	By      Who    `json:"by"`
}

// Who is a visit, as other nodes know it.
type Who struct {
	Visit   string       `json:"visit"`
	Person  table.Person `json:"person"`
	From    string       `json:"from,omitempty"`
	Key     string       `json:"key,omitempty"`
	Program bool         `json:"program,omitempty"`
}

// Answer is the outcome of a command, with the revision that the follower needs to show it.
type Answer struct {
	V     int      `json:"v"`
	Err   *Refusal `json:"err,omitempty"`
	Epoch uint64   `json:"epoch"`
	Rev   uint64   `json:"rev"`
}

// Beat asks the owner of tables each second whether the follower has their latest state.
type Beat struct {
	V      int       `json:"v"`
	Tables []BeatRow `json:"tables"`
}

// BeatRow is one table of a beat, with the watchers at the follower.
type BeatRow struct {
	ID       string   `json:"id"`
	Epoch    uint64   `json:"epoch"`
	Rev      uint64   `json:"rev"`
	Watchers []string `json:"watchers,omitempty"` // by visit
}

// StaleTables lists the tables of a beat that the follower must ask for.
type StaleTables struct {
	V      int      `json:"v"`
	Tables []string `json:"tables,omitempty"`
}

// SnapshotQuery asks for the whole state of a table, for the watchers of its follower.
type SnapshotQuery struct {
	V     int    `json:"v"`
	Table string `json:"table"`
	Epoch uint64 `json:"epoch,omitempty"` // the one that the node knows
	By    []Who  `json:"by,omitempty"`
}

// SnapshotReply answers a [SnapshotQuery].
type SnapshotReply struct {
	V     int         `json:"v"`
	Err   *Refusal    `json:"err,omitempty"`
	State table.State `json:"state"`
}

// Searches is the subject of a [SearchForm].
const Searches = "lobby.searches"

// SearchForm tells an owner that a person has stopped looking for an opponent. But is the table at which
// the person has sat down.
type SearchForm struct {
	V      int    `json:"v"`
	Person string `json:"person"`
	But    string `json:"but"`
}
