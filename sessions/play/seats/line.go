// Package seats draws the players at a table, for the views of the games: a line each, or a sheet of
// ui.LevelRich.
package seats

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Line is a game's part of a seat's line beside the board.
type Line struct {
	Mark  string // its piece, in two cells
	Ink   ui.Token
	Side  string // the word for it, in five
	Count int    // its points or another count; -1 for none
}

// AwayWord returns the key of the word for a player's absence: players of a correspondence match need not
// be here.
func AwayWord(s *play.Scene, seat games.Seat) string {
	return app.If(s.Seats[seat].Stepped || s.Control.Correspondence(), "tb.away.left", "tb.away")
}

// Row is one line: whose turn it is, the side, the player, the count, the clock.
func Row(a *app.App, s *play.Scene, seat games.Seat, line Line) kit.Block {
	size := kit.Size{W: lineLeast, H: 1}
	return kit.ByLevel{
		Pictures: kit.Picture{Size: size, Paint: func(_ kit.Look, g ui.Region) { row(a, g, s, seat, line) }},
		Signs:    kit.Picture{Size: size, Paint: func(_ kit.Look, g ui.Region) { words(a, g, s, seat, line) }},
	}
}

// words draws a line in words.
func words(a *app.App, g ui.Region, s *play.Scene, seat games.Seat, line Line) {
	const y = 0
	r := g.Rect()
	info := s.Seats[seat]
	mark, tok := " ", ui.Text
	if s.ToAct == seat && s.Result == nil {
		mark, tok = ">", ui.Strong
	}
	g.Text(r.X, y, tok, mark)
	g.Text(r.X+2, y, line.Ink, line.Mark)
	at := 5
	if r.W >= sideLeast && line.Side != "" {
		g.Text(r.X+4, y, tok, line.Side)
		at = 10
	}
	clock := clockOf(a, s, seat)
	count := r.X + r.W
	if r.W >= clockLeast {
		count -= 1 + clockWidth(clock)
	} else {
		clock = "" // the message row has it
	}
	name, more, room := a.SeatName(info), "", count-r.X-at-3
	switch {
	case info.Away != 0 && s.Result == nil:
		more = " (" + a.T(AwayWord(s, seat)) + ")"
	case s.Shared == games.Screen: // both players are here, and the match is not rated
	case seat == s.You:
		more = " " + a.T("tb.me")
	case info.Rating > 0:
		more = " " + a.Rating(info.Rating, info.Provisional)
		if ui.Width(name+more) > room { // a whole name says more than half a rating
			more = ""
		}
	}
	g.Text(r.X+at, y, tok, ui.Cut(name, room-ui.Width(more))+more)
	if line.Count >= 0 {
		g.TextRight(count, y, ui.Strong, app.Itoa(line.Count))
	}
	clockTok := app.If(s.Left != nil && info.Running && s.Left(seat) < 10_000, ui.Warn, tok)
	g.TextRight(r.X+r.W, y, clockTok, clock)
}

// ClockWidth returns the cells that [Draw] keeps at the end of its line for a seat's clock.
func ClockWidth(a *app.App, s *play.Scene, seat games.Seat) int {
	return clockWidth(clockOf(a, s, seat))
}

// clockOf returns a seat's clock, "" for none.
func clockOf(a *app.App, s *play.Scene, seat games.Seat) string {
	if s.Left == nil || s.Control.Untimed() || s.Result != nil {
		return ""
	}
	return a.ClockText(s.Left(seat))
}

// clockWidth is the width of a seat's clock in cells. Seats whose clocks differ by a few cells have their
// counts below each other.
func clockWidth(clock string) int { return max(ui.Width("23h 59m"), ui.Width(clock)) }
