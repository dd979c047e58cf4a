package othello

import (
	"slices"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// marks has the signs of the seats in text.
var marks = [2]string{"●", "○"}

// drawSide draws the part beside the board: the opponent above, oneself below, and between them the balance
// of discs and the moves.
func (v *gameView) drawSide(a *app.App, g ui.Region, s *play.Scene, view othello.View, l layout) {
	me, r := below(s), l.side
	if s.Beside != nil {
		s.Beside(a, g, r)
		return
	}
	if s.Review != nil {
		play.DrawReview(a, g, s, r, marks)
		return
	}
	h := app.Either(l.lined != nil, seats.Large, seats.Small)
	v.seat(a, g, s, view, 1-me, ui.Rect{X: r.X, Y: r.Y, W: r.W, H: h})
	v.seat(a, g, s, view, me, ui.Rect{X: r.X, Y: r.Y + r.H - h, W: r.W, H: h})
	if l.lined != nil {
		v.middleLarge(a, g, s, view, r)
		return
	}
	drawBalance(g, view.Counts, r.X, r.Y+5, r.W)
	v.moveHead(a, g, s, r.X, r.Y+7, r.W)
	v.moveList(g, s, ui.Rect{X: r.X - 2, Y: r.Y + 8, W: r.W + 2, H: 5})
	v.focusLine(a, g, s, view, r.X, r.Y+r.H, r.W)
	v.talk(a, g, s, ui.Rect{X: r.X, Y: r.Y + r.H + 1, W: r.W, H: 1})
}

// middleLarge draws the part between the seats of a board with lines.
func (v *gameView) middleLarge(a *app.App, g ui.Region, s *play.Scene, view othello.View, r ui.Rect) {
	h := r.H - 16
	in := g.Sheet(ui.Rect{X: r.X, Y: r.Y + 8, W: r.W, H: h}, ui.Panel)
	black, white := view.Counts[0], view.Counts[1]
	in.Text(3, 1, ui.Strong|ui.Bold, a.T("ot.stand"))
	in.TextRight(r.W-3, 1, ui.Muted, a.T("ot.count", "a", black, "b", white, "n", 64-black-white))
	drawBalance(in, view.Counts, 3, 2, r.W-6)
	v.moveHead(a, in, s, 3, 4, r.W-6)
	v.moveList(in, s, ui.Rect{X: 1, Y: 5, W: r.W - 2, H: h - 13})
	in.HLine(3, h-7, r.W-6, ui.Ground(ui.Track))
	v.focusLine(a, in, s, view, 3, h-6, r.W-6)
	in.HLine(3, h-5, r.W-6, ui.Ground(ui.Track))
	v.talk(a, in, s, ui.Rect{X: 3, Y: h - 4, W: r.W - 6, H: 3})
}

// seat draws a seat's sheet.
func (v *gameView) seat(a *app.App, g ui.Region, s *play.Scene, view othello.View, seat games.Seat, r ui.Rect) {
	seats.DrawPlate(a, g, s, seat, seats.Plate{
		Line:    seats.Line{Side: color(a, seat), Count: view.Counts[seat]},
		Counted: a.T("ot.discs", "n", view.Counts[seat]),
		Piece: func(g ui.Region, x, y int) {
			if r.H >= seats.Large {
				g.Stamp(x, y, tiles[seat])
				return
			}
			g.Fill(ui.Rect{X: x, Y: y, W: 4, H: 2}, feltLight)
			smallDisc(g, x, y, int(seat), atRest, grounds[0])
		},
	}, r)
}

// drawBalance draws the balance of discs: Black's from the left, White's from the right, felt for empty
// squares; exact to an eighth of a cell.
func drawBalance(g ui.Region, counts [2]int, x, y, w int) {
	g.Bar(x, y, w, counts[0], 64, barBlack, feltLight)
	n := (8*w*counts[1] + 32) / 64
	for i := range w {
		switch k := n - 8*(w-1-i); {
		case k >= 8:
			g.Cell(x+i, y, ' ', ui.Text, whiteDisc)
		case k > 0:
			g.Cell(x+i, y, []rune("█▉▊▋▌▍▎▏")[k], g.At(x+i, y), whiteDisc)
		}
	}
}

// moveHead draws the heading of the moves.
func (v *gameView) moveHead(a *app.App, g ui.Region, s *play.Scene, x, y, w int) {
	g.Text(x, y, ui.Strong|ui.Bold, a.T("ot.kibo"))
	text := app.Itoa(len(s.Plies))
	if s.Whole != nil {
		text += " / " + app.Itoa(len(s.Whole.Plies))
	}
	g.TextRight(x+w, y, ui.Muted, text)
}

// moveWidth is the width of a move in the list.
const moveWidth = 13

// moveList draws the latest moves, the last one on its own ground. In a replay a click on a move goes
// there.
func (v *gameView) moveList(g ui.Region, s *play.Scene, r ui.Rect) {
	perRow := max(r.W/moveWidth, 1)
	rows := (len(s.Plies) + perRow - 1) / perRow
	first := max(rows-r.H, 0) * perRow
	for n := first; n < len(s.Plies); n++ {
		p, i := s.Plies[n], n-first
		x, y, tok := r.X+i%perRow*moveWidth, r.Y+i/perRow, ui.Text
		if n == len(s.Plies)-1 {
			g.Fill(ui.Rect{X: x + 1, Y: y, W: moveWidth - 2, H: 1}, ui.Cap)
			tok = ui.Strong | ui.Bold
		}
		text := string(p.Action)
		if p.Action == othello.Pass {
			text = "--"
		}
		number := app.Either(tok == ui.Text, ui.Faint, ui.Muted)
		g.TextRight(x+4, y, number, app.Itoa(n+1))
		g.Text(x+6, y, ui.Text, marks[p.Seat])
		g.Text(x+8, y, tok, text)
		if s.Replay {
			g.Hit(ui.Rect{X: x, Y: y, W: moveWidth, H: 1}, ui.SlideHit(n+1))
		}
	}
}

// focusLine draws the cursor's effect.
func (v *gameView) focusLine(a *app.App, g ui.Region, s *play.Scene, view othello.View, x, y, w int) {
	switch {
	case s.Result != nil: // the message row has the result
	case s.ForcedAt != 0 || view.Passes > 0 && !s.Mine():
		g.TextCut(x, y, w, ui.Warn, a.T("ot.passes", "n", view.Passes))
	case s.Mine() && len(view.Legal) > 0:
		right := ""
		if !a.Set.NoHints {
			right = a.T("ot.squares", "n", len(view.Legal))
			g.TextRight(x+w, y, ui.Muted, right)
		}
		flips := 0
		if i := slices.Index(view.Legal, v.at); i >= 0 {
			flips = view.Flips[i]
		}
		x += g.Text(x, y, ui.Accent|ui.Bold, v.at.String()) + 1
		g.TextCut(x, y, w-3-ui.Width(right)-1, ui.Text, a.T("ot.flips", "n", flips))
	case len(s.Plies) == 0:
		g.TextCut(x, y, w, ui.Muted, a.T("ot.first"))
	}
}

// talk draws the latest chat.
func (v *gameView) talk(a *app.App, g ui.Region, s *play.Scene, r ui.Rect) {
	list := s.Chat[max(len(s.Chat)-r.H, 0):]
	for i, l := range list {
		name, ink := a.PersonName(l.From), ui.Info
		if l.From.ID == a.Visit.Me().ID {
			ink = ui.Accent
		}
		w := g.TextCut(r.X, r.Y+i, r.W/2, ink, name)
		g.TextCut(r.X+w+1, r.Y+i, r.W-w-1, ui.Text, a.Spoken(l))
	}
}

// noticeRich announces an automatic pass over the middle of the board; the clocks stay as they
// are.
func (v *gameView) noticeRich(a *app.App, g ui.Region, s *play.Scene, l layout) {
	const w, h = 36, 8
	board := l.board()
	g.Dim(board)
	at := board.Centered(w, h)
	in := g.Sheet(at, ui.Raised)
	in.Strip(ui.Rect{W: w, H: 1}, ui.Warn)
	view, _ := s.View.(othello.View)
	for i, l := range ui.Wrap(passing(a, s), w-6) {
		in.TextCut(3, 2+i, w-6, ui.Strong|ui.Bold, l)
	}
	if view.Passes > 0 {
		in.TextCut(3, 4, w-5, ui.Warn, a.T("ot.pass2"))
	}
	in.Meter(3, 6, w-6, int(max(s.ForcedAt-s.At, 0)), 1500, ui.Warn)
	g.Hit(at, ui.Press("enter"))
}
