package lobby

import (
	"fmt"
	"testing"
	"time"
)

// Where many are here they share the list of who is; whoever is woken by a newcomer sees it.
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
		h.enter("ahn")
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
		h.enter("ahn").Leave() // takes the older window over
		kim.Leave()
		if n := h.Online(); n != crowd {
			t.Errorf("%d online", n)
		}
	})
}
