package lobby

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/lobby/nodestest"
	"arcade/store"
)

// A player has one visit at all nodes, the newest; the older one steps back as on one node.
func TestOneVisitAtAllNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		old := a.enter("kim")
		id := a.create(old, Offer{Bot: "greedy", Control: noClock})
		a.must(old.Watch(id))
		old.Call() // it is there
		a.call(old.Me().ID, "CALLED")
		woken := old.Woken()
		kim := b.enter("kim")
		synctest.Wait()
		if !old.Superseded() || old.Woken() == woken || kim.Superseded() || old.Over() != ErrSuperseded {
			t.Fatalf("the older visit: %v, the newer: %v", old.Over(), kim.Over())
		}
		if got := kim.Call(); got != "CALLED" {
			t.Errorf("what the older visit was called to is told to the newer: %q", got)
		}
		if _, err := old.Create(Offer{Game: "othello", Control: "5+3"}); !errors.Is(err, ErrSuperseded) {
			t.Errorf("the older visit may play: %v", err)
		}
		b.pass(shown)
		for i, l := range h {
			if n := l.Online(); n != 1 || len(l.People()) != 1 {
				t.Errorf("node %d: %d people", i, n)
			}
		}
		old.Leave()
		b.pass(shown)
		if !a.Here(kim.Me().ID) || kim.Over() != nil {
			t.Error("the end of the older visit has ended the newer one")
		}
		back := a.enter("kim")
		synctest.Wait()
		if !kim.Superseded() || back.Over() != nil {
			t.Errorf("back again: %v, %v", kim.Over(), back.Over())
		}
		back.Leave()
		kim.Leave()
		b.pass(shown)
		if node, _, err := a.node().Where(t.Context(), kim.Me().ID); node != "" || err != nil || a.Online()+b.Online() != 0 {
			t.Errorf("who has left is at %q, %v", node, err)
		}
	})
}

// However fast the same key comes in again anywhere, one visit is left.
func TestManyVisitsOfOne(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		var all sync.WaitGroup
		visits := make([]*Visit, 60)
		for i := range visits {
			all.Go(func() { visits[i] = h[i%3].enter("kim") })
		}
		all.Wait()
		synctest.Wait()
		var left []*Visit
		for _, v := range visits {
			if v.Over() == nil {
				left = append(left, v)
			}
		}
		if len(left) != 1 {
			t.Fatalf("%d visits of one player", len(left))
		}
		h[0].pass(shown)
		for i, l := range h {
			if n := l.Online(); n != 1 {
				t.Errorf("node %d: %d online", i, n)
			}
		}
	})
}

// Who comes while its node is cut off is let in, and known to the others when it is back.
func TestVisitAtNodeThatIsCutOff(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim := a.enter("kim")
		b.node().Cut()
		again := b.enter("kim")
		b.pass(hub.Lease)
		if kim.Over() != nil || again.Over() != nil {
			t.Fatalf("while nobody knows: %v, %v", kim.Over(), again.Over())
		}
		b.node().Back()
		b.pass(shown)
		if !kim.Superseded() || again.Over() != nil {
			t.Errorf("when it is known: %v, %v", kim.Over(), again.Over())
		}
	})
}

// What somebody is told or called to comes to the node where it is.
func TestReach(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b, c := h[0], h[1], h[2]
		kim, guest := b.enter("kim"), b.guest()
		a.call(kim.Me().ID, "NEWCOMER") // whom no node shows yet
		a.call(guest.Me().ID, "NEWCOMER")
		a.pass(shown)
		woken := kim.Woken()
		a.call(kim.Me().ID, "SHOWN")
		a.reach(message{Person: guest.Me().ID, Notice: &Notice{Renamed, "하나", "one"}})
		a.call("nobody", "NOWHERE")
		synctest.Wait()
		if got := []string{kim.Call(), kim.Call(), guest.Call()}; got[0] != "NEWCOMER" || got[1] != "SHOWN" || got[2] != "NEWCOMER" || kim.Woken() == woken {
			t.Errorf("calls %q", got)
		}
		if list := guest.Notices(); len(list) != 1 || list[0] != (Notice{Renamed, "하나", "one"}) {
			t.Errorf("notices %v", list)
		}
		moved := c.enter("kim") // of which a does not hear before a second has passed
		synctest.Wait()
		a.call(kim.Me().ID, "MOVED")
		synctest.Wait()
		if got := moved.Call(); got != "MOVED" {
			t.Errorf("who has moved is called to %q", got)
		}
	})
}

// Names are the players' own, however many come for the first time at once, at whichever node.
func TestNamesAtThreeNodes(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		const n = 1000
		var all sync.WaitGroup
		visits := make([]*Visit, n)
		for i := range n {
			all.Go(func() {
				v, err := h[i%3].Enter(Identity{Fingerprint: fmt.Sprint("SHA256:", i), Login: fmt.Sprint("name", i%7), Lang: "en"})
				if err != nil {
					t.Error(err)
				}
				visits[i] = v
			})
		}
		all.Wait()
		ids, names := map[string]bool{}, map[string]bool{}
		for _, v := range visits {
			if v == nil {
				return
			}
			me := v.Me()
			ids[me.ID], names[nameKey(me.Name)] = true, true
			if p, err := h[0].store.PlayerByName(nameKey(me.Name)); err != nil || p.ID != me.ID {
				t.Errorf("%s is %s: %v", me.Name, p.ID, err)
			}
		}
		if len(ids) != n || len(names) != n {
			t.Errorf("%d players with %d names", len(ids), len(names))
		}
	})
}

// No two guests have a name, though they choose it at the same moment at two nodes.
func TestGuestsNamesAtTwoNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		first := a.guest()
		a.pass(time.Second)
		second, third := b.guest(), b.guest()
		a.must(first.Rename("fox"))
		b.must(second.Rename("Fox"))
		a.pass(2 * shown)
		if first.Me().Name != "fox" || nameKey(second.Me().Name) == "fox" {
			t.Errorf("names %q and %q", first.Me().Name, second.Me().Name)
		}
		if list := second.Notices(); len(list) != 1 || list[0].Kind != Renamed || list[0].EN != second.Me().Name {
			t.Errorf("who has another name was told %v", list)
		}
		b.refused(third.Rename("fox"), store.ErrNameTaken)
	})
}
