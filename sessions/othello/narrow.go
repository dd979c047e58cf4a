package othello

import (
	"strings"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// The size of a square on the narrow board, large enough for a finger.
const narrowWidth, narrowHeight = 6, 3

// DrawNarrow draws the game in 48 columns: the opponent above, oneself below the board. The remaining rows
// have the balance of discs, the cursor's effect, the moves and the chat.
func (v *gameView) DrawNarrow(a *app.App, g ui.Region, s *play.Scene) bool {
	view, ok := s.View.(othello.View)
	if !ok || !g.Rich() {
		return false
	}
	board, posed := v.poses(a, s, view)
	view.Counts = [2]int{strings.Count(board, "X"), strings.Count(board, "O")}
	const field = 8 * narrowHeight
	me, h := below(s), 1
	if g.H() >= field+1+2*seats.Small {
		h = seats.Small
	}
	who := func(seat, y int) {
		if h == seats.Small {
			v.seat(a, g, s, view, games.Seat(seat), ui.Rect{Y: y, W: g.W(), H: h})
			return
		}
		line := seats.Line{Mark: marks[seat], Ink: ui.Strong, Side: color(a, games.Seat(seat)), Count: view.Counts[seat]}
		seats.Draw(a, g, s, games.Seat(seat), line, ui.Rect{W: g.W()}, y)
	}
	who(int(1-me), 0)
	y := h
	g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, rims[3])
	for i := range 8 {
		g.Text(i*narrowWidth+2, y, rimText|ui.Bold, string(rune('a'+i)))
	}
	y++
	side := 0
	if s.ToAct == 1 || s.Replay && len(s.Plies) > 0 && s.Plies[len(s.Plies)-1].Seat == 1 {
		side = 1
	}
	for sq := range othello.Square(64) {
		k := v.cell(a, s, view, board, sq)
		k.pose = posed[sq]
		at := ui.Rect{X: int(sq) % 8 * narrowWidth, Y: y + int(sq)/8*narrowHeight, W: narrowWidth, H: narrowHeight}
		k.narrow(g, at, side, (sq%8+sq/8)%2 == 1)
		if sq%8 == 0 {
			g.Text(0, at.Y, app.Either(k.last || k.focus && k.disc != '-', inkBlack, rowInk)|ui.Bold, app.Itoa(int(sq)/8+1))
		}
		g.Hit(at, square(sq))
	}
	if s.ForcedAt != 0 {
		v.noticeRich(a, g, s, layout{x: 5, y: y + 3})
	}
	y += field
	who(int(me), y)
	y += h
	rest := g.H() - y
	if rest > 0 {
		drawBalance(g, view.Counts, 0, y, g.W())
	}
	if swappable(s) && rest > 1 {
		g.Button(1, y+1, strings.Trim(a.T("ot.swap", "c", color(a, 1-s.You)), "[]"), "o", false)
	} else if rest > 1 {
		v.focusLine(a, g, s, view, 1, y+1, g.W()-2)
	}
	if rest > 2 && len(s.Chat) > 0 {
		rest--
		v.talk(a, g, s, ui.Rect{X: 1, Y: y + rest, W: g.W() - 2, H: 1})
	}
	if rest > 2 {
		v.moveList(g, s, ui.Rect{X: 0, Y: y + 2, W: g.W(), H: rest - 2})
	}
	return true
}

// narrow draws a square of the narrow board: two greens, no lines.
func (k cell) narrow(g ui.Region, at ui.Rect, side int, dark bool) {
	on := grounds[0]
	if dark {
		on = grounds[1]
	}
	if k.last {
		on = lastGrounds[0]
		if dark {
			on = lastGrounds[1]
		}
	}
	g.Fill(at, on.felt)
	if k.disc != '-' {
		tallDisc(g, at.X, at.Y, sideOf(k.disc), k.pose, on)
	} else if (k.focus || k.better) && (k.legal || k.better) {
		ghost := [2]ui.Token{on.ghostBlack, on.ghostWhite}[side]
		for i := range 4 {
			g.Cell(at.X+1+i, at.Y, '▄', ghost, on.felt)
			g.Cell(at.X+1+i, at.Y+1, ' ', ghost, ghost)
			g.Cell(at.X+1+i, at.Y+2, '▀', ghost, on.felt)
		}
	} else if k.legal {
		g.Cell(at.X+2, at.Y+1, '▐', on.legal, on.felt)
		g.Cell(at.X+3, at.Y+1, '▌', on.legal, on.felt)
	}
	if k.focus || k.better {
		for i, r := range []rune("▛▜▙▟") {
			g.Cell(at.X+i%2*(narrowWidth-1), at.Y+i/2*(narrowHeight-1), r, lamp, on.felt)
		}
	}
}

// tallDisc draws a disc in a square of 6 by 3 cells, set by hand: two colours a cell.
func tallDisc(g ui.Region, x, y, side int, p pose, on ground) {
	top, body, foot, other := blackGloss, blackFoot, blackFoot, whiteDisc
	if side == 1 {
		top, body, foot, other = inkWhite, inkWhite, whiteFoot, blackDisc
	}
	if p == onEdge {
		for i := range 3 {
			g.Cell(x+2, y+i, '▐', foot, on.felt)
			g.Cell(x+3, y+i, '▌', other, on.felt)
		}
		return
	}
	for i := 2; i <= 3; i++ {
		g.Cell(x+i, y, '▆', body, on.felt)
		g.Cell(x+i, y+1, ' ', body, body)
		g.Cell(x+i, y+2, '▂', on.shadow, foot)
	}
	if p == halfTurned {
		return
	}
	for i := 1; i <= 4; i += 3 {
		g.Cell(x+i, y, '▄', body, on.felt)
		g.Cell(x+i, y+1, ' ', body, body)
		g.Cell(x+i, y+2, '▀', foot, on.felt)
	}
	g.Cell(x, y+1, '▐', body, on.felt)
	g.Cell(x+5, y+1, '▌', foot, on.felt)
	g.Cell(x+1, y+1, '▝', top, body)
	g.Cell(x+2, y+1, '▘', top, body)
}
