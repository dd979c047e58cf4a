package pages

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/play"
	"arcade/sessions/play/replays"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// playing returns the match at the table on top, nil if there is none.
func playing(p *screentest.Person) *table.Snapshot {
	if t, ok := p.Top().(*play.Table); ok {
		return t.Snap
	}
	return nil
}

// seated reports whether a person has a seat.
func seated(s *table.Snapshot, p *screentest.Person) bool {
	return slices.ContainsFunc(s.Seats, func(i table.SeatInfo) bool { return i.ID == p.Visit.Me().ID })
}

// meeting lets a newcomer play a bot with one Enter, and a second person press Enter too: it takes the first
// one's seat.
func meeting(h *screentest.Hall) (p, o *screentest.Person) {
	p, o = h.First(h.Name(0)), h.Other()
	p.Press("enter")
	h.Pass(time.Second)
	o.Press("enter")
	h.Pass(time.Second)
	return p, o
}

// friends lets a person come by a friend's code: both are asked whether they are ready.
func friends(h *screentest.Hall) (p, o *screentest.Person) {
	p = h.Me()
	p.Do(play.OpenTable(p.Create(pairing.Offer{Private: true, Control: "15s"})))
	o = h.Player(h.Name(1), "join", playing(p).Code)
	h.Pass(9 * time.Second)
	return p, o
}

// Two who press nothing but Enter sit opposite each other within six seconds. Until then the first one's keys
// belong to the board, and the second one is told who comes.
func TestTwoEntersMeet(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p, o := h.First(h.Name(0)), h.Other()
			p.Press("enter")
			bot := playing(p)
			if bot == nil || bot.Seats[1].Bot == "" && bot.Seats[0].Bot == "" {
				t.Fatalf("Enter leads to %T", p.Top())
			}
			h.Pass(4 * time.Second) // home shows new seats a little later
			o.Shows("home names who waits", o.T("home.msg.person", "p", p.Visit.Me().Name))
			o.Press("enter")
			s := playing(o)
			if s == nil || !s.Comes || !s.Rated {
				t.Fatalf("Enter leads to %T, %+v", o.Top(), s)
			}
			h.Pass(200 * time.Millisecond)
			o.Shows("who comes", o.T("meet.comes", "p", p.Visit.Me().Name, "n", 5))
			p.Shows("a board with a guest", p.Invited(p.Visit.Invitations()[0], p.Control("5+3")), "- "+p.T("key.stay"))
			h.Pass(time.Second)
			p.Press("enter")
			h.Pass(200 * time.Millisecond)
			if s := playing(p); s == nil || s.ID != bot.ID || len(s.Plies) == 0 {
				t.Fatal("the key was not the board's")
			}
			p.Wants(p.Invited(p.Visit.Invitations()[0], p.Control("5+3")), true)
			h.Pass(4 * time.Second)
			for _, v := range []*screentest.Person{p, o} {
				if s := playing(v); s == nil || s.Status != store.Live || !s.Rated || s.Seats[0].Bot+s.Seats[1].Bot != "" {
					t.Errorf("after the countdown %T, %+v", v.Top(), s)
				}
				v.Shows("opposite each other")
			}
			if list := p.Visit.Home().Resume; len(list) != 2 || list[1].ID != bot.ID {
				t.Errorf("%d matches go on: the one with the bot waits", len(list))
			}
		})
	}
}

// Who stays with the bot is left alone, and the newcomer has a bot without pressing anything.
func TestStayWithTheBot(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := meeting(h)
		bot := playing(p).ID
		p.Press("-")
		h.Pass(time.Second)
		p.Wants(p.T("inv.stayed", "p", o.Visit.Me().Name), true)
		o.Wants(o.T("seek.next.bot", "p", p.Visit.Me().Name), true)
		if s := playing(o); s == nil || s.Status != store.Live || s.Seats[0].Bot+s.Seats[1].Bot == "" {
			t.Fatalf("the newcomer is at %T, %+v", o.Top(), s)
		}
		h.Pass(time.Minute)
		if s := playing(p); s == nil || s.ID != bot || s.Status != store.Live {
			t.Errorf("who stays is at %T, %+v", p.Top(), s)
		}
		if list := p.Visit.Home().Seats; len(list) != 0 {
			t.Errorf("the seat is still offered: %+v", list)
		}
		q := h.Player(h.Name(2))
		h.Pass(4 * time.Second)
		q.Press("enter")
		if s := playing(q); s == nil || !s.Comes || !seated(s, o) {
			t.Errorf("the third is at %T, %+v", q.Top(), s)
		}
	})
}

// The seat that home promised may have gone: the visitor is told, and plays a bot.
func TestPromisedSeatIsGone(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.First(h.Name(0)), h.Other()
		p.Press("enter")
		h.Pass(4 * time.Second)
		o.Wants(o.T("home.msg.person", "p", p.Visit.Me().Name), true)
		h.Must(p.Visit.Cancel(p.Visit.Home().Seats[0].ID))
		o.Press("enter")
		o.Wants(o.T("seek.gone.bot", "p", p.Visit.Me().Name), true)
		if s := playing(o); s == nil || s.Status != store.Live {
			t.Errorf("at %T", o.Top())
		}
	})
}

// A question is not taken away by a person who comes.
func TestComingTakesNoQuestionAway(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, _ := meeting(h)
		p.Press("ctrl+c")
		h.Pass(6 * time.Second)
		if _, ok := p.Top().(*app.Leave); !ok {
			t.Fatalf("at %T", p.Top())
		}
		p.Press("esc")
		if s := playing(p); s == nil || s.Status != store.Live || s.Seats[0].Bot+s.Seats[1].Bot != "" {
			t.Errorf("below is %T, %+v", p.Top(), s)
		}
	})
}

// Both the player who calls a meeting off and the one who waits there are told its outcome.
func TestCallingOffIsTold(t *testing.T) {
	for _, late := range []bool{false, true} {
		screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
			p := h.Me()
			p.Do(play.OpenTable(p.Create(pairing.Offer{Private: true, Control: "15s"})))
			o := h.Player(h.Name(1), "join", playing(p).Code)
			h.Pass(3 * time.Second)
			if late {
				h.Pass(time.Minute)
				o.Wants(o.T("meet.late"), true)
				return
			}
			p.Press("esc")
			p.Wants(p.T("meet.called"), true)
			h.Pass(time.Second)
			o.Wants(o.T("meet.off", "p", p.Visit.Me().Name), true)
		})
	}
}

// A friend's code brings both to the table. The clocks run when both are ready.
func TestFriendsAreAskedToo(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		id := p.Create(pairing.Offer{Private: true, Control: "15s"})
		p.Do(play.OpenTable(id))
		o := h.Player(h.Name(1), "join", playing(p).Code)
		h.Pass(20 * time.Second)
		for _, v := range []*screentest.Person{p, o} {
			if s := playing(v); s == nil || s.ID != id || s.Status != store.Open || !s.Waits {
				t.Fatalf("before they are ready: %+v", s)
			}
		}
		o.Press("enter")
		p.Press("enter", "enter") // once too often: it plays nothing
		if s := playing(p); s.Status != store.Live || len(s.Plies) != 0 {
			t.Errorf("both are ready: %+v", s)
		}
	})
}

// Enter after a code leads to the table. Pressed once more at once, it does not say ready.
func TestCodeIsNotReady(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		p.Do(play.OpenTable(p.Create(pairing.Offer{Private: true, Control: "15s"})))
		o.Press("a")
		o.Typed(playing(p).Code)
		o.Press("enter", "enter")
		if s := playing(o); s == nil || !s.Waits || s.Seats[s.You].Rematch {
			t.Errorf("after one Enter too many: %+v", s)
		}
		h.Pass(time.Second)
		o.Press("enter")
		if s := playing(o); s == nil || !s.Seats[s.You].Rematch {
			t.Errorf("not ready: %+v", s)
		}
	})
}

// If the house has a page, the line for a friend and the page's address are together.
func TestInvitationOnAPage(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.House.Web = "https://arcade.example/"
		p := h.Me()
		p.Do(play.OpenTable(p.Create(pairing.Offer{Private: true, Control: "none"})))
		code := playing(p).Code
		code = code[:3] + "-" + code[3:]
		p.Shows("an invitation", "ssh -t arcade.example join "+code, "https://arcade.example/join/"+code)
	})
}

// What is copied to invite a friend has the page's address with the sender's language, so that its preview is in it.
func TestInvitationsNameTheLanguage(t *testing.T) {
	for _, lang := range []words.Lang{words.EN, words.KO} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			h.House.Web = "https://arcade.example/"
			p := h.Me()
			p.Do(play.OpenTable(p.Create(pairing.Offer{Private: true, Control: "none"})))
			code := playing(p).Code
			p.Press("x")
			want := "ssh -t arcade.example join " + code[:3] + "-" + code[3:] + "\nhttps://arcade.example/join/" + code[:3] + "-" + code[3:] + "?lang=" + lang.String()
			if !slices.Contains(p.Out, want) {
				t.Errorf("copied is %q, want %q", p.Out, want)
			}
		})
	}
}

// A guest who comes and leaves again leaves the host waiting at the same seat.
func TestWhoComesMayGo(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		p.Press("f")
		o.Press("f")
		h.Pass(time.Second)
		if !playing(p).Waits || playing(p).ID != playing(o).ID {
			t.Fatal("they have not met")
		}
		o.Press("esc")
		h.Pass(time.Second)
		if s := playing(p); s == nil || s.Waits || !p.Sees(p.T("meet.left", "p", o.Visit.Me().Name)) {
			t.Errorf("the host: %+v\n%s", s, p.Text())
		}
		if _, ok := o.Top().(*Home); !ok {
			t.Errorf("who left is at %T", o.Top())
		}
		if list := o.Visit.Invitations(); len(list) != 0 {
			t.Error("who left is invited again")
		}
	})
}

// If nobody is there, Enter on a game begins with its bot at once, on home and in an empty lobby.
func TestEnterWhereNobodyIs(t *testing.T) {
	for name, keys := range map[string][]string{"home": {"enter"}, "lobby": {"m", "enter"}} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := h.Me()
				p.Press(keys...)
				if s := playing(p); s == nil || s.Status != store.Live {
					t.Fatalf("Enter leads to %T", p.Top())
				}
				if list := p.Visit.Home().Seats; len(list) != 1 || !list[0].Rated {
					t.Errorf("no seat beside it: %+v", list)
				}
			})
		})
	}
}

// Spectators go along to the rematch, and home's counts equal what it shows.
func TestSpectatorsGoAlong(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{}, "f5 d6")
		w := h.Player("watcher")
		w.Wants("0 open  1 live", true)
		w.Do(play.OpenTable(id))
		h.Must(p.Visit.Do(id, games.Resign))
		h.Must(p.Visit.Rematch(id))
		h.Must(o.Visit.Rematch(id))
		h.Pass(time.Second)
		if s := playing(w); s == nil || s.ID == id || s.ID != playing(p).ID {
			t.Errorf("who watches is at %T, %+v", w.Top(), s)
		}
		p.Press("esc")
		h.Pass(screentest.BeforeAnswer)
		p.Press("2") // leaves the table
		p.Do((*app.App).Home)
		p.Wants(p.T("home.sit"), true) // the own match is over
	})
}

// A player at the question whether to leave sees the present price, and no number changes its meaning.
func TestLeaveTellsThePrice(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{}, "f5")
		p.Press("esc")
		h.Pass(screentest.BeforeAnswer)
		p.Wants("Nobody loses before", true)
		p.Wants("3 "+p.T("abort.go"), true)
		h.Must(o.Visit.Act(id, 1, "d6"))
		h.Pass(time.Second)
		p.Wants("Nobody loses before", false)
		p.Wants("Your clock keeps running", true)
		p.Wants("3 "+p.T("resign.go"), true)
		p.Press("3")
		p.Wants(p.T("resign.title"), true) // it asks once more
		p.Press("2")                       // too soon
		h.Pass(screentest.BeforeAnswer)
		if s, err := p.Visit.Table(id); err != nil || s.Status != store.Live {
			t.Fatalf("given up without a question: %+v", s)
		}
		p.Press("enter") // stays
		if s := playing(p); s == nil || s.Status != store.Live {
			t.Errorf("Enter gave the match up: %+v", s)
		}
	})
}

// The message that a match is moving disappears when the move ends, after a refused action too.
func TestMovedNoMore(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		h.Duel(p, h.Other(), pairing.Offer{}, "f5 d6")
		p.Do(func(a *app.App) { a.Fail(room.ErrMoving) })
		h.Pass(time.Second)
		p.Wants(p.T("err.moving"), true)
		h.Pass(3 * time.Second)
		p.Wants(p.T("err.moving"), false)
	})
}

// A player in a replay is not ready: nothing closes the replay.
func TestRematchDoesNotCloseAReplay(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{}, "f5 d6")
		h.Must(o.Visit.Do(id, games.Resign))
		h.Pass(time.Second)
		p.Press("enter")
		h.Pass(screentest.BeforeAnswer)
		if p.Press("v"); playing(p) != nil {
			t.Fatalf("v leads to %T", p.Top())
		}
		h.Must(o.Visit.Rematch(id))
		h.Pass(5 * time.Second)
		if _, ok := p.Top().(*replays.Replay); !ok {
			t.Errorf("the replay gave way to %T", p.Top())
		}
	})
}

// A challenge on home is opened by + and declined by -: the focused one or the only one.
func TestChallengesOnHome(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o, q := h.Me(), h.Other(), h.Player(h.Name(2))
		o.Create(pairing.Offer{Player: p.Visit.Me().ID, Control: room.OneDay})
		p.Press("5", "+")
		h.Pass(screentest.BeforeAnswer)
		p.Wants(p.T("inv.title"), true)
		p.Press("esc")
		q.Create(pairing.Offer{Player: p.Visit.Me().ID, Control: room.OneDay})
		p.Press("5", "-")
		p.Wants(p.T("inv.which"), true)
		p.Press("1", "up", "-")
		p.Wants(p.T("inv.declined", "game", "Othello", "p", h.Name(2)), true)
		p.Press("5", "-")
		p.Wants(p.T("inv.declined", "game", "Othello", "p", h.Name(1)), true)
		p.Wants("Challenge:", false)
	})
}

// A rematch offer appears on the board once the sheet is closed, and as a line that stays during the
// replay. One key accepts it, and it disappears with its player.
func TestRematchIsOffered(t *testing.T) {
	for name, keys := range map[string][]string{"board": {"esc"}, "replay": {"v"}, "analysis": {"a"}, "replay of the board": {"esc", "v"}} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
				p, o := h.Me(), h.Other()
				id := h.Duel(p, o, pairing.Offer{}, screentest.FiveMoves)
				h.Must(o.Visit.Do(id, games.Resign))
				h.Pass(time.Second)
				p.Press(keys...)
				offer := p.T("res.wants", "p", o.Visit.Me().Name)
				p.Wants(offer, false)
				o.Press("1")
				h.Pass(time.Minute)
				p.Shows("asked for another match", offer, "+", p.T("key.accept"))
				if name == "board" { // it goes along
					p.Press("v")
					p.Wants("[ + "+p.T("key.accept"), true)
					p.Press("esc")
					p.Wants("[ + "+p.T("key.accept"), true)
				}
				p.Press("+")
				for _, v := range []*screentest.Person{p, o} {
					if s := playing(v); s == nil || s.ID == id || s.Status != store.Live {
						t.Errorf("accepted: %T, %+v", v.Top(), s)
					}
					v.Wants("상대를 찾았어요", false) // not as a stranger's invitation
				}
			})
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p, o := h.Me(), h.Other()
				id := h.Duel(p, o, pairing.Offer{}, screentest.FiveMoves)
				h.Must(o.Visit.Do(id, games.Resign))
				h.Pass(time.Second)
				p.Press(keys...)
				o.Press("1")
				h.Pass(screentest.BeforeAnswer)
				o.Press("esc", "esc")
				h.Pass(time.Second)
				p.Wants(p.T("res.wants", "p", o.Visit.Me().Name), false)
			})
		})
	}
}

// Over days, both players go to the match that both have asked for, like any other: elsewhere it could
// wait.
func TestRematchOverDays(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{Control: room.OneDay}, screentest.FiveMoves)
		h.Must(o.Visit.Do(id, games.Resign))
		h.Pass(time.Second)
		for _, v := range []*screentest.Person{o, p} {
			v.Press("1")
			h.Pass(time.Second)
		}
		for _, v := range []*screentest.Person{p, o} {
			if s := playing(v); s == nil || s.ID == id || s.Status != store.Live {
				t.Errorf("%T, %+v", v.Top(), s)
			}
		}
	})
}

// A rematch that begins does not remove the question whether to leave.
func TestRematchTakesNoQuestionAway(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{}, "f5 d6")
		h.Must(o.Visit.Do(id, games.Resign))
		h.Pass(time.Second)
		p.Press("enter", "ctrl+c")
		h.Must(o.Visit.Rematch(id))
		h.Pass(time.Second)
		if _, ok := p.Top().(*app.Leave); !ok {
			t.Fatalf("the question gave way to %T", p.Top())
		}
		p.Press("esc")
		if s := playing(p); s == nil || s.ID == id || s.Status != store.Live {
			t.Errorf("below it is %T", p.Top())
		}
	})
}

// While a square is typed, the key bar and the message belong to the field: the opponent's question waits.
func TestQuestionWaitsForTheField(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{Game: "othello", Seat: 0, Control: "5+3"}, "d3")
		question := o.T("tb.takeback.ask", "p", p.Visit.Me().Name)
		o.Press("/")
		h.Must(p.Visit.Do(id, games.AskTakeback))
		h.Pass(time.Second)
		o.Wants(question, false)
		o.Wants(o.T("ot.entry"), true)
		o.Wants(o.T("key.grant"), false)
		o.Press("esc")
		o.Wants(question, true)
		o.Wants(o.T("key.grant"), true)
	})
}

// Letters of a line that is being typed when the match ends do not answer the sheet.
func TestLineDoesNotAnswerTheSheet(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{Game: "othello", Seat: 0, Control: "5+3"}, "d3 c3 c4")
		o.Press("t")
		o.Typed("/good")
		h.Must(p.Visit.Do(id, games.Resign))
		h.Pass(600 * time.Millisecond)
		o.Press("q")
		if _, ok := o.Top().(*play.Result); !ok {
			t.Errorf("a letter leads to %T", o.Top())
		}
		h.Pass(time.Second)
		o.Press("q")
		if _, ok := o.Top().(*Home); !ok {
			t.Errorf("q leads to %T", o.Top())
		}
	})
}

// Two who have found each other fill a phone: no third of it is blank.
func TestMeetingFillsAPhone(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		_, o := meeting(h)
		o.Send(client.Prefers{Finger: true})
		o.LookAs(48, 49, ui.LevelRich)
		blank := 0
		for y, row := range strings.Split(o.Canvas().Plain(o.Glyphs), "\n") {
			if blank++; strings.TrimSpace(row) != "" {
				blank = 0
			}
			if blank > o.H/3 {
				t.Fatalf("%d rows in a stretch are blank at %d:\n%s", blank, y, o.Canvas().Plain(o.Glyphs))
			}
		}
	})
}
