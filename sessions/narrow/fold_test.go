package narrow

import (
	"strings"
	"testing"

	"arcade/sessions/ui"
)

// above is the number of rows above the folded part.
const above = 2

// folded returns the drawing of draw on a wide screen, folded to 48 columns.
func folded(draw func(g ui.Region)) *ui.Canvas {
	src, c := ui.New(Width, Height), ui.New(48, 40)
	draw(ui.Body(src))
	Fold(c, ui.Rect{Y: above, W: 48, H: 32}, src, ui.Rect{Y: 1, W: Width, H: Height - 3})
	return c
}

// A row that is too long continues below, and can be clicked there. A wide gap is closed.
func TestRows(t *testing.T) {
	c := folded(func(g ui.Region) {
		g.Text(0, 0, ui.Text, strings.Repeat("a", 30))
		g.Text(40, 0, ui.Text, strings.Repeat("b", 30))
		g.Hit(ui.Rect{W: 80, H: 1}, ui.RowHit(7))
		g.Text(0, 1, ui.Text, "left")
		g.TextRight(80, 1, ui.Text, "한글")
	})
	rows := strings.Split(c.Plain(ui.LevelLines), "\n")[above:]
	for i, want := range []string{strings.Repeat("a", 30), "   " + strings.Repeat("b", 30), "left" + strings.Repeat(" ", 40) + "한글"} {
		if rows[i] != want {
			t.Errorf("row %d is %q, not %q", i, rows[i], want)
		}
	}
	if hit, _ := c.HitAt(10, above+1); hit != ui.RowHit(7) {
		t.Errorf("the second part is %v", hit)
	}
}

// A strip that marks a row of a sheet has the whole width if the row continues below.
func TestStrip(t *testing.T) {
	c := folded(func(g ui.Region) {
		in := g.Sheet(ui.Rect{W: 70, H: 5}, ui.Panel)
		in.Fill(ui.Rect{X: 0, Y: 2, W: 68, H: 1}, ui.Raised)
		in.Text(2, 2, ui.Text, strings.Repeat("a", 30))
		in.Text(34, 2, ui.Text, strings.Repeat("b", 30))
	})
	raised := c.Cells().At(20, above+2).Surface
	for x := range 48 {
		if got := c.Cells().At(x, above+3).Surface; got != raised {
			t.Errorf("below, column %d has the ground %d, not the strip's %d", x, got, raised)
		}
	}
}

// Content beside a gutter moves below it, and every clickable area remains.
func TestGutter(t *testing.T) {
	c := folded(func(g ui.Region) {
		for y := range 10 {
			g.Text(0, y, ui.Text, strings.Repeat("a", 40))
			g.Text(45, y, ui.Text, strings.Repeat("b", 30))
			g.Hit(ui.Rect{X: 45, Y: y, W: 30, H: 1}, ui.RowHit(y))
		}
	})
	rows := strings.Split(c.Plain(ui.LevelLines), "\n")[above:]
	if !strings.Contains(rows[9], "aaa") || strings.Contains(rows[9], "b") {
		t.Errorf("row 9 is %q", rows[9])
	}
	seen := map[any]bool{}
	for _, a := range c.Areas() {
		seen[a.Msg] = true
	}
	if len(seen) != 10 {
		t.Errorf("%d of 10 rows can be clicked", len(seen))
	}
}
