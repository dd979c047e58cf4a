package matgo

import (
	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// richLay has the positions on a table of ui.LevelRich, in cells of its body: 80 by 21, 120 by 37 or 200 by
// 57.
type richLay struct {
	size             hwatu.Size
	w, h             int
	mat, own         ui.Rect
	floorX, pitch    int
	floorY           []int
	perRow           int // places in a row of the floor
	deckX, deckY     int
	handX, handY     int
	foeSeat, ownSeat ui.Rect // of the large and the huge table; the small one has rows
	logX, logY, logs int
	won              wonLay
	talk             ui.Rect // between the seats of the huge table
}

// wonLay has the size of a captured card's place on a seat's sheet, the distance to the next place, and the
// additional distance between two groups.
type wonLay struct{ w, h, pitch, gap int }

var (
	richSmall = richLay{
		size: hwatu.Small, w: 80, h: 21, mat: ui.Rect{X: 1, Y: 3, W: 78, H: 10}, own: ui.Rect{X: 1, Y: 13, W: 78, H: 8},
		perRow: 6, floorX: 3, pitch: 10, floorY: []int{3, 8}, deckX: 62, deckY: 3, handX: 3, handY: 16,
		foeSeat: ui.Rect{X: 1, Y: 0, W: 78, H: 3}, logX: 62, logY: 9, logs: 4,
	}
	richLarge = richLay{
		size: hwatu.Large, w: 120, h: 37, mat: ui.Rect{X: 2, Y: 1, W: 74, H: 23}, own: ui.Rect{X: 2, Y: 25, W: 74, H: 11},
		perRow: 6, floorX: 4, pitch: 12, floorY: []int{2, 16}, deckX: 35, deckY: 9, handX: 4, handY: 27,
		foeSeat: ui.Rect{X: 78, Y: 1, W: 40, H: 17}, ownSeat: ui.Rect{X: 78, Y: 19, W: 40, H: 17}, logX: 46, logY: 10, logs: 5,
		won: wonLay{3, 2, 3, 3},
	}
	richHuge = richLay{
		size: hwatu.Huge, w: hugeWidth, h: 57, mat: ui.Rect{X: 2, Y: 1, W: 106, H: 33}, own: ui.Rect{X: 2, Y: 36, W: 106, H: 20},
		perRow: 6, floorX: 5, pitch: 17, floorY: []int{3, 22}, deckX: 50, deckY: 12, handX: 5, handY: 39,
		foeSeat: ui.Rect{X: 111, Y: 1, W: 87, H: 23}, ownSeat: ui.Rect{X: 111, Y: 33, W: 87, H: 23}, logX: 64, logY: 13, logs: 5,
		won:  wonLay{hwatu.Small.W(), hwatu.Small.H(), hwatu.Small.W() + 1, 4},
		talk: ui.Rect{X: 111, Y: 25, W: 87, H: 7},
	}
)

// hugeWidth is the width of the huge table, hugeHeight the least height of its window.
const hugeWidth, hugeHeight = 200, 60

// huge reports whether a window has room for the huge table.
func huge(a *app.App) bool { return play.Roomy(a) && a.W >= hugeWidth && a.H >= hugeHeight }

// richTable is one drawing of a table.
type richTable struct {
	richLay
	v     *gameView
	a     *app.App
	g     ui.Region
	s     *play.Scene
	f     *tell.Frame
	view  *matgo.View
	me    games.Seat
	still bool // no motion runs
	q     *question
}

// layOf returns the layout for a window.
func layOf(c *ui.Canvas) richLay {
	switch {
	case ui.Body(c).W() >= hugeWidth:
		return richHuge
	case ui.Full(c.W(), c.H()):
		return richLarge
	}
	return richSmall
}

// drawRich draws the table of ui.LevelRich.
func (v *gameView) drawRich(a *app.App, c *ui.Canvas, s *play.Scene, f *tell.Frame) {
	lay, g := layOf(c), ui.Body(c)
	t := v.table(a, lay, s, f)
	t.g = g.Sub(g.Rect().Centered(t.w, t.h))
	t.cloth()
	t.floor()
	t.middle()
	t.seats()
	t.hand()
	if s.Review != nil {
		t.review()
	}
	t.over()
}

// table returns a drawing of a table, with the present question.
func (v *gameView) table(a *app.App, lay richLay, s *play.Scene, f *tell.Frame) richTable {
	t := richTable{richLay: lay, v: v, a: a, s: s, f: f, view: f.View, me: ownSeat(s), still: f.Lasts == 0}
	if t.still && !onHold(f.Now) {
		t.q = v.question(a, f.Now, f.View)
	}
	return t
}

// mine reports whether the viewer is to act, which gold marks.
func (t *richTable) mine() bool { return t.s.Mine() && t.still }

// large reports whether this is the table of 120 columns or of 200, whose seats have sheets.
func (t *richTable) large() bool { return t.size != hwatu.Small }

// picks reports whether the viewer must choose between floor cards now.
func (t *richTable) picks() bool { return t.still && t.v.picking(t.s, t.view) }

// onTurn reports whether a seat is to act.
func (t *richTable) onTurn(seat games.Seat) bool {
	return t.view.ToAct == seat && t.s.Result == nil
}

// stand draws the ground of a seat's sheet, and an edge if the seat is to act: gold for the viewer.
func (t *richTable) stand(seat games.Seat) (ground, edge ui.Token) {
	switch {
	case !t.onTurn(seat):
		return ui.Panel, 0
	case seat == t.s.You && !t.s.Replay:
		return ui.Raised, ui.Accent
	}
	return ui.Raised, hwatu.Face.Accent
}

// sheet draws a seat's sheet.
func (t *richTable) sheet(r ui.Rect, seat games.Seat) ui.Token {
	ground, edge := t.stand(seat)
	if edge != 0 {
		t.g.SheetEdge(r, ground, edge)
	} else {
		t.g.Sheet(r, ground)
	}
	return ground
}

// cloth draws the mat.
func (t *richTable) cloth() {
	r := t.mat
	for j := range r.H {
		mid := 2*j - (r.H - 1)
		if mid < 0 {
			mid = -mid
		}
		k := 4 - (4*mid+(r.H-1)/2)/(r.H-1)
		t.g.Fill(ui.Rect{X: r.X, Y: r.Y + j, W: r.W, H: 1}, hwatu.MatGrounds[k])
	}
}

// seats draws both seats: as rows on the small table, else as sheets.
func (t *richTable) seats() {
	ground := t.sheet(t.own, t.me)
	if t.large() && t.s.Review != nil {
		return // the analysis is there
	}
	if t.large() {
		t.plate(t.foeSeat, 1-t.me, t.sheet(t.foeSeat, 1-t.me))
		t.plate(t.ownSeat, t.me, t.sheet(t.ownSeat, t.me))
		t.talked()
		return
	}
	t.rows(t.foeSeat.Y, 1-t.me, t.sheet(t.foeSeat, 1-t.me))
	t.rows(t.own.Y, t.me, ground)
}

// over draws what covers the table: a question, cards shown to all, a void deal, a call.
func (t *richTable) over() {
	switch s := t.f.Now; {
	case onHold(s):
		t.reveal()
	case !t.still:
		t.flying()
		t.call()
	case t.q != nil:
		t.ask()
	case len(t.view.Opening.Void) > 0 && t.v.voidShown(s):
		t.void()
	}
}
