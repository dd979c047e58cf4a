package sessions_test

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/arenas"
	"arcade/lobby/pairing"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// An arena is joined and left in words. The pairing, the points of a match, the place and the end
// are announced.
func TestArenaInWords(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.First(h.Name(0)).End()
		p := &pair{listener: listen(t, h, words.EN, h.Name(0)), other: h.Other()}
		defer p.stop()
		p.hear()
		if said := p.say("arena"); said != "No arena is announced\n" {
			t.Errorf("no arena: %q", said)
		}
		terms, err := h.House.Lobby.OpenArena(arenas.Plan{Game: "othello", Control: "3+2", For: time.Hour}, 10*time.Minute)
		h.Must(err)
		p.hear()
		asked(t, p.say("arena"), "Arena: Othello, 3 minutes and 2 seconds more a move, starts in 9:57, 0 players are in", "arena join: take part")
		asked(t, p.say("arena join"), "Arena: Othello, 3 minutes and 2 seconds more a move, starts in 9:54, one player is in", "You: place 1 of 1, 0 points", "You are in. You hear when you are paired. arena leave: pause", "1. backpie, 0 points")
		asked(t, p.say("arena leave"), "Arena: Othello, 3 minutes and 2 seconds more a move, starts in 9:51, 0 players are in", "You: place 1 of 1, 0 points", "arena join: take part", "1. backpie, 0 points")
		p.say("arena join")
		h.Must(p.other.Visit.JoinArena(terms.ID))
		p.say("play klondike 42")
		h.Pass(time.Until(time.UnixMilli(terms.Start)) + 3*time.Second)
		p.hears("paired", "Arena: you play hongryeon. Type yes or no")
		asked(t, p.say("yes"), "waiting for the other")
		h.Must(p.other.Visit.SitInArena(terms.ID))
		h.Pass(2 * time.Second)
		if said := p.hear(); !strings.HasPrefix(said, "You are at a table of Othello\n") {
			t.Fatalf("begun: %q", said)
		}
		_, mine, err := h.House.Lobby.Arena(terms.ID, p.other.Visit.Me().ID)
		h.Must(err)
		p.id = mine.Match
		h.Must(p.other.Visit.Watch(p.id))
		for range 12 {
			if s, _ := p.other.Visit.Table(p.id); s.ToAct == s.You {
				p.moves(s.Legal[0])
			} else {
				p.say("1")
			}
		}
		p.hear()
		p.does(games.Resign)
		said := p.hear()
		for _, want := range []string{"You win!\n", "hongryeon resigned\n", "Your next pairing will be announced. arena: the standings. replay: read the game again. leave: the hall\n", "Arena: 2 points for this game, 2 in all, place 1 of 2\n"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q lacks %q", said, want)
			}
		}
		p.say("arena leave")
		p.say("arena join")
		h.Must(p.other.Visit.LeaveArena(terms.ID))
		h.Pass(time.Minute)
		p.hear()
		h.Pass(time.Until(time.UnixMilli(terms.End)) + time.Second)
		if said := p.hear(); !strings.Contains(said, "This arena is over. You finished in place 1 of 2\n") {
			t.Errorf("over: %q", said)
		}
		asked(t, p.say("arena"), "No arena is announced")
		asked(t, p.say("arena x"), "There is no such arena")
	})
}

// asked checks that said has exactly these lines.
func asked(t *testing.T, said string, want ...string) {
	t.Helper()
	if got := strings.TrimSpace(said); got != strings.Join(want, "\n") {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// A conversation in the hall is not woken by others' actions, which it would not report.
func TestIdleIsNotWoken(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.First(h.Name(0)).End()
		l := listen(t, h, words.EN, h.Name(0))
		defer l.stop()
		other := h.Other()
		h.Pass(time.Minute)
		woken := l.visit.Woken()
		id := other.Create(pairing.Offer{Game: "othello", Control: "none", Seat: 0, Bot: "greedy"})
		h.Must(other.Visit.Watch(id))
		for range 5 {
			s, err := other.Visit.Table(id)
			h.Must(err)
			h.Must(other.Visit.Act(id, len(s.Plies), s.Legal[0]))
			h.Pass(time.Minute)
		}
		if n := l.visit.Woken() - woken; n > 0 {
			t.Errorf("it was woken %d times", n)
		}
	})
}
