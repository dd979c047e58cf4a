package lobby

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/internal/chance"
	"arcade/lobby/account"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/httpmatch"
	"arcade/lobby/nodes"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/replica"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/lobby/upkeep"
	"arcade/store"
)

// spied is a store that shows each call to the test before it runs.
type spied struct {
	store.Store
	asked atomic.Value // a func(what string)
}

// watch calls f for each call from now on, nil for none.
func (s *spied) watch(f func(what string)) { s.asked.Store(f) }

func (s *spied) ask(what string) {
	if f, _ := s.asked.Load().(func(string)); f != nil {
		f(what)
	}
}

func (s *spied) Append(ctx context.Context, id string, epoch uint64, at int, e ...store.Entry) error {
	s.ask("append")
	return s.Store.Append(ctx, id, epoch, at, e...)
}

func (s *spied) TakeOver(ctx context.Context, id string, epoch uint64, owner string) (store.Match, error) {
	s.ask("take over")
	return s.Store.TakeOver(ctx, id, epoch, owner)
}

func (s *spied) CreateMatch(ctx context.Context, m store.Match) error {
	s.ask("create")
	return s.Store.CreateMatch(ctx, m)
}

func (s *spied) UpdateMatch(ctx context.Context, m store.Match) error {
	s.ask("update")
	return s.Store.UpdateMatch(ctx, m)
}

func (s *spied) PutNotes(ctx context.Context, space string, notes ...store.Note) error {
	s.ask("write " + space)
	return s.Store.PutNotes(ctx, space, notes...)
}

func (s *spied) VersusOne(ctx context.Context, game, player, opponent string) (store.Versus, error) {
	s.ask("pair")
	return s.Store.VersusOne(ctx, game, player, opponent)
}

// spy returns a spied store, and the wrapper for a test's houses.
func spy() (*spied, func(store.Store) store.Store) {
	s := &spied{}
	return s, func(inner store.Store) store.Store {
		s.Store = inner
		return s
	}
}

// While a follower takes over a match, the match stays on its players' first screen.
func TestListedWhileTakenOver(t *testing.T) {
	disk, wrap := spy()
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		id, kim, lee := begun(t, a, b, pairing.Offer{})
		a.play(id, 4, kim, lee)
		var asked atomic.Int32
		disk.watch(func(what string) {
			if what != "append" {
				return
			}
			asked.Add(1)
			if s := b.dir.Summary(id); s == nil || s.Status != store.Live {
				t.Errorf("the match is shown as %+v", s)
			}
			if list := lee.Home().Resume; len(list) != 1 || list[0].ID != id {
				t.Errorf("lee has %v to come back to", list)
			}
		})
		a.link.Cut()
		b.pass(10 * time.Second)
		keeps(t, id, b)
		if asked.Load() == 0 {
			t.Error("nothing was written when the match was taken over")
		}
		synctest.Wait()
	}, wrap)
}

// Logins do not wait while other nodes end a deleted player's tables, or are told of the deletion: one of
// them may be silent.
func TestForgetHoldsUpNoLogin(t *testing.T) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, _ *node) {
		kim, lee, park := a.enter("kim"), b.enter("lee"), a.enter("park")
		b.start(lee, kim, pairing.Offer{})
		code, _, err := kim.NewKeyCode()
		a.must(err)
		asked := map[string]int{}
		hub.SetFate(func(from, _, kind string) (int, time.Duration) {
			if from != "a" {
				return 1, 0
			}
			if a.Busy() {
				t.Errorf("%s: a login waits for another node", kind)
			}
			asked[kind]++
			return 1, 0
		})
		a.must(kim.Forget("kim"))
		if asked[upkeep.GiveUps] == 0 {
			t.Errorf("the other node was asked %v", asked)
		}
		_, err = a.AddKey("SHA256:other", "", code)
		a.refused(err, account.ErrNoKeyCode)
		// A key that moves to another player has its own player deleted.
		code, _, err = park.NewKeyCode()
		a.must(err)
		choi := b.enter("choi")
		b.create(choi, pairing.Offer{})
		b.pass(2 * time.Second)
		clear(asked)
		_, err = a.AddKey("SHA256:choi", "", code)
		a.must(err)
		if asked[upkeep.GiveUps] == 0 {
			t.Errorf("for a key the other node was asked %v", asked)
		}
	})
}

// A closed lobby takes nothing over and begins nothing: others own its matches.
func TestNothingBeginsAfterClose(t *testing.T) {
	disk, wrap := spy()
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		id := a.start(a.enter("kim"), a.enter("lee"), pairing.Offer{})
		park, choi := b.enter("park"), b.enter("choi")
		seat := b.create(park, pairing.Offer{})
		a.kill()
		b.Close()
		disk.watch(func(what string) { t.Errorf("%s after Close", what) })
		b.refused(b.AdoptByID(id), directory.ErrClosing)
		_, err := b.OwnedHere(id)
		b.refused(err, directory.ErrClosing)
		b.refused(b.Adopt(must1(b.store.Match(t.Context(), id))), directory.ErrClosing)
		b.refused(park.ToDays(seat), directory.ErrClosing)
		rec := must1(b.store.Match(t.Context(), seat))
		rec.Status, rec.Code = store.Open, ""
		_, err = b.CreateTable(rec, table.Meeting{})
		b.refused(err, directory.ErrClosing)
		_ = choi.SitDown(seat)
		b.link.Leave()
		disk.watch(nil)
		c.pass(20 * time.Second)
		keeps(t, id, c)
		keeps(t, seat, c)
	}, wrap)
}

// Close waits for a take-over under way.
func TestCloseWaitsForATakeOver(t *testing.T) {
	disk, wrap := spy()
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		id := a.start(a.enter("kim"), a.enter("lee"), pairing.Offer{})
		closed := make(chan struct{})
		var first atomic.Bool
		disk.watch(func(what string) {
			if what != "take over" || first.Swap(true) {
				return
			}
			go func() {
				b.Close()
				close(closed)
			}()
			select {
			case <-closed:
				t.Error("Close has returned while a match was being taken over")
			case <-time.After(time.Second):
			}
		})
		_ = b.AdoptByID(id) // it may find the lobby closed, or not
		<-closed
	}, wrap)
}

// A follower's lock may be held for a whole take-over. Meanwhile messages of other matches' owners are
// received, and of this one's the newest waits. This test runs in real time, in which a failure ends.
func TestReceivesWhileAFollowerIsLocked(t *testing.T) {
	hub := nodestest.New(5*time.Second, room.WireErrors)
	hub.Join("a")
	h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), config.Config{Nodes: hub.Join("b")})
	rec := store.Match{ID: "M", Game: "othello", Rules: 1, Control: "none", Status: store.Open, Owner: "a", Seats: make([]store.Seat, 2), Winner: -1}
	other := rec
	other.ID = "N"
	m, n := h.FollowerFor(rec, "a", room.LoadedAtOnce).Follower(), h.FollowerFor(other, "a", room.LoadedAtOnce).Follower()
	publish := func(rec store.Match, rev uint64) {
		raw, err := json.Marshal(h.NewTable(rec).Newest(rev))
		h.must(err)
		h.HandlePublication("a", raw)
	}
	// heard waits until a follower has received rev, or a deadline.
	heard := func(m *room.Follower, rev uint64) {
		t.Helper()
		for late := time.Now().Add(5 * time.Second); time.Now().Before(late); time.Sleep(time.Millisecond) {
			m.Mu.Lock()
			got := m.Pub.Rev
			m.Mu.Unlock()
			if got == rev {
				return
			}
		}
		t.Errorf("%s has not heard %d", m.ID, rev)
	}
	const many = 1000
	m.Mu.Lock()
	received := make(chan struct{})
	go func() {
		defer close(received)
		for rev := range uint64(many) {
			publish(rec, rev+1)
		}
		publish(other, 1)
	}()
	select {
	case <-received:
	case <-time.After(5 * time.Second):
		m.Mu.Unlock()
		t.Fatal("what other nodes send waits for a follower's lock")
	}
	heard(n, 1)
	m.Mu.Unlock()
	heard(m, many)
	publish(rec, many-1) // late
	publish(rec, many+2)
	heard(m, many+2)
	if gaps := h.Gaps(); gaps != 0 {
		t.Errorf("%d times it has asked for what it had missed", gaps)
	}
}

// A node announces itself, answers others and follows who is present while some of its tables are locked by
// work that waits for the store.
func TestBeatsWhileATableIsLocked(t *testing.T) {
	hub := nodestest.New(5*time.Second, room.WireErrors)
	hub.Join("a")
	h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), config.Config{Nodes: hub.Join("b")})
	own, err := h.Room(h.create(h.enter("kim"), pairing.Offer{}))
	h.must(err)
	rec := store.Match{ID: "M", Game: "othello", Rules: 1, Control: "none", Status: store.Open, Owner: "a", Seats: make([]store.Seat, 2), Winner: -1}
	m := h.FollowerFor(rec, "a", room.LoadedAtOnce).Follower()
	raw, err := json.Marshal(replica.Beat{V: 1, Tables: []replica.BeatRow{{ID: own.ID}}})
	h.must(err)
	for what, f := range map[string]func(){
		"answers":    func() { _, _ = h.HandleBeat(t.Context(), "a", raw) },
		"asks":       h.SendBeats,
		"hears":      func() { h.SendBeat("a", &replica.Beat{V: 1}, []*room.Follower{m}) },
		"takes over": h.AdoptOrphans,
	} {
		own.Mu.Lock()
		m.Mu.Lock()
		done := make(chan struct{})
		go func() {
			defer close(done)
			f()
		}()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Errorf("the node %s only when a table's lock is free", what)
		}
		own.Mu.Unlock()
		m.Mu.Unlock()
		<-done
	}
}

// A visitor who enters at another node is seen here even while one of its tables is locked.
func TestLooksAroundWhileATableIsLocked(t *testing.T) {
	hub := nodestest.New(5*time.Second, room.WireErrors)
	a := hub.Join("a")
	h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), config.Config{Nodes: hub.Join("b")})
	kim := h.enter("kim")
	own, err := h.Room(h.create(kim, pairing.Offer{}))
	h.must(err)
	own.Mu.Lock()
	defer own.Mu.Unlock()
	for _, person := range []string{kim.Me().ID, "lee"} {
		raw, err := json.Marshal(directory.VisitRow{V: directory.RowVersion, Person: table.Person{ID: person, Name: person}, Since: clock.MS()})
		h.must(err)
		a.Show(directory.VisitRows+person, raw)
		seen := false
		for late := time.Now().Add(10 * time.Second); !seen && time.Now().Before(late); time.Sleep(time.Millisecond) {
			seen = h.dir.NodeOf(person) != ""
		}
		if !seen {
			t.Fatalf("%s is not seen at the other node", person)
		}
	}
}

// lockFree checks that certain store calls are made, and that no caller holds a table's lock.
func lockFree(t *testing.T, h *node, disk *spied, things ...string) (end func()) {
	t.Helper()
	var mu sync.Mutex
	asked := map[string]bool{}
	disk.watch(func(what string) {
		if !slices.Contains(things, what) {
			return
		}
		for _, table := range h.Rooms() {
			free := false
			// A moment passes when all work that does not wait for the store is done. Calls that end in the
			// same moment may look at the table, or lock it, together with this one: hence twice.
			for range 2 {
				time.Sleep(time.Millisecond)
				if free = table.Mu.TryLock(); free {
					table.Mu.Unlock()
					break
				}
			}
			if !free {
				t.Errorf("%s: the table is locked meanwhile", what)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		asked[what] = true
	})
	return func() {
		t.Helper()
		h.pass(10 * time.Millisecond)
		disk.watch(nil)
		for _, what := range things {
			if !asked[what] {
				t.Errorf("%s: the store was not asked", what)
			}
		}
	}
}

// The consequences of a match's end are written, and a snapshot's other data are read, without the table's
// lock.
func TestTablesAreNotLockedForTheStore(t *testing.T) {
	disk, wrap := spy()
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		kim, lee := a.enter("kim"), a.enter("lee")
		run := a.run(kim, pairing.Offer{})
		a.must(kim.Watch(run))
		end := lockFree(t, a, disk, "write patience/live", "write patience/tries")
		a.must(kim.Do(run, games.Resign))
		end()

		seat := a.create(kim, pairing.Offer{Rated: true})
		end = lockFree(t, a, disk, "pair")
		if s := a.see(lee, seat); s.Casual != "" {
			t.Errorf("casual, for %q", s.Casual)
		}
		end()

		shared, err := a.Share(httpmatch.SharedOffer{Game: "othello", How: games.Client, Names: []string{"x", "y"}, BotSeat: games.Nobody}, "192.0.2.1")
		a.must(err)
		own := room.RoomOf(a.dir.ByCode(shared))
		end = lockFree(t, a, disk, "write "+room.SharedMatches.Name)
		own.Mu.Lock()
		a.must(own.Delete())
		own.Mu.Unlock()
		end()
	}, wrap)
}

// A bounded number of calls waits for a person, the latest: a program may take none for a long time.
func TestCallsAreBounded(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		for _, v := range []*Visit{h.program("hal"), h.enter("kim")} {
			name := v.Me().Name
			for i := range 10 * directory.CallsKept {
				woken := v.Woken()
				if v.l.Call(v.Me().ID, strconv.Itoa(i)); v.Woken() == woken {
					t.Fatalf("%s is not woken", name)
				}
			}
			v.l.Call(v.Me().ID, "next")
			var calls []string
			for call := v.Call(); call != ""; call = v.Call() {
				calls = append(calls, call)
			}
			if len(calls) != directory.CallsKept || calls[0] != strconv.Itoa(9*directory.CallsKept+1) || calls[len(calls)-1] != "next" {
				t.Errorf("%d calls wait for %s: %v", len(calls), name, calls)
			}
		}
	})
}

// However many decline an open seat, its table remembers a bounded number, the latest.
func TestRefusalsAreBounded(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{})
		own, err := kim.l.Room(id)
		h.must(err)
		own.Mu.Lock()
		for i := range 2 * table.RefusedKept {
			own.Refuse(strconv.Itoa(i))
		}
		own.Changed()
		own.Mu.Unlock()
		if s := kim.l.dir.Summary(id); len(s.Refused) != table.RefusedKept || s.Refused[0] != strconv.Itoa(table.RefusedKept) {
			t.Errorf("%d have declined, %v", len(s.Refused), s.Refused[:1])
		}
	})
}

// A visitor who leaves during the search for a code at other nodes does not delay the session, and the
// guess counts.
func TestCodeIsAwaitedNoLongerThanItsVisitor(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, _ *node) {
		kim, began := a.enter("kim"), time.Now()
		for range pairing.WrongCodes {
			ctx, cancel := context.WithTimeout(t.Context(), directory.ReadEvery/2)
			_, err := kim.JoinCode(ctx, "ZZZZZZ")
			cancel()
			a.refused(err, context.DeadlineExceeded)
		}
		if took := time.Since(began); took > pairing.WrongCodes*directory.ReadEvery/2 {
			t.Errorf("%d codes were looked for for %v", pairing.WrongCodes, took)
		}
		_, err := kim.JoinCode(t.Context(), "ZZZZZZ")
		a.refused(err, account.ErrGuessing)
		time.AfterFunc(directory.ReadEvery/2, b.Close)
		began = time.Now()
		_, err = b.enter("lee").FindCode(t.Context(), "ZZZZZZ")
		b.refused(err, room.ErrNoCode)
		if took := time.Since(began); took > directory.ReadEvery {
			t.Errorf("while the lobby closes a code is looked for for %v", took)
		}
	})
}

// deaf is a cluster whose JetStream does not answer the end of a visit.
type deaf struct{ nodes.Nodes }

func (d deaf) Release(ctx context.Context, _, _ string) error {
	<-ctx.Done()
	return ctx.Err()
}

// While JetStream stalls, the people at a table learn at once that somebody has left, the settings are saved,
// and neither the leaving sessions nor newcomers wait for one another.
func TestLeavingWaitsForNoNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chance.Deal(t)
		hub := nodestest.New(5*time.Second, room.WireErrors)
		h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), config.Config{Nodes: deaf{hub.Join("a")}})
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{})
		var leaving []*Visit
		for range 640 {
			leaving = append(leaving, h.guest())
		}
		for i := range savedRate.Burst + 1 {
			h.must(kim.SaveSettings(json.RawMessage(strconv.Itoa(i))))
		}
		began := time.Now()
		kim.Leave()
		if took := time.Since(began); took > 0 {
			t.Fatalf("it took %v", took)
		}
		if s := h.see(lee, id); s.Seats[1-s.You].Away == 0 {
			t.Error("the opponent does not learn that the player has left")
		}
		if p, err := h.store.Player(t.Context(), kim.ID); err != nil || string(p.Settings) != strconv.Itoa(savedRate.Burst) {
			t.Errorf("settings %s, %v", p.Settings, err)
		}
		for _, v := range leaving {
			go v.Leave()
		}
		synctest.Wait()
		h.enter("park")
		if took := time.Since(began); took > 0 {
			t.Errorf("it took %v", took)
		}
	})
}
