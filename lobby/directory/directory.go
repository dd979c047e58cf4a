// Package directory lists the people and the tables of this node and of the other nodes, as published:
// lists, counts, codes and calls. It wakes the visits that a change concerns, a crowd one after the
// other. It knows of a table only what lists show, writes nothing to the store and waits for nothing. Its
// lock is the last in the lobby's order, except for the packages below it.
package directory

import (
	"errors"
	"log/slog"
	"sync"

	"arcade/lobby/nodes"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
)

// Refusals.
var (
	ErrClosing    = errors.New("the arcade is closing")
	ErrSuperseded = errors.New("you are connected elsewhere")
	ErrLeft       = errors.New("the visit is over")
	ErrCrowded    = errors.New("too many windows of one person")
)

// House is the part of the lobby that the directory needs. Only Network and Come are called with the
// directory's lock held.
type House interface {
	// Network returns a code of the network of an address, "" for none.
	Network(from string) string
	// Overtaken steps a table of this node back because another node shows its match in a newer
	// epoch.
	Overtaken(t Table, epoch uint64)
	// Arrived reports that a person has come to another node, Departed that a person is gone from all
	// nodes, Begun that another node shows a new table.
	Arrived(person string)
	Departed(person string)
	Begun(s *table.Summary)
	// Come brings a person here to the guest at its open seat, in another goroutine.
	Come(p *Presence, table string)
	// OtherName renames a guest here whose name a guest at another node has.
	OtherName(p *Presence)
}

// Directory is safe for concurrent use.
type Directory struct {
	house House
	tasks *tasks.Tasks
	nodes nodes.Nodes // nil without other nodes
	node  string
	log   *slog.Logger

	mu        sync.Mutex
	draining  bool                   // nothing new begins
	visits    map[string]*Presence   // by person id: the active one of each
	aside     map[string][]*Presence // by person id: the other windows, in the order in which they came to be aside
	standIns  map[string][]*Presence // by person id: of visits on other nodes
	tables    map[string]Table       // open, live, and done ones that are still watched
	followers map[string]Table       // of other nodes' tables that are watched here
	byAge     []Table                // the tables, oldest first; nil after a table has come or gone
	ofPerson  map[string][]Table     // by person id: the tables that concern them
	codes     map[string]string      // join code -> match id
	lists     *Lists                 // the tables' summaries; nil after one has changed
	people    int                    // of the visits, without bots
	present   present                // the people at the last count
	gathered  [len(paces)]gathered
	far       far // published by other nodes
}

// NewDirectory makes an empty directory. all is nil if there are no other nodes; node is the name of this
// one among them.
func NewDirectory(house House, tasks *tasks.Tasks, all nodes.Nodes, node string, log *slog.Logger) *Directory {
	return &Directory{
		house: house, tasks: tasks, nodes: all, node: node, log: log,
		visits: map[string]*Presence{}, aside: map[string][]*Presence{}, standIns: map[string][]*Presence{}, tables: map[string]Table{}, followers: map[string]Table{},
		ofPerson: map[string][]Table{}, codes: map[string]string{}, far: newFar(),
	}
}

// Drain refuses new visits from now on.
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

// Close refuses new visits, runs end and wakes everybody. It returns false if end has run before.
func (d *Directory) Close(end func()) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tasks.Closing() {
		return false
	}
	d.draining = true
	end()
	for p := range d.all() {
		p.Poke()
	}
	return true
}

// Sizes counts what a directory has in memory.
type Sizes struct {
	// Codes counts join codes, Owners people with tables of this node, StandIns people with a stand-in.
	// FarTables and FarPeople count the rows of other nodes.
	Codes, Owners, StandIns, FarTables, FarPeople int
}

// Sizes returns the present counts.
func (d *Directory) Sizes() Sizes {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Sizes{len(d.codes), len(d.ofPerson), len(d.standIns), len(d.far.byAge), d.far.people}
}
