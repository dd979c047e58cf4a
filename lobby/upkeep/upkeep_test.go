package upkeep

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/room"
	"arcade/lobby/roomtest"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

var kim, lee = roomtest.Player("kim"), roomtest.Player("lee")

// counting is a store that counts the readings of each log, and does not give some logs.
type counting struct {
	store.Store
	mu     sync.Mutex
	reads  map[string]int
	hidden map[string]bool
}

var errAway = errors.New("no store")

func (c *counting) Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error) {
	c.mu.Lock()
	c.reads[id]++
	hidden := c.hidden[id]
	c.mu.Unlock()
	if hidden {
		return nil, errAway
	}
	return c.Store.Entries(ctx, id, from, n)
}

// hide makes the store keep logs to itself, or (none) give them all again.
func (c *counting) hide(ids ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hidden = map[string]bool{}
	for _, id := range ids {
		c.hidden[id] = true
	}
}

func (c *counting) readings(id string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reads[id]
}

// hall has the tables of nodes that share a store.
type hall struct {
	roomtest.T
	hub   *nodestest.Hub
	store *counting
}

// inHall runs a test in fake time.
func inHall(t *testing.T, f func(h *hall)) {
	roomtest.Run(t, func(t roomtest.T) {
		f(&hall{t, nodestest.New(5*time.Second, room.WireErrors), &counting{Store: roomtest.Store(t.T, "kim", "lee", "park"), reads: map[string]int{}}})
	})
}

// node makes a node with a name, or with "" a house that has no other nodes. end ends it.
func (h *hall) node(name string) (u *Upkeep, end func()) {
	cfg := config.Config{Store: h.store, Games: games.NewRegistry(othello.Game{})}
	if name != "" {
		cfg.Nodes = h.hub.Join(name)
	}
	d := roomtest.New(h.T.T, cfg)
	u = New(room.NewTables(room.Deps(d)))
	if cfg.Nodes != nil {
		u.Answers(cfg.Nodes)
		cfg.Nodes.Answer(GiveUps, u.HandleGiveUp)
	}
	end = sync.OnceFunc(func() { d.End(u.StopTables) })
	h.Cleanup(end)
	return u, end
}

// enter lets a person in, who watches some tables.
func (h *hall) enter(u *Upkeep, me table.Person, tables ...string) *room.Participant {
	h.Helper()
	v := u.NewParticipant(directory.Identity{Fingerprint: "SHA256:" + me.ID}, false, nil)
	roomtest.Enter(h.T.T, u.Directory, v.Presence, me)
	for _, id := range tables {
		h.Must(v.Watch(id))
	}
	return v
}

// open opens a match of two, or a seat of one.
func (h *hall) open(u *Upkeep, people ...table.Person) string {
	h.Helper()
	id, err := u.Open(people[0], roomtest.Match(othello.Game{}, people...), table.Meeting{})
	h.Must(err)
	return id
}

// here reports which tables a node owns.
func here(u *Upkeep, ids ...string) (list []bool) {
	for _, id := range ids {
		_, err := u.Room(id)
		list = append(list, err == nil)
	}
	return list
}

// A start goes on with all matches but the parked ones, and but for one whose log does not fold. One that the store
// does not give is tried again until it comes.
func TestRecover(t *testing.T) {
	inHall(t, func(h *hall) {
		u, end := h.node("")
		live, seat, torn, late, parked := h.open(u, kim, lee), h.open(u, kim), h.open(u, kim, lee), h.open(u, lee, kim), h.open(u, lee, kim)
		h.Must(room.ParkedMatches.Put(h.Context(), h.store, "code", room.Parked{Match: parked}))
		h.Must(h.store.Append(h.Context(), torn, 0, 0, store.Entry{Kind: "act", Action: "a1"}))
		end()

		u, _ = h.node("")
		h.store.hide(late)
		h.Must(u.Recover())
		if got := here(u, live, seat, torn, late, parked); !slices.Equal(got, []bool{true, true, false, false, false}) {
			h.Errorf("restored are %v", got)
		}
		reads := h.store.readings(torn)
		time.Sleep(10 * time.Second)
		if n := h.store.readings(late); n < 3 || n > 5 || here(u, late)[0] {
			h.Errorf("in ten seconds the log was read %d times, and is restored: %v", n, here(u, late))
		}
		h.store.hide()
		time.Sleep(10 * time.Second)
		u.mu.Lock()
		left := len(u.left)
		u.mu.Unlock()
		if got := here(u, torn, late); !slices.Equal(got, []bool{false, true}) || left > 0 {
			h.Errorf("restored later are %v, %d are left", got, left)
		}
		if n := h.store.readings(torn); n != reads {
			h.Errorf("a damaged log was read %d times more", n-reads)
		}
	})
}

// A sweep adopts the matches of nodes that are gone, and leaves those of the others.
func TestSweep(t *testing.T) {
	inHall(t, func(h *hall) {
		a, _ := h.node("a")
		b, _ := h.node("b")
		c, _ := h.node("c")
		of := []string{h.open(a, kim, lee), h.open(b, kim, lee)}
		ctx, stop := context.WithCancel(h.Context())
		swept := make(chan struct{})
		go func() { c.Sweep(ctx); close(swept) }()
		time.Sleep(10 * time.Second)
		if got := here(c, of...); slices.Contains(got, true) {
			h.Errorf("of living nodes it took %v", got)
		}
		h.hub.Join("a").Leave()
		time.Sleep(SweepTime - time.Millisecond)
		if here(c, of[0])[0] {
			h.Error("it did not leave the nodes with followers their time")
		}
		time.Sleep(time.Second)
		if got := here(c, of...); !slices.Equal(got, []bool{true, false}) {
			h.Errorf("it took %v", got)
		}
		stop()
		<-swept
	})
}

// An operator closes what goes on at a table, and its people read why.
func TestCloseTable(t *testing.T) {
	inHall(t, func(h *hall) {
		u, _ := h.node("")
		seat, live := h.open(u, lee), h.open(u, kim, lee)
		watcher := h.enter(u, roomtest.Player("park"), live)
		player := h.enter(u, kim, live)
		h.Must(player.Act(live, 0, "d3"))
		h.Refused(u.CloseTable("NOPE", ""), table.ErrNoTable)
		h.Refused(u.CloseTable(live, strings.Repeat("가", maxReason/2+1)), text.ErrLong)
		h.Must(u.CloseTable(strings.ToLower(live), "too loud"))
		for _, v := range []*room.Participant{watcher, player} {
			if got := v.Notices(); len(got) != 1 || got[0] != (directory.Notice{Kind: directory.TableShut, KO: "too loud", EN: "too loud"}) {
				h.Errorf("%s reads %v", v.Me().Name, got)
			}
		}
		if s, err := player.Table(live); err != nil || s.Status != store.Done || s.Result.Winner != games.Nobody {
			h.Errorf("the match is %+v, %v", s, err)
		}
		h.Refused(u.CloseTable(live, ""), room.ErrOver)
		h.Must(u.CloseTable(seat, ""))
		for _, id := range []string{seat, live} {
			_, err := h.store.Match(h.Context(), id)
			h.Refused(err, store.ErrNotFound)
		}
	})
}

// A player who is deleted loses the open seats, resigns what has begun, and frees a seat at a meeting; the others go
// on. At another node its owner does so, and a match of a node that is gone is taken over first.
func TestEndTables(t *testing.T) {
	inHall(t, func(h *hall) {
		a, _ := h.node("a")
		b, _ := h.node("b")
		park := roomtest.Player("park")
		seat, live, new, others := h.open(a, kim), h.open(a, kim, lee), h.open(a, kim, lee), h.open(a, park, lee)
		meeting := h.open(a, lee)
		h.Must(h.enter(a, kim, live).Act(live, 0, "d3"))
		h.Must(h.enter(a, lee, live).Act(live, 1, "c3"))
		h.Must(h.enter(a, park, others).Act(others, 0, "d3"))
		t, err := a.Room(meeting)
		h.Must(err)
		t.Locked(func() {
			t.Sit(roomtest.Seat(kim), false)
			t.Changed()
		})
		h.Must(b.EndTables("kim"))
		_, err = h.store.Match(h.Context(), seat)
		h.Refused(err, store.ErrNotFound)
		_, err = h.store.Match(h.Context(), new)
		h.Refused(err, store.ErrNotFound)
		if rec, err := h.store.Match(h.Context(), live); err != nil || rec.Reason != games.Resigned || rec.Winner != 1 {
			h.Errorf("the match that had begun: %+v, %v", rec, err)
		}
		if rec, err := h.store.Match(h.Context(), others); err != nil || rec.Status != store.Live {
			h.Errorf("the others' match: %+v, %v", rec, err)
		}
		if t.Locked(func() { /* waits for the table */ }); t.Meets() || !t.Rec.Seats[1].Empty() {
			h.Errorf("the meeting: %+v", t.Rec.Seats)
		}

		orphan := h.open(a, kim, lee)
		h.hub.Join("a").Leave()
		h.Must(b.EndTables("kim")) // takes it over
		h.Must(b.EndTables("kim"))
		_, err = h.store.Match(h.Context(), orphan)
		h.Refused(err, store.ErrNotFound)
	})
}

// If an owner cannot be reached, the tables are not ended, and who asked learns of it.
func TestEndTablesFails(t *testing.T) {
	inHall(t, func(h *hall) {
		a, _ := h.node("a")
		b, _ := h.node("b")
		id := h.open(a, kim, lee)
		h.hub.SetFate(func(from, to, kind string) (int, time.Duration) { return 0, 0 })
		if err := b.EndTables("kim"); err == nil {
			h.Error("no error")
		}
		if rec, err := h.store.Match(h.Context(), id); err != nil || rec.Status != store.Live {
			h.Errorf("%+v, %v", rec, err)
		}
	})
}

// A match that could not be restored is deleted with its player; another player's stays.
func TestDropTableless(t *testing.T) {
	inHall(t, func(h *hall) {
		u, end := h.node("")
		torn, other := h.open(u, kim, lee), h.open(u, lee, roomtest.Player("park"))
		end()
		u, _ = h.node("")
		h.Must(u.DropTableless("kim"))
		_, err := h.store.Match(h.Context(), torn)
		h.Refused(err, store.ErrNotFound)
		if _, err := h.store.Match(h.Context(), other); err != nil {
			h.Error(err)
		}
	})
}

// A new name stands on the seats of unfinished matches, in the store too, and a finished match keeps the old one. A
// table that cannot be written keeps no other from the new name.
func TestRenameSeats(t *testing.T) {
	inHall(t, func(h *hall) {
		u, _ := h.node("")
		live, done, lost := h.open(u, kim, lee), h.open(u, kim, lee), h.open(u, kim, lee)
		v := h.enter(u, kim, live, done)
		h.Must(v.Act(done, 0, "d3"))
		h.Must(v.Do(done, games.Resign))
		rec, err := h.store.Match(h.Context(), lost)
		h.Must(err)
		h.Must(h.store.DeleteMatch(h.Context(), rec))
		h.Must(u.RenameSeats("kim", "moon"))
		for id, want := range map[string]string{live: "moon", done: "kim"} {
			s, err := v.Table(id)
			h.Must(err)
			if rec, err := h.store.Match(h.Context(), id); err != nil || rec.Seats[0].Name != want || s.Seats[0].Name != want || rec.Seats[1].Name != "lee" {
				h.Errorf("stored %+v, shown %+v, %v", rec.Seats, s.Seats, err)
			}
		}
	})
}

// A deleted player's seat at a finished match that others still look at is nobody's.
func TestForgotten(t *testing.T) {
	inHall(t, func(h *hall) {
		u, _ := h.node("")
		id := h.open(u, kim, lee)
		v, other := h.enter(u, kim, id), h.enter(u, lee, id)
		h.Must(v.Say(id, 1, ""))
		h.Must(v.Do(id, games.Resign))
		u.Forgotten("kim")
		if s, err := other.Table(id); err != nil || !s.Seats[0].Gone || s.Seats[0].Name != store.GoneName || len(s.Chat) > 0 {
			h.Errorf("%+v, %v", s, err)
		}
	})
}
