package directory

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// Present is a person in the house.
type Present struct {
	table.Person
	// Table is the public table that the person watches, "" in the lobby.
	Table string
}

// present is the list of people at one moment.
type present struct {
	list []Present
	at   time.Time
}

// People lists the people here, by name, including the viewer. The list is shared: callers must not change
// it. With more people here, more callers ask at each wake. So the list is remade only after a time that
// grows with their number.
func (d *Directory) People() []Present {
	tables := d.Lists().All
	d.mu.Lock()
	defer d.mu.Unlock()
	if time.Since(d.present.at) < d.crowd(time.Millisecond, 3*time.Second) {
		return d.present.list
	}
	public := map[string]bool{}
	for _, s := range tables {
		public[s.ID] = s.Listed()
	}
	type entry struct {
		Present
		key string
	}
	entries := make([]entry, 0, len(d.visits)+len(d.far.visits))
	for _, v := range d.visits {
		e := entry{Present{Person: v.me}, names.Key(v.me.Name)}
		if public[v.at] {
			e.Table = v.at
		}
		entries = append(entries, e)
	}
	for id, v := range d.far.visits {
		if d.visits[id] == nil {
			e := entry{Present{Person: v.Person}, names.Key(v.Name)}
			if public[v.At] {
				e.Table = v.At
			}
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
	})
	list := make([]Present, len(entries))
	for i, e := range entries {
		list[i] = e.Present
	}
	d.present = present{list, time.Now()}
	return list
}

// Visits counts the people on this node, without bots.
func (d *Directory) Visits() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.people
}

// Online counts the people on all nodes, without bots.
func (d *Directory) Online() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.people + d.far.people
}

// Here reports whether a person has a visit on any node.
func (d *Directory) Here(person string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.visits[person] != nil || d.far.visits[person] != nil || len(d.standIns[person]) > 0
}

// Visit returns a person's active presence, nil if it is not on this node.
func (d *Directory) Visit(person string) *Presence {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.visits[person]
}

// NetworkOf returns the code of a person's network, "" if unknown.
func (d *Directory) NetworkOf(person string) string {
	d.mu.Lock()
	v, far := d.visits[person], d.far.visits[person]
	if in := d.standIns[person]; v == nil && len(in) > 0 {
		v = in[len(in)-1]
	}
	d.mu.Unlock()
	switch {
	case v != nil:
		return d.house.Network(v.Identity.From)
	case far != nil:
		return far.From
	}
	return ""
}

// NodeOf returns the other node that shows a person, "" for none.
func (d *Directory) NodeOf(person string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if in := d.standIns[person]; len(in) > 0 {
		return in[len(in)-1].Node // in order with the messages about the table
	}
	if to := d.far.visits[person]; to != nil {
		return to.node
	}
	return ""
}

// Deliver gives a message to a person. It returns false if the person is not here.
func (d *Directory) Deliver(m Message) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	v, call, notice := d.visits[m.Person], m.Call, m.Notice
	if v == nil {
		return false
	}
	switch {
	case m.Come != "":
		d.house.Come(v, m.Come)
		return true
	case call != "" && (v.at == call || slices.Contains(v.calls, call)):
		return true
	case call != "":
		v.calls = append(v.calls, call)
		v.calls = slices.Delete(v.calls, 0, max(len(v.calls)-CallsKept, 0))
	case notice != nil:
		v.addNotice(*notice)
		return true
	}
	d.poke(m.Person)
	return true
}

// Announce leaves a notice for everybody here, and returns the number of people on all nodes.
func (d *Directory) Announce(n Notice) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	for v := range d.all() {
		v.addNotice(n)
	}
	there := len(d.visits)
	for id := range d.far.visits {
		if d.visits[id] == nil {
			there++
		}
	}
	return there
}

// all passes all windows here; the lock is held.
func (d *Directory) all() iter.Seq[*Presence] {
	return func(yield func(*Presence) bool) {
		for _, v := range d.visits {
			if !yield(v) {
				return
			}
		}
		for _, list := range d.aside {
			for _, v := range list {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// poke wakes all windows of a person here; the lock is held.
func (d *Directory) poke(person string) {
	for _, v := range d.windows(person) {
		v.Poke()
	}
}

// Visitor is a window of a person in the house, for an operator.
type Visitor struct {
	table.Person
	// Session is the session of the visit's [Identity].
	Session uint64
	// Table is the table that the visitor watches, even a private one; "" for none.
	Table string
	// Since is the start of the visit, ms since 1970.
	Since int64
}

// Visitors lists all windows of everybody in the house, longest visit first.
func (d *Directory) Visitors() []Visitor {
	d.mu.Lock()
	list := make([]Visitor, 0, len(d.visits))
	for v := range d.all() {
		one := Visitor{Person: v.me, Session: v.Identity.Session, Since: v.Since.UnixMilli()}
		if v.superseded.IsZero() {
			one.Table = v.at
		}
		list = append(list, one)
	}
	d.mu.Unlock()
	slices.SortFunc(list, func(a, b Visitor) int { return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.ID, b.ID)) })
	return list
}

// GuestNamed returns the guest with a name on any node; false for none.
func (d *Directory) GuestNamed(name string) (who table.Person, found bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range d.visits {
		if v.me.Guest && names.Same(v.me.Name, name) {
			return v.me, true
		}
	}
	for _, v := range d.far.visits {
		if v.Guest && names.Same(v.Name, name) {
			return v.Person, true
		}
	}
	return table.Person{}, false
}

// Rename gives a person a name that nobody else in the house has; [store.ErrNameTaken] for a guest if
// another guest has the name.
func (d *Directory) Rename(who table.Person, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, v := range d.visits {
		if who.Guest && id != who.ID && names.Key(v.me.Name) == names.Key(name) {
			return store.ErrNameTaken
		}
	}
	for id, v := range d.far.visits {
		if who.Guest && id != who.ID && names.Key(v.Name) == names.Key(name) {
			return store.ErrNameTaken
		}
	}
	for _, v := range d.windows(who.ID) {
		v.me.Name = name
	}
	if d.visits[who.ID] != nil {
		d.showVisit(who.ID)
	}
	d.listsChanged(Sight{Changes: Counts})
	return nil
}

// Renamed gives a person the name that it took on another node.
func (d *Directory) Renamed(person, name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range d.windows(person) {
		v.me.Name = name
		v.Poke()
	}
	if d.visits[person] != nil {
		d.showVisit(person)
	}
	d.listsChanged(Sight{Changes: Counts})
}
