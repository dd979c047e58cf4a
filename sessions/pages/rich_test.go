package pages

import (
	"fmt"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
	"arcade/store"
)

// hits are all that can be clicked in the frame in view, but for the key bar: caps take more
// room than names, so that some are left out.
func hits(p *screentest.Person) map[any]bool {
	found := map[any]bool{}
	for y := range p.H - 1 {
		for x := range p.W {
			if hit, ok := p.Canvas.HitAt(x, y); ok {
				found[hit] = true
			}
		}
	}
	return found
}

// What can be clicked of a page on the other levels can be clicked on its pictures.
func TestRichHits(t *testing.T) {
	for _, page := range []struct {
		name  string
		make  func(*screentest.Hall) *screentest.Person
		loses func(hit any) bool // what has no room there
	}{
		{"home", (*screentest.Hall).Me, nil},
		{"full home", fullHome, nil},
		{"lobby", screentest.Then(busyLobby, "1", "enter"), nil},
		{"people", screentest.Then(busyLobby, "1", "enter", "tab"), nil},
		{"form", screentest.Then((*screentest.Hall).Me, "n"), nil},
		{"profile", func(h *screentest.Hall) *screentest.Person { return myMatches(h, "esc", "p") }, func(hit any) bool {
			row, ok := hit.(ui.RowHit) // a game without statistics: it is no row of the list
			return ok && row > 0
		}},
		{"board", screentest.Then(ranked, "b"), nil},
		{"matches", func(h *screentest.Hall) *screentest.Person { return myMatches(h) }, nil},
		{"settings", screentest.Then((*screentest.Hall).Me, "s"), nil},
	} {
		t.Run(page.name, func(t *testing.T) {
			screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
				p := page.make(h)
				for _, size := range screentest.RichSizes {
					p.LookAs(size.Width, size.Height, ui.LevelLines)
					want := hits(p)
					p.LookAs(size.Width, size.Height, ui.LevelRich)
					got := hits(p)
					for hit := range want {
						if !got[hit] && (page.loses == nil || !page.loses(hit)) {
							t.Errorf("%dx%d: nothing is %T(%v)", size.Width, size.Height, hit, hit)
						}
					}
				}
			})
		})
	}
}

// The squares of the day's runs are those of the days on which one is on a board.
func TestStreaks(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		game := soloGames(p.App)[0]
		board := h.House.Lobby.Boards(game)[0]
		read := func() streak {
			p.LookAs(80, 24, ui.LevelRich)
			home := p.Stack[0].(*Home)
			home.Refresh(p.App)
			return home.lit.streaks[0]
		}
		played := func(day string) {
			me := p.Visit.Me()
			h.Rated++
			m := store.Match{
				ID: fmt.Sprintf("DAYRUN%02d", h.Rated), Game: game, Rules: 1, Seed: "42", Control: "none", Status: store.Live, Daily: day, Winner: -1,
				Seats: []store.Seat{{Player: me.ID, Name: me.Name}}, Created: time.Now().UnixMilli(), Started: time.Now().UnixMilli(),
			}
			h.Must(h.Store.CreateMatch(m))
			m.Status, m.Ended, m.Reason = store.Done, m.Started, games.Finished
			h.End(m, store.Outcome{Player: me.ID, Scores: []store.Score{{Player: me.ID, Name: me.Name, Match: m.ID, At: m.Ended, Board: ledger.BoardName(game, board, day), Value: 1}}})
		}
		today := h.House.Lobby.Today()
		if n, _ := read().run(); n != 0 {
			t.Fatalf("%d days before any", n)
		}
		played(today)
		if n, whole := read().run(); n != 1 || whole {
			t.Errorf("%d days after one", n)
		}
		h.Pass(24 * time.Hour)
		if n, _ := read().run(); n != 1 {
			t.Errorf("%d days on the day after", n)
		}
		h.Pass(24 * time.Hour)
		if s := read(); !s.done[weekDays-3] || s.done[weekDays-1] {
			t.Errorf("two days later: %v", s.done)
		} else if n, _ := s.run(); n != 0 {
			t.Errorf("%d days in a row after a gap", n)
		}
		day := h.House.Lobby.Today()
		for range weekDays {
			played(day)
			day = records.DayBefore(day)
		}
		p.Stack[0].(*Home).lit.streaks = nil // as after coming in again
		if n, whole := read().run(); n != weekDays || !whole {
			t.Errorf("%d days of a whole week", n)
		}
	})
}
