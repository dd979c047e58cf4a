package othello

import (
	"strings"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/seats"
	"arcade/sessions/ui"
)

// marks has the signs of the seats in text.
var marks = [2]string{"●", "○"}

// Parts shows the board, the players, the balance of discs, the moves, the cursor's effect, and what the signs mean.
func (v *gameView) Parts(a *app.App, s *play.Scene) play.Parts {
	view, ok := s.View.(othello.View)
	if !ok {
		return play.Parts{}
	}
	p := v.position(a, s, view)
	parts := play.Parts{Board: p.grid(), Marks: marks, Seats: make([]kit.Block, 0, 2), Side: append(make([]kit.Item, 0, 6),
		kit.Item{Block: kit.Picture{Size: kit.Size{W: 10, H: 1}, More: 1, Paint: p.discs}, Drop: 2},
		kit.Item{Block: moves{a, s}, Drop: 3, Fill: 1, First: true},
	)}
	for seat := range s.Seats {
		parts.Seats = append(parts.Seats, p.seat(games.Seat(seat)))
	}
	if left, right, ink := p.effect(); left != "" {
		parts.Side = append(parts.Side, kit.Item{Block: kit.Ends{Left: left, Right: right, Ink: ink}, Drop: 1})
	}
	if s.You >= 0 && s.Result == nil && !s.Replay {
		if p.hints && len(view.Legal) > 0 {
			parts.Side = append(parts.Side, kit.Item{Block: kit.Only{In: kit.Unpictured, Block: legalSquares{p}}, Drop: 5})
		}
		parts.Side = append(parts.Side, kit.Item{Block: kit.Only{In: kit.Unpictured, Block: signs{p}}, Drop: 4})
	}
	if swappable(s) {
		parts.Foot = kit.Cap{Name: "o", Label: a.T("ot.swap", "c", color(a, 1-s.You)), Key: "o"}
	}
	if s.ForcedAt != 0 {
		notice := kit.Notice{Title: a.T("ot.pass.title"), Text: passing(a, s), Part: int(max(s.ForcedAt-s.At, 0)), Whole: 1500, Key: "enter"}
		if view.Passes > 0 {
			notice.More = a.T("ot.pass2")
		}
		parts.Notice = notice
	}
	return parts
}

// seat is a player with the discs.
func (p *position) seat(seat games.Seat) kit.Block {
	n := p.view.Counts[seat]
	ink := app.If(seat == 1, discWhite, discBlack)
	return seats.Block(p.a, p.s, seat, seats.Plate{
		Line:    seats.Line{Mark: marks[seat] + " ", Ink: ink, Side: color(p.a, seat), Count: n},
		Counted: p.a.T("ot.discs", "n", n),
		Piece: func(g ui.Region, x, y int) {
			if g.H() >= seats.Large {
				g.Stamp(x, y, tiles[seat])
				return
			}
			g.Fill(ui.Rect{X: x, Y: y, W: 4, H: 2}, feltLight)
			smallDisc(g, x, y, int(seat), atRest, grounds[0])
		},
	})
}

// discs draws the balance of discs, in two rows under its heading.
func (p *position) discs(_ kit.Look, g ui.Region) {
	black, white := p.view.Counts[0], p.view.Counts[1]
	y := 0
	if g.H() > 1 {
		n := g.Text(0, 0, ui.Strong|ui.Bold, p.a.T("ot.stand"))
		if count := p.a.T("ot.count", "a", black, "b", white, "n", 64-black-white); n+1+ui.Width(count) <= g.W() {
			g.TextRight(g.W(), 0, ui.Muted, count)
		}
		y = 1
	}
	drawBalance(g, p.view.Counts, 0, y, g.W())
}

// drawBalance draws the balance of discs: Black's from the left, White's from the right, felt for empty squares.
func drawBalance(g ui.Region, counts [2]int, x, y, w int) {
	g.Balance(x, y, w, counts, 64, [2]ui.Token{barBlack, whiteDisc}, feltLight)
}

// moves is a block with the latest moves under their heading, the last one on its own ground. In a replay a click on a
// move goes there.
type moves struct {
	a *app.App
	s *play.Scene
}

// The least cells of a move in the list, and the most.
const moveLeast, moveMost = 11, 13

// mostWished is the number of rows of moves that matter more than gaps.
const mostWished = 4

// Least returns the heading and a row.
func (m moves) Least(kit.Look, int) kit.Size { return kit.Size{W: moveLeast, H: 2} }

// Wish returns a few rows; the block fills what is left.
func (m moves) Wish(_ kit.Look, w int) int {
	perRow := max((w+1)/moveLeast, 1)
	return 1 + min(max((len(m.s.Plies)+perRow-1)/perRow, 1), mostWished)
}

// Draw draws the heading and the moves that have room.
func (m moves) Draw(l kit.Look, g ui.Region) {
	s := m.s
	g.Text(0, 0, ui.Strong|ui.Bold, m.a.T("ot.kibo"))
	count := app.Itoa(len(s.Plies))
	if s.Whole != nil {
		count += " / " + app.Itoa(len(s.Whole.Plies))
	}
	g.TextRight(g.W(), 0, ui.Muted, count)
	perRow := max((g.W()+1)/moveLeast, 1)
	pitch := min((g.W()+1)/perRow, moveMost)
	rows := (len(s.Plies) + perRow - 1) / perRow
	first := max(rows-(g.H()-1), 0) * perRow
	for n := first; n < len(s.Plies); n++ {
		i := n - first
		m.move(l, g.Sub(ui.Rect{X: i % perRow * pitch, Y: 1 + i/perRow, W: min(pitch, g.W()-i%perRow*pitch), H: 1}), n)
	}
}

// move draws a move.
func (m moves) move(l kit.Look, g ui.Region, n int) {
	p, last := m.s.Plies[n], n == len(m.s.Plies)-1
	number, ink := ui.Faint, ui.Text
	if last {
		number, ink = ui.Muted, ui.Strong|ui.Bold
		g.Fill(ui.Rect{W: min(moveLeast-1, g.W()), H: 1}, ui.Cap)
	}
	text := string(p.Action)
	if p.Action == othello.Pass {
		text = "--"
	}
	g.TextRight(3, 0, number, app.Itoa(n+1))
	g.Text(5, 0, ui.Text, marks[p.Seat])
	g.Text(7, 0, ink, text)
	if m.s.Replay && !l.Touch { // a finger has the slider
		g.Hit(g.Rect(), ui.SlideHit(n+1))
	}
}

// effect returns the cursor's effect and the number of legal squares, or the passes in a row, or who begins; "" for
// none.
func (p *position) effect() (left, right string, ink ui.Token) {
	s, a := p.s, p.a
	switch {
	case s.Result != nil: // the message row has the result
	case s.ForcedAt != 0 || p.view.Passes > 0 && !s.Mine():
		return a.T("ot.passes", "n", p.view.Passes), "", ui.Warn
	case s.Mine() && len(p.view.Legal) > 0:
		if !a.Set.NoHints {
			right = a.T("ot.squares", "n", len(p.view.Legal))
		}
		flips := 0
		for i, sq := range p.view.Legal {
			if sq == p.v.at {
				flips = p.view.Flips[i]
			}
		}
		return p.v.at.String() + " " + a.T("ot.flips", "n", flips), right, ui.Accent | ui.Bold
	case len(s.Plies) == 0:
		return a.T("ot.first"), "", ui.Muted
	}
	return "", "", 0
}

// legalSquares is a block that lists the legal squares with the discs that they turn.
type legalSquares struct{ p *position }

// text returns the list.
func (b legalSquares) text() kit.Text {
	p := b.p
	if p.legal == "" {
		var list strings.Builder
		list.WriteString(p.a.T("ot.legal", "n", len(p.view.Legal)))
		for i, sq := range p.view.Legal {
			list.WriteString(" " + sq.String() + "(" + app.Itoa(p.view.Flips[i]) + ")")
		}
		p.legal = list.String()
	}
	return kit.Text{Ink: ui.Text, Text: p.legal}
}

// Least returns the size of the list.
func (b legalSquares) Least(l kit.Look, w int) kit.Size { return b.text().Least(l, w) }

// Wish returns the rows of the list.
func (b legalSquares) Wish(l kit.Look, w int) int { return b.Least(l, w).H }

// Draw draws the list.
func (b legalSquares) Draw(l kit.Look, g ui.Region) { b.text().Draw(l, g) }

// signs is a block that says what the signs mean.
type signs struct{ p *position }

// lines returns the two lines.
func (b signs) lines() [2]string {
	a := b.p.a
	hints := ".  " + a.T("ot.legend.legal")
	if a.Set.NoHints {
		hints = "i  " + a.T("ot.legend.nohints")
	}
	return [2]string{hints, "*  " + a.T("ot.legend.last") + "   >  " + a.T("ot.legend.cursor")}
}

// Least returns the size of the lines.
func (b signs) Least(kit.Look, int) kit.Size {
	list := b.lines()
	return kit.Size{W: max(ui.Width(list[0]), ui.Width(list[1])), H: len(list)}
}

// Wish returns the number of lines.
func (b signs) Wish(kit.Look, int) int { return 2 }

// Draw draws the lines.
func (b signs) Draw(_ kit.Look, g ui.Region) {
	for y, line := range b.lines() {
		g.Text(0, y, ui.Muted, line)
	}
}
