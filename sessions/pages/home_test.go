package pages

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// A window that becomes large has the additional content at once.
func TestHomeGrows(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		h.Must(p.Visit.Do(h.Duel(p, o, pairing.Offer{}, "d3 c3"), games.Resign))
		h.Pass(time.Second)
		p.Do((*app.App).Home)
		p.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
		if text := p.Canvas().Plain(p.Glyphs); !strings.Contains(text, p.T("home.recent")) {
			t.Error(text)
		}
	})
}

// A new game with a bot reuses one that was left before its first action, so that they do not pile up.
func TestOneBotGameToBegin(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		start := func() string {
			p.Do(func(a *app.App) { StartBot(a, "othello") })
			id := p.Top().(*play.Table).ID
			p.Do((*app.App).Home)
			return id
		}
		id := start()
		if again := start(); again != id || len(p.Visit.Home().Resume) != 1 {
			t.Errorf("%s, then %s: %d to go on with", id, again, len(p.Visit.Home().Resume))
		}
		other, err := p.Visit.Create(pairing.Offer{Game: "othello", Control: "none", Seat: 1, Bot: p.Visit.Home().Resume[0].Seats[1].Bot})
		if h.Must(err); other == id {
			t.Error("the other colour is the same game")
		}
		h.Must(p.Visit.Act(id, 0, "d3"))
		if again := start(); again == id {
			t.Error("no other one while a game is in play")
		}
	})
}

// Sixteen challenges leave the games in view, for a newcomer too: three are listed, and a row declines all of them.
func TestManyChallenges(t *testing.T) {
	for name, come := range map[string]func(*screentest.Hall) *screentest.Person{
		"known":    (*screentest.Hall).Me,
		"newcomer": func(h *screentest.Hall) *screentest.Person { return h.First(h.Name(0)) },
	} {
		screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
			p := come(h)
			for i := range 4 {
				o := h.Player(h.Name(i + 1))
				for range 4 {
					o.Create(pairing.Offer{Player: p.Visit.Me().ID, Control: "10+5"})
				}
			}
			p.Shows("home", p.T("game.othello"), "Decline all 16 challenges")
			if n := strings.Count(p.Text(), "Challenge"); n != 3 {
				t.Errorf("%s: %d challenges are listed:\n%s", name, n, p.Text())
			}
			p.Press("down", "down", "down", "enter")
			h.Pass(time.Second)
			p.Press("enter") // later
			if n := len(p.Visit.Invites()); n != 16 {
				t.Fatalf("%s: %d challenges are left", name, n)
			}
			p.Press("enter")
			h.Pass(time.Second)
			p.Press("2")
			if n := len(p.Visit.Invites()); n != 0 {
				t.Errorf("%s: %d challenges are left", name, n)
			}
			p.Shows("home", "Declined: 16")
			p.Wants("Challenge", false)
			p.Press("+")
			p.Wants(p.T("inv.taken"), true)
		})
	}
}

// Three challenges are three rows.
func TestThreeChallenges(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		for range 3 {
			o.Create(pairing.Offer{Player: p.Visit.Me().ID, Control: "10+5"})
		}
		if n := strings.Count(p.Text(), "Challenge"); n != 3 {
			t.Errorf("%d challenges are listed:\n%s", n, p.Text())
		}
		p.Wants("Decline all", false)
	})
}

// The key that goes on with a match does not play there by being pressed twice.
func TestGoesOnOnce(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		p.Do(func(a *app.App) { StartBot(a, "othello") })
		h.Pass(time.Second)
		p.Do((*app.App).Home)
		p.Press("enter", "enter")
		tb, ok := p.Top().(*play.Table)
		if !ok || len(tb.Snap.Plies) > 0 {
			t.Fatalf("%T, %s", p.Top(), p.Text())
		}
		h.Pass(app.GuardTime)
		if p.Press("enter"); len(tb.Snap.Plies) == 0 {
			t.Error("no move later")
		}
	})
}
