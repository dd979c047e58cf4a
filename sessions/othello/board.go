package othello

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"arcade/games/othello"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// sizes are the sizes of a square, from the largest to the least. With pictures: within lines on a wooden rim, or in
// two greens with a rim, and without one where columns are scarce. With signs: within lines, with a border or without.
var sizes = []kit.Cells{
	{W: 11, H: 5, GapX: 1, GapY: 1, Left: 4, Top: 2, Right: 4, Bottom: 2, Pictures: true},
	{W: 7, H: 3, GapX: 1, GapY: 1, Left: 4, Top: 2, Right: 4, Bottom: 2, Pictures: true},
	{W: 6, H: 3, GapX: 1, GapY: 1, Left: 3, Top: 2, Right: 1, Bottom: 1, Signs: true},
	{W: 6, H: 3, Left: 3, Top: 1, Right: 3, Bottom: 1, Pictures: true},
	{W: 5, H: 2, GapX: 1, GapY: 1, Left: 3, Top: 2, Right: 1, Bottom: 1, Signs: true},
	{W: 6, H: 3, Top: 1, Pictures: true},
	{W: 5, H: 2, GapX: 1, GapY: 1, Left: 1, Top: 1, Bottom: 1, Signs: true},
	{W: 4, H: 2, Left: 3, Top: 1, Right: 3, Bottom: 1, Pictures: true},
	{W: 3, H: 1, GapX: 1, GapY: 1, Left: 3, Top: 2, Right: 1, Bottom: 1, Signs: true},
	{W: 4, H: 2, Left: 2, Top: 1, Pictures: true},
	{W: 3, H: 1, GapX: 1, GapY: 1, Left: 2, Top: 1, Signs: true},
	{W: 3, H: 1, Left: 2, Top: 1},
}

// cell is the display of one square.
type cell struct {
	disc        byte // 'X', 'O' or '-'
	focus, last bool
	legal       bool
	better      bool // better than the played one, in an analysis
	pose        pose
	side        int  // of the disc under the cursor
	dark        bool // of the darker green
}

// position is the board of a frame.
type position struct {
	v            *gameView
	a            *app.App
	s            *play.Scene
	view         othello.View
	board        string
	posed        [64]pose
	last, better othello.Square
	hints        bool
	side         int
	legal        string // the legal squares in words, "" until they are drawn
}

// position returns the board to show now. A disc counts only after it has turned.
func (v *gameView) position(a *app.App, s *play.Scene, view othello.View) *position {
	p := &position{v: v, a: a, s: s, view: view, last: othello.NoSquare, better: othello.NoSquare, hints: s.Mine() && !a.Set.NoHints}
	p.board, p.posed = v.poses(a, s, view)
	if p.board != view.Board {
		p.view.Counts = [2]int{strings.Count(p.board, "X"), strings.Count(p.board, "O")}
	}
	if sq, ok := othello.ParseSquare(string(view.Last)); ok {
		p.last = sq
	}
	if sq, ok := othello.ParseSquare(string(s.Review.Better(len(s.Plies)))); ok {
		p.better = sq
	}
	if s.ToAct == 1 || s.Replay && len(s.Plies) > 0 && s.Plies[len(s.Plies)-1].Seat == 1 {
		p.side = 1
	}
	return p
}

// grid is the board as a block. Only a player can click on it, until the end.
func (p *position) grid() kit.Grid {
	g := kit.Grid{Cols: 8, Rows: 8, Sizes: sizes, Ground: p.ground, Cell: p.draw}
	// Where the sheet of the end stands beside the board, or has no answers of its own, the last size is too small.
	if p.s.Result != nil && !p.s.Replay && ui.Fits(p.a.W, p.a.H) && (p.a.Touched() || p.a.W >= ui.MinWidth) {
		g.Sizes = sizes[:len(sizes)-1]
	}
	if p.s.You >= 0 && !p.s.Replay && p.s.Result == nil {
		g.Msg, g.Name = func(i int) any { return square(i) }, p.name
	}
	return g
}

// name names a square and what is on it.
func (p *position) name(i int) string {
	name := othello.Square(i).String()
	switch {
	case p.board[i] == 'X':
		return name + ", " + color(p.a, 0)
	case p.board[i] == 'O':
		return name + ", " + color(p.a, 1)
	case p.hints && slices.Contains(p.view.Legal, othello.Square(i)):
		return name + ", " + p.a.T("ot.empty") + ", " + p.a.T("ot.playable")
	}
	return name + ", " + p.a.T("ot.empty")
}

// cell returns what a square shows.
func (p *position) cell(sq othello.Square) cell {
	s, last := p.s, p.last == sq // visible through the cursor while there is nothing to choose
	return cell{
		disc:  p.board[sq],
		focus: sq == p.v.at && !s.Replay && s.You >= 0 && s.Result == nil && (!last || s.Mine()),
		last:  last, legal: p.hints && slices.Contains(p.view.Legal, sq), better: p.better == sq,
		pose: p.posed[sq], side: p.side, dark: (sq%8+sq/8)%2 == 1,
	}
}

// draw draws a square.
func (p *position) draw(g ui.Region, size kit.Cells, at ui.Rect, i int) {
	k := p.cell(othello.Square(i))
	k.draw(g, size, at)
	if size.Left == 0 && i%8 == 0 { // there is no rim for the number
		ink := app.If(k.last || k.focus && k.disc != '-', inkBlack, rowInk)
		g.Text(at.X, at.Y, ink|ui.Bold, app.Itoa(i/8+1))
	}
}

// draw draws a square of a size.
func (k cell) draw(g ui.Region, size kit.Cells, at ui.Rect) {
	switch {
	case !size.Pictures:
		k.sign(g, at)
	case size.GapX > 0:
		k.lined(g, at.X, at.Y, setOf(at.W))
	case at.W == 4:
		k.small(g, at.X, at.Y)
	default:
		k.tall(g, at)
	}
}

// ground draws what is below the squares: the rim with the names of columns and rows, the felt, its lines.
func (p *position) ground(g ui.Region, size kit.Cells) {
	field := size.Field(8, 8)
	switch {
	case !size.Pictures:
		signGround(g, size, field)
		return
	case size.Bottom > 0:
		rim(g)
		edge := min(size.GapX, 1)
		field = ui.Rect{X: field.X - edge, Y: field.Y - edge, W: field.W + 2*edge, H: field.H + 2*edge}
	default:
		g.Fill(g.Rect(), rims[3])
	}
	g.Fill(field, feltLight)
	names(g, size, 0, rimText|ui.Bold)
	if size.GapX > 0 {
		lines(g, size, field)
	}
}

// names writes the names of columns in the row y and of rows in the second column, or the first.
func names(g ui.Region, size kit.Cells, y int, ink ui.Token) {
	for i := range 8 {
		at := size.At(i, i)
		g.Text(at.X+(at.W-1)/2, y, ink, string(rune('a'+i)))
		if size.Left > 0 {
			g.Text(max(size.Left-2-size.GapX, 0), at.Y+(at.H-1)/2, ink, app.Itoa(i+1))
		}
	}
}

// rim draws the wooden rim, lit from above.
func rim(g ui.Region) {
	right, foot := g.W()-1, g.H()-1
	for y := range g.H() {
		g.Fill(ui.Rect{Y: y, W: g.W(), H: 1}, rims[(6*y+foot/2)/foot])
	}
	g.Cell(0, 0, '▟', rims[0], rimCorners[0])
	g.Cell(right, 0, '▙', rims[0], rimCorners[0])
	g.Cell(0, foot, '▜', rims[6], rimCorners[1])
	g.Cell(right, foot, '▛', rims[6], rimCorners[1])
}

// lines draws the lines of a board with pictures, in dark felt, and its four points.
func lines(g ui.Region, size kit.Cells, field ui.Rect) {
	each(size, field, func(x, y int, line string) {
		r, _ := utf8.DecodeRuneInString(line)
		g.Cell(x, y, r, feltLine, feltLight)
	})
	for _, i := range []int{2, 6} {
		for _, j := range []int{2, 6} {
			at := size.At(i, j)
			g.Cell(at.X-1, at.Y-1, '●', feltLine, feltLight)
		}
	}
}

// signGround draws the felt, its lines and names in signs.
func signGround(g ui.Region, size kit.Cells, field ui.Rect) {
	names(g, size, 0, ui.Text)
	if size.Top > 1 { // a border
		field = ui.Rect{X: field.X - 1, Y: field.Y - 1, W: field.W + 2, H: field.H + 2}
	}
	g.Fill(field, felt)
	if size.GapX > 0 {
		each(size, field, func(x, y int, line string) { g.Text(x, y, felt, line) })
	}
}

// corners are the places at which lines meet, from the upper left one.
var corners = [9]string{"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"}

// each calls draw for each character of the lines between squares, and around them if the field has a border.
func each(size kit.Cells, field ui.Rect, draw func(x, y int, line string)) {
	first := size.At(0, 0)
	for y := field.Y; y < field.Y+field.H; y++ {
		across := (y-first.Y+1)%(size.H+1) == 0
		for x := field.X; x < field.X+field.W; x++ {
			switch down := (x-first.X+1)%(size.W+1) == 0; {
			case across && down:
				draw(x, y, corners[3*edge(y, field.Y, field.H)+edge(x, field.X, field.W)])
			case across:
				draw(x, y, "─")
			case down:
				draw(x, y, "│")
			}
		}
	}
}

// edge returns 0 for the first of n, 2 for the last, else 1.
func edge(i, first, n int) int {
	switch i - first {
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

// turnTime returns the time in which all discs of the last ply turn.
func turnTime(s *play.Scene) time.Duration {
	list, at := turned(s), placed(s)
	if len(list) == 0 {
		return 0
	}
	return turnWhole + time.Duration(far(at, list[len(list)-1])-1)*turnDelay
}

// Motion returns the time in which the discs turn.
func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration { return a.Paced(turnTime(s)) }

// placed returns the square of the last ply's own disc.
func placed(s *play.Scene) othello.Square {
	if len(s.Plies) == 0 {
		return othello.NoSquare
	}
	sq, _ := othello.ParseSquare(string(s.Plies[len(s.Plies)-1].Action))
	return sq
}

// poses returns the position to show now, and the poses of its discs during the motion of the last ply.
func (v *gameView) poses(a *app.App, s *play.Scene, view othello.View) (board string, posed [64]pose) {
	left := s.MotionLeft(a, v)
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
			b[sq] = app.If(b[sq] == 'X', byte('O'), 'X')
		}
	}
	return string(b), posed
}

// turned returns the discs that the last ply turned, nearest to the placed one first.
func turned(s *play.Scene) []othello.Square {
	if len(s.Plies) == 0 {
		return nil
	}
	for _, e := range s.Plies[len(s.Plies)-1].Events {
		if m, ok := e.Fact.(othello.EventMove); ok {
			list := slices.Clone(m.Flipped)
			slices.SortStableFunc(list, func(p, q othello.Square) int { return far(m.Square, p) - far(m.Square, q) })
			return list
		}
	}
	return nil
}

// far returns the distance of two squares; a diagonal step counts as one.
func far(p, q othello.Square) int {
	dx, dy := int(p%8-q%8), int(p/8-q/8)
	return max(dx, -dx, dy, -dy)
}
