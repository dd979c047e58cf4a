package sessions_test

import (
	"strings"
	"testing"
	"time"

	"arcade/lobby/pairing"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// Two windows of one player: the second leaves the first at its table alone, until it sits down there. A key brings
// the first one back to its table, and at the second one's end it goes on by itself.
func TestTwoWindows(t *testing.T) {
	for _, lang := range []words.Lang{words.EN, words.KO} {
		t.Run(lang.String(), func(t *testing.T) {
			screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
				say := func(key string) string { return words.T(lang, key) }
				first, other := h.Me(), h.Other()
				h.Duel(first, other, pairing.Offer{Game: "othello", Control: "5+3"}, screentest.FiveMoves)
				board := first.Text()
				name := h.Name(0)
				for _, command := range [][]string{nil, {"play", "nope"}, {"watch", "NOPE1234"}, {"join", "NOPE12"}} {
					failed := h.Enter(screentest.KeyOf(name), name, command...)
					h.Pass(time.Second)
					if command == nil {
						failed.Wants(say("sh.beside"), true)
					}
					failed.Wants(say("moved.title"), false)
					failed.End()
					h.Pass(time.Second)
				}
				first.Wants(say("moved.title"), false)
				if got := first.Text(); strings.Count(got, "\n") != strings.Count(board, "\n") || first.Visit.Over() != nil || !first.Visit.Active() {
					t.Errorf("the first window was touched:\n%s", got)
				}
				second := h.Enter(screentest.KeyOf(name), name)
				id := first.Visit.Home().Resume[0].ID
				h.Must(second.Visit.Watch(id))
				h.Pass(time.Second)
				first.Wants(say("moved.title"), true)
				first.Wants(say("sh.moved"), true)
				first.Press("x")
				h.Pass(time.Second)
				first.Wants(say("moved.title"), false)
				second.Wants(say("moved.title"), true)
				second.Press("enter")
				h.Pass(time.Second)
				first.Wants(say("moved.title"), true)
				second.End()
				h.Pass(time.Second)
				first.Wants(say("moved.title"), false)
				if first.Visit.Over() != nil {
					t.Error("it does not go on by itself")
				}
				if s, err := other.Visit.Table(id); err != nil || s.Seats[0].Away != 0 || s.Seats[1].Away != 0 {
					t.Errorf("somebody is away: %v", err)
				}
				third := h.Enter(screentest.KeyOf(name), name)
				h.Must(third.Visit.GoOn())
				h.Pass(time.Second)
				first.Press("q")
				if !first.Quits() || !strings.Contains(first.Bye(), say("moved.bye")) {
					t.Errorf("closed with %q", first.Bye())
				}
			})
		})
	}
}

// A window that came beside another goes to the match that waits once the other has ended, unless its person has
// begun something there.
func TestWindowBesideGoesOn(t *testing.T) {
	for name, key := range map[string]string{"untouched": "", "touched": "down"} {
		t.Run(name, func(t *testing.T) {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				first, other := h.Me(), h.Other()
				h.Duel(first, other, pairing.Offer{Game: "othello", Control: "5+3"}, screentest.FiveMoves)
				second := h.Enter(screentest.KeyOf(h.Name(0)), h.Name(0))
				h.Pass(time.Second)
				second.Wants(words.T(words.EN, "sh.beside"), true)
				if key != "" {
					second.Press(key)
				}
				first.End()
				h.Pass(time.Second)
				if _, plays := second.Top().(*play.Table); plays != (key == "") {
					t.Errorf("at the table: %v:\n%s", plays, second.Text())
				}
			})
		})
	}
}

// In words, another window is announced, any line takes over from it, and a window that ended lets this one go on.
func TestTwoWindowsInWords(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		l := listen(t, h, words.EN, "lee")
		l.say("play othello")
		l.hear()
		second := h.Enter(screentest.KeyOf("lee"), "lee")
		h.Pass(time.Second)
		if said := l.hear(); said != "" {
			t.Errorf("said %q", said)
		}
		h.Must(second.Visit.GoOn())
		h.Pass(time.Second)
		if said := l.hear(); said != words.T(words.EN, "wd.moved")+"\n" {
			t.Errorf("said %q", said)
		}
		if said := l.say(""); !strings.HasPrefix(said, words.T(words.EN, "wd.here")+"\n") || l.visit.Over() != nil || !second.Visit.Superseded() {
			t.Errorf("said %q", said)
		}
		h.Must(second.Visit.GoOn())
		second.End()
		h.Pass(time.Second)
		if said := l.hear(); !strings.HasSuffix(said, words.T(words.EN, "wd.here")+"\n") || l.visit.Over() != nil {
			t.Errorf("said %q", said)
		}
		other := listen(t, h, words.EN, "lee")
		if said := other.hear(); !strings.Contains(said, words.T(words.EN, "sh.beside")) {
			t.Errorf("said %q", said)
		}
		other.stop()
		l.stop()
	})
}
