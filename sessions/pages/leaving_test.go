package pages

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Every page counts the seconds down, one each second, whatever covers it and however small the window, and
// leaves at the end.
func TestCountdown(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for _, pg := range frames {
			t.Run(lang.String()+" "+pg.Name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					p := pg.Make(screentest.NewHall(t, lang))
					p.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
					p.Send(app.ServerStops{In: 6 * time.Second})
					p.Hall.Pass(500 * time.Millisecond)
					for n := 6; n > 0; n-- {
						if line := p.T(p.UnlessGuest("sh.restart", "sh.restart.guest"), "n", strconv.Itoa(n)); !p.Sees(line) || p.Quit {
							t.Fatalf("no %q:\n%s", line, p.Canvas().Plain(p.Glyphs))
						}
						if n == 3 {
							p.Send(tea.WindowSizeMsg{Width: 60, Height: 18})
							if !p.Sees(p.T(p.UnlessGuest("sh.restart", "sh.restart.guest"), "n", "3")) {
								t.Errorf("a small window:\n%s", p.Canvas().Plain(p.Glyphs))
							}
							p.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
						}
						p.Hall.Pass(time.Second)
					}
					if want := p.T(p.UnlessGuest("sh.closing", "sh.closing.guest"), "host", "ssh -t arcade.example"); !p.Quit || p.Bye() != want {
						t.Errorf("quit %v, says %q", p.Quit, p.Bye())
					}
				})
			})
		}
	}
}

func TestCountdownOfNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := screentest.NewHall(t, words.EN).Me()
		if p.Send(app.ServerStops{}); !p.Quit {
			t.Error("stays")
		}
	})
}

// Keys keep a connection alive; automatic reports of a terminal do not. It is warned a minute before its
// end, and then a key is enough.
func TestIdle(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		h.House.Idle = 10 * time.Minute
		p := h.Me()
		warned := func() bool { return p.Sees(p.T("sh.idle")) }
		h.Pass(9*time.Minute - time.Second)
		if warned() {
			t.Fatal("warned too early")
		}
		p.Send(tea.WindowSizeMsg{Width: 81, Height: 24})
		p.Send(tea.MouseMotionMsg{X: 3, Y: 3})
		p.Send(tea.FocusMsg{})
		h.Pass(time.Second)
		if !warned() {
			t.Fatal("not warned in time")
		}
		h.Pass(59 * time.Second)
		if p.Quit || !warned() {
			t.Fatal("the warning does not stay until the end")
		}
		p.Press("x")
		if warned() {
			t.Fatal("warned although a key was pressed")
		}
		h.Pass(9 * time.Minute)
		if !warned() {
			t.Fatal("not warned again")
		}
		h.Pass(time.Minute)
		if want := p.T("sh.idle.bye", "host", "ssh -t arcade.example"); !p.Quit || p.Bye() != want {
			t.Errorf("quit %v, says %q", p.Quit, p.Bye())
		}
	})
}

// A player who waits at a live table is not sent away, and is warned like everybody else once the match is
// over.
func TestIdleAtATable(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		h.House.Idle = 5 * time.Minute
		p, o := h.Me(), h.Other()
		id := h.Duel(p, o, pairing.Offer{Control: "none"}, "f5 d6")
		h.Pass(time.Hour)
		if p.Quit || p.Sees(p.T("sh.idle")) {
			t.Fatal("sent away from a live table")
		}
		o.Press("x")
		h.Must(o.Visit.Do(id, "resign"))
		h.Pass(time.Second)
		if p.Quit || !p.Sees(p.T("sh.idle")) {
			t.Fatalf("quit %v, not warned after the match:\n%s", p.Quit, p.Canvas().Plain(p.Glyphs))
		}
		h.Pass(time.Minute)
		if !p.Quit {
			t.Error("stays")
		}
	})
}

// While the server stops, a screen that would begin something gives the reason why it does not.
func TestNothingBeginsWhileTheServerStops(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		h.House.Lobby.Drain()
		p.Send(app.ServerStops{In: 6 * time.Second})
		if p.Press("f"); !p.Sees(p.T("err.closing")) || !p.Sees(p.T("sh.restart", "n", "6")) {
			t.Errorf("does not say why:\n%s", p.Canvas().Plain(p.Glyphs))
		}
	})
}
