package lobby

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/replica"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/upkeep"
	"arcade/store"
	"arcade/store/bolt"
)

// onHouses is onNodes with houses.
func onHouses(t *testing.T, n int, f func(t *testing.T, hub *nodestest.Hub, h []*house)) {
	onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
		f(t, hub, []*house{a.house, b.house, c.house}[:n])
	})
}

// shown is the time within which a change at one node is on the screens of the others.
const shown = 2 * time.Second

// node returns a house's node.
func (h *house) node() *nodestest.Node { return h.cfg.Nodes.(*nodestest.Node) }

var update = flag.Bool("update", false, "write the forms of this version anew")

// Nodes of the next version must read what nodes of this version write.
func TestRowForms(t *testing.T) {
	s := &table.Summary{
		ID: "K7Q2M8XA", Game: "othello", Status: store.Open, Control: "5+3", Rated: true, Created: 1_790_000_000_000, ToAct: games.Nobody,
		Seats: []table.SeatInfo{{Person: table.Person{ID: "kim", Name: "달빛여우"}, Rating: 1500, Provisional: true}, {}}, Quick: true,
		From: "0f", Options: json.RawMessage(`{}`), Refused: []string{"lee"},
	}
	forms := map[string]any{
		"table":    directory.RowOf(s, store.Match{Epoch: 2, Code: "ABC123"}),
		"visit":    directory.VisitRow{V: directory.RowVersion, Person: table.Person{ID: "guest:1", Name: "손님-0001", Guest: true}, At: "K7Q2M8XA", Since: 1_790_000_000_000, From: "0f"},
		"message":  directory.Message{V: directory.RowVersion, Person: "kim", Call: "K7Q2M8XA", Notice: &directory.Notice{Kind: directory.Renamed, KO: "하나", EN: "one"}},
		"question": replica.Question{V: 1, Table: "K7Q2M8XA", Command: "act", Args: []any{3, "d3"}, By: replica.Who{Visit: "V1", Person: table.Person{ID: "kim", Name: "달빛여우"}, From: "192.0.2.1", Key: "SHA256:kim"}},
		"answer":   replica.Answer{V: 1, Err: room.WireErrors.Of(fmt.Errorf("match: %w", table.ErrStale)), Epoch: 2, Rev: 7},
		"state": table.State{
			V: 1, ID: "K7Q2M8XA", Epoch: 2, Rev: 7, Whole: true, Rec: &store.Match{ID: "K7Q2M8XA", Game: "othello", Status: store.Live, Control: "5+3", Winner: -1},
			Entries: []store.Entry{{Kind: "act", Action: "d3", At: 1_790_000_000_000}}, Chat: []table.Line{{From: table.Person{ID: "kim"}, Phrase: 1, At: 1_790_000_000_000}},
			Besides: table.Besides{Away: []table.Absence{{Since: 1_790_000_000_000, Grace: 40_000, Coming: true}, {}}, Rematch: []bool{true, false}, Here: []bool{false, true}, Came: 1, Lifted: games.Nobody},
		},
		"look": replica.SnapshotQuery{V: 1, Table: "K7Q2M8XA", By: []replica.Who{{Visit: "V1", Person: table.Person{ID: "kim"}}}},
		"beat": replica.Beat{V: 1, Tables: []replica.BeatRow{{ID: "K7Q2M8XA", Epoch: 2, Rev: 7, Watchers: []string{"V1"}}}},
	}
	for name, form := range forms {
		raw, err := json.MarshalIndent(form, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "nodes", fmt.Sprintf("%s.v%d.json", name, directory.RowVersion))
		if *update {
			if err := os.WriteFile(path, append(raw, '\n'), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(bytes.TrimSpace(want), raw) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, raw, want)
		}
	}
}

// Every node's lists have all nodes' tables and people, and nothing else.
func TestListsOfAllNodes(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		a, b, c := h[0], h[1], h[2]
		kim, lee, park := a.enter("kim"), b.enter("lee"), c.enter("park")
		quiet := park.Woken()
		open := a.create(kim, pairing.Offer{Rated: true})
		a.pass(time.Second)
		days := b.create(lee, pairing.Offer{Control: room.OneDay})
		asked := b.create(lee, pairing.Offer{Player: park.Me().ID})
		bots := b.create(lee, pairing.Offer{Bot: "greedy", Control: solo.NoClock})
		code := a.create(kim, pairing.Offer{Private: true})
		a.pass(shown)

		for i, l := range h {
			if n := l.Online(); n != 3 {
				t.Errorf("node %d: %d online", i, n)
			}
			if list := l.People(); len(list) != 3 || list[0].Name != "kim" || list[2].Name != "park" {
				t.Errorf("node %d: people %v", i, list)
			}
			if n := l.Counts()["othello"]; n != (directory.GameCount{Open: 2, Live: n.Live}) {
				t.Errorf("node %d: counts %+v", i, n)
			}
			if list := l.PublicTables("othello"); len(list) < 2 || list[0].ID != open || list[1].ID != days {
				t.Errorf("node %d: tables %v", i, list)
			}
			if l.live(bots) == nil || l.live(code) == nil {
				t.Errorf("node %d does not know of all tables", i)
			}
			for _, who := range []*Visit{kim, lee, park} {
				if !l.Here(who.Me().ID) {
					t.Errorf("node %d: %s is not here", i, who.Me().Name)
				}
			}
		}
		if park.Woken() == quiet {
			t.Error("nobody was woken for what other nodes show")
		}
		if home := park.Home(); len(home.Invites) != 1 || home.Invites[0].ID != asked {
			t.Errorf("challenges: %v", home.Invites)
		}
		if list := park.Invitations(); len(list) != 1 || list[0].ID != asked || list[0].Why != pairing.Challenged || list[0].From.Name != "lee" {
			t.Errorf("invitations: %v", list)
		}
		if list := park.Others("othello"); len(list) != 2 {
			t.Errorf("others: %v", list)
		}
		if got, err := park.FindCode(t.Context(), a.see(kim, code).Code); err != nil || got != code {
			t.Errorf("code: %s, %v", got, err)
		}
		// Closed tables disappear, and so does everything of a dead node.
		a.must(kim.Cancel(open))
		a.pass(shown)
		if b.live(open) != nil || c.live(open) != nil {
			t.Error("a seat that was taken down is listed")
		}
		b.node().Cut()
		a.pass(hub.Lease + time.Second)
		if a.live(days) != nil || a.Online() != 2 || len(park.Home().Invites) != 0 || a.Here(lee.Me().ID) {
			t.Error("what a node showed that is gone is listed")
		}
		a.pass(upkeep.SweepTime + shown) // another node takes it over
		for range 2 {
			if a.live(days) == nil || c.live(days) == nil || len(park.Home().Invites) != 1 {
				t.Error("what was taken over is not listed")
			}
			b.node().Back()
			a.pass(shown)
		}
		if a.Online() != 3 || b.live(days) == nil || len(b.PublicTables("othello")) != len(a.PublicTables("othello")) {
			t.Error("a node that is back does not list what the others do, or the other way round")
		}
	})
}

// A seat stays open while its host is at any node, and no longer.
func TestSeatOfWhoChangesNode(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim := a.enter("kim")
		id := a.create(kim, pairing.Offer{})
		a.must(kim.Watch(id))
		a.pass(shown)
		again := b.enter("kim")
		a.pass(10 * time.Minute)
		if b.live(id) == nil || a.live(id) == nil {
			t.Fatal("the seat of who has changed node was taken down")
		}
		if list := again.Mine("", store.Open); len(list) != 1 || list[0].ID != id || list[0].Seats[0].Away != 0 {
			t.Errorf("its own tables: %+v", list)
		}
		kim.Leave() // the old connection, long after
		again.Leave()
		a.pass(shown + 10*time.Second)
		if s := a.live(id); s == nil || s.Seats[0].Away == 0 {
			t.Fatalf("the host is not away: %+v", s)
		}
		a.pass(time.Minute)
		if a.live(id) != nil || b.live(id) != nil {
			t.Error("the seat of who is gone is up")
		}
	})
}

// A seat stays open while its host is in the house, also when its node dies, hands it over or starts again
// while the host looks at another page at another node. When the host goes too, it closes.
func TestSeatWhoseNodeGoes(t *testing.T) {
	for name, goes := range map[string]func(t *testing.T, hub *nodestest.Hub, a *node){
		"dies": func(_ *testing.T, _ *nodestest.Hub, a *node) { a.kill() },
		"hands over": func(t *testing.T, _ *nodestest.Hub, a *node) {
			a.Drain()
			a.must(a.HandOver(t.Context()))
			a.Close()
			a.link.Leave()
		},
		"starts again": func(_ *testing.T, hub *nodestest.Hub, a *node) {
			a.kill()
			a.again(hub)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onNodes(t, func(t *testing.T, hub *nodestest.Hub, a, b, c *node) {
				kim := a.enter("kim")
				id := a.create(kim, pairing.Offer{})
				kim.Leave()
				kim = b.enter("kim")
				a.pass(shown)
				goes(t, hub, a)
				b.pass(5 * time.Minute)
				if s := c.live(id); s == nil || s.Seats[0].Away != 0 {
					t.Fatalf("the seat of who is in the house: %+v", s)
				}
				c.must(c.enter("lee").SitDown(id))
				b.must(kim.Cancel(id))
				kim.Leave()
				b.pass(2 * time.Minute)
				if c.live(id) != nil {
					t.Error("the seat of who is gone is up")
				}
			})
		})
	}
}

// A visitor who types a code that another node made just now is let in at once.
func TestNewCodeOfAnotherNode(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		kim, lee := h[0].enter("kim"), h[1].enter("lee")
		id := h[0].create(kim, pairing.Offer{Private: true})
		rec, err := h[0].store.Match(t.Context(), id)
		h[0].must(err)
		if got, err := lee.FindCode(t.Context(), rec.Code); got != id || err != nil {
			t.Errorf("the code leads to %q, %v", got, err)
		}
		h[1].refused(second(lee.FindCode(t.Context(), "ZZZZZZ")), room.ErrNoCode)
	})
}

// Of two rows of one match the one with the higher epoch counts, of two visits the newer one, in either
// order of reading. When one of them goes, the other stays.
func TestTwoRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowded{Nodes: nodestest.New(time.Second, room.WireErrors).Join("a"), shown: make(chan struct{})}
		st, err := bolt.Open(filepath.Join(t.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		l, err := New(config.Config{Store: st, Nodes: c, Games: games.NewRegistry(othello.Game{})})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		synctest.Wait() // the lobby has read once itself
		show := func(node int, epoch uint64) {
			s := &table.Summary{ID: "m", Game: "othello", Status: store.Live, Seats: make([]table.SeatInfo, 2), LastAt: int64(epoch)}
			visit, err := json.Marshal(directory.VisitRow{V: directory.RowVersion, Person: table.Person{ID: "p"}, Since: int64(epoch)})
			if err != nil {
				t.Fatal(err)
			}
			c.rows[node] = map[string]json.RawMessage{directory.TableRows + "m": directory.RowOf(s, store.Match{ID: "m", Epoch: epoch}), directory.VisitRows + "p": visit}
		}
		for i, want := range []struct {
			epochs [2]uint64
			node   string
		}{{[2]uint64{1, 0}, "b"}, {[2]uint64{1, 2}, "c"}, {[2]uint64{1, 2}, "c"}, {[2]uint64{3, 2}, "b"}, {[2]uint64{4, 2}, "b"}, {[2]uint64{0, 2}, "c"}, {[2]uint64{3, 4}, "c"}} {
			c.mu.Lock()
			for node, epoch := range want.epochs {
				c.rows[node] = nil
				if epoch > 0 {
					show(node, epoch)
				}
			}
			c.mu.Unlock()
			l.dir.ReadRows()
			if at, _, ok := l.dir.Far("m"); !ok || at != want.node || l.dir.NodeOf("p") != want.node || l.dir.Sizes().FarTables != 1 || l.dir.Sizes().FarPeople != 1 {
				t.Errorf("%d: of %v the match of %s stands, and the visit of %s; %d tables, %d people", i, want.epochs, at, l.dir.NodeOf("p"), l.dir.Sizes().FarTables, l.dir.Sizes().FarPeople)
			}
		}
	})
}
