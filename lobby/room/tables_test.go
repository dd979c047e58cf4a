package room

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/roomtest"
	"arcade/lobby/table"
	"arcade/store"
)

// broken is a store that fails while away is set, writes no entries and no ends while full is set, and reads none while
// unread is set. While newer is set it says that matches have the rules of the next version.
type broken struct {
	store.Store
	away, full, unread, newer atomic.Bool
}

var errAway = errors.New("no store")

func (b *broken) Match(ctx context.Context, id string) (store.Match, error) {
	if b.away.Load() {
		return store.Match{}, errAway
	}
	rec, err := b.Store.Match(ctx, id)
	if b.newer.Load() {
		rec.Rules++
	}
	return rec, err
}

func (b *broken) Append(ctx context.Context, id string, epoch uint64, at int, entries ...store.Entry) error {
	if b.away.Load() || b.full.Load() {
		return errAway
	}
	return b.Store.Append(ctx, id, epoch, at, entries...)
}

func (b *broken) Finish(ctx context.Context, f store.Finish) error {
	if b.away.Load() || b.full.Load() {
		return errAway
	}
	return b.Store.Finish(ctx, f)
}

func (b *broken) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	if b.away.Load() || b.unread.Load() {
		return nil, errAway
	}
	return b.Store.Entries(ctx, id, from, n)
}

// hall has the tables of several nodes that share a store, and nothing else of a lobby.
type hall struct {
	roomtest.T
	hub   *nodestest.Hub
	store *broken
	game  games.Game // the one that is played
}

// inHall runs a test with tables in fake time.
func inHall(t *testing.T, f func(h *hall)) {
	t.Helper()
	roomtest.Run(t, func(t roomtest.T) {
		f(&hall{t, nodestest.New(5*time.Second, WireErrors), &broken{Store: roomtest.Store(t.T, "kim", "lee")}, othello.Game{}})
	})
}

// node makes the tables of a node with a name, or with "" those of a house that has no other nodes.
func (h *hall) node(name string) *Tables {
	h.Helper()
	cfg := config.Config{Store: h.store, Games: games.NewRegistry(h.game)}
	var link *nodestest.Node
	if name != "" {
		link = h.hub.Join(name)
		cfg.Nodes = link
	}
	d := roomtest.New(h.T.T, cfg)
	ts := NewTables(Deps(d))
	if link != nil {
		ts.Answers(link)
	}
	h.Cleanup(func() { d.End(ts.StopTables) })
	return ts
}

// enter lets a player or guest in at a node.
func (h *hall) enter(ts *Tables, me table.Person) *Participant {
	h.Helper()
	v := ts.NewParticipant(directory.Identity{Fingerprint: "SHA256:" + me.ID}, false, nil)
	roomtest.Enter(h.T.T, ts.Directory, v.Presence, me)
	return v
}

// The people of the tests.
var (
	kim   = roomtest.Player("kim")
	lee   = roomtest.Player("lee")
	guest = table.Person{ID: "guest:1", Name: "guest", Guest: true}
	other = table.Person{ID: "guest:2", Name: "other", Guest: true}
)

// open puts a new match of some people on a table of a node: live, or open with a single one.
func (h *hall) open(ts *Tables, people ...table.Person) *Room {
	h.Helper()
	id, err := ts.Open(people[0], roomtest.Match(h.game, people...), table.Meeting{})
	h.Must(err)
	t, err := ts.Room(id)
	h.Must(err)
	return t
}

// stored returns a match as the store has it.
func (h *hall) stored(id string) store.Match {
	h.Helper()
	rec, err := h.store.Store.Match(h.Context(), id)
	h.Must(err)
	return rec
}

// kinds returns the kinds of a match's entries in the store.
func (h *hall) kinds(id string) (kinds []string) {
	h.Helper()
	entries, err := h.store.Store.Entries(h.Context(), id, 0, -1)
	h.Must(err)
	for _, e := range entries {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// claim makes another node the owner of a match, behind the back of its owner.
func (h *hall) claim(id, node string) store.Match {
	h.Helper()
	rec, err := h.store.TakeOver(h.Context(), id, h.stored(id).Epoch, node)
	h.Must(err)
	return rec
}
