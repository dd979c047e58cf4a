package nim

import (
	_ "embed" // face.art
	"fmt"

	nim "arcade/examples/nim/engine"
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

//go:embed face.art
var faceArt string

// face is the look of Nim on pages about many games. It differs from the other games' faces.
var face = play.NewFace(faceArt, ui.Ink{Dark: 150, Light: 22, Night: 0xa9d46a, Day: 0x3d6310})

// Colours of the cloth, of a stick on it and of the stick's number: by night, by day, and with 256 colours. wood is
// the ink of a stick that is a sign, also for 16 colours.
var (
	cloth = ui.NewPaint(ui.Paint{Night: 0x1f4a3a, Day: 0x2f7a5e, Dark: 29, Light: 29})
	ivory = ui.NewPaint(ui.Paint{Night: 0xe8d5a6, Dark: 187})
	ink   = ui.NewPaint(ui.Paint{Night: 0x1b150a, Dark: 16})
	wood  = ui.NewInk(ui.Ink{Dark: 180, Light: 94, Night: 0xd9b382, Day: 0x7a4a12, Sixteen: "33;40", Bold: true})
)

// sizes are the sizes of a stick, with the gaps between two sticks and two heaps, from the largest to the least. Left
// of a heap is its letter, right of it the number of its sticks.
var sizes = []kit.Cells{
	{W: 4, H: 7, GapX: 5, GapY: 4, Left: 6, Right: 5, Top: 2, Bottom: 2},
	{W: 2, H: 3, GapX: 4, GapY: 3, Left: 6, Right: 4, Top: 2, Bottom: 2},
	{W: 2, H: 2, GapX: 4, GapY: 1, Left: 5, Right: 4, Top: 1, Bottom: 1},
	{W: 1, H: 1, GapX: 2, GapY: 1, Left: 5, Right: 4},
}

// letter returns a heap's name.
func letter(heap int) string { return string(rune('a' + heap)) }

// sign returns the symbol of a heap's stick number i, counted from 0.
func sign(a *app.App, i int) string {
	return app.If(numbered.Of(a), app.Itoa(i+1), "|")
}

// Parts shows the heaps, the players, the actions so far, and how to win.
func (v *view) Parts(a *app.App, s *play.Scene) play.Parts {
	if _, ok := s.View.(nim.View); !ok {
		return play.Parts{}
	}
	parts := play.Parts{Board: v.board(a, s), Side: []kit.Item{
		{Block: kit.Text{Ink: ui.Text, Text: a.T("nim.goal")}, Drop: 1},
		{Block: taken{a, s}, Drop: 2, Fill: 1},
	}}
	for seat := range s.Seats {
		line := seats.Line{Side: v.Side(a, games.Seat(seat)), Count: -1}
		parts.Seats = append(parts.Seats, seats.Block(a, s, games.Seat(seat), seats.Plate{Line: line}))
	}
	return parts
}

// board is a grid with a row for each heap and a cell for each stick.
func (v *view) board(a *app.App, s *play.Scene) kit.Grid {
	heaps := heapsOf(s)
	there := func(i int) bool { return i%nim.Most < heaps[i/nim.Most] }
	return kit.Grid{
		Cols: nim.Most, Rows: nim.Heaps, Sizes: sizes,
		Ground: func(g ui.Region, size kit.Cells) {
			if g.Rich() {
				g.Fill(g.Rect(), cloth)
			}
			for heap, sticks := range heaps {
				at := size.At(0, heap)
				v.label(g, at.Y+size.H/2, s.Mine() && heap == v.heap, letter(heap), app.Itoa(sticks))
			}
		},
		Cell: func(g ui.Region, _ kit.Cells, at ui.Rect, i int) {
			if there(i) {
				heap, n := i/nim.Most, i%nim.Most
				stickAt(g, at, sign(a, n), s.Mine() && heap == v.heap && n >= heaps[heap]-v.n)
			}
		},
		Msg: func(i int) any {
			if !there(i) {
				return nil
			}
			return stick{i / nim.Most, i % nim.Most}
		},
		Name: func(i int) string {
			return a.T("nim.said.stick", "heap", letter(i/nim.Most), "n", i%nim.Most+1)
		},
	}
}

// label draws the letter and the number of a heap, the letter of the chosen one marked.
func (v *view) label(g ui.Region, y int, chosen bool, name, sticks string) {
	if g.Rich() {
		g.Chip(1, y, name, app.If(chosen, ui.Picked, ui.Cap))
		g.Chip(g.W()-4, y, sticks, ui.Cap)
		return
	}
	if chosen {
		g.Text(0, y, ui.Focus, ">")
	}
	g.Text(2, y, ui.Strong, name)
	g.TextRight(g.W(), y, ui.Muted, sticks)
}

// stickAt draws a stick: a block on the cloth, or a column of signs. A chosen stick has an x, or is of them.
func stickAt(g ui.Region, at ui.Rect, sign string, chosen bool) {
	if !g.Rich() {
		for row := range at.H {
			if chosen {
				g.Text(at.X, at.Y+row, ui.Picked, "x")
			} else {
				g.Text(at.X, at.Y+row, wood, sign)
			}
		}
		return
	}
	g.Fill(at, ivory)
	switch {
	case chosen:
		g.Fill(at, ui.Picked)
		g.Text(at.X, at.Y+at.H/2, ui.Picked|ui.Bold, "x")
	case sign != "|":
		g.Text(at.X, at.Y+at.H-1, ink, sign)
	}
}

// taken is a block with the actions so far, three in a row.
type taken struct {
	a *app.App
	s *play.Scene
}

// takenWidth is the width of an action.
const takenWidth = 10

// Least returns the heading and a row.
func (t taken) Least(kit.Look, int) kit.Size { return kit.Size{W: 3 * takenWidth, H: 2} }

// Wish returns the rows of a long match.
func (t taken) Wish(kit.Look, int) int { return 6 }

// Draw draws the newest actions that have room.
func (t taken) Draw(_ kit.Look, g ui.Region) {
	g.Text(0, 0, ui.Muted, t.a.T("nim.taken"))
	rows := (len(t.s.Plies) + 2) / 3
	for i, p := range t.s.Plies {
		if y := 1 + i/3 - max(rows-(g.H()-1), 0); y > 0 {
			g.Text(i%3*takenWidth, y, ui.Text, fmt.Sprintf("%2d. %s", i+1, p.Action))
		}
	}
}
