package board

import (
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// Layout has the places of the board's nodes on the screen. The board's edges alone determine the lines
// between them.
type Layout struct {
	W, H  int
	At    [yut.Nodes + 1]ui.Rect // by node
	Slots ui.Rect                // of finished pieces, side by side
	slot  int                    // the width of one slot
	home  ui.Rect                // where pieces enter
}

// The layouts of 80x24 and 120x40: O20 is the lower right corner, O1 above it, and
// the numbers go counter-clockwise.
var (
	SmallLayout = newLayout(measures{
		w: 47, h: 17, columns: [6]int{3, 11, 19, 27, 35, 43}, rows: [6]int{1, 4, 7, 9, 12, 15},
		inner: [2][2]int{{10, 4}, {17, 6}}, big: [2]int{3, 1}, small: [2]int{2, 0},
		slots: ui.Rect{X: 15, Y: 12, W: 16, H: 1}, home: ui.Rect{X: 41, Y: 13, W: 6, H: 1},
	})
	LargeLayout = newLayout(measures{
		w: 77, h: 31, columns: [6]int{5, 18, 31, 45, 58, 71}, rows: [6]int{2, 7, 12, 18, 23, 28},
		inner: [2][2]int{{16, 6}, {27, 10}}, big: [2]int{5, 2}, small: [2]int{3, 1},
		slots: ui.Rect{X: 26, Y: 24, W: 24, H: 3}, home: ui.Rect{X: 68, Y: 25, W: 7, H: 1},
	})
)

// measures has a layout's numbers: the columns of the upper and lower edge and the rows of the sides, the
// places of the upper left diagonal's two nodes (the others mirror them), and the reach of a large and a
// small node around their centre.
type measures struct {
	w, h          int
	columns, rows [6]int
	inner         [2][2]int
	big, small    [2]int
	slots, home   ui.Rect
}

func newLayout(m measures) (l Layout) {
	l = Layout{W: m.w, H: m.h, Slots: m.slots, slot: m.slots.W / yut.Pieces, home: m.home}
	put := func(n yut.Node, x, y int) {
		reach := app.Either(emphasised(n), m.big, m.small)
		l.At[n] = ui.Rect{X: x - reach[0], Y: y - reach[1], W: 2*reach[0] + 1, H: 2*reach[1] + 1}
	}
	for i := range yut.Node(5) {
		put(yut.O1+i, m.columns[5], m.rows[4-i])    // up the right side, O5 at its end
		put(yut.O5+1+i, m.columns[4-i], m.rows[0])  // along the top
		put(yut.O10+1+i, m.columns[0], m.rows[1+i]) // down the left side
		put(yut.O15+1+i, m.columns[1+i], m.rows[5]) // along the bottom
	}
	across, down := m.w-1, m.rows[0]+m.rows[5]
	put(yut.C, across/2, down/2)
	for i, p := range m.inner {
		x, y := p[0], p[1]
		put([]yut.Node{yut.B1, yut.B2}[i], x, y)
		put([]yut.Node{yut.A1, yut.A2}[i], across-x, y)
		put([]yut.Node{yut.A4, yut.A3}[i], x, down-y)
		put([]yut.Node{yut.B4, yut.B3}[i], across-x, down-y)
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
		line := app.Either(x2 < x1, "╱", "╲")
		half := (l.W - 1) / 2
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
func (l *Layout) Draw(a *app.App, g ui.Region, b Scene) {
	for _, e := range yut.Edges() {
		l.Edge(g, e)
	}
	for n := yut.O1; n <= yut.Nodes; n++ {
		l.node(g, n, b)
	}
	l.finish(a, g, b)
	tok := app.Either(b.Chosen && b.Origin == yut.Home, ui.Focus, ui.Muted)
	g.Text(l.home.X+1, l.home.Y, tok, a.T("yt.in"))
	g.Hit(l.home, NodeHit(yut.Home))
}

// node draws one node with its pieces.
func (l *Layout) node(g ui.Region, n yut.Node, b Scene) {
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
	g.Hit(ui.Rect{X: r.X - 1, Y: r.Y, W: r.W + 2, H: r.H}, NodeHit(n))
}

// finish draws the four slots of finished pieces.
func (l *Layout) finish(a *app.App, g ui.Region, b Scene) {
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
	caption := a.T("yt.slots", "n", b.Finished, "of", yut.Pieces)
	at := app.Either(l.Slots.H > 1, l.Slots.Y-1, l.Slots.Y+l.Slots.H)
	g.Text((l.W-ui.Width(caption))/2, at, ui.Muted, caption)
	g.Hit(ui.Rect{X: l.Slots.X, Y: min(at, l.Slots.Y), W: l.Slots.W, H: l.Slots.H + 1}, NodeHit(yut.Finished))
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
