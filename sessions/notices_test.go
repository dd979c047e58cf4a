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
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/words"
)

// atGames lets p begin each game, one after the other, and calls f at its table on turn.
func atGames(h *screentest.Hall, p *screentest.Person, f func(game string)) {
	for _, game := range []string{othello.Name, matgo.Name} {
		if game == matgo.Name {
			h.MatgoTable(p, h.Other(), 0, 0, 12)
		} else {
			h.Duel(p, h.Other(), pairing.Offer{Game: game, Control: "5+3"}, screentest.FiveMoves)
		}
		f(game)
	}
	for _, game := range []string{stones.Name, klondike.Name, yut.Name} {
		p.Do(play.OpenTable(p.Create(pairing.Offer{Game: game, Control: "none"})))
		f(game)
	}
}

// Toasts stand over the top bar of any game in any size, also under a menu; they come one after the other,
// and long ones in parts.
func TestToastsComeInTurn(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		atGames(h, p, func(game string) {
			for _, size := range []client.Size{{Width: 80, Height: 24}, {Width: 100, Height: 30}, {Width: 120, Height: 40}, {Width: 200, Height: 60}} {
				p.Toasts = nil
				p.Toast("first", nil)
				p.Toast(strings.Repeat("second ", 20)+"end", nil)
				p.Send(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
				row := -1
				for i, want := range []string{"[ first ]", "[ second", "end ]"} {
					differ := 0
					for y, line := range strings.Split(p.Text(), "\n") {
						if strings.Contains(line, want) {
							differ++
							if i > 0 && y != row {
								t.Errorf("%s, %v: %q is in row %d, not %d", game, size, want, y, row)
							}
							row = y
						}
					}
					if differ != 1 || row > (p.H-24)/2 {
						t.Errorf("%s, %v: %q stands in %d rows, the last %d\n%s", game, size, want, differ, row, p.Text())
					}
					h.Pass(app.ToastTime)
				}
			}
			p.W, p.H, p.Toasts = 80, 24, nil
			h.Pass(app.GuardTime)
			p.Press("m") // nor under a menu
			p.Toast("under a menu", nil)
			if top, _, _ := strings.Cut(p.Text(), "\n"); !strings.Contains(top, "under a menu") {
				t.Errorf("%s: %q", game, top)
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
				id := h.Duel(p, o, pairing.Offer{Game: othello.Name, Control: control}, "")
				see := func(w, height int, texts ...string) {
					p.Send(tea.WindowSizeMsg{Width: w, Height: height})
					for _, text := range append(texts, p.T("game.othello")) {
						if !strings.Contains(p.State(), text) {
							t.Errorf("%s, %dx%d: no %q in\n%s", control, w, height, text, p.Canvas().Plain(p.Glyphs))
						}
					}
				}
				me, other := p.T("tb.turn.me"), p.T("tb.turn.other", "p", p.SeatName(table.SeatInfo{Person: o.Visit.Me()}))
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
				for _, size := range [][2]int{{60, 18}, {39, 24}, {40, 12}, {30, 6}} {
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
