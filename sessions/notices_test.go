package sessions_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/term"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// atGames lets p begin each game, one after the other, and calls f at its table on turn.
func atGames(h *screentest.Hall, p *screentest.Person, f func(game string)) {
	for _, game := range []string{othello.Name, matgo.Name} {
		if game == matgo.Name {
			h.MatgoTable(p, h.Other(), 0, 0, 12)
		} else {
			h.Duel(p, h.Other(), lobby.Offer{Game: game, Control: "5+3"}, screentest.FiveMoves)
		}
		f(game)
	}
	for _, game := range []string{stones.Name, klondike.Name, yut.Name} {
		p.Do(play.OpenTable(p.Create(lobby.Offer{Game: game, Control: "none"})))
		f(game)
	}
}

// Notices cover nothing clickable in any game: no card, no square, no choice.
func TestNoticesCoverNothing(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		atGames(h, p, func(game string) {
			for _, size := range []term.Size{{Width: 80, Height: 24}, {Width: 100, Height: 30}, {Width: 120, Height: 40}, {Width: 200, Height: 60}} {
				p.W, p.H = size.Width, size.Height
				p.Toasts = nil
				plain := ui.New(p.W, p.H)
				p.App.Draw(plain)
				rows := screentest.Grid(plain.Plain(ui.LevelLines))
				for range 2 {
					p.Toast("somebody12345 cannot be waited for: the connection is gone for long", nil)
				}
				c := ui.New(p.W, p.H)
				p.App.Draw(c)
				covered, any := 0, false
				for y, row := range screentest.Grid(c.Plain(ui.LevelLines)) {
					for x, r := range row {
						if r == rows[y][x] {
							continue
						}
						any = true
						hit, ok := plain.HitAt(x, y)
						if _, key := hit.(ui.Press); ok && hit != nil && !key { // a key's name beside the board may be covered
							covered++
						}
					}
				}
				if size.Height == 30 && strings.Count(c.Plain(ui.LevelLines), "[ somebody12345 cannot be waited for: the connection is gone for long ]") != 2 {
					t.Errorf("%s: below the board there is room, and a notice is broken:\n%s", game, c.Plain(ui.LevelLines))
				}
				if covered > 0 || !any {
					t.Errorf("%s, %dx%d: %d cells are covered, shown: %v\n%s", game, p.W, p.H, covered, any, c.Plain(ui.LevelLines))
				}
			}
			p.W, p.H, p.Toasts = 80, 24, nil
			h.Pass(app.GuardTime)
			p.Press("m") // nor under a menu
			p.Toast("[word"+strings.Repeat(" word", 8), nil)
			x := 0
			for line := range strings.SplitSeq(p.Text(), "\n") {
				if before, _, ok := strings.Cut(line, "[ [word"); ok {
					x = ui.Width(before)
				}
			}
			if at := p.Stack[len(p.Stack)-2].(*play.Table).Notices(p.App); at.W > 0 && (x < at.X || x >= at.X+at.W) {
				t.Errorf("%s: under the menu a notice stands at %d, not in %+v", game, x, at)
			}
			p.Press("esc")
			p.Toasts = nil
		})
	})
}

// A terminal that is too small for a game shows which game it is, whose turn and the clock. It rings once
// when its player's turn comes. A terminal that shows the game does not ring, unless the player wants that
// and is away.
func TestTooSmall(t *testing.T) {
	bells := func(p *screentest.Person) (n int) {
		for _, m := range p.Out {
			if m == screentest.Bell {
				n++
			}
		}
		return n
	}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		screentest.In(t, lang, func(t *testing.T, h *screentest.Hall) {
			p, o := h.Me(), h.Other()
			for _, control := range []string{"5+3", "none"} {
				id := h.Duel(p, o, lobby.Offer{Game: othello.Name, Control: control}, "")
				see := func(w, height int, texts ...string) {
					p.Send(tea.WindowSizeMsg{Width: w, Height: height})
					for _, text := range append(texts, p.T("game.othello")) {
						if !strings.Contains(p.State(), text) {
							t.Errorf("%s, %dx%d: no %q in\n%s", control, w, height, text, p.Canvas.Plain(p.Glyphs))
						}
					}
				}
				me, other := p.T("tb.turn.me"), p.T("tb.turn.other", "p", p.SeatName(lobby.SeatInfo{Person: o.Visit.Me()}))
				clock := ""
				if control != "none" {
					clock = p.T("tb.left", "t", "")
				}
				see(60, 18, me)
				before := bells(p)
				h.Must(p.Visit.Act(id, 0, "d3"))
				h.Settle()
				see(60, 18, other)
				h.Must(o.Visit.Act(id, 1, "c3"))
				h.Settle()
				h.Pass(5 * time.Second)
				for _, size := range [][2]int{{60, 18}, {79, 24}, {40, 12}, {30, 6}} {
					see(size[0], size[1], me, clock)
				}
				if n := bells(p) - before; n != 1 {
					t.Errorf("%s: it rang %d times", control, n)
				}
				p.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
				h.Must(p.Visit.Act(id, 2, "c4"))
				h.Settle()
				h.Must(o.Visit.Act(id, 3, "e3"))
				h.Settle()
				if n := bells(p) - before; n != 1 {
					t.Errorf("%s: it rings though the game is in view", control)
				}
				h.Must(p.Visit.Do(id, games.Resign))
				h.Settle()
				p.Do((*app.App).Home)
				o.Do((*app.App).Home)
			}
		})
	}
}
