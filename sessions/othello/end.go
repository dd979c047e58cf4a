package othello

import (
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// quiet is the shade of the opponent's score.
var quiet = ui.GradientOf(ui.Muted, ui.Faint)

func (v *gameView) Result(a *app.App, s *play.Scene) []string {
	view, _ := s.View.(othello.View)
	var lines []string
	for seat, disc := range []string{"●", "○"} {
		lines = append(lines, disc+" "+ui.PadRight(color(a, games.Seat(seat)), 6)+
			ui.PadRight(a.SeatName(s.Seats[seat]), 14)+fmt.Sprintf("%3d", view.Counts[seat]))
	}
	return lines
}

// The size of the tally, and the rows that it would take more.
const tallyWidth, tallyRows, tallyMore = 33, 7, 3

// EndPicture shows the score in pixels between two discs, the balance of discs, and its course.
func (v *gameView) EndPicture(a *app.App, s *play.Scene, part int) kit.Block {
	return kit.Picture{Size: kit.Size{W: tallyWidth, H: tallyRows}, More: tallyMore, Paint: func(_ kit.Look, g ui.Region) { drawTally(a, g, s, part) }}
}

// drawTally draws it.
func drawTally(a *app.App, g ui.Region, s *play.Scene, part int) {
	const width, y = tallyWidth, 0
	view, _ := s.View.(othello.View)
	x, large := (g.W()-width)/2, g.H() >= tallyRows+tallyMore
	left, right := app.Itoa(view.Counts[0]*part/100), app.Itoa(view.Counts[1]*part/100)
	g.Stamp(x, y, tiles[0])
	g.Letters(x+14-ui.LettersWidth(left, 1), y, left, 1, shadeOf(s, view, 0))
	g.Text(x+width/2, y+1, ui.Muted, ":")
	g.Letters(x+19, y, right, 1, shadeOf(s, view, 1))
	g.Stamp(x+width-6, y, tiles[1])
	for seat := range 2 { // the players' names
		name := ui.Cut(a.SeatName(s.Seats[seat]), 15)
		at := app.If(seat == 0, x, x+width-ui.Width(name))
		g.Text(at, y+3, app.If(games.Seat(seat) == s.You && s.Shared == games.Apart, ui.Accent, ui.Text), name)
	}
	rows, up := 4, 1
	if large {
		rows, up = 5, 2
	}
	drawBalance(g, view.Counts, 0, rows, g.W())
	drawLead(g, s, 0, rows+up, g.W(), up)
}

// shadeOf returns gold for the own score, or white for the winner's if no score is the own one.
func shadeOf(s *play.Scene, view othello.View, seat games.Seat) ui.Gradient {
	switch {
	case s.You == seat && s.Shared == games.Apart:
		return ui.Gold
	case view.Counts[seat] >= view.Counts[1-seat]:
		return ui.White
	}
	return quiet
}

// drawLead draws the lead in discs after each ply: Black above the axis, White below it.
func drawLead(g ui.Region, s *play.Scene, x, y, w, half int) {
	list := leads(s.Plies)
	most := 1
	for _, n := range list {
		most = max(most, n, -n)
	}
	for i := range w {
		g.Cell(x+i, y+half, '▔', ui.SolidInk(ui.Track), ui.Panel)
		if len(list) == 0 {
			continue
		}
		n := list[min(i*len(list)/w, len(list)-1)]
		g.SignedColumn(x+i, y, half, half, float64(n), float64(most), app.If(n > 0, face.Accent, ui.Muted))
	}
}

// Turned names the ply with which the winner took the lead for good.
func (v *gameView) Turned(_ *app.App, s *play.Scene) string {
	if s.Result == nil || s.Result.Winner < 0 {
		return ""
	}
	list, sign := leads(s.Plies), app.If(s.Result.Winner == 0, 1, -1)
	if len(list) == 0 || sign*list[len(list)-1] <= 0 { // resigned while ahead
		return ""
	}
	at := len(list) - 1
	for at > 0 && sign*list[at-1] > 0 {
		at--
	}
	return app.Itoa(at+1) + ". " + string(s.Plies[at].Action)
}

// leads returns Black's lead in discs after each ply.
func leads(plies []games.Ply) (list []int) {
	lead := 0
	for _, p := range plies {
		i := slices.IndexFunc(p.Events, func(e games.Event) bool { _, ok := e.Fact.(othello.EventMove); return ok })
		if i >= 0 {
			gain := 1 + 2*len(p.Events[i].Fact.(othello.EventMove).Flipped)
			lead += app.If(p.Seat == 0, gain, -gain)
		}
		list = append(list, lead)
	}
	return list
}
