// Package upkeep changes tables from outside a match: it goes on with the unfinished ones when a node starts or when
// another is gone, an operator closes one, and a player is renamed or deleted.
package upkeep

import (
	"sync"

	"arcade/lobby/room"
)

// Upkeep does this at the tables of one node, and asks other nodes for theirs.
type Upkeep struct {
	*room.Tables

	mu   sync.Mutex
	left map[string]bool // ids of the matches that could not be restored and are tried again
}

// New makes the upkeep of a node's tables.
func New(tables *room.Tables) *Upkeep { return &Upkeep{Tables: tables, left: map[string]bool{}} }
