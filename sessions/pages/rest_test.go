package pages

import (
	"strings"
	"testing"
	"time"

	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// A screen without changes does not tick, except at the end of the day; home shows the hours that are left of it. Ages
// are redrawn when their text changes.
func TestNothingTicksWhileNothingChanges(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		for _, screen := range []struct {
			name string
			keys []string
			most int
		}{
			{"home", nil, 23},
			{"help", []string{"?"}, 23},
			{"settings", []string{"esc", "s"}, 1},
			{"lobby", []string{"esc", "m"}, 1},
		} {
			p.Press(screen.keys...)
			h.Pass(time.Minute)
			n := p.Ticks
			h.Pass(23 * time.Hour)
			if n = p.Ticks - n; n > screen.most {
				t.Errorf("%s, %T: %d ticks in 23 hours", screen.name, p.Top(), n)
			}
		}
	})
}

// A list of open seats is redrawn only when a seat's age changes its text, because many look at it at once.
func TestWaitingTicksSeldom(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, host := h.Me(), h.Other()
		p.Press("m")
		if _, ok := p.Top().(*lobbyView); !ok {
			t.Fatalf("at %T", p.Top())
		}
		host.Create(pairing.Offer{})
		h.Pass(time.Second)
		for _, wait := range []struct {
			in    time.Duration
			shows string
			ticks int
		}{
			{20 * time.Second, "0:15", 1}, {40 * time.Second, "1:00", 3}, {10 * time.Minute, "11:00", 10}, {time.Hour, "1h", 50},
		} {
			n := p.Ticks
			h.Pass(wait.in)
			if n = p.Ticks - n; n > wait.ticks {
				t.Errorf("%d ticks in %v", n, wait.in)
			}
			if text := p.Text(); !strings.Contains(text, "open "+wait.shows) {
				t.Errorf("after %v more it does not say %s:\n%s", wait.in, wait.shows, text)
			}
		}
	})
}

// Viewers of a list do not all redraw it at one moment because of an age in it.
func TestAgesAreSpread(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		looks := []*screentest.Person{h.Me()}
		for i := range 3 {
			looks = append(looks, h.Player(h.Name(i+2)))
		}
		var before []int
		h.Other().Create(pairing.Offer{})
		for _, p := range looks {
			p.Press("m")
		}
		h.Pass(90 * time.Second)
		for _, p := range looks {
			before = append(before, p.Ticks)
		}
		for drawn := 0; drawn == 0; {
			h.Pass(10 * time.Millisecond)
			for i, p := range looks {
				if p.Ticks != before[i] {
					drawn++
				}
			}
			if drawn == len(looks) {
				t.Error("all draw it again at once")
			}
		}
	})
}

// An overlay over a list lets its changes through. A page over it does not; the list is up to date when the
// page closes.
func TestNewsUnderOtherScreens(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, host := h.Me(), h.Other()
		p.Press("m")
		list := p.Top().(*lobbyView)
		for n, key := range []string{"?", "tab"} {
			p.Press(key)
			host.Create(pairing.Offer{})
			if h.Pass(time.Second); len(list.tables) != n+1 {
				t.Errorf("under what %s opens: %d seats", key, len(list.tables))
			}
			if key == "?" {
				p.Press("esc")
			}
		}
		p.Press("enter") // the profile of the first person in the list
		if p.Top() == app.Screen(list) {
			t.Fatal("nothing is over the list")
		}
		woken := p.Visit.Woken()
		host.Create(pairing.Offer{})
		h.Pass(time.Second)
		if n := p.Visit.Woken() - woken; n != 0 {
			t.Errorf("woken %d times for a list that is not in view", n)
		}
		if p.Press("esc"); len(list.tables) != 3 {
			t.Errorf("%d seats when it is back", len(list.tables))
		}
		host.Create(pairing.Offer{})
		if h.Pass(time.Second); len(list.tables) != 4 {
			t.Errorf("%d seats after it is back", len(list.tables))
		}
	})
}

// In the lobby of all games the foot, quick search and new games belong to the game of the focused table.
func TestFootFollowsTheRow(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p, o := h.Me(), h.Other()
		for _, game := range []string{"othello", "matgo"} {
			_, err := o.Visit.Create(pairing.Offer{Game: game, Seat: 0, Control: play.GameOf(game).Control})
			h.Must(err)
		}
		p.Press("w")
		list := p.Top().(*lobbyView)
		for _, key := range []string{"home", "down"} {
			p.Press(key)
			p.Wants(p.T("game."+list.table().Game)+"   "+p.T("lobby.you")[:9], true)
			if got := list.name(); got != list.table().Game {
				t.Errorf("at a table of %s a new game is %s", list.table().Game, got)
			}
		}
		if list.tables[0].Game == list.tables[1].Game {
			t.Fatal("the tables are of one game")
		}
	})
}

// On a phone the foot has the rating alone: nothing is cut.
func TestNarrowFoot(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			for _, p := range []*screentest.Person{h.Me(), h.Guest()} {
				p.Press("w")
				if p.LookAs(screentest.Narrow.Width, screentest.Narrow.Height, ui.LevelRich); strings.Contains(p.Canvas().Plain(ui.LevelRich), "..") {
					t.Errorf("cut: %s", p.Canvas().Plain(ui.LevelRich))
				}
			}
		})
	}
}
