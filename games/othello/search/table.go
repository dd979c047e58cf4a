package search

import "math/bits"

// none stands for no move in an entry or a result.
const none = 64

// entry is the knowledge about a position: bounds of its value, searched to a depth.
type entry struct {
	own, other   uint64
	lower, upper int16
	depth        int8
	move         uint8 // the best move or the last one that proved a bound; none if there was none
}

// table keeps entries by position. A position has two places: the first for the position with the deepest
// search, the second for the newest of the rest.
type table struct {
	entries []entry
	shift   uint
}

// newTable makes a table of 2^n entries of 24 bytes.
func newTable(n int) *table {
	t := &table{make([]entry, 1<<n), uint(64 - n)}
	wantHugePages(t.entries)
	return t
}

// place hashes a position to the index of its first entry.
func (t *table) place(own, other uint64) uint64 {
	h := own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(other*0xc2b2ae3d27d4eb4f, 32)
	h ^= h >> 32
	return h * 0xd6e8feb86659fd93 >> t.shift
}

// find returns the entry of a position, nil if there is none.
func (t *table) find(own, other uint64) *entry {
	at := t.place(own, other)
	if e := &t.entries[at]; e.own == own && e.other == other {
		return e
	}
	if e := &t.entries[at^1]; e.own == own && e.other == other {
		return e
	}
	return nil
}

// keep stores the result best of a search of a position to a depth with the window alpha..beta. Bounds of
// the same depth are combined; bounds of a lesser depth are dropped.
func (t *table) keep(own, other uint64, depth, alpha, beta, best, move int) {
	at := t.place(own, other)
	e := &t.entries[at]
	if e.own != own || e.other != other {
		second := &t.entries[at^1]
		if second.own == own && second.other == other {
			e = second
		} else {
			if int(e.depth) > depth {
				e = second
			}
			*e = entry{own: own, other: other, lower: -infinite, upper: infinite, depth: int8(depth), move: none}
		}
	}
	if int(e.depth) != depth {
		if int(e.depth) > depth {
			return
		}
		e.lower, e.upper, e.depth = -infinite, infinite, int8(depth)
	}
	if best > alpha && best > int(e.lower) {
		e.lower = int16(best)
	}
	if best < beta && best < int(e.upper) {
		e.upper = int16(best)
	}
	if move != none && (best > alpha || e.move == none) {
		e.move = uint8(move)
	}
}
