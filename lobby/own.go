package lobby

import (
	"arcade/lobby/table"
	"cmp"
	"slices"
)

// Which tables concern a person is kept by person: who looks for its own does not walk
// over everybody's.

// own puts the table among those of whom it concerns now, and takes it from those whom
// it does no more; old is nil for a new table. The lobby's lock is held.
func (t *room) own(old, s *Summary) {
	l := t.l
	if old != nil {
		for id := range old.IDs() {
			if t.Gone || !s.Concerns(id) {
				t.disown(id)
			}
		}
	}
	if t.Gone {
		return
	}
	for id := range s.IDs() {
		if !slices.Contains(l.own[id], t) {
			l.own[id] = append(l.own[id], t)
		}
	}
}

// disown takes the table from a person's; the lobby's lock is held.
func (t *room) disown(person string) {
	own := t.l.own
	if at := slices.Index(own[person], t); at >= 0 {
		own[person] = slices.Delete(own[person], at, at+1)
	}
	if len(own[person]) == 0 {
		delete(own, person)
	}
}

// ownTables are those that concern a person, oldest first.
func (l *Lobby) ownTables(person string) []*room {
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
		slices.SortFunc(list, table.ByAge)
	}
	return list
}

// byAge orders tables, the oldest first.
func byAge(a, b *room) int {
	return cmp.Or(cmp.Compare(a.Created, b.Created), cmp.Compare(a.ID, b.ID))
}

// touch notes that the visit does something at a table, perhaps looks at it; the lobby's
// lock is held.
func (v *Visit) touch(t *room) {
	if !slices.Contains(v.touched, t) {
		v.prune()
		v.touched = append(v.touched, t)
	}
}

// prune lets go of tables that are not there any more; the lobby's lock is held.
func (v *Visit) prune() {
	v.touched = slices.DeleteFunc(v.touched, func(o *room) bool { return v.l.tables[o.ID] != o && v.l.mirrors[o.ID] != o })
}

// concern are the tables that concern the visit: its person's own, and where it did something.
func (v *Visit) concern() []*room {
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
