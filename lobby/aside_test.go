package lobby

import (
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"arcade/lobby/account"
	"arcade/lobby/directory"
	"arcade/lobby/nodestest"
	"arcade/lobby/pairing"
	"arcade/lobby/solo"
)

// onTwoDoors runs a test with a player's two windows on one node, and on two. Time until the other node knows of a
// change passes with h.pass(shown).
func onTwoDoors(t *testing.T, f func(t *testing.T, a, b *house)) {
	t.Run("one node", func(t *testing.T) { inBubble(t, func(t *testing.T, h *house) { f(t, h, h) }) })
	t.Run("two nodes", func(t *testing.T) {
		onHouses(t, 2, func(t *testing.T, _ *nodestest.Hub, h []*house) { f(t, h[0], h[1]) })
	})
}

// untouched checks that a window is the active one, and at its table.
func (h *house) untouched(v, opponent *Visit, id, after string) {
	h.t.Helper()
	h.pass(shown)
	if err := v.Over(); err != nil || !v.Active() {
		h.t.Errorf("after %s the older window is over, %v, or not the active one", after, err)
	}
	if s := h.see(opponent, id); s.Seats[0].Away != 0 || !s.Seats[0].Here {
		h.t.Errorf("after %s its player is away", after)
	}
}

// A window that comes while another is at a table reads, and whatever fails in it leaves the other one alone.
func TestSecondWindowLeavesTheFirstAlone(t *testing.T) {
	onTwoDoors(t, func(t *testing.T, a, b *house) {
		id, kim, lee := a.midgame(pairing.Offer{})
		other := a.start(a.enter("choi"), a.enter("park"), pairing.Offer{})
		b.pass(shown)
		drain(kim)
		second := b.enter("kim")
		a.untouched(kim, lee, id, "it came")
		if second.Over() != nil || second.Active() || len(second.Home().Resume) != 1 {
			t.Errorf("the second one: %v, %+v", second.Over(), second.Home().Resume)
		}
		b.must(second.Watch(other))
		if _, err := second.Table(other); err != nil {
			t.Error(err)
		}
		b.pass(time.Minute)
		if s := a.see(lee, other); s.Watchers != 1 {
			t.Errorf("%d spectators after a minute", s.Watchers)
		}
		second.Unwatch(other)
		for what, f := range map[string]func() error{
			"a seat that is not there": func() error { return second.SitDown("NOPE1234") },
			"a table that is taken":    func() error { return second.SitDown(other) },
			"its own seat":             func() error { return second.SitDown(id) },
			"a wrong code":             func() error { _, err := second.JoinCode(t.Context(), "ABC234"); return err },
			"a table to watch":         func() error { return second.Watch("NOPE1234") },
			"a bad offer":              func() error { _, err := second.Create(pairing.Offer{Game: "othello", Control: "?"}); return err },
			"no game":                  func() error { _, err := second.Create(pairing.Offer{Game: "nope", Control: "5+3"}); return err },
			"a strange bot": func() error {
				_, err := second.Create(pairing.Offer{Game: "othello", Control: "5+3", Bot: "?"})
				return err
			},
			"no arena": func() error { return second.SitInArena("NOPE") },
			"no invitation": func() error {
				_, err := second.Accept(pairing.Invitation{Why: pairing.Challenged, ID: "NOPE"})
				return err
			},
		} {
			if err := f(); err == nil {
				t.Errorf("%s is no error", what)
			}
			a.untouched(kim, lee, id, what)
		}
		if n := a.Online(); n != 4 || len(a.People()) != 4 {
			t.Errorf("%d people", n)
		}
		b.must(second.Rename("foxy"))
		a.untouched(kim, lee, id, "another name")
		if kim.Me().Name != "foxy" || second.Me().Name != "foxy" {
			t.Errorf("it is called %s here, %s there", kim.Me().Name, second.Me().Name)
		}
		second.Leave()
		a.untouched(kim, lee, id, "its end")
		s := a.see(kim, id)
		mover := kim
		if s.ToAct != s.You {
			mover = lee
		}
		a.must(mover.Act(id, len(s.Plies), a.see(mover, id).Legal[0]))
	})
}

// Whoever sits down takes over: at the same table the seat is never empty, at another one the first is left.
func TestSittingDownTakesOver(t *testing.T) {
	for what, sit := range map[string]func(h *house, v *Visit, id string){
		"the same table": func(h *house, v *Visit, id string) { h.must(v.Watch(id)) },
		"a bot": func(h *house, v *Visit, _ string) {
			h.must(v.Watch(h.create(v, pairing.Offer{Bot: "greedy", Control: solo.NoClock})))
		},
		"a search": func(h *house, v *Visit, _ string) { h.must(third(v.Quick("othello", nil, "5+3"))) },
		"a seat":   func(h *house, v *Visit, _ string) { h.must(v.SitDown(h.create(h.enter("choi"), pairing.Offer{}))) },
	} {
		t.Run(what, func(t *testing.T) {
			onTwoDoors(t, func(t *testing.T, a, b *house) {
				id, kim, lee := a.midgame(pairing.Offer{Control: "none"})
				b.pass(shown)
				second := b.enter("kim")
				drain(kim)
				sit(b, second, id)
				synctest.Wait()
				if !woken(kim) || !kim.Superseded() || !second.Active() || second.Over() != nil {
					t.Fatalf("the older one: %v, the newer: %v", kim.Over(), second.Over())
				}
				if call := kim.Call(); call != "" {
					t.Errorf("the older one is called to %q", call)
				}
				_, err := kim.Create(pairing.Offer{Game: "othello", Control: "5+3"})
				a.refused(err, directory.ErrSuperseded)
				a.pass(time.Minute)
				if s := a.see(lee, id); (s.Seats[0].Away == 0) != (what == "the same table") || s.CanClaim == (what == "the same table") {
					t.Errorf("the seat: %+v", s.Seats[0])
				}
			})
		})
	}
}

// A key in the window that was taken over makes it the active one again, where it was.
func TestGoOn(t *testing.T) {
	onTwoDoors(t, func(t *testing.T, a, b *house) {
		id, kim, lee := a.midgame(pairing.Offer{Control: "none"})
		second := b.window("kim")
		b.must(second.Watch(id))
		a.pass(time.Hour)
		if !kim.Superseded() || !second.Active() {
			t.Fatal("the newer one did not take over")
		}
		a.must(kim.GoOn())
		b.pass(shown)
		if kim.Over() != nil || !kim.Active() || !second.Superseded() {
			t.Errorf("the one that goes on: %v, the other: %v", kim.Over(), second.Over())
		}
		a.untouched(kim, lee, id, "it went on")
		b.must(second.GoOn())
		a.pass(shown)
		if !kim.Superseded() || second.Over() != nil || a.see(lee, id).Seats[0].Away != 0 {
			t.Errorf("back again: %v, %v", kim.Over(), second.Over())
		}
	})
}

// When the newer window ends within a minute, the older one goes on by itself where it was; later it waits for its
// person.
func TestOlderWindowGoesOn(t *testing.T) {
	onTwoDoors(t, func(t *testing.T, a, b *house) {
		id, kim, lee := a.midgame(pairing.Offer{Control: "none"})
		for _, after := range []time.Duration{0, 300 * time.Millisecond, 50 * time.Second} {
			second := b.window("kim")
			a.pass(after)
			if !kim.Superseded() {
				t.Fatal("it was not taken over")
			}
			second.Leave()
			a.untouched(kim, lee, id, "the end of the newer one")
		}
		second := b.window("kim")
		a.pass(directory.GoOnTime + time.Second)
		second.Leave()
		a.pass(shown)
		if !kim.Superseded() || a.Here(kim.Me().ID) || a.see(lee, id).Seats[0].Away == 0 {
			t.Errorf("after a minute: %v", kim.Over())
		}
		a.must(kim.GoOn())
		a.untouched(kim, lee, id, "a key")
	})
}

// A call that the newer window has not taken is the older one's when that goes on.
func TestCallsGoOn(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		second := h.window("kim")
		h.Call(kim.Me().ID, "CALLED")
		second.Leave()
		if got := kim.Call(); got != "CALLED" {
			t.Errorf("called to %q", got)
		}
	})
}

// Of three windows the one that was taken over last goes on, and then the one before.
func TestThreeWindows(t *testing.T) {
	onTwoDoors(t, func(t *testing.T, a, b *house) {
		id, kim, lee := a.midgame(pairing.Offer{Control: "none"})
		second := b.window("kim")
		a.pass(shown)
		third := a.window("kim")
		reader := b.enter("kim")
		a.pass(shown)
		if !kim.Superseded() || !second.Superseded() || !third.Active() || reader.Over() != nil {
			t.Fatal(kim.Over(), second.Over(), third.Over(), reader.Over())
		}
		list := []*Visit{third, second}
		if a != b { // a window of the same node goes on first
			list = []*Visit{third}
		}
		for _, v := range list {
			v.Leave()
			a.pass(shown)
		}
		a.untouched(kim, lee, id, "the others' ends")
		kim.Leave()
		a.pass(shown + directory.GoOnTime)
		if second.Leave(); b == a && !reader.Active() {
			t.Error("the one that only reads is not the active one when the others have gone")
		}
		b.pass(shown)
		if reader.Over() != nil || !reader.Active() || !b.Here(reader.Me().ID) {
			t.Errorf("the one that only reads is the active one when it is alone: %v", reader.Over())
		}
	})
}

// A node that dies with the newer window leaves the older one to go on.
func TestOlderWindowGoesOnAfterItsNode(t *testing.T) {
	onHouses(t, 2, func(t *testing.T, hub *nodestest.Hub, h []*house) {
		a, b := h[0], h[1]
		id, kim, lee := a.midgame(pairing.Offer{Control: "none"})
		b.must(b.window("kim").Watch(id))
		a.pass(shown)
		if !kim.Superseded() {
			t.Fatal("it was not taken over")
		}
		b.node().Cut()
		a.pass(2 * hub.Lease)
		a.untouched(kim, lee, id, "the end of the other's node")
	})
}

// A player has a few windows at once. The one longest aside makes room; the active one stays.
func TestManyWindows(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		var list []*Visit
		for range directory.WindowsKept + 1 {
			list = append(list, h.enter("kim"))
		}
		for i, v := range list {
			if (v.Ended() != nil) != (i < 2) || i < 2 && (!errors.Is(v.Ended(), directory.ErrCrowded) || !woken(v)) {
				t.Errorf("window %d: %v", i, v.Ended())
			}
		}
		h.untouched(kim, lee, id, "many windows")
		for _, v := range list {
			v.Leave()
		}
		h.untouched(kim, lee, id, "their ends")
	})
}

// What ends a player's visit ends all its windows; all get an announcement.
func TestAllWindowsHear(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		second := h.window("kim")
		third := h.enter("kim")
		h.dir.Announce(directory.Notice{EN: "hello"})
		for i, v := range []*Visit{kim, second, third} {
			if n := len(v.Notices()); n != 1 {
				t.Errorf("window %d: %d announcements", i, n)
			}
		}
		h.must(second.Forget(second.Me().Name))
		for i, v := range []*Visit{kim, second, third} {
			if v.Ended() != account.ErrForgotten || v.Over() != directory.ErrLeft {
				t.Errorf("window %d: %v, %v", i, v.Ended(), v.Over())
			}
			v.Leave()
		}
		if h.Here(kim.Me().ID) {
			t.Error("somebody is here")
		}
	})
}

// Changed settings are kept when another window comes and when a window was taken over, and no window undoes
// another's.
func TestSettingsOfWindows(t *testing.T) {
	settings := func(h *house, player string) string {
		p, err := h.Player(h.t.Context(), player)
		h.must(err)
		return string(p.Settings)
	}
	onTwoDoors(t, func(t *testing.T, a, b *house) {
		kim := a.enter("kim")
		for n := range 20 { // faster than they are written
			raw, err := json.Marshal(map[string]int{"n": n})
			a.must(err)
			a.must(kim.SaveSettings(raw))
		}
		second := b.enter("kim")
		if got := string(second.Settings()); a == b && got != `{"n":19}` {
			t.Errorf("the newer window has %s", got)
		}
		b.must(second.SaveSettings([]byte(`{"n":19,"lang":"ko"}`)))
		b.must(second.GoOn())
		b.pass(shown)
		if got := settings(a, kim.Me().ID); got != `{"lang":"ko","n":19}` && got != `{"n":19,"lang":"ko"}` {
			t.Errorf("stored is %s", got)
		}
		a.must(kim.GoOn())
		a.must(kim.SaveSettings([]byte(`{"n":19,"bell":true}`))) // it has not heard of the language
		a.pass(shown)
		kim.Leave()
		second.Leave()
		if got := settings(a, kim.Me().ID); got != `{"bell":true,"lang":"ko","n":19}` {
			t.Errorf("at the end stored is %s", got)
		}
	})
}

// A program takes over from the program before it when it comes, and leaves a screen of its account alone.
func TestProgramsAndScreens(t *testing.T) {
	onTwoDoors(t, func(t *testing.T, a, b *house) {
		gary := a.program("gary")
		screen := b.enter("gary")
		b.pass(shown)
		next, err := b.EnterBot(directory.Identity{Fingerprint: "SHA256:gary"}, false)
		b.must(err)
		b.pass(shown)
		if gary.Over() != directory.ErrSuperseded || next.Over() != nil || screen.Over() != nil || !next.Active() || screen.Active() {
			t.Errorf("the programs: %v, %v, the screen: %v", gary.Over(), next.Over(), screen.Over())
		}
		gary.Leave()
		next.Leave()
		b.pass(shown)
		if screen.Over() != nil || !screen.Active() {
			t.Errorf("the screen alone: %v", screen.Over())
		}
	})
}
