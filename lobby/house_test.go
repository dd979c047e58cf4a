package lobby

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/chance"
	"arcade/internal/race"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
	"arcade/store/bolt"
)

// house is a lobby with its store, in a bubble whose clock stands still while a goroutine is busy.
type house struct {
	*Lobby
	t     *testing.T
	store store.Store
	path  string
	cfg   config.Config
	rand  *rand.Rand
	// other is a second node for every second visit; nil for a single node.
	other *Lobby
	came  int
}

// across makes houses open as two nodes that share a store: see TestAcross.
var across bool

// tableAt returns a node's table with an id.
func tableAt(l *Lobby, id string) *room.Room {
	own, _ := l.dir.Table(id)
	return room.RoomOf(own)
}

// inBubble runs a test in its own house.
func inBubble(t *testing.T, f func(t *testing.T, h *house)) { inBubbleWith(t, config.Config{}, f) }

// inBubbleWith is inBubble with a configuration. wrap may wrap the store.
func inBubbleWith(t *testing.T, cfg config.Config, f func(t *testing.T, h *house), wrap ...func(store.Store) store.Store) {
	t.Helper()
	inBubbleDealt(t, chance.Deal, cfg, f, wrap...)
}

// inBubbleDealt is inBubbleWith with chance set by deal.
func inBubbleDealt(t *testing.T, deal func(*testing.T), cfg config.Config, f func(t *testing.T, h *house), wrap ...func(store.Store) store.Store) {
	t.Helper()
	if race.Had {
		t.Skip("it has run with the race detector")
	}
	synctest.Test(t, func(t *testing.T) {
		deal(t)
		h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), cfg, wrap...)
		f(t, h)
	})
}

// openHouse opens the file at path, like a starting server.
func openHouse(t *testing.T, path string, cfg config.Config, wrap ...func(store.Store) store.Store) *house {
	t.Helper()
	b, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, store: b, path: path, cfg: cfg, rand: rand.New(rand.NewPCG(1, 2))}
	for _, w := range wrap {
		h.store = w(h.store)
	}
	cfg.Store = h.store
	if cfg.Games == nil {
		cfg.Games = games.NewRegistry(othello.Game{})
	}
	if across {
		hub := nodestest.New(5*time.Second, room.WireErrors)
		cfg.Nodes = hub.Join("b")
		if h.other, err = New(cfg); err != nil {
			t.Fatal(err)
		}
		cfg.Nodes = hub.Join("a")
	}
	if h.Lobby, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.shut)
	return h
}

// door returns the node for the next visit.
func (h *house) door() *Lobby {
	if h.came++; h.other != nil && h.came%2 == 0 {
		return h.other
	}
	return h.Lobby
}

// shut ends the house; it may be called again.
func (h *house) shut() {
	h.Close()
	if h.other != nil {
		h.other.Close()
	}
	if err := h.store.Close(); err != nil {
		h.t.Error(err)
	}
}

// kill kills and restarts the house: the next one knows only the file's present content. Visits to the old
// house are of no more use.
func (h *house) kill() *house {
	h.t.Helper()
	path := copyOf(h.t, h.path)
	h.shut()
	next := openHouse(h.t, path, h.cfg)
	next.rand = h.rand
	return next
}

// copyOf returns a copy of the file's present content.
func copyOf(t *testing.T, path string) string {
	t.Helper()
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(to, image, 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

// pass lets time pass, and everything due in it happen.
func (h *house) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// enter lets a player in by the key of the name.
func (h *house) enter(name string) *Visit {
	h.t.Helper()
	v, err := h.door().Enter(directory.Identity{Fingerprint: "SHA256:" + name, Login: name, Lang: "en"})
	h.must(err)
	return v
}

// window lets a player in by another window, which takes over.
func (h *house) window(name string) *Visit {
	h.t.Helper()
	v := h.enter(name)
	h.must(v.GoOn())
	return v
}

// guest lets a visitor without a key in.
func (h *house) guest() *Visit {
	h.t.Helper()
	v, err := h.door().Enter(directory.Identity{Lang: "en"})
	h.must(err)
	return v
}

// append adds entries to a log behind the lobby's back.
func (h *house) append(id string, at int, entries ...store.Entry) {
	h.t.Helper()
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	h.must(h.store.Append(context.Background(), id, rec.Epoch, at, entries...))
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// refused checks that err is want.
func (h *house) refused(err, want error) {
	h.t.Helper()
	if !errors.Is(err, want) {
		h.t.Fatalf("error %v, want %v", err, want)
	}
}

// create opens a table. The host's seat is 0.
func (h *house) create(v *Visit, o pairing.Offer) string {
	h.t.Helper()
	if o.Game == "" {
		o.Game = "othello"
	}
	if o.Control == "" {
		o.Control = "5+3"
	}
	id, err := v.Create(o)
	h.must(err)
	return id
}

// start begins a match: black opens a seat, white takes it, and both open the table.
func (h *house) start(black, white *Visit, o pairing.Offer) string {
	h.t.Helper()
	id := h.create(black, o)
	h.must(black.Watch(id))
	if o.Private {
		_, err := white.JoinCode(h.t.Context(), h.see(black, id).Code)
		h.must(err)
		h.must(white.Watch(id))
		h.must(white.Ready(id))
	} else {
		h.must(white.SitDown(id))
		h.must(white.Watch(id))
	}
	h.must(black.Ready(id))
	return id
}

// sit lets guest take a seat, and host say that it is ready.
func (h *house) sit(id string, guest, host *Visit) {
	h.t.Helper()
	h.must(guest.SitDown(id))
	h.must(host.Ready(id))
}

// see returns a visitor's newest snapshot of a table.
func (h *house) see(v *Visit, id string) *table.Snapshot {
	h.t.Helper()
	if h.cfg.Nodes != nil || h.other != nil {
		synctest.Wait() // wait for the owner's messages
	}
	s, err := v.Table(id)
	h.must(err)
	return s
}

// live returns the summary of a table, nil if there is none.
func (h *house) live(id string) *table.Summary {
	for _, s := range h.dir.Lists().All {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// goingOn returns the actions that continue a round. It omits the stops with enough points or with four of
// a month in a hand, which would end the round by chance.
func goingOn(legal []games.Action) []games.Action {
	return slices.DeleteFunc(slices.Clone(legal), func(a games.Action) bool { return a == "president stop" || a == "stop" })
}

// play plays n random decisions at a table, for whichever visitor is on turn, and waits while the table
// passes for a seat. It stops when the match ends.
func (h *house) play(id string, n int, visits ...*Visit) {
	h.t.Helper()
	for n > 0 {
		s := h.see(visits[0], id)
		if s.Result != nil {
			return
		}
		if wait := max(s.ForcedAt, s.HeldUntil); wait > s.Now || s.ForcedAt != 0 {
			h.pass(time.Duration(max(wait-s.Now, 1)) * time.Millisecond) // the table's time has fractions of a ms
			continue
		}
		moved := false
		for _, v := range visits {
			if s := h.see(v, id); s.You == s.ToAct {
				legal := goingOn(s.Legal)
				h.must(v.Act(id, len(s.Plies), legal[h.rand.IntN(len(legal))]))
				moved = true
				break
			}
		}
		if !moved { // a bot's turn
			h.pass(600 * time.Millisecond)
			continue
		}
		n--
	}
}

// playOut plays a match to its end by the rules.
func (h *house) playOut(id string, visits ...*Visit) { h.t.Helper(); h.play(id, 100, visits...) }

// forcedLine is an opening after which a seat must pass: the shortest of some random ones.
var forcedLine = sync.OnceValue(func() (best []games.Action) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, seed))
		pos, err := othello.Game{}.Start(games.Setup{Game: "othello"})
		if err != nil {
			panic(err)
		}
		var line []games.Action
		for pos.Result() == nil {
			if _, ok := pos.(games.Forcer).Forced(); ok {
				if best == nil || len(line) < len(best) {
					best = line
				}
				break
			}
			legal := pos.Legal()
			a := legal[r.IntN(len(legal))]
			if _, err := pos.Apply(a); err != nil {
				panic(err)
			}
			line = append(line, a)
		}
	}
	return best
})

// untilForced plays until a seat must pass.
func (h *house) untilForced(id string, black, white *Visit) *table.Snapshot {
	h.t.Helper()
	for i, a := range forcedLine() {
		h.must([]*Visit{black, white}[i%2].Act(id, i, a))
	}
	s := h.see(black, id)
	if s.ForcedAt == 0 {
		h.t.Fatal("no seat must pass")
	}
	return s
}

// entries returns a match's log in the store.
func (h *house) entries(id string) []store.Entry {
	h.t.Helper()
	list, err := h.store.Entries(context.Background(), id, 0, -1)
	h.must(err)
	return list
}

// kinds returns the kinds of a match's entries, except actions.
func (h *house) kinds(id string) (list []games.Kind) {
	h.t.Helper()
	for _, e := range h.entries(id) {
		if games.Kind(e.Kind) != games.Act {
			list = append(list, games.Kind(e.Kind))
		}
	}
	return list
}

func asIllegal(err error, target **games.IllegalError) bool { return errors.As(err, target) }
