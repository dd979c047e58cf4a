package lobby

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/httpmatch"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// share begins a match for a program.
func (h *house) share(o httpmatch.SharedOffer, from string) string {
	h.t.Helper()
	o.Game = othello.Name
	if o.How == "" {
		o.How = games.Client
	}
	if o.Bot == "" {
		o.BotSeat = games.Nobody
	}
	if o.Names == nil {
		o.Names = []string{"a", "b"}
	}
	id, err := h.Share(o, from)
	h.must(err)
	return id
}

// shared runs f on such a match, and returns its id.
func (h *house) shared(key string, f func(*httpmatch.SharedMatch) error) (id string) {
	h.t.Helper()
	h.must(h.Shared(key, func(m *httpmatch.SharedMatch) error { id = m.ID(); return f(m) }))
	return id
}

// blackWins has moves after which white has no disc left.
var blackWins = []games.Action{"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"}

func playAll(actions ...games.Action) func(*httpmatch.SharedMatch) error {
	return func(m *httpmatch.SharedMatch) error {
		for _, a := range actions {
			if err := m.Act(a); err != nil {
				return err
			}
		}
		return nil
	}
}

// A program's match is like any other, but does nothing by itself. It can be watched, survives a kill, may
// be undone at its end, and is cleared away.
func TestShared(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		key := h.share(httpmatch.SharedOffer{Names: []string{"\x1b[31m민수", ""}}, "192.0.2.1")
		id := h.shared(key, playAll(blackWins[:8]...))
		kim := h.enter("kim")
		if list := h.PublicTables("othello"); len(list) != 1 || list[0].ID != id || list[0].Seats[0].Name != "[31m민수" || list[0].Seats[1].Name != "Player 2" {
			t.Fatalf("listed: %+v", list)
		}
		h.must(kim.Watch(id))
		if s := h.see(kim, id); s.You != games.Nobody || len(s.Plies) != 8 || s.Code != "" {
			t.Errorf("watched: %+v", s)
		}
		h.refused(kim.Act(id, 8, blackWins[8]), table.ErrNotSeated)
		h.refused(kim.Do(id, games.Undo), table.ErrNotSeated)
		if _, err := h.Share(httpmatch.SharedOffer{Game: othello.Name, How: games.Screen, Names: []string{"a", "b"}, BotSeat: games.Nobody}, ""); !errors.Is(err, solo.ErrBadOffer) {
			t.Errorf("not a program's: %v", err)
		}
		entries := len(h.entries(id))
		for range 2 {
			h = h.kill()
		}
		if n := len(h.entries(id)); n != entries {
			t.Errorf("a restart wrote %d entries", n-entries)
		}
		h.shared(key, playAll(blackWins[8]))
		if list := h.PublicTables(""); len(list) != 0 {
			t.Errorf("over, and still listed: %v", list)
		}
		f, err := h.Kibo(t.Context(), "", id)
		if err != nil || f.Result == nil || f.Seed == nil {
			t.Errorf("kibo of the end: %+v, %v", f, err)
		}
		h.agrees()
		h = h.kill()
		h.shared(key, func(m *httpmatch.SharedMatch) error { return m.Undo() })
		if list := h.PublicTables(""); len(list) != 1 {
			t.Errorf("undone, and not listed: %v", list)
		}
		h.pass(table.SharedIdle + time.Second)
		if list := h.PublicTables(""); len(list) != 0 {
			t.Errorf("nobody plays, and it is listed: %v", list)
		}
		h.pass(table.SharedTime / 2)
		h = h.kill()
		h.shared(key, playAll())
		h.pass(table.SharedTime / 2)
		if err := h.Shared(key, playAll()); !errors.Is(err, table.ErrNoTable) {
			t.Errorf("after its time: %v", err)
		}
		if _, err := h.store.Match(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("in the store after its time: %v", err)
		}
		h.agrees()
	})
}

// A bot moves only when asked. If the match changed meanwhile, the change stands.
func TestSharedBot(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		key := h.share(httpmatch.SharedOffer{Bot: "careful", BotSeat: 0}, "")
		h.pass(time.Hour)
		plies := func() (n int) {
			h.shared(key, func(m *httpmatch.SharedMatch) error { n = len(m.Match().Plies()); return nil })
			return n
		}
		if n := plies(); n != 0 {
			t.Fatalf("%d plies by themselves", n)
		}
		done := make(chan error)
		for range 5 { // all ask about the same position, or find another seat on turn
			go func() {
				done <- h.Shared(key, func(m *httpmatch.SharedMatch) error {
					if m.Bot(m.Match().ToAct()) == "" {
						return nil
					}
					return m.Think(context.Background())
				})
			}()
		}
		for range 5 {
			h.must(<-done)
		}
		if n := plies(); n != 1 {
			t.Errorf("%d plies of one turn", n)
		}
	})
}

// A match without a move for an hour leaves the memory and its address's quota. It comes back when asked
// for, even after a restart, and is deleted after its week.
func TestSharedParks(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		var keys []string
		for range 101 {
			h.pass(11 * time.Minute) // a match that is idle for ten minutes makes room
			keys = append(keys, h.share(httpmatch.SharedOffer{}, "192.0.2.1"))
		}
		quiet, id := keys[0], ""
		id = h.shared(quiet, playAll(blackWins[:4]...))
		for range 100 {
			h.shared(h.share(httpmatch.SharedOffer{}, "192.0.2.2"), playAll(blackWins[0]))
		}
		offer := httpmatch.SharedOffer{Game: othello.Name, How: games.Client, Names: []string{"a", "b"}, BotSeat: games.Nobody}
		_, err := h.Share(offer, "192.0.2.2")
		h.refused(err, room.ErrTooMany)
		h.pass(table.SharedPark + time.Second)
		in := func() (n int) {
			for _, s := range h.AllTables() {
				if s.Client {
					n++
				}
			}
			return n
		}
		if n := in(); n != 0 {
			t.Errorf("after an hour %d matches are in memory", n)
		}
		_, err = h.Share(offer, "192.0.2.2")
		h.must(err)
		h = h.kill()
		if n := in(); n != 1 {
			t.Errorf("after a restart %d matches are in memory, want the one that is not parked", n)
		}
		for range 2 {
			if got := h.shared(quiet, func(m *httpmatch.SharedMatch) error {
				if n := len(m.Match().Plies()); n != 4 {
					t.Errorf("it came back with %d plies", n)
				}
				return nil
			}); got != id {
				t.Errorf("another match: %s, want %s", got, id)
			}
		}
		h.pass(table.SharedPark / 2)
		if n := in(); n != 2 {
			t.Errorf("%d matches are in memory, want the one that came back and the new one", n)
		}
		h.shared(quiet, playAll(blackWins[4]))
		h.agrees()
		h.pass(table.SharedTime - time.Hour)
		h.shared(quiet, playAll())
		h.pass(2 * time.Hour)
		h.refused(h.Shared(quiet, playAll()), table.ErrNoTable)
		for _, key := range keys {
			h.refused(h.Shared(key, playAll()), table.ErrNoTable)
		}
		if notes, err := h.store.Notes(t.Context(), room.ParkedMatches.Name, "", 10); err != nil || len(notes) > 0 {
			t.Errorf("left: %v, %v", notes, err)
		}
		if _, err := h.store.Match(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("in the store after its time: %v", err)
		}
		h.agrees()
	})
}

// parking calls asked when it first writes the note of a parked match.
type parking struct {
	store.Store
	asked atomic.Pointer[func()]
}

func (p *parking) PutNotes(ctx context.Context, space string, list ...store.Note) error {
	if space == room.ParkedMatches.Name {
		if asked := p.asked.Swap(nil); asked != nil {
			(*asked)()
		}
	}
	return p.Store.PutNotes(ctx, space, list...)
}

// A request finds the match that is parked while the request waits for its lock.
func TestSharedWhileItIsParked(t *testing.T) {
	var disk *parking
	inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) {
		key := h.share(httpmatch.SharedOffer{}, "192.0.2.1")
		h.shared(key, playAll(blackWins[:4]...))
		answer := make(chan error, 1)
		asked := func() {
			go func() { answer <- h.Shared(key, playAll(blackWins[4])) }()
			stacks := make([]byte, 1<<20)
			for range 10_000 { // until the request waits
				for s := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
					if strings.Contains(s, "httpmatch.(*Programs)") && strings.Contains(s, "sync.(*Mutex).Lock") {
						return
					}
				}
				runtime.Gosched()
			}
			t.Error("the request does not wait for the lock")
		}
		disk.asked.Store(&asked)
		h.pass(table.SharedPark + time.Second)
		h.must(<-answer)
		h.shared(key, func(m *httpmatch.SharedMatch) error {
			if n := len(m.Match().Plies()); n != 5 {
				t.Errorf("%d plies", n)
			}
			return nil
		})
		h.agrees()
	}, func(s store.Store) store.Store {
		disk = &parking{Store: s}
		return disk
	})
}

// A program whose match is parked while its bot thinks asks again, and is not refused for good.
func TestSharedIsParkedWhileItsBotThinks(t *testing.T) {
	withPonderer(t, func(t *testing.T, h *house, p pondering) {
		key := h.share(httpmatch.SharedOffer{Bot: "ponderer", BotSeat: 0}, "192.0.2.1")
		h.pass(table.SharedPark - 10*time.Millisecond)
		think := func(m *httpmatch.SharedMatch) error { return m.Think(t.Context()) }
		h.refused(h.Shared(key, think), table.ErrStale)
		if p.asked.Load() != 1 {
			t.Errorf("the bot was asked %d times", p.asked.Load())
		}
		h.shared(key, think)
	})
}

// A program's match is hidden before its first move; then it is marked.
func TestSharedIsListedWithItsFirstMove(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		key := h.share(httpmatch.SharedOffer{}, "192.0.2.1")
		if list := h.PublicTables(""); len(list) != 0 {
			t.Errorf("before a move: %+v", list)
		}
		h.shared(key, playAll(blackWins[0]))
		if list := h.PublicTables(""); len(list) != 1 || !list[0].Client {
			t.Errorf("after a move: %+v", list)
		}
	})
}
