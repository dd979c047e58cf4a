package lobby

import (
	"cmp"
	"iter"
	"slices"
)

// Which tables concern a person is kept by person: who looks for its own does not walk
// over everybody's.

// ids are of those whom a table concerns: with a seat, or asked to one.
func (s *Summary) ids() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, i := range s.Seats {
			if i.ID != "" && i.Bot == "" && !yield(i.ID) {
				return
			}
		}
		if s.Invited != "" {
			yield(s.Invited)
		}
	}
}

// concerns tells that the table is one of a person's own.
func (s *Summary) concerns(person string) bool {
	for id := range s.ids() {
		if id == person {
			return true
		}
	}
	return false
}

// own puts the table among those of whom it concerns now, and takes it from those whom
// it does no more; old is nil for a new table. The lobby's lock is held.
func (t *table) own(old, s *Summary) {
	l := t.l
	if old != nil {
		for id := range old.ids() {
			if t.gone || !s.concerns(id) {
				t.disown(id)
			}
		}
	}
	if t.gone {
		return
	}
	for id := range s.ids() {
		if !slices.Contains(l.own[id], t) {
			l.own[id] = append(l.own[id], t)
		}
	}
}

// disown takes the table from a person's; the lobby's lock is held.
func (t *table) disown(person string) {
	own := t.l.own
	if at := slices.Index(own[person], t); at >= 0 {
		own[person] = slices.Delete(own[person], at, at+1)
	}
	if len(own[person]) == 0 {
		delete(own, person)
	}
}

// ownTables are those that concern a person, oldest first.
func (l *Lobby) ownTables(person string) []*table {
	l.mu.Lock()
	list := slices.Clone(l.own[person])
	l.mu.Unlock()
	slices.SortFunc(list, byAge)
	return list
}

// ownSummaries are the same, and those that other nodes keep, as lists show them.
func (l *Lobby) ownSummaries(person string) (list []*Summary) {
	for _, t := range l.ownTables(person) {
		list = append(list, t.summary.Load())
	}
	l.mu.Lock()
	far := l.farSummaries(l.far.own[person])
	l.mu.Unlock()
	if len(far) > 0 {
		list = append(list, far...)
		slices.SortFunc(list, summariesByAge)
	}
	return list
}

// byAge orders tables, the oldest first.
func byAge(a, b *table) int {
	return cmp.Or(cmp.Compare(a.created, b.created), cmp.Compare(a.id, b.id))
}

// touch notes that the visit does something at a table, perhaps looks at it; the lobby's
// lock is held.
func (v *Visit) touch(t *table) {
	if !slices.Contains(v.touched, t) {
		v.prune()
		v.touched = append(v.touched, t)
	}
}

// prune lets go of tables that are not there any more; the lobby's lock is held.
func (v *Visit) prune() {
	v.touched = slices.DeleteFunc(v.touched, func(o *table) bool { return v.l.tables[o.id] != o && v.l.mirrors[o.id] != o })
}

// concern are the tables that concern the visit: its person's own, and where it did something.
func (v *Visit) concern() []*table {
	list := v.l.ownTables(v.me.ID)
	v.l.mu.Lock()
	defer v.l.mu.Unlock()
	for _, t := range v.touched {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}
