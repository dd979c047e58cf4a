package klondike

import (
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// cardLook describes a card's appearance: visible rows, paper, edges (ui.Text for none), and whether it is
// the top one of its pile, and the last. A card beside the card that it covers has a line at its left, and
// none above.
type cardLook struct {
	rows              int
	paper             cards.Paper
	edge              ui.Token
	top, last, beside bool
}

// card draws an open card.
func (p *picturing) card(x, y int, c klondike.Card, look cardLook) {
	g, ground := p.g, cards.PaperTokens[look.paper]
	ink := app.Either(c.Red(), cards.InkRed, cards.InkBlack)
	text := c.Rank().String() + cards.SuitSign(c.Suit())
	g.Fill(ui.Rect{X: x, Y: y, W: p.at.w, H: look.rows}, ground)
	w := g.Text(x+1, y, ink|ui.Bold, text)
	if !look.top && !look.beside {
		for i := 1 + w; i < p.at.w-1; i++ { // the edge between it and the card below
			g.Cell(x+i, y, '▔', cards.CardLine, ground)
		}
	}
	if look.last && look.rows > 1 {
		if look.rows > 3 {
			cards.StampPip(g, x+1, 2*(y+1), cards.Picture(c))
		} else if look.rows == 3 {
			g.Text(x+p.at.w/2, y+1, ink|ui.Bold, cards.SuitSign(c.Suit()))
		}
		g.TextRight(x+p.at.w-1, y+look.rows-1, ink|ui.Bold, text)
	}
	if look.edge != ui.Text {
		p.edges(x, y, look.rows, look.edge)
		return
	}
	left := x
	if look.beside {
		left = -1 // it lies on paper there
		for j := range look.rows {
			g.Cell(x, y+j, '▏', cards.CardLine, ground)
		}
	}
	if look.top || look.beside {
		p.cut(left, x+p.at.w-1, y, look.paper, '▘', '▝')
	}
	if look.last {
		p.cut(left, x+p.at.w-1, y+look.rows-1, look.paper, '▖', '▗')
	}
}

// edges draws bars of a colour down both sides of a card.
func (p *picturing) edges(x, y, rows int, tok ui.Token) {
	for j := range rows {
		p.g.Cell(x, y+j, '▌', tok, p.g.At(x, y+j))
		p.g.Cell(x+p.at.w-1, y+j, '▐', tok, p.g.At(x+p.at.w-1, y+j))
	}
}

// cut draws the felt into the corners of a card's row, at columns left and right; -1 for none.
func (p *picturing) cut(left, right, y int, on cards.Paper, atLeft, atRight rune) {
	tok := cards.Cuts[on][p.step(y)]
	if left >= 0 {
		p.g.Cell(left, y, atLeft, tok, cards.PaperTokens[on])
	}
	p.g.Cell(right, y, atRight, tok, cards.PaperTokens[on])
}

// shadow darkens an eighth of a cell at the right of a card and below it, on the felt and on a covered
// card.
func (p *picturing) shadow(x, y, rows int) {
	for j := range rows {
		p.shade(x+p.at.w, y+j, '▎')
	}
	for j := 1; j < p.at.w; j++ {
		p.shade(x+j, y+rows, '▔')
	}
}

// shade darkens an edge of a cell of felt or of a card.
func (p *picturing) shade(x, y int, edge rune) {
	switch i := p.step(y); p.g.At(x, y) {
	case cards.Felts[i]:
		p.g.Cell(x, y, edge, cards.Shades[i], cards.Felts[i])
	case cards.PaperTokens[cards.Whole]:
		p.g.Cell(x, y, edge, cards.PaperShade, cards.PaperTokens[cards.Whole])
	}
}

// backCard draws a whole face-down card.
func (p *picturing) backCard(x, y, rows int, edge ui.Token) {
	g := p.g
	g.Fill(ui.Rect{X: x, Y: y, W: p.at.w, H: rows}, cards.Back)
	for i := range p.at.w {
		g.Cell(x+i, y, '▔', cards.BackLine, cards.Back)
		g.Cell(x+i, y+rows-1, '▁', cards.BackLine, cards.Back)
	}
	if rows > 3 {
		cards.StampPip(g, x+1, 2*(y+1), &cards.BackPip)
		g.Cell(x+p.at.w/2, y+rows/2, '♦', cards.Gold, cards.Back)
	} else {
		for i := 1; i < 2*(p.at.w-1); i++ {
			if i%2 == 0 {
				g.Pixel(x+i/2, 2*y+2+i/2%2, cards.BackLit)
			}
		}
	}
	tok := app.Either(edge == ui.Text, cards.BackLine, edge)
	for j := range rows {
		g.Cell(x, y+j, app.Either(edge == ui.Text, '▎', '▌'), tok, cards.Back)
		g.Cell(x+p.at.w-1, y+j, '▐', tok, cards.Back)
	}
	if edge == ui.Text {
		for j := range rows {
			g.Cell(x+p.at.w-1, y+j, '▊', cards.Back, cards.BackLine)
		}
	}
	p.shadow(x, y, rows)
}

// backRow draws the one visible row of a covered face-down card.
func (p *picturing) backRow(x, y int, text string) {
	for i := range p.at.w {
		p.g.Cell(x+i, y, '▔', cards.BackLine, cards.Back)
	}
	if text != "" {
		p.g.Text(x+1, y, cards.BackLine|ui.Bold, text)
	}
}

// place draws an empty place of that many rows: a line, darker felt, and the expected card in its middle. A
// line in gold or sky marks it.
func (p *picturing) place(x, y, rows int, text string, line ui.Token, glow bool) {
	g := p.g
	for j := range rows {
		i := p.step(y + j)
		g.Fill(ui.Rect{X: x, Y: y + j, W: p.at.w, H: 1}, app.Either(glow, cards.Glows[i], cards.Slots[i]))
	}
	g.Box(ui.Rect{X: x, Y: y, W: p.at.w, H: rows}, "", line, false)
	for _, c := range []struct {
		x, y int
		r    rune
	}{{0, 0, '╭'}, {p.at.w - 1, 0, '╮'}, {0, rows - 1, '╰'}, {p.at.w - 1, rows - 1, '╯'}} {
		g.Cell(x+c.x, y+c.y, c.r, line, g.At(x+c.x, y+c.y))
	}
	g.Text(x+(p.at.w-ui.Width(text))/2, y+rows/2, app.Either(line == cards.SlotLine, cards.FeltDim, line)|ui.Bold, text)
}
