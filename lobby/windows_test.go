package lobby

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/upkeep"
	"arcade/store"
)

// A window that takes over at another node makes the older one step back, as on one node.
func TestOneActiveVisitAtAllNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		old := a.enter("kim")
		id := a.create(old, pairing.Offer{Bot: "greedy", Control: solo.NoClock})
		a.must(old.Watch(id))
		old.Call() // the call is there
		a.Call(old.Me().ID, "CALLED")
		woken := old.Woken()
		kim := b.window("kim")
		synctest.Wait()
		if !old.Superseded() || old.Woken() == woken || kim.Superseded() || old.Over() != directory.ErrSuperseded {
			t.Fatalf("the older visit: %v, the newer: %v", old.Over(), kim.Over())
		}
		if got := kim.Call(); got != "CALLED" {
			t.Errorf("what the older visit was called to is told to the newer: %q", got)
		}
		if _, err := old.Create(pairing.Offer{Game: "othello", Control: "5+3"}); !errors.Is(err, directory.ErrSuperseded) {
			t.Errorf("the older visit may play: %v", err)
		}
		b.pass(2 * shown) // a row that was on its way may come after the first
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
		back := a.window("kim")
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

// However fast the same key enters again anywhere, one window is active, and a few others read.
func TestManyVisitsOfOne(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		var all sync.WaitGroup
		visits := make([]*Visit, 60)
		for i := range visits {
			all.Go(func() {
				var err error
				if visits[i], err = h[i%3].Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		synctest.Wait()
		active, left := 0, 0
		for _, v := range visits {
			switch {
			case v == nil:
			case v.Active():
				active++
			case v.Over() == nil:
				left++
			case v.Ended() != directory.ErrCrowded:
				t.Error(v.Over())
			}
		}
		if active != 1 || active+left != len(h)*directory.WindowsKept {
			t.Fatalf("%d active windows of one player, %d others", active, left)
		}
		h[0].pass(shown)
		for i, l := range h {
			if n := l.Online(); n != 1 {
				t.Errorf("node %d: %d online", i, n)
			}
		}
	})
}

// A visitor who enters at a cut-off node is let in. When the node is back, the older window is the active one.
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
		if kim.Over() != nil || again.Over() != nil || !kim.Active() || again.Active() {
			t.Errorf("when it is known: %v, %t, %v, %t", kim.Over(), kim.Active(), again.Over(), again.Active())
		}
		b.node().Cut()
		h[0].must(again.GoOn())
		b.pass(hub.Lease)
		b.node().Back()
		b.pass(shown)
		if !kim.Superseded() || !again.Active() {
			t.Errorf("one that was chosen at a cut-off node: %v, %v", kim.Over(), again.Over())
		}
	})
}

// Notices and calls reach the person's present node.
func TestReach(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b, c := h[0], h[1], h[2]
		kim, guest := b.enter("kim"), b.guest()
		a.Call(kim.Me().ID, "NEWCOMER") // no node shows this person yet
		a.Call(guest.Me().ID, "NEWCOMER")
		a.pass(shown)
		woken := kim.Woken()
		a.Call(kim.Me().ID, "SHOWN")
		a.dir.Reach(directory.Message{Person: guest.Me().ID, Notice: &directory.Notice{Kind: directory.Renamed, KO: "하나", EN: "one"}})
		a.Call("nobody", "NOWHERE")
		synctest.Wait()
		if got := []string{kim.Call(), kim.Call(), guest.Call()}; got[0] != "NEWCOMER" || got[1] != "SHOWN" || got[2] != "NEWCOMER" || kim.Woken() == woken {
			t.Errorf("calls %q", got)
		}
		if list := guest.Notices(); len(list) != 1 || list[0] != (directory.Notice{Kind: directory.Renamed, KO: "하나", EN: "one"}) {
			t.Errorf("notices %v", list)
		}
		moved := c.window("kim") // a learns of it only after a second
		synctest.Wait()
		a.Call(kim.Me().ID, "MOVED")
		synctest.Wait()
		if got := moved.Call(); got != "MOVED" {
			t.Errorf("who has moved is called to %q", got)
		}
	})
}

// Each newcomer gets a different name, however many enter at once at any node.
func TestNamesAtThreeNodes(t *testing.T) {
	onHouses(t, 3, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		const n = 1000
		var all sync.WaitGroup
		visits := make([]*Visit, n)
		for i := range n {
			all.Go(func() {
				v, err := h[i%3].Enter(directory.Identity{Fingerprint: fmt.Sprint("SHA256:", i), Login: fmt.Sprint("name", i%7), Lang: "en"})
				if err != nil {
					t.Error(err)
				}
				visits[i] = v
			})
		}
		all.Wait()
		ids, called := map[string]bool{}, map[string]bool{}
		for _, v := range visits {
			if v == nil {
				return
			}
			me := v.Me()
			ids[me.ID], called[names.Key(me.Name)] = true, true
			if p, err := h[0].store.PlayerByName(t.Context(), names.Key(me.Name)); err != nil || p.ID != me.ID {
				t.Errorf("%s is %s: %v", me.Name, p.ID, err)
			}
		}
		if len(ids) != n || len(called) != n {
			t.Errorf("%d players with %d names", len(ids), len(called))
		}
	})
}

// No two guests share a name, even if they choose it at the same moment at two nodes.
func TestGuestsNamesAtTwoNodes(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		first := a.guest()
		a.pass(time.Second)
		second, third := b.guest(), b.guest()
		a.must(first.Rename("fox"))
		b.must(second.Rename("Fox"))
		a.pass(2 * shown)
		if first.Me().Name != "fox" || names.Key(second.Me().Name) == "fox" {
			t.Errorf("names %q and %q", first.Me().Name, second.Me().Name)
		}
		if list := second.Notices(); len(list) != 1 || list[0].Kind != directory.Renamed || list[0].EN != second.Me().Name {
			t.Errorf("who has another name was told %v", list)
		}
		b.refused(third.Rename("fox"), store.ErrNameTaken)
	})
}

// A visitor who enters at another node finds the own tables there at once: before the others have shown
// them, and after their nodes died and nobody has taken over.
func TestWhoComesInFindsItsOwn(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee := a.enter("kim"), a.enter("lee")
		id := a.start(kim, lee, pairing.Offer{Control: "5+3"})
		a.play(id, 4, kim, lee)
		seat := a.create(kim, pairing.Offer{Control: room.OneDay})
		kim.Leave()
		kim = b.enter("kim")
		own := func(when string) {
			t.Helper()
			home := kim.Home()
			if len(home.Resume) != 1 || home.Resume[0].ID != id || home.Resume[0].Deadline == 0 {
				t.Errorf("%s: to resume %+v", when, home.Resume)
			}
			if len(home.Seats) != 1 || home.Seats[0].ID != seat || len(kim.Mine("othello", store.Live)) != 1 {
				t.Errorf("%s: seats %+v", when, home.Seats)
			}
		}
		own("at once")
		b.pass(directory.ReadEvery) // the others' rows are read
		own("a moment later")
		b.must(kim.Watch(id))
		kim.Unwatch(id)
		b.pass(shown)
		own("as all show it")
		b.must(kim.Cancel(seat))
		if n := len(kim.Home().Seats); n != 0 {
			t.Errorf("%d seats after it was taken down", n)
		}
		kim.Leave()
		b.pass(2 * room.FollowTime) // no follower is left
		a.node().Cut()
		b.pass(5 * time.Second) // its rows are gone; the table is not swept up yet
		kim = b.enter("kim")
		if home := kim.Home(); len(home.Resume) != 1 {
			t.Errorf("of a node that has died: %+v", home.Resume)
		}
		b.pass(shown + upkeep.SweepTime)
		b.must(kim.Watch(id))
		if home := kim.Home(); len(home.Resume) != 1 {
			t.Errorf("when it was taken over: %+v", home.Resume)
		}
		b.must(kim.Do(id, games.Resign))
		kim.Leave()
		kim = b.enter("kim")
		if home := kim.Home(); len(home.Resume) != 0 {
			t.Errorf("what is over: %+v", home.Resume)
		}
	})
}

// The row of a table that no longer exists disappears with the first request for it.
func TestWhatIsShownAndGone(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee := a.enter("kim"), b.enter("lee")
		id := a.create(kim, pairing.Offer{Player: lee.Me().ID})
		b.pass(shown)
		if len(lee.Invites()) != 1 {
			t.Fatal("nothing is shown of a challenge")
		}
		a.must(kim.Cancel(id))
		b.refused(lee.Cancel(lee.Invites()[0].ID), table.ErrNoTable)
		if n := len(lee.Invites()); n != 0 {
			t.Errorf("%d invitations", n)
		}
	})
}

// A visitor who gets a request from another node is woken when there is something to see, whatever it looks
// at.
func TestAskedFromAnotherNode(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		kim, lee := a.enter("kim"), b.enter("lee")
		b.must(lee.Watch(b.create(lee, pairing.Offer{Bot: "greedy", Control: solo.NoClock})))
		lee.SetSight(directory.Sight{})
		b.pass(shown)
		awaits := func(what string, seen func() bool) {
			t.Helper()
			for !seen() {
				select {
				case <-lee.Wake():
				case <-time.After(time.Minute):
					t.Fatalf("nobody is woken: %s", what)
				}
			}
		}
		a.create(kim, pairing.Offer{Player: lee.Me().ID})
		awaits("a challenge", func() bool { return len(lee.Invites()) == 1 })
		a.must(kim.Cancel(lee.Invites()[0].ID))
		awaits("it is withdrawn", func() bool { return len(lee.Invites()) == 0 })
	})
}
