package lobby

import (
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/table"
)

// over is a match that has just ended, with both at the table.
func (h *house) over(o Offer) (id string, black, white *Visit) {
	h.t.Helper()
	id, black, white = h.midgame(o)
	h.play(id, 10, black, white) // what is given up earlier changes no rating
	h.must(white.Do(id, games.Resign))
	return id, black, white
}

// A rematch that is declined is asked for no more, and may be asked for again.
func TestRematchDeclined(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.over(Offer{})
		h.refused(lee.Command(id, &table.Refuse{}), games.ErrNotAllowed) // there is no request to refuse
		h.must(kim.Rematch(id))
		h.invited(lee, Again, kim)
		list := lee.Invitations()
		drain(kim)
		h.must(lee.Decline(list[0]))
		if s := h.see(kim, id); s.Seats[0].Rematch || len(lee.Invitations()) != 0 || !woken(kim) {
			t.Fatalf("asked for still: %+v", s.Seats)
		}
		h.must(kim.Rematch(id))
		h.must(lee.Rematch(id))
		if h.see(kim, id).Next == "" {
			t.Error("cannot be asked for again")
		}
	})
}

func TestRematch(t *testing.T) {
	for name, o := range map[string]Offer{"rated": {Rated: true, Control: "10+5"}, "friends": {Private: true}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				id, kim, lee := h.over(o)
				h.must(kim.Rematch(id))
				h.must(kim.Rematch(id))
				s := h.see(lee, id)
				if !s.Seats[0].Rematch || s.Seats[1].Rematch || s.Next != "" {
					t.Fatalf("one has asked: %+v, next %q", s.Seats, s.Next)
				}
				if h.invited(lee, Again, kim); len(kim.Invitations()) != 0 {
					t.Error("who has asked is asked")
				}
				drain(kim)
				kim.Call()
				h.must(lee.Rematch(id))
				next := h.see(kim, id).Next
				if next == "" || kim.Call() != next || lee.Call() != next || !woken(kim) {
					t.Fatalf("next %q: not both have been called", next)
				}
				n := h.see(kim, next)
				if n.You != 1 || n.Rated != o.Rated || n.Private != o.Private || n.Control != h.see(kim, id).Control {
					t.Errorf("the rematch: seat %d, %+v", n.You, n)
				}
				if o.Rated && n.Seats[0].Rating >= n.Seats[1].Rating {
					t.Errorf("ratings of before: %+v", n.Seats)
				}
				rec, err := h.store.Match(next)
				h.must(err)
				if old, _ := h.store.Match(id); rec.Previous != id || rec.Seed == old.Seed {
					t.Errorf("record %+v", rec)
				}
				h.refused(lee.Rematch(id), games.ErrNotAllowed) // it has begun
				h.must(kim.Watch(next))
				h.must(lee.Watch(next))
				h.playOut(next, kim, lee)
			})
		})
	}
}

func TestRematchWithABotBeginsAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, Offer{Bot: "greedy", Control: "none"})
		if kim.Call() != id {
			t.Error("not called to a game that began at once")
		}
		h.must(kim.Watch(id))
		h.play(id, 2, kim)
		h.must(kim.Do(id, games.Resign))
		h.must(kim.Rematch(id))
		next := h.see(kim, id).Next
		if next == "" || kim.Call() != next || h.see(kim, next).You != 1 {
			t.Fatalf("next %q", next)
		}
		h.pass(time.Second)
		if s := h.see(kim, next); len(s.Plies) != 1 || s.Plies[0].Seat != 0 {
			t.Errorf("the bot has black and has not moved: %+v", s.Plies)
		}
	})
}

func TestLeavingWithdrawsTheRematch(t *testing.T) {
	for name, go_ := range map[string]func(*Visit, string){
		"left the table": func(v *Visit, id string) { v.Unwatch(id) },
		"dropped":        func(v *Visit, _ string) { v.Leave() },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				id, kim, lee := h.over(Offer{})
				h.must(kim.Rematch(id))
				go_(kim, id)
				if s := h.see(lee, id); s.Seats[0].Rematch {
					t.Error("still asked for")
				}
				h.must(lee.Rematch(id))
				if h.see(lee, id).Next != "" {
					t.Error("a rematch with nobody")
				}
			})
		})
	}
}

func TestRematchIsForPlayersOfAFinishedMatch(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(Offer{})
		h.refused(kim.Rematch(id), games.ErrNotAllowed)
		park := h.enter("park")
		h.must(park.Watch(id))
		h.must(lee.Do(id, games.Resign))
		h.refused(park.Rematch(id), ErrNotSeated)
		h.refused(park.Rematch("NONE"), ErrNoTable)
		h.must(kim.Rename("gim"))
		h.must(kim.Rematch(id))
		h.must(lee.Rematch(id))
		names := []string{}
		for _, s := range h.see(kim, h.see(kim, id).Next).Seats {
			names = append(names, s.Name)
		}
		if !slices.Equal(names, []string{"lee", "gim"}) {
			t.Errorf("names %v", names)
		}
	})
}
