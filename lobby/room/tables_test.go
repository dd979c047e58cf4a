package room

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/chance"
	"arcade/lobby/account"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/nodestest"
	"arcade/lobby/records"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/tasks"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
	"arcade/store"
	"arcade/store/bolt"
)

// alone is a house in which nothing happens but at the tables.
type alone struct{}

func (alone) Network(string) string                { return "" }
func (alone) Overtaken(directory.Table, uint64)    {}
func (alone) Arrived(string)                       {}
func (alone) Departed(string)                      {}
func (alone) Begun(*table.Summary)                 {}
func (alone) OtherName(*directory.Presence)        {}
func (alone) Come(*directory.Presence, string)     {}
func (alone) Secret(string, string) bool           { return false }
func (alone) NewSeed(games.Seeder) string          { return "" }
func (alone) NoteMatch(string, func() error) error { return nil }
func (alone) Changed()                             {}
func (alone) Nudge(string)                         {}
func (alone) Stocks() bool                         { return false }
func (alone) Closed() <-chan struct{}              { return nil }

// broken is a store that fails while away is set, and writes no entries while full is set.
type broken struct {
	store.Store
	away, full bool
}

var errAway = errors.New("no store")

func (b *broken) Match(ctx context.Context, id string) (store.Match, error) {
	if b.away {
		return store.Match{}, errAway
	}
	return b.Store.Match(ctx, id)
}

func (b *broken) Append(ctx context.Context, id string, epoch uint64, at int, entries ...store.Entry) error {
	if b.away || b.full {
		return errAway
	}
	return b.Store.Append(ctx, id, epoch, at, entries...)
}

func (b *broken) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	if b.away {
		return nil, errAway
	}
	return b.Store.Entries(ctx, id, from, n)
}

// hall has the tables of several nodes that share a store, and nothing else of a lobby.
type hall struct {
	*testing.T
	hub   *nodestest.Hub
	store *broken
}

// inHall runs a test with tables in fake time.
func inHall(t *testing.T, f func(h *hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		chance.Deal(t)
		b, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
		h := &hall{t, nodestest.New(5*time.Second, WireErrors), &broken{Store: b}}
		for _, name := range []string{"kim", "lee"} {
			h.must(b.PutPlayer(t.Context(), store.Player{ID: name, Name: name, NameKey: name, Keys: []string{"SHA256:" + name}}))
		}
		f(h)
	})
}

func (h *hall) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hall) refused(err error, want ...error) {
	h.Helper()
	for _, w := range want {
		if !errors.Is(err, w) {
			h.Errorf("%v, want %v", err, w)
		}
	}
}

// node makes the tables of a node with a name, or with "" those of a house that has no other nodes.
func (h *hall) node(name string) *Tables {
	h.Helper()
	cfg := config.Config{Store: h.store, Games: games.NewRegistry(othello.Game{})}
	var link *nodestest.Node
	if name != "" {
		link = h.hub.Join(name)
		cfg.Nodes = link
	}
	cfg = cfg.WithDefaults()
	ctx, work, queue := h.Context(), tasks.New(cfg.Log), turns.New(turns.Limits{})
	dir := directory.NewDirectory(alone{}, work, cfg.Nodes, name, cfg.Log)
	notes := deals.New(ctx, alone{}, h.store, cfg.Games, cfg.Log, deals.Limits{})
	all := records.New(records.Config{Store: h.store, Games: cfg.Games, Log: cfg.Log, Turns: queue, Deals: notes, Here: dir.Here})
	ts := NewTables(Deps{
		Config: cfg, Log: cfg.Log, Records: all, Directory: dir, Tasks: work, Turns: queue, DealNotes: notes,
		Accounts: account.New(account.Config{Context: ctx, Store: h.store, Games: cfg.Games, Records: all, Node: name}),
		Solo:     &solo.Runs{Context: ctx, Store: h.store, Games: cfg.Games, Log: cfg.Log, Deals: notes, Records: all, Node: name},
		Fair:     &fair.Rules{Context: ctx, Store: h.store, Games: cfg.Games, Log: cfg.Log, Directory: dir},
		Thinking: &thinking.Desk{Games: cfg.Games, Store: h.store, Log: cfg.Log, Tasks: work, Turns: queue, Draining: dir.Draining},
	})
	if link != nil {
		ts.Answers(link)
	}
	h.Cleanup(func() {
		dir.Close(work.End)
		ts.StopTables()
		work.Wait()
	})
	return ts
}

// enter lets a player or guest in at a node.
func (h *hall) enter(ts *Tables, me table.Person) *Participant {
	h.Helper()
	v := ts.NewParticipant(directory.Identity{Fingerprint: "SHA256:" + me.ID}, false, nil)
	v.Be(me)
	_, err := ts.Directory.Appear(v.Presence)
	h.must(err)
	ts.Directory.Activate(v.Presence, false)
	return v
}

// The people of the tests.
var (
	kim   = table.Person{ID: "kim", Name: "kim"}
	lee   = table.Person{ID: "lee", Name: "lee"}
	guest = table.Person{ID: "guest:1", Name: "guest", Guest: true}
	other = table.Person{ID: "guest:2", Name: "other", Guest: true}
)

func seatOf(p table.Person) store.Seat {
	if p.Guest {
		return store.Seat{Guest: p.ID, Name: p.Name}
	}
	return store.Seat{Player: p.ID, Name: p.Name}
}

// open puts a new match of some people on a table of a node: live, or open with a single one.
func (h *hall) open(ts *Tables, people ...table.Person) *Room {
	h.Helper()
	rec := store.Match{Game: othello.Name, Rules: othello.Game{}.Info().Rules, Seed: "1", Control: "5+3", Winner: -1, Status: store.Open, Created: time.Now().UnixMilli(), Seats: make([]store.Seat, 2)}
	for i, p := range people {
		rec.Seats[i] = seatOf(p)
	}
	id, err := ts.Open(people[0], rec, table.Meeting{})
	h.must(err)
	t, err := ts.Room(id)
	h.must(err)
	return t
}

// stored returns a match as the store has it.
func (h *hall) stored(id string) store.Match {
	h.Helper()
	rec, err := h.store.Store.Match(h.Context(), id)
	h.must(err)
	return rec
}

// kinds returns the kinds of a match's entries in the store.
func (h *hall) kinds(id string) (kinds []string) {
	h.Helper()
	entries, err := h.store.Store.Entries(h.Context(), id, 0, -1)
	h.must(err)
	for _, e := range entries {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// claim makes another node the owner of a match, behind the back of its owner.
func (h *hall) claim(id, node string) store.Match {
	h.Helper()
	rec, err := h.store.TakeOver(h.Context(), id, h.stored(id).Epoch, node)
	h.must(err)
	return rec
}
