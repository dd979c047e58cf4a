package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/deals"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/solo"
	"arcade/store"
)

// A name taken at one node changes on the player's seats and visits at all nodes.
func TestRenameAtAllNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, guest := a.enter("kim"), a.guest()
		id := a.create(kim, pairing.Offer{})
		a.pass(shown)
		moved := b.enter("kim")
		b.must(moved.Rename("crane"))
		b.must(b.RenamePlayer(guest.Me().Name, "heron"))
		a.pass(shown)
		for i, l := range h {
			if s := l.live(id); s == nil || s.Host().Name != "crane" {
				t.Errorf("node %d: the seat is %+v", i, s)
			}
			if list := l.People(); len(list) != 2 || list[0].Name != "crane" || list[1].Name != "heron" {
				t.Errorf("node %d: people %v", i, list)
			}
		}
		if rec, err := a.store.Match(t.Context(), id); err != nil || rec.Seats[0].Name != "crane" {
			t.Errorf("the record: %v, %v", rec.Seats, err)
		}
		if list := guest.Notices(); len(list) != 1 || list[0].Kind != directory.Renamed || list[0].EN != "heron" {
			t.Errorf("who was renamed was told %v", list)
		}
	})
}

// A key that is removed at one node, or by a player at another node, ends the visit by it everywhere, even
// if the visit's node was away meanwhile.
func TestKeyRemovedAtAllNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim := a.enter("kim")
		code, _, err := kim.NewKeyCode()
		a.must(err)
		_, err = b.AddKey("SHA256:otherkey", "192.0.2.1", code)
		b.must(err)
		other, err := b.Enter(directory.Identity{Fingerprint: "SHA256:otherkey", Login: "kim", Lang: "en"})
		b.must(err)
		if other.Me().ID != kim.Me().ID {
			t.Fatal("the key is another player's")
		}
		b.node().Cut()
		_, err = a.RemoveKey("SHA256:kim", "otherkey")
		a.must(err)
		a.pass(time.Second)
		if other.Ended() != nil {
			t.Fatal("a node that is cut off has heard news")
		}
		b.node().Back()
		synctest.Wait()
		if !errors.Is(other.Ended(), account.ErrKeyRemoved) {
			t.Errorf("the visit by a key that was removed: %v", other.Ended())
		}
		_ = hub
	})
}

// A player who is deleted at one node disappears from every node's tables and lists.
func TestForgetAtAllNodes(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b, c := h[0], h[1], h[2]
		kim, lee := a.enter("kim"), b.enter("lee")
		seat, bot := a.create(kim, pairing.Offer{}), a.create(kim, pairing.Offer{Bot: "greedy", Control: solo.NoClock})
		asked := b.create(lee, pairing.Offer{Player: kim.Me().ID})
		a.pass(shown)
		id := kim.Me().ID
		moved := c.enter("kim")
		synctest.Wait()
		c.must(moved.Forget("kim"))
		c.pass(shown)
		if !errors.Is(moved.Ended(), account.ErrForgotten) {
			t.Errorf("its visit: %v", moved.Ended())
		}
		for i, l := range h {
			for _, table := range []string{seat, bot, asked} {
				if s := l.live(table); s != nil && s.Concerns(id) {
					t.Errorf("node %d has the table %+v", i, s)
				}
			}
		}
		if _, err := a.store.Player(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the player: %v", err)
		}
	})
}

// A visit ends even if its player is deleted at another node.
func TestForgottenElsewhere(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim := a.enter("kim")
		b.must(b.Forget("SHA256:kim", "kim")) // as over ssh with a command
		synctest.Wait()
		if !errors.Is(kim.Ended(), account.ErrForgotten) {
			t.Errorf("its visit: %v", kim.Ended())
		}
	})
}

// An announcement at one node reaches everybody at all nodes, once.
func TestAnnounceAtAllNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee := a.enter("kim"), b.enter("lee")
		a.pass(shown)
		b.node().Cut()
		if n, err := a.Announce("", "tea at five"); n != 2 || err != nil {
			t.Errorf("%d were told, %v", n, err)
		}
		b.node().Back()
		synctest.Wait()
		for _, v := range []*Visit{kim, lee} {
			if list := v.Notices(); len(list) != 1 || list[0].EN != "tea at five" {
				t.Errorf("%s was told %v", v.Me().Name, list)
			}
		}
	})
}

// A front's message reaches only the fronts of other nodes.
func TestFrontsNews(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		var heard []string
		for i, l := range h {
			l.Subscribe("ban", func(body json.RawMessage) { heard = append(heard, string(rune('a'+i))+string(body)) })
		}
		h[0].must(h[0].Publish("ban", 7))
		h[1].must(h[1].Publish("other", 8))
		synctest.Wait()
		if len(heard) != 1 || heard[0] != "b7" {
			t.Errorf("heard %v", heard)
		}
	})
}

// A code for another key works at every node, and once.
func TestKeyCodesAtAllNodes(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		kim := h[0].enter("kim")
		code, _, err := kim.NewKeyCode()
		h[0].must(err)
		errs := make([]error, 12)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				_, errs[i] = h[i%3].AddKey(fmt.Sprint("SHA256:new", i), fmt.Sprint("192.0.2.", i), code)
			})
		}
		all.Wait()
		added := 0
		for _, err := range errs {
			if err == nil {
				added++
			} else if !errors.Is(err, account.ErrNoKeyCode) {
				t.Error(err)
			}
		}
		p, err := h[1].Player(t.Context(), kim.Me().ID)
		h[1].must(err)
		if added != 1 || len(p.Keys) != 2 {
			t.Errorf("a code has added %d keys: %v", added, p.Keys)
		}
	})
}

// One node maintains the stock of deals. When it is gone, another one does.
func TestStockOfAllNodes(t *testing.T) {
	onHouses(t, 1, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		g := dealstest.Winnable()
		cfg := h[0].cfg
		cfg.Store, cfg.Games, cfg.Deals = h[0].store, games.NewRegistry(g), deals.Limits{Share: 1, Stock: 20, Pause: time.Second}
		var links []*nodestest.Node
		for _, name := range []string{"d", "e", "f"} {
			cfg.Nodes = hub.Join(name)
			links = append(links, cfg.Nodes.(*nodestest.Node))
			l, err := New(cfg)
			h[0].must(err)
			t.Cleanup(l.Close)
		}
		for g.Solves.Load() == 0 { // a node that looks for work before it has the lease looks again later
			h[0].pass(time.Second)
		}
		begun := g.Solves.Load()
		h[0].pass(10 * time.Second)
		if n := g.Solves.Load() - begun; n < 5 || n > 11 {
			t.Errorf("%d deals in ten seconds", n)
		}
		links[0].Cut()
		links[1].Cut()
		h[0].pass(time.Hour)
		if n, err := h[0].Deals().CuratedCount("patience", nil); err != nil || n["easy"]+n["hard"] < 15 {
			t.Errorf("the stock: %v, %v", n, err)
		}
	})
}
