package lobby

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/store"
)

// What other nodes have: each shows its tables and who is there, and reads what the
// others show. It is as of a second ago, which is good enough to be looked at; what
// somebody does at a table is decided by who keeps it.

// Rows are shown under these and an id.
const (
	tableRows = "table:"
	visitRows = "visit:"
)

// rowVersion is the version of the rows. Fields may be added to them, which a node of the
// version before does not read; none changes its meaning.
const rowVersion = 1

// tableRow is a table as its keeper shows it to the other nodes.
type tableRow struct {
	V     int    `json:"v"`
	Epoch uint64 `json:",omitzero"`
	Code  string `json:",omitzero"`
	*Summary
	Quick   bool            `json:",omitzero"`
	Came    games.Seat      `json:",omitzero"`
	Waits   bool            `json:",omitzero"`
	ReadyBy int64           `json:",omitzero"`
	Refused []string        `json:",omitzero"`
	Beside  string          `json:",omitzero"`
	Options json.RawMessage `json:",omitzero"`
	From    string          `json:",omitzero"`
	Screen  bool            `json:",omitzero"`
	Client  bool            `json:",omitzero"`
	Idle    bool            `json:",omitzero"`
	LastAt  int64           `json:",omitzero"`
}

// rowOf is a table as the other nodes are to see it; nil for one that is over. The seed
// stays here: what is a secret is noted in the store, see lobby/solo.
func rowOf(s *Summary, rec store.Match) json.RawMessage {
	if s.Status == store.Done && !s.Waits {
		return nil
	}
	raw, err := json.Marshal(tableRow{
		rowVersion, rec.Epoch, rec.Code, s,
		s.Quick, s.Came, s.Waits, s.ReadyBy, s.Refused, s.Beside, s.Options, s.From, s.Screen, s.Client, s.Idle, s.LastAt,
	})
	if err != nil {
		panic(err) // all of it can be written
	}
	return raw
}

// summary is the table of a row.
func (r tableRow) summary() *Summary {
	s := r.Summary
	s.Quick, s.Came, s.Waits, s.ReadyBy, s.Refused, s.Beside = r.Quick, r.Came, r.Waits, r.ReadyBy, r.Refused, r.Beside
	s.Options, s.From, s.Screen, s.Client, s.Idle, s.LastAt = r.Options, r.From, r.Screen, r.Client, r.Idle, r.LastAt
	return s
}

// visitRow is a visit as its node shows it to the others.
type visitRow struct {
	V int `json:"v"`
	Person
	At      string `json:",omitzero"`
	Since   int64
	From    string `json:",omitzero"` // a code of the network
	Program bool   `json:",omitzero"`
}

// farTable is a table that another node keeps, farVisit a visit there.
type farTable struct {
	node  string
	raw   json.RawMessage
	epoch uint64
	code  string
	read  uint64 // by which reading its row was found last
	noted int64  // ms, when it was read from the store, as no node shows it; 0 for a row
	*Summary
}

type farVisit struct {
	node string
	raw  json.RawMessage
	read uint64
	visitRow
}

// far is what the other nodes show, as it was last read.
type far struct {
	reading uint64               // its number
	tables  map[string]*farTable // by id
	byAge   []*farTable
	own     map[string][]*farTable // by person id: those that concern it
	codes   map[string]*farTable
	visits  map[string]*farVisit // by person id: of several the newest
	people  int                  // of the visits, without bots
	over    map[string]int64     // when a mirror here has heard the end of a table, whose row comes down after it
}

func newFar() far {
	return far{tables: map[string]*farTable{}, own: map[string][]*farTable{}, codes: map[string]*farTable{}, visits: map[string]*farVisit{}, over: map[string]int64{}}
}

// showTable shows the other nodes a table that this one keeps; its lock is held.
func (t *room) showTable(s *Summary) {
	if t.l.cfg.Nodes == nil || t.Gone && s.Status != store.Done {
		return
	}
	t.l.cfg.Nodes.Show(tableRows+t.ID, rowOf(s, t.Rec))
}

// hideTable takes a table's row down.
func (t *room) hideTable() {
	if t.l.cfg.Nodes != nil {
		t.l.cfg.Nodes.Show(tableRows+t.ID, nil)
	}
}

// showVisit shows the other nodes who is here; the lobby's lock is held.
func (l *Lobby) showVisit(person string) {
	if l.cfg.Nodes == nil {
		return
	}
	var raw json.RawMessage
	if v := l.visits[person]; v != nil {
		var err error
		if raw, err = json.Marshal(visitRow{rowVersion, v.me, v.at, v.since.UnixMilli(), l.codeOf(v.id.From), v.program}); err != nil {
			panic(err)
		}
	}
	l.cfg.Nodes.Show(visitRows+person, raw)
}

// overTime is for how long, in ms, the row of a table may be up that is over.
const overTime = 10_000

// lookEvery is how long what others show is left as it was read: a node says what has
// changed once a second. Where there is so much that reading it takes long it is longer:
// reading takes no more than one part in lookShare of a processor.
const (
	lookEvery = 100 * time.Millisecond
	lookShare = 20
)

// showTime is how long it may take until the others show what has just begun there.
const showTime = 1500 * time.Millisecond

// lookAround reads what the other nodes show whenever that has changed.
func (l *Lobby) lookAround() {
	for {
		shown, began := l.cfg.Nodes.Shown(), time.Now()
		l.tasks.Safely("what other nodes show", l.readRows)
		took := time.Since(began)
		select {
		case <-shown:
		case <-l.tasks.Context().Done():
			return
		}
		select {
		case <-time.After(max(lookEvery, lookShare*took)):
		case <-l.tasks.Context().Done():
			return
		}
	}
}

// shownRow is a row as a node shows it.
type shownRow struct {
	node, key string
	raw       json.RawMessage
}

// readRows reads what the other nodes show and tells those whom what has changed concerns.
// A row that is as it was costs a look: there are thousands, of which few change in a second.
// The others are read without the lobby's lock. One goroutine at a time reads rows, and it
// waits for no table: what follows for tables here is done by the side.
func (l *Lobby) readRows() {
	var list []shownRow
	l.cfg.Nodes.Rows(func(node, key string, raw json.RawMessage) bool {
		if node != l.cfg.Node {
			list = append(list, shownRow{node, key, raw})
		}
		return true
	})
	tables, visits := map[string]*farTable{}, map[string]*farVisit{} // of rows that are new, or others than they were
	for _, r := range l.freshRows(list) {
		if id, ok := strings.CutPrefix(r.key, tableRows); ok {
			if t := l.readTable(r.node, id, r.raw); t != nil && (tables[id] == nil || tables[id].epoch < t.epoch) {
				tables[id] = t
			}
		} else if id, ok := strings.CutPrefix(r.key, visitRows); ok {
			if v := l.readVisit(r.node, id, r.raw); v != nil && (visits[id] == nil || visits[id].Since < v.Since) {
				visits[id] = v
			}
		}
	}
	begun, come, gone := l.takeRows(tables, visits)
	if len(begun)+len(come)+len(gone) == 0 {
		return
	}
	l.tasks.Spawn("what other nodes show", func() {
		for _, id := range come {
			l.arrive(id)
		}
		for _, id := range gone {
			l.departed(id)
		}
		for _, s := range begun {
			l.pairAnew(s)
		}
	})
}

// freshRows begins a reading: it notes the rows of a list that are as they were, and returns
// the others.
func (l *Lobby) freshRows(list []shownRow) (fresh []shownRow) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := &l.far
	f.reading++
	maps.DeleteFunc(f.over, func(_ string, at int64) bool { return clock.MS()-at >= overTime })
	for _, r := range list {
		if id, ok := strings.CutPrefix(r.key, tableRows); ok {
			if t := f.tables[id]; t != nil && t.node == r.node && bytes.Equal(t.raw, r.raw) {
				t.read = f.reading
				continue
			}
		} else if id, ok := strings.CutPrefix(r.key, visitRows); ok {
			if v := f.visits[id]; v != nil && v.node == r.node && bytes.Equal(v.raw, r.raw) {
				v.read = f.reading
				continue
			}
		}
		fresh = append(fresh, r)
	}
	return fresh
}

// takeRows ends a reading with the rows that have changed: it returns the tables that have
// come, and who has come to another node and gone from all.
func (l *Lobby) takeRows(tables map[string]*farTable, visits map[string]*farVisit) (begun []*Summary, come, gone []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	begun = l.takeTables(tables)
	come, gone = l.takeVisits(visits)
	for id, t := range l.far.tables {
		if own := l.tables[id]; own != nil {
			l.tasks.Spawn("overtaken", func() { own.overtaken(t.epoch) }) // which may ask the store
		}
	}
	return begun, come, gone
}

// takeTables takes the tables whose rows have changed, lets go of those whose rows have
// gone, tells of both, as tables here do themselves, and gives those that have come. The
// lobby's lock is held.
func (l *Lobby) takeTables(changed map[string]*farTable) (come []*Summary) {
	f := &l.far
	for id, t := range changed {
		was := f.tables[id]
		if was != nil && was.read == f.reading && was.epoch >= t.epoch {
			continue // there are two rows of this match
		}
		if t = l.seen(t); f.over[t.ID] != 0 || t.Status == store.Done && !t.Waits {
			continue // it is over; a row that was there goes below
		}
		t.read = f.reading
		if was != nil {
			f.remove(was)
		}
		f.add(t)
		switch {
		case l.tables[id] != nil || was != nil && was.Summary == t.Summary:
		case was == nil:
			l.toldLocked(nil, t.Summary, nil)
			l.askedLocked(t.Summary)
			come = append(come, t.Summary)
		default:
			l.toldLocked(was.Summary, t.Summary, nil)
			l.askedLocked(t.Summary)
		}
	}
	for id, t := range f.tables {
		// What was read from the store or has a mirror its keeper has not shown yet, or is gone with.
		if t.read == f.reading || clock.MS()-t.noted < overTime || l.mirrors[id] != nil {
			continue
		}
		f.remove(t)
		if l.tables[id] == nil {
			over := *t.Summary
			over.Status, over.Meets, over.Waits = store.Done, false, false
			l.toldLocked(t.Summary, &over, nil)
			l.askedLocked(t.Summary)
		}
	}
	slices.SortFunc(come, table.ByAge)
	return come
}

// takeVisits takes the visits whose rows have changed, lets go of those whose rows have
// gone, and gives who has come to another node and who has gone from all. The lobby's lock
// is held.
func (l *Lobby) takeVisits(rows map[string]*farVisit) (come, gone []string) {
	f, changed := &l.far, false
	var named []*farVisit // guests that have come, or have another name
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
	l.otherNames(named)
	for id, v := range f.visits {
		if v.read != f.reading {
			delete(f.visits, id)
			count(v, -1)
			if l.visits[id] == nil {
				gone = append(gone, id)
			}
		}
	}
	if changed {
		l.present.at = time.Time{}
		l.touchLocked(Sight{News: Counts})
	}
	slices.Sort(come)
	slices.Sort(gone)
	return come, gone
}

// seen is a table as its mirror here shows it, which is newer than the row. The lobby's
// lock is held.
func (l *Lobby) seen(t *farTable) *farTable {
	if m := l.mirrors[t.ID]; m != nil {
		if s := m.summary.Load(); s != nil && s != t.Summary {
			return &farTable{t.node, t.raw, t.epoch, t.code, t.read, t.noted, s}
		}
	}
	return t
}

// freshen has the lists show a mirror as it is now; its lock is held.
func (t *room) freshen() {
	l, s := t.l, t.summary.Load()
	l.mu.Lock()
	defer l.mu.Unlock()
	over := s.Status == store.Done && !s.Waits
	if l.tables[t.ID] != nil || l.mirrors[t.ID] != t && !over {
		return
	}
	f := l.far.tables[t.ID]
	var old *Summary
	switch {
	case f != nil && over:
		old = f.Summary
		l.far.end(f)
	case f != nil:
		old = f.Summary
		l.far.remove(f)
		f.Summary = s
		l.far.add(f)
	case over:
		l.far.over[t.ID] = clock.MS()
		return
	default:
		l.far.add(&farTable{node: t.keeper, epoch: t.Rec.Epoch, code: t.Rec.Code, Summary: s})
	}
	l.toldLocked(old, s, t.watchers)
}

// end takes a table from the others for good.
func (f *far) end(t *farTable) {
	f.remove(t)
	f.over[t.ID] = clock.MS()
}

// endFar takes a table from what others show that is not there any more.
func (l *Lobby) endFar(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.far.tables[id]; f != nil {
		l.far.end(f)
		l.lists = nil
	}
}

// findOwn reads from the store what its visitor has at other nodes, and they have not shown
// here yet, or show no more as their node has died: who comes in is to find it. A guest is
// new, and what is older than so many matches is shown in its time.
func (v *Visit) findOwn() {
	l := v.l
	if l.cfg.Nodes == nil || v.me.Guest {
		return
	}
	list, err := l.cfg.Store.Matches(v.me.ID, "", 20)
	if err != nil {
		l.log.Warn("what is a visitor's own was not read", "err", err)
	}
	for _, rec := range list {
		if rec.Status == store.Done || rec.Keeper == l.cfg.Node || rec.Keeper == "" || l.summaryOf(rec.ID) != nil {
			continue
		}
		t := l.newTable(rec)
		t.keeper = rec.Keeper
		if rec.Status == store.Live {
			entries, err := l.cfg.Store.Entries(rec.ID, 0, -1)
			if err == nil {
				err = t.Fold(entries)
			}
			if err != nil {
				l.log.Warn("a match of a visitor's own was not read", "match", rec.ID, "err", err)
				continue
			}
		}
		t.summarise()
		l.note(&farTable{node: rec.Keeper, epoch: rec.Epoch, code: rec.Code, noted: clock.MS(), Summary: t.summary.Load()})
	}
}

// note puts a table that was read from the store among those that other nodes show.
func (l *Lobby) note(t *farTable) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, over := l.far.over[t.ID]; over || l.tables[t.ID] != nil || l.far.tables[t.ID] != nil {
		return
	}
	l.far.add(t)
	l.toldLocked(nil, t.Summary, nil)
}

// readTable reads a row; nil for one that cannot be read.
func (l *Lobby) readTable(node, id string, raw json.RawMessage) *farTable {
	r := tableRow{Summary: &Summary{}}
	if err := json.Unmarshal(raw, &r); err != nil || r.V < rowVersion || r.ID != id {
		l.log.Warn("a table's row cannot be read", "node", node, "table", id, "err", err)
		return nil
	}
	return &farTable{node: node, raw: raw, epoch: r.Epoch, code: r.Code, Summary: r.summary()}
}

func (l *Lobby) readVisit(node, id string, raw json.RawMessage) *farVisit {
	v := &farVisit{node: node, raw: raw}
	if err := json.Unmarshal(raw, &v.visitRow); err != nil || v.V < rowVersion || v.ID != id {
		l.log.Warn("a visit's row cannot be read", "node", node, "err", err)
		return nil
	}
	return v
}

// find puts a table where it is looked up.
func (f *far) find(t *farTable) {
	if t.code != "" && (t.Status == store.Open || t.Client) {
		f.codes[t.code] = t
	}
	for id := range t.IDs() {
		if !slices.Contains(f.own[id], t) {
			f.own[id] = append(f.own[id], t)
		}
	}
}

// add puts a table among the others.
func (f *far) add(t *farTable) {
	at, _ := slices.BinarySearchFunc(f.byAge, t, farByAge)
	f.byAge = slices.Insert(f.byAge, at, t)
	f.tables[t.ID] = t
	f.find(t)
}

// remove takes a table from the others.
func (f *far) remove(t *farTable) {
	if at, ok := slices.BinarySearchFunc(f.byAge, t, farByAge); ok {
		f.byAge = slices.Delete(f.byAge, at, at+1)
	}
	delete(f.tables, t.ID)
	delete(f.codes, t.code)
	for id := range t.IDs() {
		if f.own[id] = slices.DeleteFunc(f.own[id], func(o *farTable) bool { return o == t }); len(f.own[id]) == 0 {
			delete(f.own, id)
		}
	}
}

func farByAge(a, b *farTable) int { return table.ByAge(a.Summary, b.Summary) }

// askedLocked wakes those whom an open table of another node asks something, or does no
// more, whatever they look at: the nudge comes before the row. The lobby's lock is held.
func (l *Lobby) askedLocked(s *Summary) {
	for id := range s.IDs() {
		if v := l.visits[id]; v != nil && s.Status == store.Open {
			v.poke()
		}
	}
}

// otherNames gives guests here another name who have chosen that of one elsewhere at the
// same time: the newer visit does. The lobby's lock is held.
func (l *Lobby) otherNames(list []*farVisit) {
	if len(list) == 0 {
		return
	}
	by := make(map[string]*farVisit, len(list))
	for _, far := range list {
		by[names.Key(far.Name)] = far
	}
	for _, v := range l.visits {
		if !v.me.Guest {
			continue
		}
		if far := by[names.Key(v.me.Name)]; far != nil && cmp.Or(cmp.Compare(v.since.UnixMilli(), far.Since), cmp.Compare(v.me.ID, far.ID)) > 0 {
			who, lang := v.me, v.id.Lang
			l.tasks.Spawn("another name", func() {
				if name := names.GuestName(lang); l.rename(who, name) == nil {
					l.reach(message{Person: who.ID, Notice: &Notice{Renamed, name, name}})
				}
			})
		}
	}
}

// farTable finds a table that another node keeps.
func (l *Lobby) farTable(id string) (node string, s *Summary, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.far.tables[id]; t != nil {
		return t.node, t.Summary, true
	}
	return "", nil, false
}

// farSummaries are those of the tables of a list that are not here; the lobby's lock is held.
func (l *Lobby) farSummaries(list []*farTable) (all []*Summary) {
	for _, t := range list {
		if l.tables[t.ID] == nil { // else it was taken over
			all = append(all, t.Summary)
		}
	}
	return all
}

// departed notes that a person has no visit at any node any more, at its open seats here.
func (l *Lobby) departed(person string) {
	for _, t := range l.ownTables(person) {
		t.mu.Lock()
		if seat := ledger.SeatOf(t.Rec, person); !t.Gone && t.Rec.Status == store.Open && seat != games.Nobody && !t.watchedBy(person) && !l.Here(person) {
			t.left(table.PersonIn(t.Rec.Seats[seat]), table.Away{Since: t.Now(), Grace: l.cfg.Grace})
			t.changed()
		}
		t.mu.Unlock()
	}
}
