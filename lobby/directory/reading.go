package directory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// overTime limits the time, in ms, for which the row of a finished table may stay, and for which a table that
// was read from the store is listed without a row.
const overTime = 10_000

// ReadEvery is the least time between two readings of other nodes' rows: a node publishes changes
// once a second. With many rows it grows, so that reading takes at most one part in readShare of a
// processor.
const (
	ReadEvery = 100 * time.Millisecond
	readShare = 20
)

// WatchRows reads other nodes' rows after each change, and when one expires, until the house closes.
func (d *Directory) WatchRows() {
	for {
		shown, began := d.nodes.Shown(), time.Now()
		d.tasks.Safely("what other nodes show", d.ReadRows)
		took := time.Since(began)
		select {
		case <-shown:
		case <-d.far.expired:
		case <-d.tasks.Context().Done():
			return
		}
		select {
		case <-time.After(max(ReadEvery, readShare*took)):
		case <-d.tasks.Context().Done():
			return
		}
	}
}

// shownRow is a row of another node.
type shownRow struct {
	node, key string
	raw       json.RawMessage
}

// ReadRows reads other nodes' rows and wakes the visits that a change concerns. An unchanged row
// costs one comparison; few of thousands change in a second. Changed rows are read without the
// lock. One goroutine at a time reads rows, and it waits for no table: work at tables here runs in
// other goroutines.
func (d *Directory) ReadRows() {
	var list []shownRow
	d.nodes.Rows(func(node, key string, raw json.RawMessage) bool {
		if node != d.node {
			list = append(list, shownRow{node, key, raw})
		}
		return true
	})
	tables, visits := map[string]*farTable{}, map[string]*farVisit{} // of new or changed rows
	for _, r := range d.changedRows(list) {
		if id, ok := strings.CutPrefix(r.key, TableRows); ok {
			if t := d.readTable(r.node, id, r.raw); t != nil && (tables[id] == nil || tables[id].epoch < t.epoch) {
				tables[id] = t
			}
		} else if id, ok := strings.CutPrefix(r.key, VisitRows); ok {
			if v := d.readVisit(r.node, id, r.raw); v != nil && (visits[id] == nil || visits[id].Since < v.Since) {
				visits[id] = v
			}
		}
	}
	begun, come, gone := d.mergeRows(tables, visits)
	if len(begun)+len(come)+len(gone) == 0 {
		return
	}
	d.tasks.Spawn("what other nodes show", func() {
		for _, id := range come {
			d.house.Arrived(id)
		}
		for _, id := range gone {
			d.house.Departed(id)
		}
		for _, s := range begun {
			d.house.Begun(s)
		}
	})
}

// changedRows begins a reading: it marks the unchanged rows of a list, and returns the others.
func (d *Directory) changedRows(list []shownRow) (fresh []shownRow) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := &d.far
	f.reading++
	maps.DeleteFunc(f.over, func(_ string, at int64) bool { return clock.MS()-at >= overTime })
	for _, r := range list {
		if id, ok := strings.CutPrefix(r.key, TableRows); ok {
			if t := f.tables[id]; t != nil && t.node == r.node && bytes.Equal(t.raw, r.raw) {
				t.read = f.reading
				continue
			}
		} else if id, ok := strings.CutPrefix(r.key, VisitRows); ok {
			if v := f.visits[id]; v != nil && v.node == r.node && bytes.Equal(v.raw, r.raw) {
				v.read = f.reading
				continue
			}
		}
		fresh = append(fresh, r)
	}
	return fresh
}

// mergeRows ends a reading with the changed rows. It returns the new tables, the people who have
// come to another node, and the people who have gone from all.
func (d *Directory) mergeRows(tables map[string]*farTable, visits map[string]*farVisit) (begun []*table.Summary, come, gone []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	begun = d.mergeTables(tables)
	come, gone = d.mergeVisits(visits)
	for id, t := range d.far.tables {
		if own := d.tables[id]; own != nil {
			d.tasks.Spawn("overtaken", func() { d.house.Overtaken(own, t.epoch) }) // it may read the store
		}
	}
	return begun, come, gone
}

// mergeTables reads the tables whose rows have changed, drops the ones whose rows are gone,
// announces both as this node's own tables do, and returns the new ones. The lock is held.
func (d *Directory) mergeTables(changed map[string]*farTable) (come []*table.Summary) {
	f := &d.far
	for id, t := range changed {
		was := f.tables[id]
		if was != nil && was.read == f.reading && was.epoch >= t.epoch {
			continue // there are two rows of this match
		}
		if t = d.newest(t); f.over[t.ID] != 0 || t.Status == store.Done && !t.Waits {
			continue // it is over; its old row goes below
		}
		t.read = f.reading
		if was != nil {
			f.remove(was)
		}
		f.add(t)
		switch {
		case d.tables[id] != nil || was != nil && was.Summary == t.Summary:
		case was == nil:
			d.announceTable(nil, t.Summary, nil)
			d.wakeAsked(t.Summary)
			come = append(come, t.Summary)
		default:
			d.announceTable(was.Summary, t.Summary, nil)
			d.wakeAsked(t.Summary)
		}
	}
	for id, t := range f.tables {
		// Keep a table that was read from the store, or has a follower here: its owner has not published
		// it yet, or it goes with the follower.
		if t.read == f.reading || clock.MS()-t.noted < overTime || d.followers[id] != nil {
			continue
		}
		f.remove(t)
		if d.tables[id] == nil {
			over := *t.Summary
			over.Status, over.Meets, over.Waits = store.Done, false, false
			d.announceTable(t.Summary, &over, nil)
			d.wakeAsked(t.Summary)
		}
	}
	slices.SortFunc(come, table.ByAge)
	return come
}

// mergeVisits applies the changed visits and drops those without a row. It returns the people who
// came to another node, and the people who left all nodes. The lock is held.
func (d *Directory) mergeVisits(rows map[string]*farVisit) (come, gone []string) {
	f, changed := &d.far, false
	var named []*farVisit // guests who have come, or have another name
	count := func(v *farVisit, n int) {
		changed = true
		if !v.Program {
			f.people += n
		}
	}
	for id, v := range rows {
		was := f.visits[id]
		if was != nil && was.read == f.reading && was.Since >= v.Since {
			continue // there are two rows of this person
		}
		if was == nil {
			come = append(come, id)
		} else {
			count(was, -1)
		}
		v.read = f.reading
		f.visits[id] = v
		count(v, 1)
		if v.Guest && (was == nil || was.Name != v.Name) {
			named = append(named, v)
		}
	}
	d.resolveNames(named)
	for id, v := range f.visits {
		if v.read != f.reading {
			delete(f.visits, id)
			count(v, -1)
			if d.visits[id] == nil {
				gone = append(gone, id)
			}
		}
	}
	if changed {
		d.present.at = time.Time{}
		d.listsChanged(Sight{Changes: Counts})
	}
	slices.Sort(come)
	slices.Sort(gone)
	return come, gone
}

// newest returns a table as its follower here shows it, which is newer than the row. The lock is
// held.
func (d *Directory) newest(t *farTable) *farTable {
	if m := d.followers[t.ID]; m != nil {
		if s := m.Listed(); s != nil && s != t.Summary {
			return &farTable{t.node, t.raw, t.epoch, t.code, t.read, t.noted, s}
		}
	}
	return t
}

// readTable reads a row; nil for a bad one.
func (d *Directory) readTable(node, id string, raw json.RawMessage) *farTable {
	r := tableRow{Summary: &table.Summary{}}
	if err := json.Unmarshal(raw, &r); err != nil || r.V < RowVersion || r.ID != id {
		d.log.Warn("a table's row cannot be read", "node", node, "table", id, "err", err)
		return nil
	}
	return &farTable{node: node, raw: raw, epoch: r.Epoch, code: r.Code, Summary: r.summary()}
}

func (d *Directory) readVisit(node, id string, raw json.RawMessage) *farVisit {
	v := &farVisit{node: node, raw: raw}
	if err := json.Unmarshal(raw, &v.VisitRow); err != nil || v.V < RowVersion || v.ID != id {
		d.log.Warn("a visit's row cannot be read", "node", node, "err", err)
		return nil
	}
	return v
}

// wakeAsked wakes people whom an open table of another node asks something, or no longer asks, whatever
// they look at: the wake comes before the row. The lock is held.
func (d *Directory) wakeAsked(s *table.Summary) {
	for id := range s.IDs() {
		if s.Status == store.Open {
			d.poke(id)
		}
	}
}

// resolveNames renames a guest here whose name another node's guest chose at the same time: the newer
// visit gets the new name. The lock is held.
func (d *Directory) resolveNames(list []*farVisit) {
	if len(list) == 0 {
		return
	}
	by := make(map[string]*farVisit, len(list))
	for _, far := range list {
		by[names.Key(far.Name)] = far
	}
	for _, v := range d.visits {
		if !v.me.Guest {
			continue
		}
		if far := by[names.Key(v.me.Name)]; far != nil && cmp.Or(cmp.Compare(v.Since.UnixMilli(), far.Since), cmp.Compare(v.ID, far.ID)) > 0 {
			d.tasks.Spawn("another name", func() { d.house.OtherName(v) })
		}
	}
}

// farSummaries returns the summaries of a list's tables on other nodes; the lock is held.
func (d *Directory) farSummaries(list []*farTable) (all []*table.Summary) {
	for _, t := range list {
		if d.tables[t.ID] == nil { // otherwise it was taken over
			all = append(all, t.Summary)
		}
	}
	return all
}

// AnnounceFollower updates a follower in the lists, with its node and record.
func (d *Directory) AnnounceFollower(t Table, owner string, rec store.Match, watchers map[*Presence]struct{}) {
	s := t.Listed()
	d.mu.Lock()
	defer d.mu.Unlock()
	over := s.Status == store.Done && !s.Waits
	if d.tables[rec.ID] != nil || d.followers[rec.ID] != t && !over {
		return
	}
	f := d.far.tables[rec.ID]
	var old *table.Summary
	switch {
	case f != nil && over:
		old = f.Summary
		d.far.end(f)
	case f != nil:
		old = f.Summary
		d.far.remove(f)
		f.Summary = s
		d.far.add(f)
	case over:
		d.far.isOver(rec.ID)
		return
	default:
		d.far.add(&farTable{node: owner, epoch: rec.Epoch, code: rec.Code, Summary: s})
	}
	d.announceTable(old, s, watchers)
}
