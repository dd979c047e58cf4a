package yut

import (
	"testing"

	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/screentest"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// The right side is about the game in focus, however the focus came there.
func TestHomeShowsTheGameInFocus(t *testing.T) {
	screentest.In(t, words.EN, func(t *testing.T, h *screentest.Hall) {
		p := boards(h)
		row := 0
		for i, g := range p.House.Lobby.Games() {
			if g.Info().Name == yut.Name {
				row = i
			}
		}
		p.Press(app.Itoa(row + 1))
		want := p.Canvas().Plain(p.Glyphs)
		p.Press("1")
		p.ClickHit(ui.RowHit(row))
		if got := p.Canvas().Plain(p.Glyphs); got != want {
			t.Errorf("after a click:\n%s\nafter its digit:\n%s", got, want)
		}
	})
}
