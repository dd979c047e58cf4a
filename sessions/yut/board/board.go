package board

import (
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// measures has the numbers of a board in one size, for both looks: the columns of the upper and lower edge, the rows of
// the sides, the distances of the nodes of the diagonals from a corner, and the reach of a large and a small node of
// lines around their centre. O20 is the lower right corner, O1 above it, and the numbers go counter-clockwise.
type measures struct {
	w, h          int
	columns, rows [6]int
	inner         [2]spotAt
	big, small    [2]int
	radius, large float64 // of the discs of a small and a large node, in pixels
	thick         bool    // pictures of large nodes have more than one tone
	tap           bool    // a finger can hit each node
	finger        bool    // for a finger alone: a mouse has a narrower one
	low           bool    // pieces enter left of O20: there is no room above it
}

// sizes are the sizes of the board, the largest first.
var sizes = []measures{
	{
		w: 99, h: 47, columns: [6]int{9, 25, 41, 57, 73, 89}, rows: [6]int{4, 11, 18, 28, 35, 42}, inner: [2]spotAt{{13, 6}, {27, 13}},
		big: [2]int{5, 2}, small: [2]int{3, 1}, radius: 4.2, large: 6.3, thick: true, tap: true,
	},
	{
		w: 73, h: 35, columns: [6]int{6, 18, 30, 42, 54, 66}, rows: [6]int{3, 8, 13, 21, 26, 31}, inner: [2]spotAt{{10, 5}, {20, 9}},
		big: [2]int{5, 2}, small: [2]int{3, 1}, radius: 3.1, large: 4.8, thick: true, tap: true,
	},
	{
		w: 59, h: 27, columns: [6]int{4, 14, 24, 34, 44, 54}, rows: [6]int{3, 7, 11, 15, 19, 23}, inner: [2]spotAt{{8, 3}, {17, 7}},
		big: [2]int{3, 1}, small: [2]int{2, 0}, radius: 2.6, large: 3.6, tap: true,
	},
	{
		w: 44, h: 21, columns: [6]int{4, 11, 18, 25, 32, 39}, rows: [6]int{2, 5, 8, 12, 15, 18}, inner: [2]spotAt{{6, 3}, {11, 6}},
		big: [2]int{3, 1}, small: [2]int{2, 0}, radius: 2.25, large: 3.3, tap: true, finger: true,
	},
	{
		w: 44, h: 19, columns: [6]int{4, 11, 18, 25, 32, 39}, rows: [6]int{1, 4, 7, 11, 14, 17}, inner: [2]spotAt{{6, 3}, {11, 6}},
		big: [2]int{3, 1}, small: [2]int{2, 0}, radius: 2.2, large: 2.9, tap: true, finger: true,
	},
	{
		w: 43, h: 21, columns: [6]int{4, 11, 18, 24, 31, 38}, rows: [6]int{2, 5, 8, 12, 15, 18}, inner: [2]spotAt{{5, 3}, {11, 6}},
		big: [2]int{3, 1}, small: [2]int{2, 0}, radius: 2.25, large: 3.3,
	},
	{
		w: 43, h: 19, columns: [6]int{4, 11, 18, 24, 31, 38}, rows: [6]int{1, 4, 7, 11, 14, 17}, inner: [2]spotAt{{5, 3}, {11, 6}},
		big: [2]int{3, 1}, small: [2]int{2, 0}, radius: 2.2, large: 2.9,
	},
	{
		w: 43, h: 15, columns: [6]int{4, 11, 18, 24, 31, 38}, rows: [6]int{1, 4, 6, 8, 10, 13}, inner: [2]spotAt{{5, 2}, {11, 4}},
		big: [2]int{3, 1}, small: [2]int{2, 0}, radius: 1.75, large: 2.4,
	},
	{
		w: 40, h: 13, columns: [6]int{3, 10, 17, 22, 29, 36}, rows: [6]int{1, 3, 5, 7, 9, 11}, inner: [2]spotAt{{5, 2}, {10, 4}},
		big: [2]int{3, 1}, small: [2]int{2, 0}, radius: 1.6, large: 2.4, low: true,
	},
}

// spotAt is a cell of the board.
type spotAt struct{ X, Y int }

// places returns the cells of the nodes.
func (m measures) places() (at [yut.Nodes + 1]spotAt) {
	c, r := m.columns, m.rows
	for i := range yut.Node(5) {
		at[yut.O1+i] = spotAt{c[5], r[4-i]}    // up the right side, O5 at its end
		at[yut.O5+1+i] = spotAt{c[4-i], r[0]}  // along the top
		at[yut.O10+1+i] = spotAt{c[0], r[1+i]} // down the left side
		at[yut.O15+1+i] = spotAt{c[1+i], r[5]} // along the bottom
	}
	at[yut.C] = spotAt{(c[0] + c[5]) / 2, (r[0] + r[5]) / 2}
	for i, d := range m.inner {
		at[[]yut.Node{yut.A1, yut.A2}[i]] = spotAt{c[5] - d.X, r[0] + d.Y}
		at[[]yut.Node{yut.A4, yut.A3}[i]] = spotAt{c[0] + d.X, r[5] - d.Y}
		at[[]yut.Node{yut.B1, yut.B2}[i]] = spotAt{c[0] + d.X, r[0] + d.Y}
		at[[]yut.Node{yut.B4, yut.B3}[i]] = spotAt{c[5] - d.X, r[5] - d.Y}
	}
	return at
}

// Board is the board in one size, in both looks.
type Board struct {
	Lines   *Layout
	Picture *Picture
	tap     bool
	Finger  bool // it is for a finger alone
}

// Boards are the sizes of the board, the largest first.
var Boards = newBoards()

func newBoards() (list []Board) {
	for _, m := range sizes {
		list = append(list, Board{newLayout(m), newPicture(m), m.tap, m.finger})
	}
	return list
}

// Block returns the board with a scene as a block. over, if it is not nil, draws over a picture.
func Block(a *app.App, b Scene, over func(g ui.Region)) kit.Board {
	on := func(l kit.Look, g ui.Region) target {
		t := target{a: a, g: g, b: b, touch: l.Touch}
		t.named = t.name
		return t
	}
	return kit.ByLevel{
		Pictures: kit.Sized{Size: sizeAt, Paint: func(l kit.Look, g ui.Region, n int) {
			served(l, n).Picture.Draw(on(l, g))
			if over != nil {
				over(g)
			}
		}},
		Signs: kit.Sized{Size: sizeAt, Paint: func(l kit.Look, g ui.Region, n int) { served(l, n).Lines.Draw(on(l, g)) }},
	}
}

// served returns the n-th board for a look; a board without a picture for none.
func served(l kit.Look, n int) (at Board) {
	for _, b := range Boards {
		if l.Touch && !b.tap || b.Finger && !l.Touch {
			continue
		}
		if n == 0 {
			return b
		}
		n--
	}
	return Board{}
}

// sizeAt returns the size of the n-th board for a look.
func sizeAt(l kit.Look, n int) (kit.Size, bool) {
	at := served(l, n)
	if at.Picture == nil {
		return kit.Size{}, false
	}
	return kit.Size{W: at.Picture.W, H: at.Picture.H}, true
}

// target is what a board is drawn on, and what it shows.
type target struct {
	a     *app.App
	g     ui.Region
	b     Scene
	touch bool
	named func(i int) string // name, made once
}

// The reach of what a finger can hit around its middle.
const tapX, tapY = 2, 1

// hit registers a node's place, with reach cells and rows around its middle.
func (t target) hit(n yut.Node, at spotAt, reach, rows int) {
	if t.touch {
		reach, rows = max(reach, tapX), max(rows, tapY)
	}
	t.g.HitNamed(ui.Rect{X: at.X - reach, Y: at.Y - rows, W: 2*reach + 1, H: 2*rows + 1}, NodeHit(n), t.named, int(n))
}

// name names a node and what is on it.
func (t target) name(i int) string {
	n := yut.Node(i)
	switch n {
	case yut.Home:
		return t.a.T("yt.said.home", "n", t.b.Home)
	case yut.Finished:
		return t.a.T("yt.slots", "n", t.b.Finished, "of", yut.Pieces)
	}
	text := n.String()
	if t.b.Stacks[n] == 0 && t.b.kinds[n] == 0 {
		text += ", " + t.a.T("yt.said.empty")
	}
	if k := t.b.Stacks[n]; k > 0 {
		text = t.a.T("yt.said.piece", "at", text, "n", k)
	}
	switch t.b.kinds[n] {
	case yut.Stick:
		text += " " + t.a.T("yt.at.stick")
	case yut.Refresh:
		text += " " + t.a.T("yt.at.refresh")
	}
	return text
}

// finish registers the place of finished pieces, w cells wide around a column, with high rows from y on.
func (t target) finish(x, y, w, high int) {
	t.g.HitNamed(ui.Rect{X: x - w/2, Y: y, W: w, H: high}, NodeHit(yut.Finished), t.named, int(yut.Finished))
}

// waits returns the middle of the place for a finger where pieces wait.
func (m measures) waits() (x, y int) {
	at := m.places()
	return (at[yut.C].X+at[yut.O1].X)/2 + 2*tapX - 1, at[yut.C].Y
}

// home writes for a finger how many pieces wait, on the ground left of the right side, where they can be hit.
func (t target) home(m measures, ink ui.Token) {
	x, y := m.waits()
	text := t.a.T("yt.home") + " " + app.Itoa(t.b.Home)
	if t.b.Chosen && t.b.Origin == yut.Home {
		ink = ui.Focus
		t.g.Fill(ui.Rect{X: x - 3, Y: y, W: 7, H: 1}, ink)
	}
	t.g.Text(x-(ui.Width(text)-1)/2, y, ink, text)
	t.g.HitNamed(ui.Rect{X: x - tapX, Y: y - tapY, W: 2*tapX + 1, H: 2*tapY + 1}, NodeHit(yut.Home), t.named, int(yut.Home))
}

// Layout has the places of the nodes of a board of lines. The board's edges alone determine the lines between them.
type Layout struct {
	W, H  int
	At    [yut.Nodes + 1]ui.Rect // by node
	Slots ui.Rect                // of finished pieces, side by side
	slot  int                    // the width of one slot
	in    ui.Rect                // where pieces enter
	measures
}

// The width of a slot for a finished piece in one row, and in three.
const slotLow, slotHigh = 4, 6

func newLayout(m measures) *Layout {
	l := &Layout{W: m.w, H: m.h, measures: m}
	at := m.places()
	for n := yut.O1; n <= yut.Nodes; n++ {
		reach := app.If(emphasised(n), m.big, m.small)
		l.At[n] = ui.Rect{X: at[n].X - reach[0], Y: at[n].Y - reach[1], W: 2*reach[0] + 1, H: 2*reach[1] + 1}
	}
	l.slot = app.If(m.thick, slotHigh, slotLow)
	w := yut.Pieces * l.slot
	l.Slots = ui.Rect{X: at[yut.C].X - w/2, Y: at[yut.A4].Y, W: w, H: 1}
	if m.thick {
		l.Slots.Y, l.Slots.H = l.Slots.Y-1, 3
	}
	l.in = ui.Rect{X: at[yut.O1].X - 2, Y: at[yut.O1].Y + m.small[1] + 1, W: 6, H: 1}
	if m.low {
		l.in.X, l.in.Y = l.At[yut.O20].X-l.in.W, m.h-1
	}
	return l
}

// emphasised nodes are drawn larger.
func emphasised(n yut.Node) bool {
	return n == yut.C || n == yut.O5 || n == yut.O10 || n == yut.O15 || n == yut.O20
}

// Centre returns the cell in the middle of a place.
func Centre(r ui.Rect) (x, y int) { return r.X + r.W/2, r.Y + r.H/2 }

// Edge draws the line of an edge between its two nodes.
func (l *Layout) Edge(g ui.Region, e yut.Edge) {
	p, q := l.At[e.From], l.At[e.To]
	x1, y1 := Centre(p)
	x2, y2 := Centre(q)
	if y1 > y2 || y1 == y2 && x1 > x2 {
		p, q, x1, y1, x2, y2 = q, p, x2, y2, x1, y1
	}
	switch {
	case y1 == y2:
		g.HLine(p.X+p.W, y1, q.X-p.X-p.W, ui.Muted)
	case x1 == x2:
		g.VLine(x1, p.Y+p.H, q.Y-p.Y-p.H, ui.Muted)
	default:
		line := app.If(x2 < x1, "╱", "╲")
		half := l.W / 2
		for y := p.Y + p.H; y < q.Y; y++ {
			g.Text(half+towardsZero(x1-half, x2-half, y-y1, y2-y1), y, ui.Muted, line)
		}
	}
}

// towardsZero returns a + (b-a)*i/n, rounded, a half towards zero: so left and right mirror each other.
func towardsZero(a, b, i, n int) int {
	v := a*n + (b-a)*i
	if v < 0 {
		return -((-2*v + n - 1) / (2 * n))
	}
	return (2*v + n - 1) / (2 * n)
}

// Scene is the state of the board at one moment.
type Scene struct {
	Stacks   [yut.Nodes + 1]int
	kinds    [yut.Nodes + 1]yut.Kind
	Home     int
	Finished int
	Fresh    [yut.Nodes + 1]bool // the old and the new special nodes after a reshuffle
	Origin   yut.Node            // the place in focus, if chosen
	Chosen   bool                // Origin is set
	Targets  map[yut.Node]Target // the places that a move can reach
}

// Target is a clickable node: the letter of its way, and whether it is in focus.
type Target struct {
	Letter string
	Focus  bool
}

// Take reads a view.
func (b *Scene) Take(view yut.View) {
	for _, s := range view.Stacks {
		b.Stacks[s.Node] = s.Pieces
	}
	for _, s := range view.Special {
		b.kinds[s.Node] = s.Kind
	}
	b.Home, b.Finished = view.Home, view.Finished
}

// Brackets and signs of the kinds of nodes.
var (
	kindOpen  = [...]string{yut.Normal: "(", yut.Stick: "{", yut.Refresh: "<"}
	kindClose = [...]string{yut.Normal: ")", yut.Stick: "}", yut.Refresh: ">"}
	kindSign  = [...]string{yut.Normal: "   ", yut.Stick: " + ", yut.Refresh: " ~ "}
	kindInk   = [...]ui.Token{yut.Normal: ui.Text, yut.Stick: StickInk, yut.Refresh: RefreshInk}
)

// Draw draws the board.
func (l *Layout) Draw(t target) {
	for _, e := range yut.Edges() {
		l.Edge(t.g, e)
	}
	for n := yut.O1; n <= yut.Nodes; n++ {
		l.node(t, n)
	}
	l.finish(t)
	if t.touch {
		t.home(l.measures, ui.Muted)
		return
	}
	tok := app.If(t.b.Chosen && t.b.Origin == yut.Home, ui.Focus, ui.Muted)
	t.g.Text(l.in.X+1, l.in.Y, tok, t.a.T("yt.in"))
	t.g.HitNamed(l.in, NodeHit(yut.Home), t.named, int(yut.Home))
}

// node draws one node with its pieces.
func (l *Layout) node(to target, n yut.Node) {
	g, b := to.g, to.b
	r, kind, pieces := l.At[n], b.kinds[n], b.Stacks[n]
	ink := kindInk[kind]
	t, aim := b.Targets[n]
	origin := b.Chosen && b.Origin == n
	if origin {
		ink = ui.Accent
	}
	inner := kindSign[kind]
	if emphasised(n) {
		inner = ui.PadRight(n.String(), 3)
		if n == yut.C {
			inner = " C "
		}
	}
	switch {
	case aim && pieces > 0:
		inner = t.Letter + "● "
	case aim:
		inner = " " + t.Letter + " "
	case pieces > 1:
		inner = app.Itoa(pieces) + "● "
	case pieces == 1 && origin:
		inner = ">● "
	case pieces == 1:
		inner = " ● "
	}
	x, y := Centre(r)
	opening, closing := kindOpen[kind], kindClose[kind]
	switch {
	case r.H == 1:
		g.Text(r.X, y, ink, opening)
		g.Text(r.X+4, y, ink, closing)
	case r.H == 3 && emphasised(n): // the small layout's large nodes have their brackets inside
		g.Box(r, "", ink, false)
		if kind != yut.Normal {
			g.Text(x-2, y, ink, opening)
			g.Text(x+2, y, ink, closing)
		}
	default:
		g.Box(r, "", ink, false)
		if kind != yut.Normal {
			g.Text(x-1, r.Y, ink, opening+" "+closing)
		}
	}
	tok := ink
	switch {
	case aim && t.Focus:
		tok = ui.Focus
	case aim:
		tok = ui.Picked
	case b.Fresh[n]:
		tok = ui.Picked
	case pieces > 0:
		tok = pieceGround
	case emphasised(n) && kind == yut.Normal:
		tok = ui.Muted
	}
	g.Text(x-1, y, tok, inner)
	to.hit(n, spotAt{x, y}, r.W/2+app.If(to.touch, 0, 1), r.H/2)
}

// finish draws the four slots of finished pieces.
func (l *Layout) finish(to target) {
	g, b := to.g, to.b
	t, aim := b.Targets[yut.Finished]
	y := l.Slots.Y + l.Slots.H/2
	for i := range yut.Pieces {
		r := ui.Rect{X: l.Slots.X + i*l.slot, Y: l.Slots.Y, W: l.slot, H: l.Slots.H}
		tok, inner := ui.Text, "  "
		switch {
		case i < b.Finished:
			tok, inner = pieceGround, "● "
		case aim && i == b.Finished:
			if tok = ui.Picked; t.Focus {
				tok = ui.Focus
			}
			inner = t.Letter + " "
		}
		if r.H == 1 {
			g.Text(r.X, y, ui.Muted, "[")
			g.Text(r.X+3, y, ui.Muted, "]")
			g.Text(r.X+1, y, tok, inner)
		} else {
			g.Box(r, "", ui.Muted, false)
			g.Text(r.X+2, y, tok, inner)
		}
	}
	caption := to.name(int(yut.Finished))
	at := app.If(l.Slots.H > 1, l.Slots.Y-1, l.Slots.Y+l.Slots.H)
	middle := l.Slots.X + l.Slots.W/2
	g.Text(middle-ui.Width(caption)/2, at, ui.Muted, caption)
	if to.touch {
		to.finish(middle, y-tapY, l.Slots.W, 2*tapY+1)
		return
	}
	to.finish(middle, min(at, l.Slots.Y), l.Slots.W, l.Slots.H+1)
}

// The clickable parts of a table: the button that throws and the one that begins to move, a token, a place
// on the board, an entry of the list of moves, a row of a panel.
type (
	ThrowHit struct{}
	StartHit struct{}
	TokenHit yut.Token
	NodeHit  yut.Node
	MoveHit  int
	SlotHit  int
)
