package connectfour

import (
	"math"
	"slices"

	four "arcade/examples/connectfour/engine"
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

var face = play.NewFace(faceArt, ui.Ink{Dark: 75, Light: 25, Night: 0x6fa8ff, Day: 0x1f4fa8})

// Paints of the frame, of an empty hole, of the discs and of what marks them; inks of discs that are signs.
var (
	frame = ui.NewPaint(ui.Paint{Night: 0x1d4ea3, Day: 0x2b62c4, Dark: 25, Light: 26})
	hole  = ui.NewPaint(ui.Paint{Night: 0x0b1c3d, Day: 0xdbe6f7, Dark: 17, Light: 189})
	red   = ui.NewPaint(ui.Paint{Night: 0xd8392f, Dark: 160})
	gold  = ui.NewPaint(ui.Paint{Night: 0xf2c230, Dark: 220})
	deep  = ui.NewPaint(ui.Paint{Night: 0xb98a10, Dark: 136})
	white = ui.NewPaint(ui.Paint{Night: 0xffffff, Dark: 231})

	discs = [3]*ui.Soft{ui.NewSoft(hole, frame, red, gold), ui.NewSoft(red, frame), ui.NewSoft(gold, frame, deep)}
	ring  = ui.NewSoft(deep, gold)
	glint = ui.NewSoft(white, red, gold, hole)
	marks = [2]string{"●", "○"}
	inks  = [2]ui.Token{
		ui.NewInk(ui.Ink{Dark: 203, Light: 160, Night: 0xff7a70, Day: 0xb3221a, Sixteen: "91;40", Bold: true}),
		ui.NewInk(ui.Ink{Dark: 220, Light: 94, Night: 0xf2c230, Day: 0x7a5600, Sixteen: "33;40"}),
	}
)

// sizes are the sizes of a cell, from the largest to the least.
var sizes = []kit.Cells{
	{W: 12, H: 6, Left: 2, Right: 2, Top: 1, Bottom: 1, Pictures: true}, {W: 10, H: 5, Left: 2, Right: 2, Top: 1, Bottom: 1, Pictures: true},
	{W: 8, H: 4, Left: 2, Right: 2, Top: 1, Bottom: 1, Pictures: true}, {W: 6, H: 3, Left: 1, Right: 1, Top: 1, Pictures: true},
	{W: 5, H: 2, Left: 1, Right: 1, Top: 1, Pictures: true},
	{W: 5, H: 3, GapX: 1, Left: 1, Right: 1, Top: 1, Bottom: 1, Signs: true},
	{W: 5, H: 1, GapX: 1, Left: 1, Right: 1, Top: 1, Bottom: 1, Signs: true}, {W: 4, H: 1, GapX: 1, Left: 1, Right: 1, Top: 1, Bottom: 1, Signs: true},
}

// cell is what a cell shows: a seat's disc, or games.Nobody, and its mark.
type cell struct {
	seat                games.Seat
	four, last, landing bool
}

// Parts shows the board, the players, and the aim.
func (v *view) Parts(a *app.App, s *play.Scene) play.Parts {
	seen, ok := s.View.(four.View)
	if !ok {
		return play.Parts{}
	}
	parts := play.Parts{Board: v.board(a, s, seen), Marks: marks, Side: []kit.Item{
		{Block: kit.Text{Ink: ui.Text, Text: a.T("c4.goal")}, Drop: 2},
		{Block: kit.Only{In: kit.Unpictured, Block: kit.Text{Ink: ui.Muted, Text: a.T("c4.signs")}}, Drop: 1},
	}}
	for seat := range s.Seats {
		parts.Seats = append(parts.Seats, seats.Block(a, s, games.Seat(seat), seats.Plate{
			Line: seats.Line{Mark: marks[seat] + " ", Ink: inks[seat], Side: a.T(sides[seat]), Count: -1},
			Piece: func(g ui.Region, x, y int) {
				h := app.If(g.H() >= seats.Large, 3, 2)
				cell{seat: games.Seat(seat)}.picture(g, ui.Rect{X: x, Y: y, W: 2 * h, H: h})
			},
		}))
	}
	return parts
}

// board is a grid of cells. A column is one area for clicks.
func (v *view) board(a *app.App, s *play.Scene, seen four.View) kit.Grid {
	return kit.Grid{
		Cols: four.Cols, Rows: four.Rows, Sizes: sizes, Areas: four.Cols,
		Ground: func(g ui.Region, size kit.Cells) { v.ground(g, size, s.Mine()) },
		Cell: func(g ui.Region, _ kit.Cells, at ui.Rect, i int) {
			col, row := i%four.Cols, four.Rows-1-i/four.Cols
			height := len(seen.Board[col])
			c := cell{
				seat: seen.Board.Disc(col, row), four: slices.Contains(seen.Four, [2]int{col, row}),
				last: row == height-1 && seen.Last == four.Drop(col), landing: row == height && s.Mine() && col == v.col,
			}
			app.If(g.Rich(), cell.picture, cell.sign)(c, g, at)
		},
		Span: func(i int) ui.Rect { return ui.Rect{X: i, W: 1, H: four.Rows} },
		Msg:  func(i int) any { return column(i) },
		Name: func(i int) string { return spokenColumn(a, s, app.Itoa(i+1)) },
	}
}

// ground draws the frame, and the names of the columns with the chosen one marked.
func (v *view) ground(g ui.Region, size kit.Cells, mine bool) {
	if g.Rich() {
		g.Fill(g.Rect(), frame)
	}
	for col := range four.Cols {
		at, chosen := size.At(col, 0), mine && col == v.col
		if x := at.X + (at.W-3)/2; g.Rich() {
			g.Chip(x, 0, app.Itoa(col+1), app.If(chosen, ui.Picked, ui.Cap))
		} else {
			g.Text(x, 0, app.If(chosen, ui.Focus, ui.Muted), app.If(chosen, ">", " ")+app.Itoa(col+1))
			g.VLine(at.X-1, 1, g.H()-2, ui.Muted)
			g.VLine(at.X+at.W, 1, g.H()-2, ui.Muted)
			g.HLine(at.X-1, g.H()-1, at.W+2, ui.Muted)
		}
	}
}

// picture draws a round disc: a gold one has a ring, the last one a dot, and four in a row have bright middles.
func (c cell) picture(g ui.Region, at ui.Rect) {
	p, r := ui.NewPicture(at.W, at.H, frame), float64(min(at.W, 2*at.H))/2-0.3
	round(p, r, discs[c.seat+1])
	if c.seat == 1 {
		round(p, r*0.75, ring)
		round(p, r*0.55, discs[2])
	}
	if c.four || c.last || c.landing {
		round(p, r*0.4, app.If(c.last && !c.four, discs[0], glint))
	}
	g.Show(at.X, at.Y, p)
}

// round draws a disc of a radius in the middle of a picture, with soft edges.
func round(p *ui.Picture, radius float64, s *ui.Soft) {
	for i := range p.W * p.H {
		x, y := float64(i%p.W)+0.5-float64(p.W)/2, float64(i/p.W)+0.5-float64(p.H)/2
		if quarters := int(4*(radius-math.Hypot(x, y)) + 2.5); quarters > 0 {
			p.Dot(i%p.W, i/p.W, min(quarters, 4), s)
		}
	}
}

// sign draws a disc as a sign, or as blocks, with * before the last one, and # before four in a row.
func (c cell) sign(g ui.Region, at ui.Rect) {
	x, y := at.X+(at.W-3)/2, at.Y+at.H/2
	switch {
	case c.landing:
		g.Text(x+1, y, ui.Focus, "+")
	case c.seat == games.Nobody:
		return
	case at.H >= 3:
		for i, text := range []string{"▄▄▄", app.If(c.seat == 0, "███", "█ █"), "▀▀▀"} {
			g.Text(x, y-1+i, inks[c.seat], text)
		}
		x--
	default:
		g.Text(x+1, y, inks[c.seat], marks[c.seat]+" ")
	}
	g.Text(x, y, inks[max(c.seat, 0)], app.If(c.four, "#", app.If(c.last, "*", " ")))
}
