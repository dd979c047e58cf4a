// Package directory has who is here and which tables there are, at this node and, as they
// show it, at the others: lists, counts, codes and calls. It wakes those whom a change
// concerns, a crowd one after the other. It knows what lists show of a table and nothing else
// of it, writes nothing to the store and waits for nobody; its lock is the last in the lobby's
// order, except for the packages below it.
package directory

import (
	"errors"
	"log/slog"
	"sync"

	"arcade/lobby/background"
	"arcade/lobby/nodes"
	"arcade/lobby/table"
)

// What is refused.
var (
	ErrClosing    = errors.New("the arcade is closing")
	ErrSuperseded = errors.New("you are connected elsewhere")
	ErrLeft       = errors.New("the visit is over")
)

// House is what the directory needs of the lobby. Nothing of it is called with the
// directory's lock held but Network.
type House interface {
	// Network is a code of the network of an address, "" for none.
	Network(from string) string
	// Superseded has a table of this node step back where another node shows its match in a
	// newer epoch.
	Superseded(t Table, epoch uint64)
	// Arrived reports that a person has come to another node, Departed that a person is gone from
	// all nodes, Begun that another node shows a new table.
	Arrived(person string)
	Departed(person string)
	Begun(s *table.Summary)
	// OtherName gives a guest here another name, which one at another node has.
	OtherName(p *Presence)
}

// Directory is safe for use by many goroutines.
type Directory struct {
	house House
	tasks *background.Tasks
	nodes nodes.Nodes // nil where there is no other
	node  string
	log   *slog.Logger

	mu        sync.Mutex
	draining  bool                   // nothing new begins
	visits    map[string]*Presence   // by person id: one each
	standIns  map[string][]*Presence // by person id: of visits at other nodes
	tables    map[string]Table       // open, live, and done ones that somebody still looks at
	followers map[string]Table       // of tables of other nodes that somebody here looks at
	byAge     []Table                // the tables, oldest first; nil where one has come or gone
	ofPerson  map[string][]Table     // by person id: the tables that concern it
	codes     map[string]string      // join code -> match id
	lists     *Lists                 // the tables' summaries; nil where one has changed
	people    int                    // of the visits, without bots
	present   present                // who was here a moment ago
	telling   [len(paces)]telling
	far       far // what other nodes show
}

// NewDirectory makes an empty directory; all is nil where there are no other nodes, and node the name
// of this one among them.
func NewDirectory(house House, tasks *background.Tasks, all nodes.Nodes, node string, log *slog.Logger) *Directory {
	return &Directory{
		house: house, tasks: tasks, nodes: all, node: node, log: log,
		visits: map[string]*Presence{}, standIns: map[string][]*Presence{}, tables: map[string]Table{}, followers: map[string]Table{},
		ofPerson: map[string][]Table{}, codes: map[string]string{}, far: newFar(),
	}
}

// Drain lets nobody in from now on.
func (d *Directory) Drain() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.draining = true
}

// Draining reports whether Drain or Close has been called.
func (d *Directory) Draining() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.draining
}

// Close lets nobody in from now on, runs end and wakes everybody; false where end has been run.
func (d *Directory) Close(end func()) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tasks.Closing() {
		return false
	}
	d.draining = true
	end()
	for _, p := range d.visits {
		p.Poke()
	}
	return true
}

// Sizes are how much a directory has in memory.
type Sizes struct {
	// Codes are join codes, Owners people with tables of this node, StandIns people with a
	// stand-in, FarTables and FarPeople what other nodes show.
	Codes, Owners, StandIns, FarTables, FarPeople int
}

// Sizes are how much is in memory now.
func (d *Directory) Sizes() Sizes {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Sizes{len(d.codes), len(d.ofPerson), len(d.standIns), len(d.far.byAge), d.far.people}
}
