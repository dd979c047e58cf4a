package ui

import (
	"strings"
	"testing"
)

// chartShade is a ground for the tests.
var chartShade = NewPaint(Paint{Night: 0x203040})

// A line goes from the lower left to the upper right for rising values. The area below it has the shade,
// and all of it can be painted in every theme.
func TestLineChart(t *testing.T) {
	c := strict(t, 20, 6)
	c.Rich = true
	g := c.Sheet(Rect{0, 0, 20, 6}, Panel)
	g.LineChart(Rect{1, 1, 18, 4}, []float64{0, 1, 2, 3}, 0, 3, Info, chartShade)
	rows := strings.Split(c.Plain(LevelRich), "\n")
	at := func(x, y int) rune { return []rune(rows[y] + strings.Repeat(" ", 20))[x] }
	if at(1, 4) <= 0x2800 || at(18, 1) <= 0x2800 || at(1, 1) != ' ' || at(18, 4) != ' ' {
		t.Errorf("\n%s", strings.Join(rows, "\n"))
	}
	if g.At(18, 4) != chartShade || g.At(1, 1) != Panel {
		t.Error("the shade is not below the line")
	}
	for _, theme := range []Theme{Night, Day, Dark256, Light256Vision} {
		for y := range 6 {
			for _, cell := range c.Cells().Row(y) {
				theme.Palette().Look(cell.Surface, cell.Ink)
			}
		}
	}
}

// An identicon is symmetric, and another name has another one.
func TestIdenticon(t *testing.T) {
	draw := func(name string) string {
		c := strict(t, IdenticonW, IdenticonH)
		c.Rich = true
		c.Identicon(0, 0, name)
		var b strings.Builder
		for y := range IdenticonH {
			row := c.Cells().Row(y)
			for x, cell := range row {
				other := row[len(row)-1-x]
				if cell.Surface != other.Surface || cell.Rune != other.Rune {
					t.Errorf("%s: column %d is not its mirror", name, x)
				}
				b.WriteRune(cell.Rune)
				b.WriteRune(rune(cell.Surface))
			}
		}
		return b.String()
	}
	if draw("moonjar") == draw("badger") {
		t.Error("two names have one sign")
	}
}
