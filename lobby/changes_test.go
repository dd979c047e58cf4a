package lobby

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
)

// Sights of screens.
var (
	atHome  = directory.Sight{Changes: directory.Openings | directory.Counts}
	atLobby = directory.Sight{Changes: directory.Seats | directory.Moves | directory.Counts, Game: othello.Name}
	atOther = directory.Sight{Changes: directory.Seats | directory.Moves | directory.Counts, Game: "patience"}
	atPage  = directory.Sight{Changes: directory.Counts | directory.Deals}
)

// looking enters a visit with a sight.
func (h *house) looking(name string, at directory.Sight) *Visit {
	v := h.enter(name)
	v.SetSight(at)
	return v
}

// A change wakes exactly the visits that look at the changed thing.
func TestNewsForWhomTheyConcern(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		watched, other := h.start(kim, lee, pairing.Offer{Control: "none"}), ""
		h.must(kim.Watch(watched))
		h.must(lee.Watch(watched))
		watcher := h.looking("watcher", directory.Sight{})
		h.must(watcher.Watch(watched))
		park, choi := h.looking("park", directory.Sight{}), h.enter("choi")
		all := map[string]*Visit{
			"home": h.looking("a", atHome), "lobby": h.looking("b", atLobby), "other lobby": h.looking("c", atOther),
			"page": h.looking("d", atPage), "watcher": watcher,
		}
		for _, step := range []struct {
			what  string
			do    func()
			woken string
		}{
			{"a move", func() { h.play(watched, 1, kim) }, "lobby watcher"},
			{"a line", func() { h.must(kim.Say(watched, 1, "")) }, "watcher"},
			{"an open seat", func() { other = h.create(park, pairing.Offer{}) }, "home lobby"},
			{"one for days", func() { h.must(park.ToDays(other)) }, "home lobby"},
			{"a seat that is taken", func() { h.sit(other, choi, park) }, "home lobby"},
			{"a move at another table", func() { h.play(other, 1, park, choi) }, "lobby"},
			{"the end of a match", func() { h.must(park.Do(other, games.Resign)) }, "home lobby other lobby page"},
			{"a private seat", func() { h.create(park, pairing.Offer{Private: true}) }, ""},
			{"somebody who comes", func() { h.guest() }, "home lobby other lobby page"},
			{"a deal", func() { host{h.Lobby}.Changed() }, "page"},
		} {
			h.pass(time.Second)
			for _, v := range all {
				drain(v)
			}
			step.do()
			for who, v := range all {
				if who != "watcher" && woken(v) {
					t.Errorf("%s wakes who is at %s at once", step.what, who)
				}
			}
			h.pass(directory.WakeDelay)
			for _, who := range []string{"home", "lobby", "other lobby", "page", "watcher"} {
				want := false
				for _, w := range wordsOf(step.woken) {
					want = want || w == who
				}
				if got := woken(all[who]); got != want {
					t.Errorf("%s: who is at %s is woken: %v", step.what, who, got)
				}
			}
		}
	})
}

// wordsOf treats "other lobby" as one word.
func wordsOf(s string) (list []string) {
	for s != "" {
		for _, w := range []string{"other lobby", "home", "lobby", "page", "watcher"} {
			if len(s) >= len(w) && s[:len(w)] == w {
				list, s = append(list, w), s[len(w):]
				break
			}
		}
		if s != "" && s[0] == ' ' {
			s = s[1:]
		}
	}
	return list
}

// A player is told of changes at the own table at once, anywhere in the house, except at another table.
func TestNewsOfOnesOwnTable(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.looking("kim", atHome), h.looking("lee", directory.Sight{})
		id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		kim.Unwatch(id)
		lee.Unwatch(id)
		h.pass(time.Second)
		drain(kim)
		drain(lee)
		h.play(id, 1, kim, lee)
		if !woken(kim) || woken(lee) {
			t.Error("the move is not told to whom it concerns")
		}
	})
}

// Changes before a visit looks need not wake it. Changes after that do, even if they were gathered with
// earlier ones.
func TestNewsAreNotLost(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, park := h.enter("kim"), h.looking("park", directory.Sight{})
		h.pass(time.Second)
		drain(park)
		h.create(kim, pairing.Offer{})
		h.pass(directory.WakeDelay / 2)
		park.SetSight(atLobby)
		seen := len(h.PublicTables(""))
		h.create(kim, pairing.Offer{})
		h.pass(directory.WakeDelay / 2)
		if !woken(park) || len(h.PublicTables("")) != seen+1 {
			t.Error("the seat that was opened after the look is lost")
		}
	})
}

// crowd enters n visits with a sight, and waits until they have settled.
func (h *house) crowd(n int, at directory.Sight) []*Visit {
	list := make([]*Visit, n)
	for i := range list {
		list[i] = h.guest()
		list[i].SetSight(at)
	}
	h.pass(time.Minute)
	for _, v := range list {
		drain(v)
	}
	return list
}

// In a crowd a new seat is announced within a second, whatever was announced just before, and not to all at
// the same moment.
func TestSeatsReachACrowdWithinASecond(t *testing.T) {
	for _, at := range []directory.Sight{atHome, atLobby} {
		inBubble(t, func(t *testing.T, h *house) {
			kim := h.enter("kim")
			list := h.crowd(12_000, at)
			h.create(kim, pairing.Offer{})
			h.pass(directory.WakeDelay + directory.WakeStep)
			first := 0
			for _, v := range list {
				if woken(v) {
					first++
				}
			}
			if first == 0 || first > len(list)/5 {
				t.Errorf("%d are woken in one moment", first)
			}
			h.pass(time.Second - directory.WakeDelay - directory.WakeStep)
			for _, v := range list {
				drain(v)
				if v.Woken() == 0 {
					t.Fatal("not all are told within a second")
				}
			}
			if at != atLobby {
				return
			}
			h.create(kim, pairing.Offer{})
			h.pass(directory.WakeDelay + directory.WakeStep) // some are being woken
			before := make([]uint64, len(list))
			for i, v := range list {
				before[i] = v.Woken()
			}
			h.create(kim, pairing.Offer{})
			h.pass(time.Second)
			told := 0
			for i, v := range list {
				if v.Woken() > before[i] {
					told++
				}
			}
			if told != len(list) {
				t.Errorf("%d of %d are told of the second seat", told, len(list))
			}
		})
	}
}

// However much happens, a crowd is woken only so often.
func TestAStormWakesACrowdSeldom(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		const crowd, storm = 1300, 20 * time.Second
		home, page, lobby := h.crowd(crowd, atHome), h.crowd(crowd, atPage), h.crowd(crowd, atLobby)
		count := func(list []*Visit) (n uint64) {
			for _, v := range list {
				n += v.Woken()
			}
			return n / uint64(len(list))
		}
		wasHome, wasPage, wasLobby := count(home), count(page), count(lobby)
		for began := time.Now(); time.Since(began) < storm; h.pass(50 * time.Millisecond) {
			h.dir.ListsChanged(directory.Sight{Changes: directory.Seats | directory.Openings, Game: othello.Name}) // one visitor may open only a few seats
			h.dir.ListsChanged(directory.Sight{Changes: directory.Moves, Game: othello.Name})
			h.guest().Leave()
		}
		// In a house of 3,900, seats are announced every half second, openings every 3 s, counts every 16 s.
		if n := count(lobby) - wasLobby; n < 38 || n > 42 {
			t.Errorf("who sees the seats is woken %d times in %v", n, storm)
		}
		if n := count(home) - wasHome; n < 6 || n > 10 {
			t.Errorf("who is at home is woken %d times in %v", n, storm)
		}
		if n := count(page) - wasPage; n < 1 || n > 3 {
			t.Errorf("who sees a count is woken %d times in %v", n, storm)
		}
	})
}
