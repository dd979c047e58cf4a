package sessions_test

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
	"arcade/store"
)

// An announcement stays on any screen for some seconds: keys neither remove it nor are lost to it, and talk
// does not push it out.
func TestAnnouncement(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p, o := h.Me(), h.Other()
			id := h.Duel(p, o, pairing.Offer{Seat: 0}, "d3 c3 c4")
			guest := h.Guest()
			if _, err := h.House.Lobby.Announce("곧 다시 켜요", "restarting soon"); err != nil {
				t.Fatal(err)
			}
			h.Settle()
			text := words.T(lang, "sh.announce", "x", map[words.Lang]string{words.KO: "곧 다시 켜요", words.EN: "restarting soon"}[lang])
			for _, one := range []*screentest.Person{p, o, guest} {
				one.Wants(text, true)
				if list := one.Problems(); len(list) > 0 {
					t.Errorf("%s", strings.Join(list, "\n"))
				}
			}
			before := len(p.Top().(*play.Table).Snap.Plies)
			o.Press("enter")
			h.Pass(time.Second)
			if got := len(p.Top().(*play.Table).Snap.Plies); got != before+1 {
				t.Errorf("the keys were taken away: %d plies\n%s", got, o.Canvas().Plain(o.Glyphs))
			}
			for range 3 {
				h.Must(o.Visit.Say(id, 1, ""))
			}
			p.Wants(text, true)
			h.Pass(app.HouseTime - 4*time.Second)
			p.Wants(text, true)
			guest.Wants(text, true)
			h.Pass(4 * time.Second)
			p.Wants(text, false)
			guest.Wants(text, false)
		})
	}
}

func TestRenamedByTheOperator(t *testing.T) {
	screentest.In(t, words.KO, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		h.Must(h.House.Lobby.RenamePlayer(h.Name(0), "새이름"))
		h.Pass(time.Second)
		p.Wants(words.T(words.KO, "sh.renamed", "p", "새이름"), true)
		h.Pass(app.HouseTime + time.Second)
		p.Wants("새이름", true)
		p.Wants(h.Name(0), false)
	})
}

// The operator closes a table of each game in play: every screen there says so and goes on, and the match
// is not stored.
func TestClosedByTheOperator(t *testing.T) {
	for _, lang := range []words.Lang{words.KO, words.EN} {
		for name, sit := range map[string]func(h *screentest.Hall, p, o *screentest.Person) string{
			"othello": func(h *screentest.Hall, p, o *screentest.Person) string {
				return h.Duel(p, o, pairing.Offer{Seat: 0, Rated: true}, "d3 c3 c4")
			},
			"matgo": func(h *screentest.Hall, p, o *screentest.Person) string { return h.MatgoTable(p, o, 0, 0, 6) },
			"stones": func(h *screentest.Hall, p, o *screentest.Person) string {
				return screentest.RunAlone(h, p, stones.Name)
			},
			"yut": func(h *screentest.Hall, p, o *screentest.Person) string { return screentest.RunAlone(h, p, yut.Name) },
			"klondike": func(h *screentest.Hall, p, o *screentest.Person) string {
				return screentest.RunAlone(h, p, klondike.Name)
			},
		} {
			t.Run(name+"-"+lang.String(), func(t *testing.T) {
				screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
					p, o := h.Me(), h.Other()
					id := sit(h, p, o)
					watcher := h.Guest()
					if watcher.Visit.Watch(id) == nil {
						watcher.Visit.Unwatch(id)
						watcher.Do(play.OpenTable(id))
					}
					if name == othello.Name {
						p.Press("r") // a question that has become pointless
					}
					reason := map[words.Lang]string{words.KO: "점검", words.EN: "maintenance"}[lang]
					h.Must(h.House.Lobby.CloseTable(id, reason))
					h.Pass(2 * time.Second)
					for _, one := range []*screentest.Person{p, o, watcher} {
						tb, ok := screentest.AtTable(one, id)
						if !ok {
							continue
						}
						if tb.Snap.Result == nil || tb.Snap.Result.Reason != games.Aborted || tb.Snap.Status != store.Done {
							t.Errorf("the match is %s, %+v", tb.Snap.Status, tb.Snap.Result)
						}
						one.Wants(words.T(lang, "sh.shut.why", "x", reason), true)
						one.Wants(words.T(lang, "res.aborted"), true)
						if list := one.Problems(); len(list) > 0 {
							t.Errorf("%s", strings.Join(list, "\n"))
						}
						one.Press("q")
						h.Pass(time.Second)
						if len(one.Stack) != 1 {
							t.Errorf("q does not lead home: %T", one.Top())
						}
					}
					if _, err := h.Store.Match(t.Context(), id); err == nil {
						t.Error("the match was kept")
					}
				})
			})
		}
	}
}
