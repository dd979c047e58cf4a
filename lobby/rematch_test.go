package lobby

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/store"
)

// over plays a match that has just ended, with both at the table.
func (h *house) over(o pairing.Offer) (id string, black, white *Visit) {
	h.t.Helper()
	id, black, white = h.midgame(o)
	h.play(id, 10, black, white) // an earlier resignation changes no rating
	h.must(white.Do(id, games.Resign))
	return id, black, white
}

// Declining ends the request for a rematch. It may be asked for again.
func TestRematchDeclined(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.over(pairing.Offer{})
		h.refused(lee.Route(id, &table.Refuse{}), games.ErrNotAllowed) // there is no request to refuse
		h.must(kim.Rematch(id))
		h.invited(lee, pairing.Again, kim)
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
	for name, o := range map[string]pairing.Offer{"rated": {Rated: true, Control: "10+5"}, "friends": {Private: true}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				id, kim, lee := h.over(o)
				h.must(kim.Rematch(id))
				h.must(kim.Rematch(id))
				s := h.see(lee, id)
				if !s.Seats[0].Rematch || s.Seats[1].Rematch || s.Next != "" {
					t.Fatalf("one has asked: %+v, next %q", s.Seats, s.Next)
				}
				if h.invited(lee, pairing.Again, kim); len(kim.Invitations()) != 0 {
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
				rec, err := h.store.Match(t.Context(), next)
				h.must(err)
				if old, _ := h.store.Match(t.Context(), id); rec.Previous != id || rec.Seed == old.Seed {
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
		id := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none"})
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
				id, kim, lee := h.over(pairing.Offer{})
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
		id, kim, lee := h.midgame(pairing.Offer{})
		h.refused(kim.Rematch(id), games.ErrNotAllowed)
		park := h.enter("park")
		h.must(park.Watch(id))
		h.must(lee.Do(id, games.Resign))
		h.refused(park.Rematch(id), table.ErrNotSeated)
		h.refused(park.Rematch("NONE"), table.ErrNoTable)
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

// askAgain asks the other player of a match for another one.
func (h *house) askAgain(v *Visit, id string) string {
	h.t.Helper()
	asked, err := v.AskAgain(id)
	h.must(err)
	return asked
}

// A request for another match waits for a player who is away: it outlives its asker's visit and the server,
// appears in the summary after the absence, and is accepted when both are there.
func TestRematchWaitsForThePlayer(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.over(pairing.Offer{Rated: true, Control: "10+5"})
		lee.Leave()
		h.pass(time.Minute)
		asked := h.askAgain(kim, id)
		if again := h.askAgain(kim, id); again != asked {
			t.Errorf("asked twice: %s and %s", asked, again)
		}
		h.pass(time.Minute)
		kim.Leave()
		h.pass(24 * time.Hour)
		h.checked()

		h = h.kill()
		lee = h.enter("lee")
		away, err := lee.Away()
		h.must(err)
		if len(away.Invites) != 1 || away.Invites[0].ID != asked || away.Invites[0].Previous != id {
			t.Fatalf("it does not wait: %+v", away.Invites)
		}
		h.refused(lee.SitDown(asked), table.ErrHostAway)
		h.pass(24 * time.Hour)
		if n := len(lee.Invites()); n != 1 {
			t.Fatalf("a refusal took it away: %d", n)
		}
		kim = h.enter("kim")
		h.must(lee.SitDown(asked))
		h.invited(kim, pairing.Found, lee)
		h.pass(2 * time.Minute) // kim does not see it
		if s := h.see(kim, asked); s.Status != store.Open || s.Waits || !s.Again {
			t.Fatalf("the question is gone, though kim has not declined: %+v", s)
		}
		h.must(lee.SitDown(asked))
		h.must(kim.Ready(asked))
		s := h.see(kim, asked)
		if s.Status != store.Live || s.You != 1 || !s.Rated || s.Control.String() != "10+5" {
			t.Errorf("the rematch: %+v", s)
		}
		rec, err := h.store.Match(t.Context(), asked)
		if h.must(err); rec.Previous != id {
			t.Errorf("it follows %q", rec.Previous)
		}
		h.checked()
	})
}

// A request for another match ends after a week without an answer, also over days and across a restart. The
// player who was asked is woken.
func TestRematchQuestionEnds(t *testing.T) {
	for name, o := range map[string]pairing.Offer{"live": {}, "days": {Control: "1d"}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				id, kim, lee := h.over(o)
				lee.Leave()
				asked := h.askAgain(kim, id)
				kim.Leave()
				h.pass(6 * 24 * time.Hour)
				h = h.kill()
				lee = h.enter("lee")
				if len(lee.Invites()) != 1 {
					t.Fatal("it ended early")
				}
				drain(lee)
				h.pass(24*time.Hour + time.Second)
				if list := lee.Invites(); len(list) != 0 || !woken(lee) {
					t.Errorf("it waits still, or nobody is told: %+v", list)
				}
				_, err := h.store.Match(t.Context(), asked)
				h.refused(err, store.ErrNotFound)
			})
		})
	}
}

// If both ask, the second sits down with the first. A refusal ends the request. Only players of a finished
// match may ask.
func TestRematchAskedOfOneAway(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.over(pairing.Offer{})
		_, err := h.guest().AskAgain(id)
		h.refused(err, games.ErrNotAllowed)
		_, err = kim.AskAgain("NONE")
		h.refused(err, games.ErrNotAllowed)
		asked := h.askAgain(kim, id)
		h.must(lee.Cancel(asked))
		if n := len(lee.Invites()); n != 0 {
			t.Errorf("it was declined and waits: %d", n)
		}
		asked = h.askAgain(kim, id)
		if other := h.askAgain(lee, id); other != asked {
			t.Errorf("two tables: %s and %s", asked, other)
		}
		h.must(kim.Ready(asked))
		if s := h.see(lee, asked); s.Status != store.Live {
			t.Errorf("both have asked: %+v", s)
		}
		_, err = lee.AskAgain(asked)
		h.refused(err, games.ErrNotAllowed) // it is in play
	})
}

// The check finds a request for another match by players who have not played it.
func TestRematchIsChecked(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.over(pairing.Offer{})
		lee.Leave()
		asked := h.askAgain(kim, id)
		rec, err := h.store.Match(t.Context(), asked)
		h.must(err)
		rec.Previous = "NONE"
		h.must(h.store.UpdateMatch(t.Context(), rec))
		if list, _ := checkFile(h.t, copyOf(h.t, h.path)); len(list) != 1 || !strings.Contains(list[0], "asks for another match") {
			t.Errorf("the check finds %v", list)
		}
	})
}
