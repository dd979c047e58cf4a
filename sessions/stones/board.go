package stones

import (
	"fmt"
	"strings"

	"arcade/games/stones"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// course is the board of a run or of two: a river with its stones, or a strip of cells where there are no pictures.
type course struct {
	a   *app.App
	see crossing
	own int    // the cell in focus on a strip, -1 for none
	two bool   // two walkers have signs of their own on a strip
	at  string // the effect of the last roll; "" for none
}

// beds are the rivers and strips the strips, the largest first.
var (
	beds   = []*bed{broad, narrow, slim}
	strips = []strip{{cell: 5, left: 6, rows: []string{"short", "marks", "foot"}}, {cell: 3, left: 5, rows: []string{"letter", "marks"}}, {cell: 6, snake: 6}, {cell: 5, snake: 6}}
)

// block returns the course as a board: a river, or a strip of cells. In a river's place, where none has room, there is
// the lowest strip.
func (c course) block() kit.Board {
	low := &strips[len(strips)-1]
	return kit.ByLevel{
		Pictures: kit.Sized{Size: func(_ kit.Look, n int) (kit.Size, bool) {
			if n < len(beds) {
				return kit.Size{W: beds[n].w, H: beds[n].h}, true
			}
			return low.size(), n == len(beds)
		}, Paint: func(_ kit.Look, g ui.Region, n int) {
			if n < len(beds) {
				c.draw(g, beds[n])
				return
			}
			low.draw(g, c)
		}},
		Signs: kit.Sized{Size: func(_ kit.Look, n int) (s kit.Size, ok bool) {
			if n < len(strips) {
				return strips[n].size(), true
			}
			return s, false
		}, Paint: func(_ kit.Look, g ui.Region, n int) { strips[n].draw(g, c) }},
	}
}

// draw draws a river with the effect of the last roll.
func (c course) draw(g ui.Region, b *bed) {
	b.draw(c.a, g, &c.see)
	if c.at != "" {
		text := ui.Cut(c.at, b.w-4)
		b.write(g, min(8, max(0, b.w-4-ui.Width(text))), 0, numTok, b.water[0], text)
	}
}

// strip is a size of the strip of cells: in one row within lines, or in some rows there and back.
type strip struct {
	cell  int      // width of a cell
	left  int      // columns before the first cell, for a heading
	rows  []string // of a cell within lines
	snake int      // the number of cells in a row there and back, 0 for all
}

// size returns the size of the strip with the rows above and below it.
func (s strip) size() kit.Size {
	if s.snake > 0 {
		rows := (stones.Cells + s.snake - 1) / s.snake
		return kit.Size{W: s.snake*(s.cell+1) + 1, H: 3*rows + 1}
	}
	return kit.Size{W: s.left + stones.Cells*(s.cell+1) + 1, H: len(s.rows) + 5}
}

// percent returns the chance of a cell that the choice in focus can reach, "" for the others.
func (c course) percent(cell int) string {
	if p := c.see.odds[cell]; c.see.percents && p > 0 {
		return app.Itoa(app.Percent(p)) + "%"
	}
	return ""
}

// signs returns the signs of two walkers on a cell, the first one's and the second one's.
func (c course) signs(cell int) (list [2]string) {
	for i, w := range c.see.walkers {
		if c.two && w.cell == cell {
			list[i] = duelMarks[w.seat]
		}
	}
	return list
}

// draw draws a row with the chances or the first walker, the numbers, the cells within lines, the second walker and
// the last roll.
func (s strip) draw(g ui.Region, c course) {
	if s.snake > 0 {
		s.drawSnake(g, c)
		return
	}
	last := 2 + len(s.rows) + 1
	s.box(g, c, 1)
	odds := false
	for i := range c.see.rewards {
		x := s.left + 1 + (s.cell+1)*i
		if p := c.percent(i); p != "" && !c.two { // two walkers have the row
			n := g.TextRight(x+s.cell, 0, ui.Info, p)
			odds = odds || n > 0
		}
		for k, sign := range c.signs(i) {
			g.Text(x+s.cell/2, k*(last+1), duelInks[k], sign)
		}
	}
	if odds {
		g.Text(0, 0, ui.Muted, c.a.T("st.odds"))
	}
	g.TextCut(s.left, last+1, g.W()-s.left, ui.Strong, c.at)
}

// box draws the numbers of the cells from row y on, and below them the cells within lines.
func (s strip) box(g ui.Region, c course, y int) {
	line := strings.Repeat("─", s.cell)
	g.Text(s.left, y+1, ui.Text, "┌"+strings.Repeat(line+"┬", stones.Goal)+line+"┐")
	g.Text(s.left, y+2+len(s.rows), ui.Text, "└"+strings.Repeat(line+"┴", stones.Goal)+line+"┘")
	for i, r := range c.see.rewards {
		x := s.left + 1 + (s.cell+1)*i
		g.TextRight(x+s.cell-s.cell/3, y, ui.Muted, app.Itoa(i))
		ink := gradeTokens[r]
		if i == c.own {
			ink = ui.Focus
		}
		for row, kind := range s.rows {
			g.Text(x-1, y+2+row, ui.Text, "│")
			g.Text(x, y+2+row, ink, ui.PadRight(s.text(c, kind, i), s.cell))
			g.Text(x+s.cell, y+2+row, ui.Text, "│")
		}
	}
}

// text returns a row of a cell.
func (s strip) text(c course, kind string, i int) string {
	r := c.see.rewards[i]
	switch kind {
	case "short":
		return c.a.T(gradeShort[r])
	case "marks":
		return strings.Repeat(" ", s.cell/5) + marks(r)
	case "foot":
		return app.TextIf(i == c.own, " >v<")
	}
	letter := letter(c.a, r)
	switch narrow := ui.Width(letter) == 1; {
	case i == c.own && narrow:
		return ">" + letter + "<"
	case i == c.own:
		return ">" + letter
	case narrow:
		return " " + letter
	}
	return letter
}

// drawSnake draws the cells in rows there and back, each with its number, the chance, the letter and the marks.
func (s strip) drawSnake(g ui.Region, c course) {
	for i, r := range c.see.rewards {
		row, at := i/s.snake, i%s.snake
		if row%2 == 1 {
			at = s.snake - 1 - at
		}
		x, y := at*(s.cell+1), 3*row
		n := g.Text(x, y, ui.Muted, app.Itoa(i))
		g.Text(x+n+1, y, ui.Info, c.percent(i))
		ink, text := gradeTokens[r], " "+letter(c.a, r)+" "
		if i == c.own {
			ink, text = ui.Focus, ">"+letter(c.a, r)+"<"
		}
		n = g.Text(x, y+1, ink, text)
		for k, sign := range c.signs(i) {
			g.Text(x+n+k, y+1, duelInks[k], sign)
		}
		g.Text(x, y+2, gradeTokens[r], " "+strings.TrimSpace(marks(r)))
	}
	g.TextCut(0, g.H()-1, g.W(), ui.Strong, c.at)
}

// landed describes the effect of the last roll, "" while it rolls.
func landed(a *app.App, step stones.Step) string {
	text := a.Short("st.said.roll", "c", int(step.Choice), "d", fmt.Sprintf("%+d", step.Roll), "a", step.From, "n", step.To)
	switch {
	case step.To == stones.Goal:
		text += "   " + a.T("st.reach16")
	case step.Clamped:
		text += "   " + a.T("st.clamp0")
	}
	return text
}
