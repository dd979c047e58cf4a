// Package room runs the tables. A room owns a table: its lock, timer, bots and watchers. It stores
// each entry before it shows the entry to any watcher, and shows the table to the directory and to
// other nodes. [Tables] has the rooms: it opens them, follows the tables of other nodes, and takes
// tables over from nodes that are gone.
//
// Lock order: accounts, pairing or sharing, a room, solo, rating, naming, the directory, then the
// packages below. A goroutine holds one room at a time, plus a new one that no other goroutine
// sees yet. Nothing here waits for a connection: a woken watcher takes the newest snapshot when it
// can.
//
// A table in memory, a [LocalTable], is in one of these states. Only a goroutine with its lock changes them.
//
//	state     role      Gone  what else
//	new       room      no    Shown is nil: it is listed, and nobody has seen it
//	owned     room      no    its players play; see below
//	over      room      yes   not listed any more; who waited for the lock gets ErrStale or ErrNoTable
//	awaited   follower  no    Shown is nil until the first state has come; then Loaded is closed
//	followed  follower  no    moving: the owner is gone or cannot be reached
//	left      follower  yes   its last watcher has left, or the match is deleted
//	joined    none      yes   this node has another table of the match; the watchers go there
//
// An owned table also remembers what it has to make up for. Any of the four may be set with or without the others,
// and when the next entry is stored the first three are over:
//
//	Retry.Failed > 0  a write, or the reading of a prepared reply, has failed: the timer tries again after a pause
//	OutageUnpaid      clocks ran while nothing could be stored: they get the time back before the next entry
//	Broken            it is not known whether the last write succeeded: the log is read again before the next entry
//	unsettled         it is not known which record the store has: the timer writes it again
//
// Thinking (a bot chooses) and preparing (a prepared reply is read) do not depend on these: each says that a goroutine
// will come back and play, if the log then has the length that it had. What else a table remembers, and when, is
// listed at [table.Table].
package room

import (
	"encoding/hex"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/records"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
	"arcade/store"
)

// Tables opens tables, owns them, follows tables of other nodes, and takes over from nodes that are
// gone.
type Tables struct {
	Deps
	Terms *table.Terms
	locks

	// MakeActive makes a window its person's active one, calls f, and undoes it if f fails; the lobby sets it.
	MakeActive func(v *Participant, f func() error) error
	// BeginRun begins a run, or returns the unfinished one; pairing sets it.
	BeginRun func(me table.Person, rec store.Match) (id string, err error)
	// Sitting lists the visitors who are just sitting down at another node's table, and with whom.
	Sitting sittings
	// ArenaMatch is called at the end of an arena's match, with the seat of its last entry; may be nil.
	ArenaMatch func(rec store.Match, last games.Seat)

	lapsed     atomic.Bool   // mayOwn has returned false since WatchNodes last asked
	gaps       atomic.Uint64 // publications that followers missed
	beating    sync.Map      // by node: a beat waits for its answer
	forgetting sync.Map      // by match: see forget
	refusals   refusals
}

// locks order changes that concern several tables.
type locks struct {
	rating   tasks.Locks // by player: one finish at a time reads and writes ratings and statistics
	adopting tasks.Locks // by match: one goroutine decides who adopts it; taken before the table's lock
	Pairing  sync.Mutex  // one visitor at a time looks for an opponent or sits down
}

// Room returns a table that this node owns; ErrNoTable, or ErrElsewhere while it leaves the node.
func (ts *Tables) Room(id string) (*Room, error) {
	own, _ := ts.Directory.Table(id)
	if own == nil {
		return nil, table.ErrNoTable
	}
	if t := RoomOf(own); t != nil {
		return t, nil
	}
	return nil, ErrElsewhere
}

// record reads a match's record, and entries its whole log, from the store.
func (ts *Tables) record(id string) (store.Match, error) {
	return ts.Config.Store.Match(ts.Tasks.Work(), id)
}

func (ts *Tables) entries(id string) ([]store.Entry, error) {
	return ts.Config.Store.Entries(ts.Tasks.Work(), id, 0, -1)
}

// rooms returns the rooms of the directory's tables, without tables on their way to another node.
func rooms(list []directory.Table) []*Room {
	all := make([]*Room, 0, len(list))
	for _, own := range list {
		if t := RoomOf(own); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// Rooms returns the tables that this node owns.
func (ts *Tables) Rooms() []*Room { return rooms(ts.Directory.Tables()) }

// RetryWrites makes all tables that wait after a failed write try again within a second, because the
// store is back.
func (ts *Tables) RetryWrites() {
	all := ts.Rooms()
	for i, t := range all {
		t.retrySoon(time.Second * time.Duration(i) / time.Duration(len(all)))
	}
}

// StopTables stops the timers of all tables. It takes each lock, and so waits for work under way.
func (ts *Tables) StopTables() {
	for _, t := range ts.Rooms() {
		t.Mu.Lock()
		t.Timer.Stop()
		t.Mu.Unlock()
	}
}

// Deps are the components on which the tables, and all that stands on them, are built.
type Deps struct {
	*records.Records
	*account.Accounts
	Config    config.Config
	Log       *slog.Logger
	Directory *directory.Directory
	Solo      *solo.Runs
	Fair      *fair.Rules
	Thinking  *thinking.Desk
	DealNotes *deals.Service
	Tasks     *tasks.Tasks
	Turns     *turns.Turns
}

// NewTables makes an empty set of tables.
func NewTables(p Deps) *Tables {
	c := p.Config
	return &Tables{
		Deps: p, Terms: &table.Terms{Games: c.Games, GraceLeft: c.GraceLeft, PassNotice: c.PassNotice, ReadyTime: c.ReadyTime},
	}
}

// RoomsOf returns this node's tables that concern a person, oldest first.
func (ts *Tables) RoomsOf(person string) []*Room { return rooms(ts.Directory.TablesOf(person)) }

// Random returns 128 random bits.
func (ts *Tables) Random() (b [16]byte) {
	if _, err := io.ReadFull(ts.Config.Random, b[:]); err != nil {
		panic(err) // crypto/rand does the same
	}
	return b
}

// RandomSeed returns a seed that the server deals: 128 random bits in hex.
func (ts *Tables) RandomSeed() string {
	b := ts.Random()
	return hex.EncodeToString(b[:])
}
