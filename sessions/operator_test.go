package sessions

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/sessions/words"
	"arcade/store"
)

// inView wants a text on the screen, or its absence.
func (p *person) inView(text string, want bool) {
	p.hall.t.Helper()
	p.View()
	if frame := p.canvas.Plain(p.glyphs); strings.Contains(frame, text) != want {
		p.hall.t.Errorf("shows %q: %v, want %v:\n%s", text, !want, want, frame)
	}
}

// An announcement stands on whatever screen for some seconds: keys do not take it
// away, it takes no keys away, and talk does not push it out.
func TestAnnouncement(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, lang)
			p, o := h.me(), h.other()
			id := h.duel(p, o, lobby.Offer{Seat: 0}, "d3 c3 c4")
			guest := h.guest()
			if _, err := h.house.Lobby.Announce("곧 다시 켜요", "restarting soon"); err != nil {
				t.Fatal(err)
			}
			h.settle()
			text := words.T(lang, "sh.announce", "x", map[words.Lang]string{words.KO: "곧 다시 켜요", words.EN: "restarting soon"}[lang])
			for _, one := range []*person{p, o, guest} {
				one.inView(text, true)
				if list := one.problems(); len(list) > 0 {
					t.Errorf("%s", strings.Join(list, "\n"))
				}
			}
			before := len(p.top().(*table).snap.Plies)
			o.press("enter")
			h.pass(time.Second)
			if got := len(p.top().(*table).snap.Plies); got != before+1 {
				o.View()
				t.Errorf("the keys were taken away: %d plies\n%s", got, o.canvas.Plain(o.glyphs))
			}
			for range 3 {
				h.must(o.visit.Say(id, 1, ""))
			}
			p.inView(text, true)
			h.pass(houseTime - 4*time.Second)
			p.inView(text, true)
			guest.inView(text, true)
			h.pass(4 * time.Second)
			p.inView(text, false)
			guest.inView(text, false)
		})
	}
}

func TestRenamedByTheOperator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, words.KO)
		p := h.me()
		h.must(h.house.Lobby.RenamePlayer(h.name(0), "새이름"))
		h.pass(time.Second)
		p.inView(words.T(words.KO, "sh.renamed", "p", "새이름"), true)
		h.pass(houseTime + time.Second)
		p.inView("새이름", true)
		p.inView(h.name(0), false)
	})
}

// The operator closes a table of each game in play: every screen there says so and
// goes on, and nothing is kept of it.
func TestClosedByTheOperator(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for name, sit := range map[string]func(h *hall, p, o *person) string{
			"othello": func(h *hall, p, o *person) string { return h.duel(p, o, lobby.Offer{Seat: 0, Rated: true}, "d3 c3 c4") },
			"matgo":   func(h *hall, p, o *person) string { return h.matgoTable(p, o, 0, 0, 6) },
			"stones":  func(h *hall, p, o *person) string { return runAlone(h, p, stones.Name) },
			"yut":     func(h *hall, p, o *person) string { return runAlone(h, p, yut.Name) },
			"klondike": func(h *hall, p, o *person) string {
				return runAlone(h, p, klondike.Name)
			},
		} {
			t.Run(name+"-"+lang.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newHall(t, lang)
					p, o := h.me(), h.other()
					id := sit(h, p, o)
					watcher := h.guest()
					if watcher.visit.Watch(id) == nil {
						watcher.visit.Unwatch(id)
						watcher.do(openTable(id))
					}
					if name == othello.Name {
						p.press("r") // a question that has no meaning any more
					}
					reason := map[words.Lang]string{words.KO: "점검", words.EN: "maintenance"}[lang]
					h.must(h.house.Lobby.CloseTable(id, reason))
					h.pass(2 * time.Second)
					for _, one := range []*person{p, o, watcher} {
						tb, ok := atTable(one, id)
						if !ok {
							continue
						}
						if tb.snap.Result == nil || tb.snap.Result.Reason != games.Aborted || tb.snap.Status != store.Done {
							t.Errorf("the match is %s, %+v", tb.snap.Status, tb.snap.Result)
						}
						one.inView(words.T(lang, "sh.shut.why", "x", reason), true)
						one.inView(words.T(lang, "res.aborted"), true)
						if list := one.problems(); len(list) > 0 {
							t.Errorf("%s", strings.Join(list, "\n"))
						}
						one.press("q")
						h.pass(time.Second)
						if len(one.stack) != 1 {
							t.Errorf("q does not lead home: %T", one.top())
						}
					}
					if _, err := h.store.Match(id); err == nil {
						t.Error("the match was kept")
					}
				})
			})
		}
	}
}

// atTable is somebody's table screen, wherever it stands on the stack.
func atTable(p *person, id string) (*table, bool) {
	for _, s := range p.stack {
		if t, ok := s.(*table); ok && t.id == id {
			return t, true
		}
	}
	return nil, false
}

// runAlone begins a run alone and plays the first actions that are legal in it.
func runAlone(h *hall, p *person, game string) string {
	h.t.Helper()
	id := p.create(lobby.Offer{Game: game, Control: "none"})
	for n := 0; n < 2; n++ {
		s, err := p.visit.Table(id)
		h.must(err)
		if s.Result != nil || len(s.Legal) == 0 {
			break
		}
		if wait := s.HeldUntil - s.Now; wait > 0 {
			h.pass(time.Duration(wait) * time.Millisecond)
		}
		h.must(p.visit.Act(id, len(s.Plies), s.Legal[0]))
		h.pass(3 * time.Second)
	}
	return id
}
