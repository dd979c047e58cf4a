package lobby

import (
	"fmt"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
)

// A crowd shares one list of people, and a visit that a newcomer wakes sees it.
func TestPeopleAreShared(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		const crowd = 60
		for i := range crowd {
			h.enter(fmt.Sprintf("p%02d", i))
		}
		kim := h.enter("kim")
		h.pass(3 * time.Second)
		drain(kim)
		before := h.People()
		if len(before) != crowd+1 || before[0].Name != "kim" {
			t.Fatalf("%d people, first %+v", len(before), before[0])
		}
		ahn := h.enter("ahn")
		if now := h.People(); &now[0] != &before[0] {
			t.Error("the list is made anew for each who asks")
		}
		if n := h.Online(); n != crowd+2 {
			t.Errorf("%d online", n)
		}
		<-kim.Wake()
		if now := h.People(); len(now) != crowd+2 || now[0].Name != "ahn" {
			t.Errorf("%d people, first %+v", len(now), now[0])
		}
		h.enter("ahn").Leave() // another window of one person
		if n := h.Online(); n != crowd+2 {
			t.Errorf("%d online", n)
		}
		ahn.Leave()
		kim.Leave()
		if n := h.Online(); n != crowd {
			t.Errorf("%d online", n)
		}
	})
}

// The lists of a person's own tables last as long as the tables, and for that person only.
func TestOwnTables(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		own := func(want ...int) {
			t.Helper()
			for i, v := range []*Visit{kim, lee, park} {
				if n := len(h.RoomsOf(v.Me().ID)); n != want[i] {
					t.Errorf("%s has %d tables, want %d", v.Me().Name, n, want[i])
				}
			}
		}
		open := h.create(kim, pairing.Offer{})
		asked := h.create(kim, pairing.Offer{Player: lee.Me().ID})
		own(2, 1, 0)
		if list := lee.Invites(); len(list) != 1 || list[0].ID != asked {
			t.Errorf("invites %v", list)
		}
		h.sit(open, park, kim)
		h.must(kim.Cancel(asked))
		own(1, 0, 1)
		h.must(kim.Watch(open))
		h.must(kim.Do(open, games.Abort))
		kim.Unwatch(open)
		own(1, 0, 1) // park was called to it, and may yet come
		h.pass(time.Minute)
		own(0, 0, 0)
		if n := h.dir.Sizes().Owners; n != 0 {
			t.Errorf("%d people have tables that are gone", n)
		}
	})
}
