package othello

import (
	"strings"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// layout has the places of the table's parts in the body on ui.LevelRich: a board of small squares in two
// greens, or of large or huge ones within lines.
type layout struct {
	x, y  int // of the rim
	side  ui.Rect
	lined *pictures // of its squares, nil for small ones
}

var (
	smallLayout = layout{x: 1, y: 1, side: ui.Rect{X: 41, Y: 1, W: 37, H: 18}}
	largeLayout = layout{x: 2, y: 1, side: ui.Rect{X: 77, Y: 1, W: 41, H: 35}, lined: large}
	hugeLayout  = layout{x: 2, y: 2, side: ui.Rect{X: 107, Y: 2, W: 54, H: 51}, lined: huge}
)

// layoutOf returns the layout of a body.
func layoutOf(g ui.Region) layout {
	switch {
	case g.W() >= hugeWidth:
		return hugeLayout
	case g.W() >= 120:
		return largeLayout
	}
	return smallLayout
}

// The width of the huge layout's body, and the least window for it.
const (
	hugeWidth              = 163
	hugeLeastW, hugeLeastH = 192, 58
)

// roomy reports whether a window has room for the huge layout.
func roomy(a *app.App) bool {
	return play.Roomy(a) && a.W >= hugeLeastW && a.H >= hugeLeastH
}

// rimWidth is the number of the rim's columns left of the squares. Above them is one row.
const rimWidth = 3

// pitch returns the distance from one square to the next, field the size of all squares with their lines.
func (l layout) pitch() (w, h int) {
	if l.lined != nil {
		return l.lined.w + 1, l.lined.h + 1
	}
	return 4, 2
}

func (l layout) field() (w, h int) {
	w, h = l.pitch()
	if l.lined != nil {
		return 8*w + 1, 8*h + 1
	}
	return 8 * w, 8 * h
}

// board returns the area of the board, with its rim.
func (l layout) board() ui.Rect {
	w, h := l.field()
	return ui.Rect{X: l.x, Y: l.y, W: w + 2*rimWidth, H: h + 2}
}

// square returns the first cell of a square within its lines.
func (l layout) square(sq othello.Square) (x, y int) {
	w, h := l.pitch()
	x, y = l.x+rimWidth+int(sq)%8*w, l.y+1+int(sq)/8*h
	if l.lined != nil {
		return x + 1, y + 1
	}
	return x, y
}

// drawRich draws the game on ui.LevelRich.
func (v *gameView) drawRich(a *app.App, g ui.Region, s *play.Scene, view othello.View) {
	l := layoutOf(g)
	board, posed := v.poses(a, s, view)
	view.Counts = [2]int{strings.Count(board, "X"), strings.Count(board, "O")} // a disc counts only after it has turned
	l.rim(g)
	if l.lined != nil {
		l.lines(g)
	}
	side := 0
	if s.ToAct == 1 || s.Replay && len(s.Plies) > 0 && s.Plies[len(s.Plies)-1].Seat == 1 {
		side = 1
	}
	w, h := l.pitch()
	for sq := range othello.Square(64) {
		k := v.cell(a, s, view, board, sq)
		k.pose = posed[sq]
		x, y := l.square(sq)
		if l.lined != nil {
			k.lined(g, x, y, side, l.lined)
		} else {
			k.small(g, x, y, side, (sq%8+sq/8)%2 == 1)
		}
		g.Hit(ui.Rect{X: x, Y: y, W: w, H: h}, square(sq))
	}
	if swappable(s) {
		text := strings.Trim(a.T("ot.swap", "c", color(a, 1-s.You)), "[]")
		g.Button(l.x+1, l.y+l.board().H, text, "o", false)
	}
	v.drawSide(a, g, s, view, l)
	if s.ForcedAt != 0 {
		v.noticeRich(a, g, s, l)
	}
}

// rim draws the wooden rim, lit from above, with the names of columns and rows, and the felt.
func (l layout) rim(g ui.Region) {
	r := l.board()
	last := r.H - 1
	for j := range r.H {
		g.Fill(ui.Rect{X: r.X, Y: r.Y + j, W: r.W, H: 1}, rims[(6*j+last/2)/last])
	}
	right, foot := r.X+r.W-1, r.Y+last
	g.Cell(r.X, r.Y, '▟', rims[0], rimCorners[0])
	g.Cell(right, r.Y, '▙', rims[0], rimCorners[0])
	g.Cell(r.X, foot, '▜', rims[6], rimCorners[1])
	g.Cell(right, foot, '▛', rims[6], rimCorners[1])
	w, h := l.field()
	g.Fill(ui.Rect{X: r.X + rimWidth, Y: r.Y + 1, W: w, H: h}, feltLight)
	for i := range 8 {
		x, y := l.square(othello.Square(9 * i))
		mid, middle := 1, 0
		if l.lined != nil {
			mid, middle = l.lined.w/2, l.lined.h/2
		}
		g.Text(x+mid, r.Y, rimText|ui.Bold, string(rune('a'+i)))
		g.Text(r.X+1, y+middle, rimText|ui.Bold, app.Itoa(i+1))
	}
}

// lines draws the lines of the large board, in dark felt, and its four points.
func (l layout) lines(g ui.Region) {
	x, y := l.x+rimWidth, l.y+1
	pw, ph := l.pitch()
	w, h := l.field()
	for j := range h {
		for i := range w {
			r := ' '
			switch across, down := j%ph == 0, i%pw == 0; {
			case across && down:
				r = []rune("┌┬┐├┼┤└┴┘")[3*edge(j, h)+edge(i, w)]
			case across:
				r = '─'
			case down:
				r = '│'
			}
			if r != ' ' {
				g.Cell(x+i, y+j, r, feltLine, feltLight)
			}
		}
	}
	for _, i := range []int{2, 6} {
		for _, j := range []int{2, 6} {
			g.Cell(x+i*pw, y+j*ph, '●', feltLine, feltLight)
		}
	}
}

// edge returns 0 for the first of n, 2 for the last, else 1.
func edge(i, n int) int {
	switch i {
	case 0:
		return 0
	case n - 1:
		return 2
	}
	return 1
}

// A disc turns in four steps, each a frame. Farther discs begin later.
const (
	turnStep  = 100 * time.Millisecond
	turnDelay = 50 * time.Millisecond
	turnWhole = 4 * turnStep
)

// turnTime returns the time in which all discs of the last ply turn on ui.LevelRich.
func turnTime(s *play.Scene) time.Duration {
	list, at := turned(s), placed(s)
	if len(list) == 0 {
		return 0
	}
	return turnWhole + time.Duration(far(at, list[len(list)-1])-1)*turnDelay
}

// placed returns the square of the last ply's own disc.
func placed(s *play.Scene) othello.Square {
	sq, _ := othello.ParseSquare(string(s.Plies[len(s.Plies)-1].Action))
	return sq
}

// poses returns the position to show now, and the poses of its discs during the motion of the last ply.
func (v *gameView) poses(a *app.App, s *play.Scene, view othello.View) (board string, posed [64]pose) {
	left := s.Unrest(a, v)
	if left == 0 {
		return view.Board, posed
	}
	whole, at := turnTime(s), placed(s)
	since := whole - left*whole/v.Motion(a, s)
	b := []byte(view.Board)
	for _, sq := range turned(s) {
		step := (since - time.Duration(far(at, sq)-1)*turnDelay) / turnStep
		switch {
		case step <= 0:
		case step == 1, step == 3:
			posed[sq] = halfTurned
		case step == 2:
			posed[sq] = onEdge
		}
		if step < 2 {
			b[sq] = app.Either(b[sq] == 'X', byte('O'), 'X')
		}
	}
	return string(b), posed
}

// below returns the seat at the bottom of the board: the viewer's, else Black.
func below(s *play.Scene) games.Seat {
	if s.You == 1 && s.Shared == games.Apart {
		return 1
	}
	return 0
}

// chromeRich returns the places of things around the board on ui.LevelRich.
func chromeRich(a *app.App) play.Chrome {
	l, body := smallLayout, ui.BodyRect(a.W, a.H)
	switch {
	case roomy(a):
		l, body = hugeLayout, ui.Rect{Y: 1, W: hugeWidth}
	case ui.Full(a.W, a.H):
		l, body = largeLayout, ui.BodyRect(a.W, 40)
	}
	side := l.side
	side.X, side.Y = side.X+body.X, side.Y+body.Y
	chrome := play.Chrome{Seek: body.W - 18, Sheet: side}
	if l == hugeLayout { // the sheet is between the seats, no larger than in the large layout
		chrome.Body = hugeWidth
		chrome.Sheet = ui.Rect{X: side.X, Y: side.Y + 8, W: largeLayout.side.W, H: largeLayout.side.H}
	}
	return chrome
}
