// Package share makes the files in which players share a finished match: a card with its final position,
// and a film of its replay.
package share

import (
	"strings"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/paste"
	"arcade/sessions/play"
	"arcade/sessions/play/tell"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// The size of a card in cells, the first column of its words, and its last row.
const width, height, column, last = 40, 16, 29, 15

// Card draws the card of a finished match: the final position, the result, names, the command that leads
// here, and the match's page, or its code. Pictures need a rich card; a plain one is text.
func Card(lang words.Lang, r *records.Replay, way app.Way, rich bool) *ui.Canvas {
	a, game := app.ForPictures(lang, 0, 0), play.GameOf(r.Match.Game)
	c := ui.New(width, height)
	c.Rich = rich
	if rich {
		c.Fill(ui.Rect{W: width, H: height}, ui.Panel)
	}
	view := r.View(len(r.Plies))
	at := ui.Rect{X: 1, Y: 1, W: play.CardWidth, H: play.CardHeight}
	draw := game.Card.Signs
	if rich {
		draw = game.Card.Picture
	}
	if draw != nil {
		draw(lang, c.Sub(at), view)
	}
	side := c.Sub(ui.Rect{X: column, W: width - column, H: last})
	side.Name(0, 1, 0)
	accent := game.Face.Accent
	if !rich || accent == 0 {
		accent = ui.Strong
	}
	side.TextCut(0, 2, side.W(), accent|ui.Bold, a.Game(r.Match.Game, r.Match.Options))
	var points []int
	if game.Card.Points != nil {
		points = game.Card.Points(view)
	}
	seats := table.SeatsOf(r.Match)
	y := 4
	for seat, info := range seats {
		won := len(seats) == 1 || games.Seat(seat) == r.Result.Winner
		y = seatOf(side, y, a.SeatName(info), points, seat, won)
	}
	if game.Alone() {
		for _, line := range ui.Wrap(tell.RunWords(lang, r.Match), side.W()) {
			if y < last {
				y += rowOf(side, y, line)
			}
		}
	} else if r.Result.Winner == games.Nobody {
		rowOf(side, y, a.T("res.draw"))
	}
	id, foot := r.Match.ID, last
	if page := way.Page("/replay/" + id); page != "" && ui.Width(page) <= width-2 {
		id, foot = page, 0
	}
	if ui.Width(way.SSH)+ui.Width(id)+3 > width { // a long command has its own row
		foot = 0
	}
	c.TextCut(1, last, width-2, ui.Accent|ui.Bold, way.SSH)
	c.TextRight(width-1, foot, ui.Muted, id)
	return c
}

// LineCard draws a line to paste, of a day or of a puzzle, as a card: its name, the result in words,
// the row of symbols, and the way in.
func LineCard(lang words.Lang, line paste.Line, rich bool) *ui.Canvas {
	c := ui.New(width, height)
	c.Rich = rich
	y := 1
	if rich {
		c.Fill(ui.Rect{W: width, H: height}, ui.Panel)
		c.Wordmark(2, 1)
		y = 5
	} else {
		c.Name(2, y, 0)
		y++
	}
	rows := line.Lines(lang)
	name, rest := strings.TrimPrefix(rows[0], "Arcade "), rows[1:]
	c.TextCut(2, y, width-4, ui.Accent|ui.Bold, name)
	ways := 0
	for _, way := range []string{line.SSH, line.Link} {
		ways += app.If(way != "", 1, 0)
	}
	for _, row := range rest[:len(rest)-ways] {
		for part := range strings.SplitSeq(row, "  ") {
			for _, text := range ui.Wrap(part, width-4) {
				if y < last-2 {
					y++
					c.TextCut(2, y, width-4, ui.Text, text)
				}
			}
		}
	}
	for i, row := range rest[len(rest)-ways:] {
		c.TextCut(1, last-ways+1+i, width-2, ui.Accent|ui.Bold, row)
	}
	return c
}

// rowOf writes a row and returns the number of rows.
func rowOf(g ui.Region, y int, line string) int {
	g.TextCut(0, y, g.W(), ui.Muted, line)
	return 1
}

// seatOf draws a seat's figure and name from row y on, in gold if it has won, and returns the row below.
func seatOf(g ui.Region, y int, name string, points []int, seat int, won bool) int {
	ink, shade := ui.Text, ui.White
	if won {
		ink, shade = ui.Strong|ui.Bold, ui.Gold
	}
	if seat < len(points) && points[seat] >= 0 {
		figure := app.Itoa(points[seat])
		if g.Rich() {
			g.Letters(0, y, figure, 1, shade)
			y += 3
		} else {
			g.Text(0, y, ink, figure)
			y++
		}
	}
	g.TextCut(0, y, g.W(), ink, name)
	return y + 2
}

// Text returns a canvas as plain text: each row without blanks at its end.
func Text(c *ui.Canvas) string {
	rows := strings.Split(c.Plain(ui.LevelLines), "\n")
	for len(rows) > 0 && rows[0] == "" {
		rows = rows[1:]
	}
	return strings.Join(rows, "\n") + "\n"
}
