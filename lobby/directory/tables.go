package directory

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// Table is a table in memory: one that this node owns, or a follower of another node's.
type Table interface {
	// Identity returns the table's id and time of creation.
	Identity() (id string, created int64)
	// Listed returns the table as the lists show it, nil before its first summary. It takes no
	// lock.
	Listed() *table.Summary
}

// Add adds a table of this node; code is its join code, "" for none. [store.ErrExists] if the id
// is in use, ErrClosing.
func (d *Directory) Add(t Table, code string) error {
	id, _ := t.Identity()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tasks.Closing() {
		return ErrClosing
	}
	if d.tables[id] != nil || d.followers[id] != nil {
		return store.ErrExists
	}
	d.tables[id], d.byAge = t, nil
	if code != "" {
		d.codes[code] = id
	}
	return nil
}

// BecomeOwner makes a follower, or a new table, a table of this node. A follower keeps its summary until the next
// one: the lists are read without its lock. then is called with the lock held.
func (d *Directory) BecomeOwner(t Table, code string, gone bool, then func()) {
	id, _ := t.Identity()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.followers[id] == t { // else one that has just begun to follow: it finds this table
		delete(d.followers, id)
	}
	d.tables[id], d.byAge, d.lists = t, nil, nil
	if code != "" {
		d.codes[code] = id
	}
	if s := t.Listed(); s != nil { // otherwise it has no summary yet
		d.index(t, nil, s, gone)
	}
	then()
}

// BecomeFollower makes one of this node's tables a follower.
func (d *Directory) BecomeFollower(t Table, code string) {
	id, _ := t.Identity()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unlist(t, code)
	d.followers[id] = t
}

// Follow returns the follower of a table; make creates a missing one, with the lock held.
func (d *Directory) Follow(id string, make func() Table) Table {
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.followers[id]
	if t == nil {
		t = make()
		d.followers[id] = t
	}
	return t
}

// Unfollow removes a follower from memory.
func (d *Directory) Unfollow(t Table) {
	id, _ := t.Identity()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.followers[id] == t {
		delete(d.followers, id)
		if f := d.far.tables[id]; f != nil && f.read != d.far.reading { // only the follower kept it
			d.far.readIn(0)
		}
	}
}

// Remove removes a table from memory; done if its match is over.
func (d *Directory) Remove(t Table, code string, done bool) {
	id, _ := t.Identity()
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.far.tables[id]; f != nil && done { // its row from before it came here
		d.far.end(f)
	}
	d.unlist(t, code)
}

// unlist removes a table from the lists; the lock is held.
func (d *Directory) unlist(t Table, code string) {
	id, _ := t.Identity()
	switch d.tables[id] {
	case t:
		delete(d.tables, id)
		d.hideTable(id)
	case nil:
		d.hideTable(id)
	}
	if s := t.Listed(); s != nil {
		for person := range s.IDs() {
			d.unindex(t, person)
		}
	}
	d.byAge, d.lists = nil, nil
	if d.codes[code] == id {
		delete(d.codes, code)
	}
}

// Table returns the table of this node with an id, and the follower of that id; nil for none.
func (d *Directory) Table(id string) (own, follower Table) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.tables[id], d.followers[id]
}

// Tables returns this node's tables.
func (d *Directory) Tables() []Table {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.AppendSeq(make([]Table, 0, len(d.tables)), maps.Values(d.tables))
}

// Followers returns the tables that follow another node's table.
func (d *Directory) Followers() []Table {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Values(d.followers))
}

// CountTables counts this node's tables and its followers.
func (d *Directory) CountTables() (tables, followers int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.tables), len(d.followers)
}

// ByCode returns this node's table with a code, nil for none.
func (d *Directory) ByCode(code string) Table {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.tables[d.codes[code]]
}

// MatchOfCode returns the match of a join code on any node, "" if this node knows none.
func (d *Directory) MatchOfCode(code string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := d.codes[code]
	if t := d.far.codes[code]; id == "" && t != nil {
		id = t.ID
	}
	return id
}

// NewCode returns an unused join code of a length.
func (d *Directory) NewCode(length int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		if c := names.ID(length); d.codes[c] == "" && d.far.codes[c] == nil {
			return c
		}
	}
}

// DropCode invalidates a code.
func (d *Directory) DropCode(code string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.codes, code)
}

// The tables that concern a person are indexed by person, so that a lookup does not walk over all tables.

// index lists a table for the people whom it concerns now, and removes it for others; old is nil for a new
// table. The lock is held.
func (d *Directory) index(t Table, old, s *table.Summary, gone bool) {
	if old != nil {
		for id := range old.IDs() {
			if gone || !s.Concerns(id) {
				d.unindex(t, id)
			}
		}
	}
	if gone {
		return
	}
	for id := range s.IDs() {
		if !slices.Contains(d.ofPerson[id], t) {
			d.ofPerson[id] = append(d.ofPerson[id], t)
		}
	}
}

// unindex removes a table from a person's tables; the lock is held.
func (d *Directory) unindex(t Table, person string) {
	own := d.ofPerson
	if at := slices.Index(own[person], t); at >= 0 {
		own[person] = slices.Delete(own[person], at, at+1)
	}
	if len(own[person]) == 0 {
		delete(own, person)
	}
}

// TablesOf returns this node's tables that concern a person, oldest first.
func (d *Directory) TablesOf(person string) []Table {
	d.mu.Lock()
	list := slices.Clone(d.ofPerson[person])
	d.mu.Unlock()
	slices.SortFunc(list, byAge)
	return list
}

// SummariesOf returns the same including tables of other nodes, as lists show them.
func (d *Directory) SummariesOf(person string) (list []*table.Summary) {
	for _, t := range d.TablesOf(person) {
		list = append(list, t.Listed())
	}
	d.mu.Lock()
	far := d.farSummaries(d.far.ofPerson[person])
	d.mu.Unlock()
	if len(far) > 0 {
		list = append(list, far...)
		slices.SortFunc(list, table.ByAge)
	}
	return list
}

// byAge orders tables, the oldest first.
func byAge(a, b Table) int {
	idA, createdA := a.Identity()
	idB, createdB := b.Identity()
	return cmp.Or(cmp.Compare(createdA, createdB), cmp.Compare(idA, idB))
}

// Summary returns a table as the lists show it, nil for none.
func (d *Directory) Summary(id string) *table.Summary {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.tables[id]; t != nil {
		return t.Listed()
	}
	if t := d.far.tables[id]; t != nil {
		return t.Summary
	}
	return nil
}

// Far finds a table of another node, as that node shows it.
func (d *Directory) Far(id string) (node string, s *table.Summary, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.far.tables[id]; t != nil {
		return t.node, t.Summary, true
	}
	return "", nil, false
}

// EndFar removes a table that another node shows and that has gone.
func (d *Directory) EndFar(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.far.tables[id]; f != nil {
		d.far.end(f)
		d.lists = nil
	}
}

// AddFar adds a table that was read from the store to the other nodes' tables.
func (d *Directory) AddFar(node string, epoch uint64, code string, s *table.Summary) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, over := d.far.over[s.ID]; over || d.tables[s.ID] != nil || d.far.tables[s.ID] != nil {
		return
	}
	d.far.add(&farTable{node: node, epoch: epoch, code: code, noted: clock.MS(), Summary: s})
	d.far.readIn(overTime * time.Millisecond)
	d.announceTable(nil, s, nil)
}
