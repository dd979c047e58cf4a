package klondike

import (
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// richLayout has the positions of everything on ui.LevelRich, in one of the two sizes.
type richLayout struct {
	felt         ui.Rect
	x0, step, w  int // of the columns, and the width of a card
	top, h       int // the top row, and the height of a whole card
	numbers, tab int // the row of the columns' numbers, and the first row of the columns
	rows         int // rows of a column
}

var (
	richSmall = richLayout{felt: ui.Rect{X: 1, W: 63, H: 21}, x0: 2, step: 9, w: cards.Width, h: 3, numbers: 3, tab: 4, rows: 17}
	richBig   = richLayout{felt: ui.Rect{X: 2, Y: 1, W: 84, H: 35}, x0: 7, step: 11, w: cards.Width, top: 2, h: 5, numbers: 9, tab: 10, rows: 25}
)

// fan is the distance between the cards of a waste with draws of three.
const fan = 4

// picturing draws the table on ui.LevelRich.
type picturing struct {
	*drawing
	at   richLayout
	seen int  // visible rows of a covered open card
	mute bool // nothing can be clicked
}

// drawRich draws the table as a picture.
func (t *drawing) drawRich() {
	p := picturing{drawing: t, at: richSmall}
	if t.big {
		p.at = richBig
	} else if t.s.Replay { // its slider has the last row
		p.at.felt.H--
		p.at.rows--
	}
	if t.view.Won && t.s.Result != nil && !t.s.Replay {
		p.solved()
		return
	}
	p.felt()
	p.seen = 1
	if t.big && p.allFit(2) {
		p.seen = 2
	}
	p.table()
	p.fly()
	p.side()
}

// table draws the cards.
func (p *picturing) table() {
	p.top()
	for n := range klondike.Columns {
		p.column(n)
	}
}

// col returns the first cell of a column.
func (p *picturing) col(n int) int { return p.at.x0 + n*p.at.step }

// step returns the felt's step at a row.
func (p *picturing) step(y int) int {
	last := p.at.felt.H - 1
	return (2*(cards.FeltSteps-1)*min(max(y-p.at.felt.Y, 0), last) + last) / (2 * last)
}

// felt draws the table's ground.
func (p *picturing) felt() {
	r, g := p.at.felt, p.g
	for y := r.Y; y < r.Y+r.H; y++ {
		g.Fill(ui.Rect{X: r.X, Y: y, W: r.W, H: 1}, cards.Felts[p.step(y)])
	}
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	g.Cell(r.X, r.Y, '▘', cards.FeltCorner, cards.Felts[0])
	g.Cell(right, r.Y, '▝', cards.FeltCorner, cards.Felts[0])
	g.Cell(r.X, bottom, '▖', cards.FeltCorner, cards.Felts[cards.FeltSteps-1])
	g.Cell(right, bottom, '▗', cards.FeltCorner, cards.Felts[cards.FeltSteps-1])
}

// edgeOf returns the colour of a spot's edges, and whether the picked card will go there: gold for a
// focused or picked card, sky for a target.
func (p *picturing) edgeOf(at spot) (edge ui.Token, chosen bool) {
	target := -1
	switch {
	case at.zone == inColumn:
		target = at.n
	case at.zone == onHome && p.suitOf(at):
		target = klondike.Columns
	}
	switch {
	case p.focused(at), p.v.held != nil && *p.v.held == at && p.Playing():
		return cards.Gold, false
	case target >= 0 && p.aims(target):
		return cards.Sky, p.goal == target || len(p.goals) == 1
	}
	return ui.Text, false
}

// top draws stock, waste and foundations.
func (p *picturing) top() {
	p.drawStock()
	p.drawWaste()
	for i, suit := range homes {
		at := spot{onHome, int(suit), 0}
		x, y := p.col(klondike.Columns-klondike.Suits+i), p.at.top
		edge, chosen := p.edgeOf(at)
		if c, ok := cardAt(p.view, at); ok {
			p.card(x, y, c, cardLook{rows: p.at.h, paper: p.paperOf(at, chosen), edge: edge, top: true, last: true})
			p.shadow(x, y, p.at.h)
		} else {
			p.place(x, y, p.at.h, cards.SuitSign(suit), app.Either(edge == ui.Text, cards.SlotLine, edge), chosen)
		}
		if edge == cards.Sky && p.big {
			p.chip(x, p.at.top+p.at.h, "f", chosen)
		}
		p.hitTop(x, p.at.w, at)
	}
}

// hitTop makes a spot of the top row a hit.
func (p *picturing) hitTop(x, w int, at spot) { p.hit(x, p.at.top, w, p.at.h, at) }

// hit makes an area, with a free column on both sides, stand for a spot.
func (p *picturing) hit(x, y, w, h int, at spot) {
	if !p.mute {
		p.g.Hit(ui.Rect{X: x - 1, Y: y, W: w + 2, H: h}, at)
	}
}

// paperOf returns the paper of a whole card.
func (p *picturing) paperOf(at spot, chosen bool) cards.Paper {
	switch {
	case chosen:
		return cards.Invited
	case p.v.held != nil && *p.v.held == at && p.Playing():
		return cards.Straw
	}
	return cards.Whole
}

func (p *picturing) drawStock() {
	at := spot{zone: onStock}
	x, n := p.col(0), p.view.StockCount
	edge, _ := p.edgeOf(at)
	if n > 0 {
		p.backCard(x, p.at.top, p.at.h, edge)
	} else {
		again := len(p.view.Waste) > 0 && p.view.RedealsLeft != 0
		p.place(x, p.at.top, p.at.h, app.Either(again, p.a.T("kl.stock.again"), "-"), app.Either(edge == ui.Text, cards.SlotLine, edge), false)
	}
	if p.big {
		p.g.Text(x, p.at.top+p.at.h, cards.FeltDim, p.a.T("kl.side.left", "n", n))
	}
	p.hitTop(x, p.at.w, at)
}

func (p *picturing) drawWaste() {
	at := spot{zone: onWaste}
	x, pile := p.col(1), p.view.Waste
	edge, _ := p.edgeOf(at)
	if len(pile) == 0 {
		p.place(x, p.at.top, p.at.h, "", app.Either(edge == ui.Text, cards.SlotLine, edge), false)
		p.hitTop(x, p.at.w, at)
		return
	}
	n := 1
	if p.view.Draw > 1 { // the next card to come up lies below
		n = min(len(pile), 3)
	}
	for i, face := range pile[len(pile)-n:] {
		look := cardLook{rows: p.at.h, paper: cards.Covered, top: i == 0, last: true, beside: i > 0}
		if i == n-1 {
			look.paper, look.edge = p.paperOf(at, false), edge
		}
		p.card(x+i*fan, p.at.top, face.Card, look)
	}
	p.shadow(x+(n-1)*fan, p.at.top, p.at.h)
	if rest := len(pile) - n; rest > 0 && p.big {
		p.g.Text(x, p.at.top+p.at.h, cards.FeltDim, "+"+p.a.T("kl.cards", "n", rest))
	}
	p.hitTop(x, p.at.w+(n-1)*fan, at)
}

// chip draws a target's key on sky, below or above it.
func (p *picturing) chip(x, y int, text string, chosen bool) {
	text = app.Either(chosen, "› "+text+" ", " "+text+" ")
	at := x + p.at.w/2 + 2 - ui.Width(text)
	p.g.Fill(ui.Rect{X: at, Y: y, W: ui.Width(text), H: 1}, cards.Sky)
	p.g.Text(at, y, cards.SkyInk|ui.Bold, text)
}
