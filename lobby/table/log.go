package table

import (
	"slices"

	"arcade/games"
	"arcade/games/kibo"
)

const (
	// MaxLog is the length of a log above which there are no takebacks and draw offers. Otherwise a match
	// need never end.
	MaxLog = 2000
	// FullLog limits a log, far above the needs of a game. A run can go on for ever; its FullLog-th entry
	// forfeits it.
	FullLog = kibo.MaxEntries
)

// LastEntry reports whether the next entry of a log is its last one.
func LastEntry(m *games.Match) bool { return m.Len() >= FullLog-1 }

// NearlyFull has the numbers of free entries at which a solo player is warned.
var NearlyFull = []int{1000, 100, 10}

// warn returns ErrLogEnds once, instead of an action, if a run will soon be forfeited.
func (t *Table) warn() error {
	if left := FullLog - 1 - t.M.Len(); len(t.Rec.Seats) == 1 && slices.Contains(NearlyFull, left) && t.Warned != left {
		t.Warned = left
		return ErrLogEnds
	}
	return nil
}
