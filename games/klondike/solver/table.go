package solver

// table is a set of states that are proven to be lost. It stores the keys themselves, so that it never
// confuses two states. A key is 8 bytes, 9 with its rest, and from a third to two thirds of the places are
// filled: 12 to 27 bytes a state. At the largest size new states replace old ones. That costs time but
// never correctness: a dropped state is searched again.
type table struct {
	keys []uint64
	// rest has the rank of the ablest state with the key, if states with the same key differ in ability;
	// see [search.known]. nil if they do not.
	rest []uint8
	used int
	mask uint64
	// most limits the places.
	most int
}

const (
	firstTable = 1 << 9
	// maxTable is 64 MB of keys, over five million states.
	maxTable = 1 << 23
	// probes is the number of places that a full table searches for a key.
	probes = 16
)

func newTable(graded bool) *table {
	t := &table{keys: make([]uint64, firstTable), mask: firstTable - 1, most: maxTable}
	if graded {
		t.rest = make([]uint8, firstTable)
	}
	return t
}

// reset empties a table that has not grown, if it is of the same kind. It reports whether it did.
func (t *table) reset(graded bool) bool {
	if len(t.keys) != firstTable || graded != (t.rest != nil) {
		return false
	}
	clear(t.keys) // a rest matters only with its key
	t.used = 0
	return true
}

// mix spreads a key's bits (the finaliser of SplitMix64).
func mix(k uint64) uint64 {
	k = (k ^ k>>30) * 0xBF58476D1CE4E5B9
	k = (k ^ k>>27) * 0x94D049BB133111EB
	return k ^ k>>31
}

// home returns a key's first place. Keys that are looked up together differ in their last two bits, and are
// neighbours.
func home(key uint64) uint64 { return mix(key >> 2) }

// crowded reports whether the table should grow, full whether it may not.
func (t *table) crowded() bool { return t.used*3 >= len(t.keys)*2 }
func (t *table) full() bool    { return len(t.keys) == t.most && t.crowded() }

// add adds a state, or raises its rank. No key is 0.
func (t *table) add(key uint64, rest uint8) {
	if t.crowded() && len(t.keys) < t.most {
		t.grow()
	}
	home, full := home(key), t.full()
	for i := uint64(0); ; i++ {
		at := (home + i) & t.mask
		if full && i == probes {
			at = (home + key%probes) & t.mask // replaces the state there
			t.keys[at] = 0
			t.used--
		}
		switch t.keys[at] {
		case key:
			if t.rest != nil {
				t.rest[at] = max(t.rest[at], rest)
			}
			return
		case 0:
			t.keys[at] = key
			t.used++
			if t.rest != nil {
				t.rest[at] = rest
			}
			return
		}
	}
}

// has reports whether the table has a state of at least this rank. A full table may miss some of its
// states.
func (t *table) has(key uint64, rest uint8) bool {
	home, full := home(key), t.full()
	for i := uint64(0); !full || i < probes; i++ {
		at := (home + i) & t.mask
		switch t.keys[at] {
		case key:
			return t.rest == nil || t.rest[at] >= rest
		case 0:
			return false
		}
	}
	return false
}

// grow doubles the places, or more while they are few.
func (t *table) grow() {
	old := *t
	size := 2 * len(old.keys)
	if size < 1<<16 {
		size *= 2
	}
	size = min(size, t.most)
	t.keys = make([]uint64, size)
	t.mask = uint64(size - 1)
	if old.rest != nil {
		t.rest = make([]uint8, size)
	}
	for i, k := range old.keys {
		if k == 0 {
			continue
		}
		at := home(k) & t.mask
		for t.keys[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.keys[at] = k
		if t.rest != nil {
			t.rest[at] = old.rest[i]
		}
	}
}

// recent has some of the latest states, as they were before they were closed: most moves lead to one of
// them.
type recent [1 << 10]uint64

// add adds a key and reports whether it was there.
func (r *recent) add(key uint64) bool {
	at := mix(key) % uint64(len(r))
	if r[at] == key {
		return true
	}
	r[at] = key
	return false
}
