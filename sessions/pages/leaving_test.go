package sessions

import (
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/lobby"
	"arcade/sessions/words"
)

// sees tells whether a person's screen has a text.
func (p *person) sees(text string) bool {
	p.View()
	return strings.Contains(p.canvas.Plain(p.glyphs), text)
}

// Every page counts the seconds down, one of them each second, whatever stands on
// it and however small the window, and leaves when they are over.
func TestCountdown(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for i, pg := range pages {
			if raced && i%8 != 0 {
				continue
			}
			t.Run(lang.String()+" "+pg.name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					p := pg.make(newHall(t, lang))
					p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
					p.send(draining{6 * time.Second})
					p.hall.pass(500 * time.Millisecond)
					for n := 6; n > 0; n-- {
						if line := p.T(p.unlessGuest("sh.restart", "sh.restart.guest"), "n", strconv.Itoa(n)); !p.sees(line) || p.quit {
							t.Fatalf("no %q:\n%s", line, p.canvas.Plain(p.glyphs))
						}
						if n == 3 {
							p.send(tea.WindowSizeMsg{Width: 60, Height: 18})
							if !p.sees(p.T(p.unlessGuest("sh.restart", "sh.restart.guest"), "n", "3")) {
								t.Errorf("a small window:\n%s", p.canvas.Plain(p.glyphs))
							}
							p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
						}
						p.hall.pass(time.Second)
					}
					if want := p.T(p.unlessGuest("sh.closing", "sh.closing.guest"), "host", "ssh -t arcade.example"); !p.quit || p.Bye() != want {
						t.Errorf("quit %v, says %q", p.quit, p.Bye())
					}
				})
			})
		}
	}
}

func TestCountdownOfNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newHall(t, words.EN).me()
		if p.send(draining{}); !p.quit {
			t.Error("stays")
		}
	})
}

// Keys keep a connection, what a terminal sends by itself does not: it is warned a
// minute before its end, and a key then is enough.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.KO)
		h.house.Idle = 10 * time.Minute
		p := h.me()
		warned := func() bool { return p.sees(p.T("sh.idle")) }
		h.pass(9*time.Minute - time.Second)
		if warned() {
			t.Fatal("warned too early")
		}
		p.send(tea.WindowSizeMsg{Width: 81, Height: 24})
		p.send(tea.MouseMotionMsg{X: 3, Y: 3})
		p.send(tea.FocusMsg{})
		h.pass(time.Second)
		if !warned() {
			t.Fatal("not warned in time")
		}
		h.pass(59 * time.Second)
		if p.quit || !warned() {
			t.Fatal("the warning does not stay until the end")
		}
		p.press("x")
		if warned() {
			t.Fatal("warned although a key was pressed")
		}
		h.pass(9 * time.Minute)
		if !warned() {
			t.Fatal("not warned again")
		}
		h.pass(time.Minute)
		if want := p.T("sh.idle.bye", "host", "ssh -t arcade.example"); !p.quit || p.Bye() != want {
			t.Errorf("quit %v, says %q", p.quit, p.Bye())
		}
	})
}

// Whoever waits at a live table is not sent away, and is warned like everybody
// else once the match is over.
func TestIdleAtATable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.EN)
		h.house.Idle = 5 * time.Minute
		p, o := h.me(), h.other()
		id := h.duel(p, o, lobby.Offer{Control: "none"}, "f5 d6")
		h.pass(time.Hour)
		if p.quit || p.sees(p.T("sh.idle")) {
			t.Fatal("sent away from a live table")
		}
		o.press("x")
		h.must(o.visit.Do(id, "resign"))
		h.pass(maxTick)
		if p.quit || !p.sees(p.T("sh.idle")) {
			t.Fatalf("quit %v, not warned after the match:\n%s", p.quit, p.canvas.Plain(p.glyphs))
		}
		h.pass(time.Minute)
		if !p.quit {
			t.Error("stays")
		}
	})
}

// While the server stops, a screen that would begin something says why it does not.
func TestNothingBeginsWhileTheServerStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.KO)
		p := h.me()
		h.house.Lobby.Drain()
		p.send(draining{6 * time.Second})
		if p.press("f"); !p.sees(p.T("err.closing")) || !p.sees(p.T("sh.restart", "n", "6")) {
			t.Errorf("does not say why:\n%s", p.canvas.Plain(p.glyphs))
		}
	})
}
