package solver

// seen is the set of the states that the search has entered: the keys themselves,
// so that no two states are ever taken for one. A key is 8 bytes, 9 with its rest,
// and from a third to two thirds of the places are filled: 12 to 27 bytes a state.
// From the largest size on, new states replace old ones, which costs time and never
// truth: a state that was forgotten is searched again.
type seen struct {
	keys []uint64
	// rest is, where states with the same key can do more or less, how much the best
	// of them had; see enter. nil where there are no such states.
	rest []uint8
	used int
	mask uint64
	// most is the largest number of places.
	most int
}

const (
	firstSeen = 1 << 12
	// maxSeen is 128 MB of keys, over ten million states.
	maxSeen = 1 << 24
	// probes is how far a full table looks for a key.
	probes = 16
)

func newSeen(graded bool) *seen {
	t := &seen{keys: make([]uint64, firstSeen), mask: firstSeen - 1, most: maxSeen}
	if graded {
		t.rest = make([]uint8, firstSeen)
	}
	return t
}

// mix spreads a key's bits (the finaliser of SplitMix64).
func mix(k uint64) uint64 {
	k = (k ^ k>>30) * 0xBF58476D1CE4E5B9
	k = (k ^ k>>27) * 0x94D049BB133111EB
	return k ^ k>>31
}

// full tells that the table should grow.
func (t *seen) full() bool { return t.used*3 >= len(t.keys)*2 }

// add notes a state; it is false where the state has been entered before with a
// rest at least as high. No key is 0.
func (t *seen) add(key uint64, rest uint8) bool {
	if t.full() && len(t.keys) < t.most {
		t.grow()
	}
	home, full := mix(key), t.full()
	for i := uint64(0); ; i++ {
		at := (home + i) & t.mask
		if full && i == probes {
			at = (home + key%probes) & t.mask // forgets the state that is there
			t.keys[at] = 0
			t.used--
		}
		switch t.keys[at] {
		case key:
			if t.rest == nil || t.rest[at] >= rest {
				return false
			}
			t.rest[at] = rest
			return true
		case 0:
			t.keys[at] = key
			t.used++
			if t.rest != nil {
				t.rest[at] = rest
			}
			return true
		}
	}
}

// has tells whether the key is there; a full table may not find all that it has.
func (t *seen) has(key uint64) bool {
	home, full := mix(key), t.full()
	for i := uint64(0); !full || i < probes; i++ {
		switch t.keys[(home+i)&t.mask] {
		case key:
			return true
		case 0:
			return false
		}
	}
	return false
}

// grow doubles the places.
func (t *seen) grow() {
	old := *t
	t.keys = make([]uint64, 2*len(old.keys))
	t.mask = uint64(len(t.keys) - 1)
	if old.rest != nil {
		t.rest = make([]uint8, len(t.keys))
	}
	for i, k := range old.keys {
		if k == 0 {
			continue
		}
		at := mix(k) & t.mask
		for t.keys[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.keys[at] = k
		if t.rest != nil {
			t.rest[at] = old.rest[i]
		}
	}
}

// recent are some of the states that were made lately, as they were before they were
// closed: most moves lead to one of them, and are seen to without more ado.
type recent [1 << 12]uint64

// add notes a key and reports whether it was there.
func (r *recent) add(key uint64) bool {
	at := mix(key) % uint64(len(r))
	if r[at] == key {
		return true
	}
	r[at] = key
	return false
}
