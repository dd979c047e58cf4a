package sessions_test

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby/pairing"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
	"arcade/store"
)

// Whoever goes on pressing Enter at the end of a ranked run begins no other run. In the first half second the key
// does nothing at all.
func TestMashedEnterBeginsNothing(t *testing.T) {
	for _, game := range []string{stones.Name, klondike.Name, yut.Name} {
		for _, guest := range []bool{false, true} {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := h.Me()
				if guest {
					p = h.Guest()
				}
				id := screentest.RunAlone(h, p, game)
				p.Do(play.OpenTable(id))
				h.Pass(time.Second)
				s, err := p.Visit.Table(id)
				h.Must(err)
				if s.Result == nil {
					h.Must(p.Visit.Do(id, games.Resign))
				}
				h.Pass(time.Millisecond)
				end := p.Top()
				for i := range 100 {
					p.Press("enter")
					if i < 9 && p.Top() != end {
						t.Fatalf("%s: %v after the end Enter leads to %T", game, time.Duration(i)*50*time.Millisecond, p.Top())
					}
					h.Pass(50 * time.Millisecond)
					if tb, ok := p.Top().(*play.Table); ok && tb.ID != id {
						t.Fatalf("%s: another run after %d Enters", game, i+1)
					}
				}
				for _, s := range h.House.Lobby.PublicTables("") {
					if s.ID != id && s.Status != store.Done {
						t.Errorf("%s: table %s is open", game, s.ID)
					}
				}
				if home := p.Visit.Home(); len(home.Resume) > 0 {
					t.Errorf("%s: %d runs are on", game, len(home.Resume))
				}
			})
		}
	}
}

// In words a player who leaves a person in the middle of a match is asked once more. Nobody is asked before leaving
// a bot.
func TestLeavingAPersonAsks(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := sitDown(t, h, words.EN, pairing.Offer{Game: "othello", Seat: 0, Control: "5+3"})
		defer p.stop()
		p.moves("d3")
		p.say("c3")
		for _, leave := range []string{"leave", "stop"} {
			if said := p.say(leave); !strings.HasSuffix(said, "Do you want to leave?\n1. Play on\n2. Leave\n") {
				t.Errorf("%s: %q", leave, said)
			}
			p.say("no")
			if s, err := p.other.Visit.Table(p.id); err != nil || !s.Seats[1].Here {
				t.Fatalf("%s: left without a yes: %v", leave, err)
			}
		}
		p.say("leave")
		p.say("yes")
		if s, err := p.other.Visit.Table(p.id); err != nil || s.Seats[1].Here {
			t.Errorf("still there after yes: %v", err)
		}
	})
}

// Dozens of challenges are declined by one answer, which holds for the rest of the visit: on screens and in words.
func TestDeclineAll(t *testing.T) {
	challenge := func(h *screentest.Hall, p string, from, n int) {
		for i := range 3 {
			o := h.Player(h.Name(from + i))
			for range n {
				o.Create(pairing.Offer{Player: p, Control: "5+3"})
			}
		}
	}
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		challenge(h, p.Visit.Me().ID, 1, 4)
		h.Pass(time.Second)
		p.Press("-")
		h.Pass(screentest.BeforeAnswer)
		p.Wants("12 challenges wait", true)
		p.Press("2")
		if n := len(p.Visit.Invites()); n != 0 {
			t.Fatalf("%d challenges wait", n)
		}
		o := h.Player(h.Name(4))
		id := o.Create(pairing.Offer{Player: p.Visit.Me().ID, Control: "5+3"})
		h.Pass(time.Second)
		p.Wants(o.Visit.Me().Name+" invites", false)
		if s := h.House.Lobby.TableSummary(id); s != nil && s.Status == store.Open {
			t.Error("a later challenge is neither shown nor declined")
		}
		p.Press("+")
		o.Create(pairing.Offer{Player: p.Visit.Me().ID, Control: "5+3"})
		h.Pass(time.Second)
		p.Wants(o.Visit.Me().Name+" invites", true)
		p.Press("-") // the only one, but not the first that is declined
		h.Pass(screentest.BeforeAnswer)
		p.Wants("1 challenge waits", false)
	})
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		l := listen(t, h, words.EN, h.Name(0))
		defer l.stop()
		me, err := h.House.Lobby.PlayerByName(t.Context(), h.Name(0))
		h.Must(err)
		challenge(h, me.ID, 1, 2)
		l.hear()
		if said := l.say("no all"); !strings.HasPrefix(said, "Declined 6,") {
			t.Errorf("no all: %q", said)
		}
		o := h.Player(h.Name(4))
		o.Create(pairing.Offer{Player: me.ID, Control: "5+3"})
		h.Pass(time.Second)
		if said := l.hear(); strings.Contains(said, "invites") {
			t.Errorf("after no all: %q", said)
		}
		l.say("yes all")
		o.Create(pairing.Offer{Player: me.ID, Control: "5+3"})
		h.Pass(time.Second)
		if said := l.hear(); !strings.Contains(said, "invites") {
			t.Errorf("after yes all: %q", said)
		}
	})
}
