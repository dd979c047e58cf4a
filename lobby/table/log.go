package table

import (
	"slices"

	"arcade/games"
	"arcade/games/kibo"
)

const (
	// MaxLog is the length of a log from which on nothing can be taken back and no draw
	// offered: with these a match need never end.
	MaxLog = 2000
	// FullLog is the longest log of all, far more than a game needs. A run
	// alone can go on for ever; with its FullLog-th entry it is given up.
	FullLog = kibo.MaxEntries
)

// LastEntry reports whether the next entry of a log is its last one.
func LastEntry(m *games.Match) bool { return m.Len() >= FullLog-1 }

// NearlyFull are the numbers of entries left in a log at which a solo player is warned.
var NearlyFull = []int{1000, 100, 10}

// warn tells once, instead of what was to be played, that a run will soon be given up; ErrLogEnds.
func (t *Table) warn() error {
	if left := FullLog - 1 - t.M.Len(); len(t.Rec.Seats) == 1 && slices.Contains(NearlyFull, left) && t.Warned != left {
		t.Warned = left
		return ErrLogEnds
	}
	return nil
}
