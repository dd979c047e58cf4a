package lobby

import (
	"fmt"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
)

// heard returns the texts that a visitor can read at a table.
func (h *house) heard(v *Visit, id string) (list []string) {
	h.t.Helper()
	for _, l := range h.see(v, id).Chat {
		if l.Phrase != 0 {
			list = append(list, fmt.Sprint("#", l.Phrase))
			continue
		}
		list = append(list, l.Text)
	}
	return list
}

func TestWhoHearsWhom(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		park := h.enter("park")
		h.must(park.Watch(id))
		h.must(kim.Say(id, 0, "안녕"))
		h.must(lee.Say(id, 3, ""))
		drain(kim)
		drain(park)
		h.must(park.Say(id, 0, "play c4"))
		for v, want := range map[*Visit]string{kim: "[안녕 #3]", lee: "[안녕 #3]", park: "[안녕 #3 play c4]"} {
			if got := fmt.Sprint(h.heard(v, id)); got != want {
				t.Errorf("%s hears %s, want %s", v.Me().Name, got, want)
			}
		}
		if l := h.see(park, id).Chat; l[0].Seat != 0 || l[1].Seat != 1 || l[2].Seat != games.Nobody || l[0].From.Name != "kim" {
			t.Errorf("lines %+v", l)
		}
		if !woken(park) {
			t.Error("who hears it is not woken")
		}
		h.must(lee.Do(id, games.Resign))
		if got := fmt.Sprint(h.heard(kim, id)); got != "[안녕 #3 play c4]" {
			t.Errorf("after the end kim hears %s", got)
		}
	})
}

func TestChatRefuses(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(pairing.Offer{})
		park := h.enter("park")
		h.refused(park.Say(id, 1, ""), table.ErrNotSeated) // not at the table
		h.refused(kim.Say(id, -1, ""), games.ErrNotAllowed)
		h.refused(kim.Say(id, table.Phrases+1, ""), games.ErrNotAllowed)
		h.refused(kim.Say("NONE", 1, ""), table.ErrNoTable)
		h.must(kim.Say(id, 0, " \x1b\u200b ")) // cleaning leaves nothing, so nothing is said
		if list := h.heard(kim, id); len(list) != 0 {
			t.Errorf("heard %q", list)
		}
		h.must(kim.Say(id, table.Phrases, "x"))
		if list := h.see(kim, id).Chat; len(list) != 1 || list[0].Text != "" {
			t.Errorf("a phrase with text: %+v", list)
		}
	})
}

// The lobby's default limits.
const chatBurst, chatWindow = 4, 8_000

func TestChatLimitsAreConfigured(t *testing.T) {
	inBubbleWith(t, config.Config{ChatLines: 2, ChatTime: time.Minute}, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(pairing.Offer{})
		h.must(kim.Say(id, 1, ""))
		h.must(kim.Say(id, 1, ""))
		h.pass(time.Minute - time.Millisecond)
		h.refused(kim.Say(id, 1, ""), table.ErrTooFast)
		h.pass(time.Millisecond)
		h.must(kim.Say(id, 1, ""))
	})
}

func TestChatIsSlow(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		for range chatBurst {
			h.must(kim.Say(id, 1, ""))
			h.pass(time.Second)
		}
		h.refused(kim.Say(id, 0, "more"), table.ErrTooFast)
		h.must(lee.Say(id, 1, "")) // the other player may
		kim = h.enter("kim")       // another window does not help
		h.must(kim.Watch(id))
		h.refused(kim.Say(id, 1, ""), table.ErrTooFast)
		h.pass(chatWindow*time.Millisecond - chatBurst*time.Second)
		h.must(kim.Say(id, 1, ""))
		h.refused(kim.Say(id, 1, ""), table.ErrTooFast) // only the first of the four is long enough ago
	})
}

func TestChatKeepsTheLastLines(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(pairing.Offer{Control: "none"})
		for i := range 3 * table.ChatKept {
			h.must(kim.Say(id, 0, fmt.Sprint(i)))
			h.pass(chatWindow * time.Millisecond)
		}
		list := h.heard(kim, id)
		if len(list) != table.ChatKept || list[table.ChatKept-1] != fmt.Sprint(3*table.ChatKept-1) {
			t.Errorf("%d lines, the last %q", len(list), list[len(list)-1])
		}
		// Speakers are forgotten after a while.
		for range 20 {
			g := h.guest()
			h.must(g.Watch(id))
			h.must(g.Say(id, 1, ""))
			g.Leave()
			h.pass(chatWindow * time.Millisecond)
		}
		if n := len(tableAt(h.Lobby, id).ChatTimes); n > 1 {
			t.Errorf("%d speakers are remembered", n)
		}
	})
}
