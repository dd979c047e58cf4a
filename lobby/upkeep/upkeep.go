// Package upkeep changes tables from outside a match: an operator closes one, and a player is renamed or
// deleted.
package upkeep

import (
	"sync"

	"arcade/lobby/background"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/room"
)

// Upkeep does this at the tables of one node, and asks other nodes for theirs.
type Upkeep struct {
	*room.Tables
	cfg   config.Config
	dir   *directory.Directory
	tasks *background.Tasks

	mu   sync.Mutex
	left map[string]bool // ids of the matches that could not be restored and are tried again
}

// New makes the upkeep of a node's tables. p must be what the tables were made of.
func New(tables *room.Tables, p room.Deps) *Upkeep {
	return &Upkeep{Tables: tables, cfg: p.Config, dir: p.Directory, tasks: p.Tasks, left: map[string]bool{}}
}
