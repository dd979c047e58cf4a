package board

import (
	"math"

	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// Picture is the board as a picture in one size: the places of its nodes, the wood with its paths, and
// the shapes of the pieces and marks on them.
type Picture struct {
	W, H  int
	At    [yut.Nodes + 1]spotAt
	cups  [yut.Pieces]spotAt
	words spotAt // below the cups
	in    spotAt // where pieces enter
	wood  *ui.Picture
	small nodeShape
	big   nodeShape
	cup   *ui.Mask
	home  *ui.Mask // a piece in a cup
	measures
}

// nodeShape has the shapes of a node: rings around it, its disc, and a piece on it.
type nodeShape struct {
	from, aim, ring, face, middle, under, piece *ui.Mask
	reach, rows                                 int // clickable cells to each side, and rows
}

// The pieces and the cups of finished ones, as parts of the radius of a large node.
const pieceShare, cupShare, homeShare = 0.74, 0.49, 0.45

func newPicture(m measures) *Picture {
	p := &Picture{W: m.w, H: m.h, At: m.places(), measures: m, wood: Woodgrain(m.w, m.h, m.thick)}
	for _, e := range yut.Edges() {
		lay(p.wood, p.At[e.From], p.At[e.To], app.If(m.thick, 0.2*m.radius, 0.62))
	}
	p.small = m.shape(m.radius, m.radius-0.25, app.If(m.thick, m.radius+0.2, 0))
	p.big = m.shape(m.large, m.large-0.6, m.large+0.35)
	if m.thick {
		p.big.middle = ui.Disc(m.large-1.6, 0)
	}
	gap := 2 * max(int(0.75*m.large-0.4), 2)
	for i := range p.cups {
		p.cups[i] = spotAt{p.At[yut.C].X + (2*i-3)*gap/2, p.At[yut.A4].Y}
	}
	p.cup, p.home = ui.Disc(cupShare*m.large, 0), ui.Disc(homeShare*m.large, 0)
	below := app.If(m.thick, 2, 1)
	p.words = spotAt{p.At[yut.C].X, p.At[yut.A4].Y + below}
	p.in = spotAt{p.At[yut.O1].X - app.If(m.thick, 10, 2), p.At[yut.O1].Y + below}
	if m.low {
		p.in = spotAt{p.At[yut.O20].X - 8, m.h - 1}
	}
	return p
}

// shape returns the shapes of a node of a radius, with its own disc and ring.
func (m measures) shape(radius, face, ring float64) nodeShape {
	piece := pieceShare * m.large
	s := nodeShape{
		from: ui.Disc(radius+1.1, 0), aim: ui.Disc(radius+0.7, 0), face: ui.Disc(face, 0),
		under: ui.Disc(min(radius-0.1, piece), 0), piece: ui.Disc(min(radius-0.45, piece-0.45), 0.35), reach: int(radius + 0.25), rows: 1,
	}
	switch {
	case m.thick:
		s.rows = 2
	case m.radius < 2:
		s.rows = 0
	}
	if ring > 0 {
		s.ring = ui.Disc(ring, 0)
	}
	return s
}

// Woodgrain draws a piece of wood: one tone for each row of cells, which costs a few bytes a row.
func Woodgrain(w, h int, thick bool) *ui.Picture {
	p := ui.NewPicture(w, h, wood)
	for y := range p.H {
		tone := WoodgrainTone(y / 2)
		for x := range w {
			switch edge := min(x, w-1-x, y, p.H-1-y); {
			case edge == 0:
				p.Set(x, y, rim)
			case edge == 1 && thick:
				p.Set(x, y, innerRim)
			default:
				p.Set(x, y, tone)
			}
		}
	}
	for _, x := range []int{0, w - 1} {
		p.Set(x, 0, ui.Page)
		p.Set(x, p.H-1, ui.Page)
	}
	return p
}

// WoodgrainTone returns the tone of a row of wood.
func WoodgrainTone(row int) ui.Token {
	return grain[int(math.Sin(float64(row)*1.7)+math.Sin(float64(row)*0.63+2)+2.5)]
}

// lay draws a path from one cell to another, width wide to each side.
func lay(p *ui.Picture, from, to spotAt, width float64) {
	x0, y0 := float64(from.X)+0.5, float64(2*from.Y+1)
	dx, dy := float64(to.X-from.X), float64(2*(to.Y-from.Y))
	long := math.Hypot(dx, dy)
	for y := min(2*from.Y, 2*to.Y) - 2; y <= max(2*from.Y, 2*to.Y)+3; y++ {
		for x := min(from.X, to.X) - 2; x <= max(from.X, to.X)+2; x++ {
			u, v := float64(x)+0.5-x0, float64(y)+0.5-y0
			along, off := (u*dx+v*dy)/long, math.Abs(u*dy-v*dx)/long
			if along >= 0 && along <= long {
				p.Dot(x, y, int(math.Round(4*max(0, min(1, width+0.5-off)))), path)
			}
		}
	}
}

// Draw draws the board.
func (p *Picture) Draw(t target) {
	t.g.ShowWith(0, 0, p.wood, func(canvas *ui.Picture) { p.pieces(canvas, t.b) })
	for n := yut.O1; n <= yut.Nodes; n++ {
		p.label(t, n)
	}
	p.finish(t)
}

// pieces draws the nodes, the pieces and the cups.
func (p *Picture) pieces(canvas *ui.Picture, b Scene) {
	for n := yut.O1; n <= yut.Nodes; n++ {
		p.node(canvas, n, b)
	}
	_, aim := b.Targets[yut.Finished]
	for i, at := range p.cups {
		canvas.Stamp(at.X, at.Y, p.cup, cup)
		if i < b.Finished {
			canvas.Stamp(at.X, at.Y, p.home, Red)
		} else if aim && i == b.Finished {
			canvas.Stamp(at.X, at.Y, p.home, skyCup)
		}
	}
}

// shapeOf returns a node's shapes.
func (p *Picture) shapeOf(n yut.Node) *nodeShape {
	if emphasised(n) {
		return &p.big
	}
	return &p.small
}

// face returns the colour of a node, middle the colour in the middle of a large one.
func (p *Picture) face(n yut.Node, b Scene) (face, middle *ui.Soft) {
	face = nodeFaces[b.kinds[n]]
	if _, aim := b.Targets[n]; aim {
		return sky, sky
	}
	if p.thick && emphasised(n) {
		return face, middles[b.kinds[n]]
	}
	return face, face
}

// node draws a node and the pieces on it.
func (p *Picture) node(c *ui.Picture, n yut.Node, b Scene) {
	at, s := p.At[n], p.shapeOf(n)
	t, aim := b.Targets[n]
	face, middle := p.face(n, b)
	switch {
	case b.Chosen && b.Origin == n, aim && t.Focus && len(b.Targets) > 1:
		c.Stamp(at.X, at.Y, s.from, here)
	case aim, b.Fresh[n]:
		c.Stamp(at.X, at.Y, s.aim, around)
	case s.ring != nil:
		c.Stamp(at.X, at.Y, s.ring, edges)
	}
	c.Stamp(at.X, at.Y, s.face, face)
	if middle != face && s.middle != nil {
		c.Stamp(at.X, at.Y, s.middle, middle)
	}
	if b.Stacks[n] > 0 && !aim {
		c.Stamp(at.X, at.Y, s.under, ShadowRed)
		c.Stamp(at.X, at.Y, s.piece, Red)
	}
}

// nodeSigns has the signs of the kinds of nodes, nodeInks the inks on them.
var (
	nodeSigns = [...]string{yut.Normal: "", yut.Stick: "+", yut.Refresh: "~"}
	nodeInks  = [...]ui.Token{yut.Normal: NodeText, yut.Stick: NodeText, yut.Refresh: jadeText}
	nodeNames = map[yut.Node]string{yut.O5: "yt.node.o5", yut.O10: "yt.node.o10", yut.O15: "yt.node.o15", yut.O20: "yt.node.o20", yut.C: "yt.node.c"}
)

// label writes a node's text: the letter of a way, the number of pieces, or its sign.
func (p *Picture) label(to target, n yut.Node) {
	g, b, at, s := to.g, to.b, p.At[n], p.shapeOf(n)
	to.hit(n, at, s.reach, s.rows)
	t, aim := b.Targets[n]
	_, middle := p.face(n, b)
	pieces := b.Stacks[n]
	switch {
	case aim && pieces > 0:
		label(g, at, sky.Token, aimText, t.Letter+"+"+app.Itoa(pieces))
	case aim:
		label(g, at, sky.Token, aimText, t.Letter)
	case pieces > 1:
		label(g, at, Red.Token, onPiece, app.Itoa(pieces))
	case pieces == 1:
	case emphasised(n):
		label(g, at, middle.Token, nodeInks[b.kinds[n]], nodeSigns[b.kinds[n]]+to.a.T(nodeNames[n]))
	default:
		label(g, at, middle.Token, nodeInks[b.kinds[n]], nodeSigns[b.kinds[n]])
	}
}

// label writes a word centred on a cell.
func label(g ui.Region, at spotAt, face, ink ui.Token, word string) {
	w := ui.Width(word)
	r := ui.Rect{X: at.X - (w-1)/2, Y: at.Y, W: w, H: 1}
	g.Fill(r, face)
	g.Text(r.X, r.Y, ink|ui.Bold, word)
}

// finish writes the texts below the cups and where pieces enter.
func (p *Picture) finish(to target) {
	words := to.name(int(yut.Finished))
	if t, aim := to.b.Targets[yut.Finished]; aim {
		label(to.g, p.cups[to.b.Finished], skyCup.Token, aimText, t.Letter)
	}
	p.write(to.g, p.words.X-ui.Width(words)/2+1, p.words.Y, words)
	first, last := p.cups[0], p.cups[yut.Pieces-1]
	if to.touch {
		to.finish(p.words.X, first.Y-tapY, last.X-first.X+2*tapX, 2*tapY+1)
		x, y := p.waits()
		to.g.Fill(ui.Rect{X: x - 3, Y: y, W: 7, H: 1}, WoodgrainTone(y))
		to.home(p.measures, WoodText|ui.Bold)
		return
	}
	to.finish(p.words.X, first.Y-1, last.X-first.X+3, p.words.Y-first.Y+2)
	in := to.a.T("yt.in")
	if to.b.Chosen && to.b.Origin == yut.Home {
		label(to.g, spotAt{p.in.X + (ui.Width(in)-1)/2, p.in.Y}, Gold, NodeText, in)
	} else {
		p.write(to.g, p.in.X, p.in.Y, in)
	}
	to.g.HitNamed(ui.Rect{X: p.in.X - 1, Y: p.in.Y, W: ui.Width(in) + 2, H: 1}, NodeHit(yut.Home), to.named, int(yut.Home))
}

// write writes on bare wood.
func (p *Picture) write(g ui.Region, x, y int, words string) {
	g.Fill(ui.Rect{X: x, Y: y, W: ui.Width(words), H: 1}, p.wood.At(2, 2*y))
	g.Text(x, y, WoodText|ui.Bold, words)
}
