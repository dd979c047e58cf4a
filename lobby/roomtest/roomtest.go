// Package roomtest has what tables stand on, and nothing else of a lobby: for tests of package room and of the
// packages above it, which run in seconds that way. Room's own tests use it, so it cannot import room.
package roomtest

import (
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/internal/chance"
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
	"arcade/store/bolt"
)

// T is a test with two checks of errors.
type T struct{ *testing.T }

// Must ends the test on an error.
func (t T) Must(err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Refused checks that an error is each of some.
func (t T) Refused(err error, want ...error) {
	t.Helper()
	for _, w := range want {
		if !errors.Is(err, w) {
			t.Errorf("%v, want %v", err, w)
		}
	}
}

// Run runs a test in fake time and with its own chance.
func Run(t *testing.T, f func(t T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		chance.Deal(t)
		f(T{t})
	})
}

// Deps has the fields of [room.Deps], to which it is converted.
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

// New makes what the tables of a node stand on. cfg has at least a store and games.
func New(t *testing.T, cfg config.Config) Deps {
	t.Helper()
	cfg = cfg.WithDefaults()
	ctx, work, queue := t.Context(), tasks.New(cfg.Log), turns.New(turns.Limits{})
	dir := directory.NewDirectory(alone{}, work, cfg.Nodes, cfg.Node, cfg.Log)
	notes := deals.New(ctx, alone{}, cfg.Store, cfg.Games, cfg.Log, deals.Limits{})
	all := records.New(records.Config{Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Turns: queue, Deals: notes, Here: dir.Here})
	secret, err := cfg.Store.Secret(ctx)
	if err != nil {
		t.Fatal(err)
	}
	newSeed := func() string {
		var b [16]byte
		if _, err := io.ReadFull(cfg.Random, b[:]); err != nil {
			panic(err)
		}
		return hex.EncodeToString(b[:])
	}
	rules := &fair.Rules{Context: ctx, Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Directory: dir, Secret: secret}
	return Deps{
		Config: cfg, Log: cfg.Log, Records: all, Directory: dir, Fair: rules, Tasks: work, Turns: queue, DealNotes: notes,
		Accounts: account.New(account.Config{Context: ctx, Store: cfg.Store, Games: cfg.Games, Records: all, Node: cfg.Node}),
		Solo: &solo.Runs{
			Context: ctx, Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Deals: notes, Records: all,
			Secret: secret, Code: rules.Code, Networks: rules.NetworksOf, NewSeed: newSeed, Node: cfg.Node,
		},
		Thinking: &thinking.Desk{Games: cfg.Games, Store: cfg.Store, Log: cfg.Log, Tasks: work, Turns: queue, NewSeed: newSeed, Draining: dir.Draining},
	}
}

// End ends the work of a node like a server that stops. stopTables stops the timers of its tables.
func (d Deps) End(stopTables func()) {
	d.Directory.Close(d.Tasks.End)
	stopTables()
	d.Tasks.Wait()
}

// Enter lets a person in by a new window, which is the active one.
func Enter(t *testing.T, d *directory.Directory, p *directory.Presence, me table.Person) {
	t.Helper()
	p.Be(me)
	if _, err := d.Appear(p); err != nil {
		t.Fatal(err)
	}
	d.Activate(p, false)
}

// Store opens an empty store with some players, each under its name.
func Store(t *testing.T, players ...string) store.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, name := range players {
		if err := s.PutPlayer(t.Context(), store.Player{ID: name, Name: name, NameKey: name, Keys: []string{"SHA256:" + name}}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Player returns the person of a player of [Store].
func Player(name string) table.Person { return table.Person{ID: name, Name: name} }

// Match returns the record of a new match of two, or of an open seat if there is one person.
func Match(g games.Game, people ...table.Person) store.Match {
	rec := store.Match{
		Game: g.Info().Name, Rules: g.Info().Rules, Seed: "1", Control: "5+3", Winner: -1, Status: store.Open,
		Created: time.Now().UnixMilli(), Seats: make([]store.Seat, 2),
	}
	for i, p := range people {
		rec.Seats[i] = Seat(p)
	}
	return rec
}

// Seat returns a person's seat.
func Seat(p table.Person) store.Seat {
	if p.Guest {
		return store.Seat{Guest: p.ID, Name: p.Name}
	}
	return store.Seat{Player: p.ID, Name: p.Name}
}

// alone is a house in which nothing happens but at the tables.
type alone struct{}

func (alone) Network(string) string                 { return "" }
func (alone) Overtaken(directory.Table, uint64)     {}
func (alone) Arrived(string)                        {}
func (alone) Departed(string)                       {}
func (alone) Begun(*table.Summary)                  {}
func (alone) OtherName(*directory.Presence)         {}
func (alone) Come(*directory.Presence, string)      {}
func (alone) Secret(string, string) bool            { return false }
func (alone) NewSeed(games.Seeder) string           { return "" }
func (alone) NoteMatch(string, func() error) error  { return nil }
func (alone) NotePlayer(string, func() error) error { return nil }
func (alone) Changed()                              {}
func (alone) Nudge(string)                          {}
func (alone) Stocks() bool                          { return false }
func (alone) Closed() <-chan struct{}               { return nil }
