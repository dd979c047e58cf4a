package seats

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Plate is a game's part of a seat's sheet on ui.LevelRich: its line, the word for its count, and its
// piece, drawn at x, y: 4 by 2 cells on a small sheet, 6 by 3 on a large one.
type Plate struct {
	Line
	Counted string // "9 discs", for a small sheet
	Piece   func(g ui.Region, x, y int)
}

// The heights of the sheets of a seat.
const (
	Small = 4
	Large = 7
)

// look is the appearance of a seat's sheet, its edge and its clock.
type look struct {
	ground, edge ui.Token // edge 0 for none
	clockInk     ui.Token
	clock        string
	left, whole  int // of the clock, in ms
	turn, mine   bool
}

// lookOf returns the present look of a seat. Gold means the viewer: the edge of the seat on turn is gold
// if the viewer is to move, else in the game's accent.
func lookOf(a *app.App, s *play.Scene, seat games.Seat) look {
	l := look{ground: ui.Panel, clockInk: ui.Text, turn: s.ToAct == seat && s.Result == nil}
	l.mine = l.turn && !s.Replay && (seat == s.You || s.Shared == games.Screen && s.You != games.Nobody)
	switch {
	case l.mine:
		l.ground, l.edge, l.clockInk = ui.Raised, ui.Accent, ui.Accent
	case l.turn:
		l.ground, l.edge = ui.Raised, play.GameOf(s.Game).Face.Accent
		if l.edge == 0 {
			l.edge = ui.Info
		}
	}
	if s.Left == nil || s.Control.Untimed() || s.Result != nil {
		return l
	}
	l.left, l.whole = int(s.Left(seat)), int(max(s.Control.Base, s.Control.PerMove))
	l.clock = a.ClockText(s.Left(seat))
	if l.left < 10_000 && s.Seats[seat].Running {
		l.clockInk, l.clock = ui.Bad, "! "+l.clock
	}
	return l
}

// meterInk returns the ink of the clock's meter.
func (l look) meterInk() ui.Token {
	switch {
	case l.clockInk == ui.Bad:
		return ui.Bad
	case l.mine:
		return ui.Accent
	}
	return ui.Faint
}

// beside returns the text after a seat's name and its ink: away, the viewer, or a rating.
func (l look) beside(a *app.App, s *play.Scene, seat games.Seat) (string, ui.Token) {
	switch info := s.Seats[seat]; {
	case info.Away != 0 && s.Result == nil:
		return "(" + a.T(AwayWord(s, seat)) + ")", ui.Warn
	case s.Shared == games.Screen: // both players are here, and the match is not rated
	case seat == s.You && info.Rating == 0:
		return a.T("tb.me"), ui.Accent
	case info.Rating > 0:
		return a.Rating(info.Rating, info.Provisional), ui.Muted
	}
	return "", ui.Muted
}

// nameInk returns the ink of a seat's name: gold for the viewer's seat, unless both are.
func nameInk(s *play.Scene, seat games.Seat) ui.Token {
	if seat == s.You && s.Shared != games.Screen {
		return ui.Accent | ui.Bold
	}
	return ui.Strong | ui.Bold
}

// drawPlate draws a seat's sheet into r of ui.LevelRich, as high as [Small] or [Large]: its piece, the
// player, the clock as a meter, and the count.
func drawPlate(a *app.App, g ui.Region, s *play.Scene, seat games.Seat, plate Plate, r ui.Rect) {
	l := lookOf(a, s, seat)
	in := g.Sheet(r, l.ground)
	if l.edge != 0 {
		in.Edge(0, 0, r.H, l.edge)
	}
	if r.H >= Large {
		l.large(a, in, s, seat, plate)
		return
	}
	l.small(a, in, s, seat, plate)
}

// small draws a sheet of four rows.
func (l look) small(a *app.App, g ui.Region, s *play.Scene, seat games.Seat, plate Plate) {
	x := 2
	if plate.Piece != nil {
		plate.Piece(g, 2, 1)
		x = 8
	}
	end := g.W() - 2
	if l.clock != "" {
		g.TextRight(end, 1, l.clockInk|ui.Bold, l.clock)
	}
	room := end - x
	if l.clock != "" {
		room -= ui.Width(l.clock) + 1
	}
	l.name(a, g, s, seat, x, 1, room)
	count := 0
	if plate.Counted != "" {
		count = g.TextRight(end, 2, ui.Text, plate.Counted) + 2
	}
	if l.clock != "" {
		g.Meter(x, 2, end-x-max(count, 11), l.left, l.whole, l.meterInk())
	} else {
		g.TextCut(x, 2, end-x-count, l.roleInk(), l.role(a, plate))
	}
}

// name draws the player in at most room cells, with the text of beside if it fits.
func (l look) name(a *app.App, g ui.Region, s *play.Scene, seat games.Seat, x, y, room int) {
	name := a.SeatName(s.Seats[seat])
	more, ink := l.beside(a, s, seat)
	if more != "" && ui.Width(name)+1+ui.Width(more) > room && ink != ui.Warn { // a whole name says more than half a rating
		more = ""
	}
	if more != "" {
		room -= ui.Width(more) + 1
	}
	w := g.TextCut(x, y, room, nameInk(s, seat), name)
	if more != "" {
		g.Text(x+w+1, y, ink, more)
	}
}

// role returns the seat's side, and whose turn it is.
func (l look) role(a *app.App, plate Plate) string {
	if l.mine {
		return a.T("tb.turn.me")
	}
	return plate.Side
}

func (l look) roleInk() ui.Token {
	if l.mine {
		return ui.Accent
	}
	return ui.Muted
}

// large draws a sheet of seven rows, with the count in pixels.
func (l look) large(a *app.App, g ui.Region, s *play.Scene, seat games.Seat, plate Plate) {
	const x = 20
	plate.Piece(g, 3, 2)
	if plate.Count >= 0 {
		g.Letters(11, 2, app.Itoa(plate.Count), 1, ui.White)
	}
	end, y := g.W()-3, 2
	name := a.SeatName(s.Seats[seat])
	more, ink := l.beside(a, s, seat)
	clockRow := y
	if x+ui.Width(name)+2+ui.Width(l.clock) > end {
		clockRow = y - 1 // the name needs the whole row
	}
	if l.clock != "" {
		g.TextRight(end, clockRow, l.clockInk|ui.Bold, l.clock)
	}
	g.TextCut(x, y, end-x, nameInk(s, seat), name)
	if more != "" {
		more = ui.Cut(more, end-x)
		g.TextRight(end, y+1, ink, more)
	}
	g.TextCut(x, y+1, end-x-ui.Width(more)-1, l.roleInk(), l.role(a, plate))
	if l.clock != "" {
		g.Meter(x, y+2, end-x, l.left, l.whole, l.meterInk())
	}
}

// row draws a line on its own ground.
func row(a *app.App, in ui.Region, s *play.Scene, seat games.Seat, line Line) {
	l, r := lookOf(a, s, seat), in.Rect()
	in.Fill(r, l.ground)
	if l.edge != 0 {
		in.Edge(0, 0, 1, l.edge)
	}
	in.Text(2, 0, line.Ink, line.Mark)
	x := 5
	if line.Side != "" && r.W >= sideLeast {
		in.Text(4, 0, ui.Muted, line.Side)
		x = 10
	}
	count := r.W - 3 - clockWidth(l.clock)
	if r.W < clockLeast {
		count, l.clock = r.W-1, "" // the message row has it
	}
	room := count - 1 - x
	if line.Count >= 0 {
		room -= in.TextRight(count, 0, ui.Strong|ui.Bold, app.Itoa(line.Count))
	}
	l.name(a, in, s, seat, x, 0, room)
	in.TextRight(r.W-1, 0, l.clockInk|ui.Bold, l.clock)
}
