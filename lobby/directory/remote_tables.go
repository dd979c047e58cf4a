package directory

import (
	"encoding/json"
	"slices"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/table"
	"arcade/store"
)

// farTable is a table that another node owns. farVisit is a visit there.
type farTable struct {
	node  string
	raw   json.RawMessage
	epoch uint64
	code  string
	read  uint64 // the last reading that found its row
	noted int64  // ms, when it was read from the store, because no node shows it; 0 for a row
	*table.Summary
}

type farVisit struct {
	node string
	raw  json.RawMessage
	read uint64
	VisitRow
}

// far has the other nodes' rows at the last reading.
type far struct {
	reading  uint64               // its number
	tables   map[string]*farTable // by id
	byAge    []*farTable
	ofPerson map[string][]*farTable // by person id: the tables that concern them
	codes    map[string]*farTable
	visits   map[string]*farVisit // by person id: the newest of each person
	people   int                  // of the visits, without bots
	over     map[string]int64     // when a follower here received the end of a table, whose row disappears after that
	expired  chan struct{}        // full when something may have expired, which no node's notice tells
}

func newFar() far {
	return far{tables: map[string]*farTable{}, ofPerson: map[string][]*farTable{}, codes: map[string]*farTable{}, visits: map[string]*farVisit{}, over: map[string]int64{}, expired: make(chan struct{}, 1)}
}

// end removes a table of another node for good.
func (f *far) end(t *farTable) {
	f.remove(t)
	f.isOver(t.ID)
}

// isOver notes that a table of another node has ended, although its row may still be there.
func (f *far) isOver(id string) {
	f.over[id] = clock.MS()
	f.readIn(overTime * time.Millisecond)
}

// readIn makes [Directory.WatchRows] read the rows again after a time, when something expires.
func (f *far) readIn(d time.Duration) {
	time.AfterFunc(d+ReadEvery, func() { // the clock of what expires need not be the timer's
		select {
		case f.expired <- struct{}{}:
		default:
		}
	})
}

// find indexes a table.
func (f *far) find(t *farTable) {
	if t.code != "" && (t.Status == store.Open || t.Client) {
		f.codes[t.code] = t
	}
	for id := range t.IDs() {
		if !slices.Contains(f.ofPerson[id], t) {
			f.ofPerson[id] = append(f.ofPerson[id], t)
		}
	}
}

// add adds a table of another node.
func (f *far) add(t *farTable) {
	at, _ := slices.BinarySearchFunc(f.byAge, t, farByAge)
	f.byAge = slices.Insert(f.byAge, at, t)
	f.tables[t.ID] = t
	f.find(t)
}

// remove removes a table of another node.
func (f *far) remove(t *farTable) {
	if at, ok := slices.BinarySearchFunc(f.byAge, t, farByAge); ok {
		f.byAge = slices.Delete(f.byAge, at, at+1)
	}
	delete(f.tables, t.ID)
	delete(f.codes, t.code)
	for id := range t.IDs() {
		if f.ofPerson[id] = slices.DeleteFunc(f.ofPerson[id], func(o *farTable) bool { return o == t }); len(f.ofPerson[id]) == 0 {
			delete(f.ofPerson, id)
		}
	}
}

func farByAge(a, b *farTable) int { return table.ByAge(a.Summary, b.Summary) }
