package othello

import (
	"strings"
	"testing"

	"arcade/games/othello"
	"arcade/sessions/ui"
)

// The picture of a live table has a pixel a square: a1 at the top left, discs in their colours. It does not
// touch its surroundings.
func TestMini(t *testing.T) {
	c := ui.New(10, 6)
	c.Rich = true
	board := "X" + strings.Repeat("-", 62) + "O"
	Game.Face.Mini(c.Region, 1, 1, othello.View{Board: board})
	pixel := func(x, y int) ui.Token { // upper pixels are grounds
		if y%2 == 1 {
			t.Fatal("a lower pixel")
		}
		return c.At(1+x, 1+y/2)
	}
	if pixel(0, 0) != miniColours['X'] || pixel(1, 0) != miniFelt[1] || pixel(0, 2) != miniFelt[0] {
		t.Error("the first squares are not those of the board")
	}
	if last := c.Cells().At(8, 4); ui.Token(last.Ink) != miniColours['O'] {
		t.Error("the last square is not white")
	}
	if c.At(0, 1) != ui.Page || c.At(9, 1) != ui.Page || c.At(1, 5) != ui.Page {
		t.Error("it leaves its cells")
	}
	Game.Face.Mini(c.Region, 1, 1, nil) // nothing to draw
}
