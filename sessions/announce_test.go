package sessions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// pair is a listener at a table with a player on screen, who has seat 0.
type pair struct {
	*listener
	other *screentest.Person
	id    string
}

// sitDown seats a listener opposite a player on screen, and begins the match.
func sitDown(t *testing.T, h *screentest.Hall, lang words.Lang, o pairing.Offer) *pair {
	t.Helper()
	h.First(h.Name(0)).End()
	p := &pair{listener: listen(t, h, lang, h.Name(0)), other: h.Other()}
	h.Dealt.Next = string(screentest.MatgoRounds()[3].Options)
	p.id = p.other.Create(o)
	h.Must(p.other.Visit.Watch(p.id))
	p.say(o.Game)
	p.say("5")
	h.Must(p.other.Visit.Ready(p.id))
	p.hear()
	return p
}

// hears checks that exactly these sentences were heard since the last call.
func (p *pair) hears(what string, want ...string) {
	p.t.Helper()
	if got := strings.TrimSpace(p.hear()); got != strings.Join(want, "\n") {
		p.t.Errorf("%s: heard %q, want %q", what, got, want)
	}
}

// moves plays an action for the other player.
func (p *pair) moves(act games.Action) {
	p.t.Helper()
	s, err := p.other.Visit.Table(p.id)
	p.hall.Must(err)
	p.hall.Must(p.other.Visit.Act(p.id, len(s.Plies), act))
}

// does makes an entry for the other player.
func (p *pair) does(kind games.Kind) {
	p.t.Helper()
	p.hall.Must(p.other.Visit.Do(p.id, kind))
}

// Half of the time, a minute and ten seconds are announced when they are reached, each once in a match.
func TestLowTime(t *testing.T) {
	for lang, want := range map[words.Lang][3]string{
		words.EN: {"Half of your time is left: 2:30", "60 seconds left", "10 seconds left"},
		words.KO: {"시간이 반 남았어요: 2:30", "남은 시간 60초", "남은 시간 10초"},
	} {
		t.Run(lang.String(), func(t *testing.T) {
			screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
				p := sitDown(t, h, lang, pairing.Offer{Game: "othello", Seat: 0, Control: "5+3"})
				defer p.stop()
				p.moves("d3")
				p.say("c3")
				p.moves("b3") // the clocks run once both have played
				p.hear()
				for i, limit := range []time.Duration{150 * time.Second, time.Minute, 10 * time.Second} {
					h.Pass(p.left() - limit - time.Second)
					p.hears(fmt.Sprint("a second before ", limit))
					h.Pass(2 * time.Second)
					p.hears(fmt.Sprint("at ", limit), want[i])
				}
				h.Pass(5 * time.Second)
				p.hears("once")
				// The increment lifts the time above ten seconds, and it falls below again.
				for range 2 {
					p.say("1")
					p.moves(p.first())
					p.hear()
				}
				h.Pass(6 * time.Second)
				p.hears("ten seconds are told once")
			})
		})
	}
}

// If each decision has its own time, its last ten seconds are announced each time.
func TestLowTimeOfDecisions(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := sitDown(t, h, words.EN, pairing.Offer{Game: "othello", Seat: 0, Control: "30s"})
		defer p.stop()
		for _, moves := range [][2]string{{"d3", "c3"}, {"b3", "b2"}} {
			p.moves(games.Action(moves[0]))
			h.Pass(19 * time.Second)
			p.hear()
			h.Pass(2 * time.Second)
			p.hears("a decision", "10 seconds left")
			p.say(moves[1])
		}
	})
}

// The opponent's actions are announced each time, in the same words if they are the same.
func TestAnnouncements(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := sitDown(t, h, words.EN, pairing.Offer{Game: "othello", Seat: 0, Control: "1d"})
		defer p.stop()
		p.moves("d3")
		p.hears("a move", "hongryeon: d3, flips 1", "Your turn. 3 choices")
		p.say("c3")

		for range 2 {
			p.does(games.OfferDraw)
			p.hears("a draw is offered", "hongryeon offers a draw. Type yes or no")
			p.say("no")
			p.moves(p.first())
			p.hear()
			p.say("1")
		}
		p.say("draw")
		p.does(games.DeclineDraw)
		p.hears("a draw is declined", "hongryeon declined")

		p.moves(p.first())
		p.hear()
		for range 2 {
			p.does(games.AskTakeback)
			p.hears("a takeback is asked", "hongryeon asks to take a move back. Type yes or no")
			p.say("no")
			p.say("1")
			p.moves(p.first())
			p.hear()
		}
		p.does(games.AskTakeback)
		p.hears("a takeback is asked", "hongryeon asks to take a move back. Type yes or no")
		if said := p.say("yes"); !strings.Contains(said, "Taken back to move 10\nhongryeon to move\n") {
			t.Errorf("taken back: %q", said)
		}

		for i := range 60 { // more than a table keeps
			for range 1 + i%2 {
				h.Must(p.other.Visit.Say(p.id, 0, "hi"))
				p.hears("chat", "hongryeon says: hi")
				h.Pass(3 * time.Second)
			}
		}
		for range 2 {
			p.other.Visit.Unwatch(p.id)
			h.Pass(time.Second)
			p.hears("whoever plays over days may go")
			h.Must(p.other.Visit.Watch(p.id))
		}

		_, err := h.House.Lobby.Announce("곧 다시 켜요", "We restart soon")
		h.Must(err)
		p.hears("the house", "Notice: We restart soon")

		p.say("leave")
		p.moves(p.first())
		p.hears("a move at a table that was left", "Your move: Othello, hongryeon")
		p.say("1")
		p.does(games.Resign)
		if said := p.hear(); !strings.HasPrefix(said, "You win!") {
			t.Errorf("resigned: %q", said)
		}
		h.Must(p.other.Visit.Rematch(p.id))
		p.hears("a rematch", "hongryeon wants another game")
	})
}

// A question of the listener's own is dropped when something else is asked, or the position changes: "yes"
// to a draw, or the number of a move, must not resign.
func TestOwnQuestionIsDropped(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := sitDown(t, h, words.EN, pairing.Offer{Game: "othello", Seat: 0, Control: "5+3"})
		defer p.stop()
		question := "Do you want to resign?\n1. Play on\n2. Resign\n"
		ask := func() {
			t.Helper()
			if said := p.say("resign"); said != question {
				t.Errorf("resign: %q", said)
			}
		}
		p.moves("d3")
		p.say("c3")
		ask()
		p.moves(p.first())
		p.hear()
		p.say("2") // the second move
		if s, err := p.other.Visit.Table(p.id); err != nil || s.Result != nil || len(s.Plies) != 4 {
			t.Fatalf("after the number of a move: %+v, %v", s, err)
		}
		ask()
		p.does(games.OfferDraw)
		p.hears("a draw is offered", "hongryeon offers a draw. Type yes or no")
		p.say("yes")
		if s, err := p.other.Visit.Table(p.id); err != nil || s.Result == nil || s.Result.Winner != games.Nobody {
			t.Errorf("after yes to a draw: %+v, %v", s, err)
		}
	})
}

// left returns the listener's remaining time.
func (p *pair) left() time.Duration {
	s, err := p.other.Visit.Table(p.id)
	p.hall.Must(err)
	return time.Duration(s.Seats[1].Left) * time.Millisecond
}

// first returns the opponent's first legal action.
func (p *pair) first() games.Action {
	s, err := p.other.Visit.Table(p.id)
	p.hall.Must(err)
	if len(s.Legal) == 0 {
		p.t.Fatal("the other is not on turn")
	}
	return s.Legal[0]
}

// A lost connection and its return are announced, each time.
func TestDisconnects(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := sitDown(t, h, words.EN, pairing.Offer{Game: "othello", Seat: 0, Control: "5+3"})
		defer p.stop()
		p.moves("d3")
		p.say("c3")
		who := p.other.Visit
		for range 2 {
			who.Leave()
			p.hears("gone", "hongryeon has lost the connection")
			var err error
			who, err = h.House.Lobby.Enter(directory.Identity{Fingerprint: screentest.KeyOf(h.Name(1)), Login: h.Name(1), Lang: "en"})
			h.Must(err)
			h.Must(who.Watch(p.id))
			p.hears("back", "hongryeon is back")
		}
		who.Unwatch(p.id)
		p.hears("gone by choice", "hongryeon has left the table")
		h.Must(who.Watch(p.id))
		p.hears("back", "hongryeon is back")
		who.Leave()
		h.Pass(2 * time.Minute)
		p.hears("away for long", "hongryeon has lost the connection", "The other has not come back. Type claim to win")
		if said := p.say("claim"); !strings.HasPrefix(said, "You win!") {
			t.Errorf("claimed: %q", said)
		}
	})
}

// An invitation is announced when it comes, wherever the player is, and when it comes again.
func TestInvitations(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.First(h.Name(0)).End()
		p := &pair{listener: listen(t, h, words.EN, h.Name(0)), other: h.Other()}
		defer p.stop()
		me, err := h.House.Lobby.PlayerByName(t.Context(), h.Name(0))
		h.Must(err)
		p.hear()
		for range 2 {
			id, err := p.other.Visit.Create(pairing.Offer{Game: "othello", Control: "5+3", Seat: games.Nobody, Player: me.ID})
			h.Must(err)
			p.hears("invited", "hongryeon invites: Othello 5 minutes and 3 seconds more a move casual. Type yes, no or no all")
			p.say("no")
			_ = p.other.Visit.Cancel(id) // declining may have taken it down
			p.hear()
		}
		p.say("play klondike 42")
		_, err = p.other.Visit.Create(pairing.Offer{Game: "othello", Control: "5+3", Seat: games.Nobody, Player: me.ID})
		h.Must(err)
		p.hears("invited in a run", "hongryeon invites: Othello 5 minutes and 3 seconds more a move casual. Type yes, no or no all")
		if said := p.say("yes"); !strings.HasPrefix(said, "You are at a table of Othello") {
			t.Errorf("accepted: %q", said)
		}
	})
}
