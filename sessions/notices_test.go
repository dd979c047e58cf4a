package sessions_test

import (
	"testing"

	"arcade/games/klondike"
	"arcade/games/matgo"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
	"arcade/sessions/term"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// atGames begins each game for p, one after the other, at its table and on turn.
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

// Notices cover nothing that can be clicked in any game: no card, no square, no choice.
func TestNoticesCoverNothing(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := h.Me()
		atGames(h, p, func(game string) {
			for _, size := range []term.Size{{Width: 80, Height: 24}, {Width: 100, Height: 30}, {Width: 120, Height: 40}, {Width: 200, Height: 60}} {
				p.W, p.H = size.Width, size.Height
				p.Toasts = nil
				plain := ui.New(p.W, p.H)
				p.App.Draw(plain)
				rows := screentest.Grid(plain.Plain(ui.Default))
				for range 2 {
					p.Toast("somebody12345 cannot be waited for: the connection is gone for long", nil)
				}
				c := ui.New(p.W, p.H)
				p.App.Draw(c)
				covered, any := 0, false
				for y, row := range screentest.Grid(c.Plain(ui.Default)) {
					for x, r := range row {
						if r == rows[y][x] {
							continue
						}
						any = true
						hit, ok := plain.HitAt(x, y)
						if _, key := hit.(ui.Press); ok && hit != nil && !key { // a key's name beside the board may be
							covered++
						}
					}
				}
				if covered > 0 || !any {
					t.Errorf("%s, %dx%d: %d cells are covered, shown: %v\n%s", game, p.W, p.H, covered, any, c.Plain(ui.Default))
				}
			}
			p.W, p.H, p.Toasts = 80, 24, nil
		})
	})
}
