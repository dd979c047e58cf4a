package klondike

import (
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// pictured draws a table as a picture.
type pictured struct{ *drawing }

// ground draws the felt.
func (d pictured) ground() { d.feltIn(d.g.Rect()) }

// suit returns the sign of an empty foundation.
func (pictured) suit(s klondike.Suit) string { return cards.SuitSign(s) }

// waste returns three cards, and no sign.
func (pictured) waste() (int, string) { return 3, "" }

// rest draws nothing: the caption says it.
func (pictured) rest(int, int) {}

// below draws a target's key below it.
func (d pictured) below(x int, m mood) {
	if (m == target || m == chosen) && d.caption >= 0 {
		d.chip(x, d.caption, "f", m == chosen)
	}
}

// step returns the felt's step at a row.
func (d *drawing) step(y int) int {
	last := d.height - 1
	return (2*(cards.FeltSteps-1)*min(max(y, 0), last) + last) / (2 * last)
}

// feltIn draws the table's ground.
func (d *drawing) feltIn(r ui.Rect) {
	for y := r.Y; y < r.Y+r.H; y++ {
		d.g.Fill(ui.Rect{X: r.X, Y: y, W: r.W, H: 1}, cards.Felts[d.step(y)])
	}
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	d.g.Cell(r.X, r.Y, '▘', cards.FeltCorner, cards.Felts[0])
	d.g.Cell(right, r.Y, '▝', cards.FeltCorner, cards.Felts[0])
	d.g.Cell(r.X, bottom, '▖', cards.FeltCorner, cards.Felts[cards.FeltSteps-1])
	d.g.Cell(right, bottom, '▗', cards.FeltCorner, cards.Felts[cards.FeltSteps-1])
}

// edgeOf returns the colour of the edges of what is marked: gold for a focused or held card, sky for a target.
func edgeOf(m mood) (edge ui.Token, ok bool) {
	switch m {
	case focused, held:
		return cards.Gold, true
	case target, chosen:
		return cards.Sky, true
	}
	return 0, false
}

// paperOf returns the paper of a card.
func paperOf(k look) cards.Paper {
	switch {
	case k.mood == held && k.under:
		return cards.StrawCovered
	case k.under:
		return cards.Covered
	case k.mood == held:
		return cards.Straw
	case k.mood == chosen:
		return cards.Invited
	}
	return cards.Whole
}

// card draws an open card. A card beside another one has a line at its left; beside the card that it
// covers it has none above.
func (d pictured) card(x, y int, c klondike.Card, k look) {
	g, paper := d.g, paperOf(k)
	ground, ink := cards.PaperTokens[paper], inkOf(c)
	text := c.Rank().String() + cards.SuitSign(c.Suit())
	g.Fill(ui.Rect{X: x, Y: y, W: d.w, H: k.rows}, ground)
	indent := app.If(k.pair && d.w == narrowCard, 0, 1)
	w := g.Text(x+indent, y, ink|ui.Bold, text)
	if k.pair {
		second := k.second.Rank().String() + cards.SuitSign(k.second.Suit())
		at := x + min(max((d.w+1)/2, indent+w), d.w-ui.Width(second))
		w = d.w
		g.Text(at, y, inkOf(k.second)|ui.Bold, second)
	}
	if !k.top && !k.beside {
		for i := 1 + w; i < d.w-1; i++ { // the edge between it and the card below
			g.Cell(x+i, y, '▔', cards.CardLine, ground)
		}
	}
	if k.last && k.rows > 1 {
		if k.rows == d.h && d.h > 3 {
			cards.StampPip(g, x+1, 2*(y+1), cards.Picture(c), d.pixel())
		} else if k.rows > 2 {
			g.Text(x+d.w/2, y+k.rows/2, ink|ui.Bold, cards.SuitSign(c.Suit()))
		}
		g.TextRight(x+d.w-1, y+k.rows-1, ink|ui.Bold, text)
	}
	if edge, ok := edgeOf(k.mood); ok {
		d.edges(x, y, k.rows, edge)
		return
	}
	left := x
	if k.beside || d.meets(x) {
		left = -1 // it lies on paper there
		for j := range k.rows {
			g.Cell(x, y+j, '▏', cards.CardLine, ground)
		}
	}
	if k.top || k.beside {
		d.cut(left, x+d.w-1, y, paper, '▘', '▝')
	}
	if k.last && k.rows > 1 {
		d.cut(left, x+d.w-1, y+k.rows-1, paper, '▖', '▗')
	}
}

// pixel returns the cells of a pixel of the pictures on the cards.
func (k deck) pixel() int { return max((k.w-2)/cards.PipW, 1) }

// edges draws bars of a colour down both sides of a card.
func (d *drawing) edges(x, y, rows int, tok ui.Token) {
	for j := range rows {
		d.g.Cell(x, y+j, '▌', tok, d.g.At(x, y+j))
		d.g.Cell(x+d.w-1, y+j, '▐', tok, d.g.At(x+d.w-1, y+j))
	}
}

// cut draws the felt into the corners of a card's row, at columns left and right; -1 for none.
func (d *drawing) cut(left, right, y int, on cards.Paper, atLeft, atRight rune) {
	tok := cards.Cuts[on][d.step(y)]
	if left >= 0 {
		d.g.Cell(left, y, atLeft, tok, cards.PaperTokens[on])
	}
	d.g.Cell(right, y, atRight, tok, cards.PaperTokens[on])
}

// shadow darkens an eighth of a cell at the right of a card and below it, on the felt and on a covered
// card.
func (d pictured) shadow(x, y, rows int) {
	for j := range rows {
		d.shade(x+d.w, y+j, '▎')
	}
	for j := 1; j < d.w; j++ {
		d.shade(x+j, y+rows, '▔')
	}
}

// shade darkens an edge of a cell of felt or of a card.
func (d pictured) shade(x, y int, edge rune) {
	switch i := d.step(y); d.g.At(x, y) {
	case cards.Felts[i]:
		d.g.Cell(x, y, edge, cards.Shades[i], cards.Felts[i])
	case cards.PaperTokens[cards.Whole]:
		d.g.Cell(x, y, edge, cards.PaperShade, cards.PaperTokens[cards.Whole])
	}
}

// stock draws a whole face-down card.
func (d pictured) stock(x, _ int, m mood) {
	g, y, rows := d.g, d.top, d.h
	g.Fill(ui.Rect{X: x, Y: y, W: d.w, H: rows}, cards.Back)
	for i := range d.w {
		g.Cell(x+i, y, '▔', cards.BackLine, cards.Back)
		g.Cell(x+i, y+rows-1, '▁', cards.BackLine, cards.Back)
	}
	if rows > 3 {
		cards.StampPip(g, x+1, 2*(y+1), &cards.BackPip, d.pixel())
		g.Cell(x+d.w/2, y+rows/2, '♦', cards.Gold, cards.Back)
	} else {
		for i := 1; i < 2*(d.w-1); i++ {
			if i%2 == 0 {
				g.Pixel(x+i/2, 2*y+2+i/2%2, cards.BackLit)
			}
		}
	}
	edge, marked := edgeOf(m)
	if marked {
		d.edges(x, y, rows, edge)
	} else {
		for j := range rows {
			g.Cell(x, y+j, '▎', cards.BackLine, cards.Back)
			g.Cell(x+d.w-1, y+j, '▊', cards.Back, cards.BackLine)
		}
	}
	d.shadow(x, y, rows)
}

// folded returns the text of a covered face-down card, or of n folded ones; 0 for a card by itself. name names a card.
func folded(f klondike.Face, n int, name func(klondike.Card) string) string {
	switch {
	case n > 0:
		return " x" + app.Itoa(n)
	case f.Hidden: // in a replay nothing is hidden
		return ""
	}
	return name(f.Card)
}

// faceDown draws the one visible row of a covered face-down card.
func (d pictured) faceDown(x, y int, _ bool, f klondike.Face, n int) {
	text := folded(f, n, func(c klondike.Card) string { return c.Rank().String() + cards.SuitSign(c.Suit()) })
	d.g.Fill(ui.Rect{X: x, Y: y, W: d.w, H: 1}, cards.Back)
	for i := range d.w {
		d.g.Cell(x+i, y, '▔', cards.BackLine, cards.Back)
	}
	if d.meets(x) {
		d.g.Cell(x, y, '▏', cards.BackLine, cards.Back)
	}
	if text != "" {
		d.g.Text(x+1, y, cards.BackLine|ui.Bold, text)
	}
}

// place draws an empty place of that many rows: a line, darker felt, and the expected card in its middle. A
// line in gold or sky marks it.
func (d pictured) place(x, y, rows int, text string, m mood) {
	g := d.g
	line, marked := edgeOf(m)
	ink := line
	if !marked {
		line, ink = cards.SlotLine, cards.FeltDim
	}
	for j := range rows {
		i := d.step(y + j)
		g.Fill(ui.Rect{X: x, Y: y + j, W: d.w, H: 1}, app.If(m == chosen, cards.Glows[i], cards.Slots[i]))
	}
	g.Text(x+(d.w-ui.Width(text))/2, y+rows/2, ink|ui.Bold, text)
	if rows == 1 {
		d.edges(x, y, 1, line)
		return
	}
	g.Box(ui.Rect{X: x, Y: y, W: d.w, H: rows}, "", line, false)
	for _, c := range [...]struct {
		x, y int
		r    rune
	}{{0, 0, '╭'}, {d.w - 1, 0, '╮'}, {0, rows - 1, '╰'}, {d.w - 1, rows - 1, '╯'}} {
		g.Cell(x+c.x, y+c.y, c.r, line, g.At(x+c.x, y+c.y))
	}
}

// number draws a column's number: on sky over a target of the held card, in gold over a focused or held card.
func (d pictured) number(n, x int) {
	name := app.Itoa(n + 1)
	if d.aims(n) {
		d.chip(x, d.numbers, name, d.goal == n || len(d.goals) == 1)
		return
	}
	ink := cards.FeltDim
	in := d.v.at
	if d.v.held != nil {
		in = *d.v.held
	}
	if d.Playing() && in.zone == inColumn && in.n == n {
		ink = cards.Gold | ui.Bold
	}
	d.g.Text(x+d.w/2, d.numbers, ink, name)
}

// chip draws a target's key on sky, below or above it.
func (d *drawing) chip(x, y int, text string, chosen bool) {
	text = app.If(chosen, "› "+text+" ", " "+text+" ")
	at := x + d.w/2 + 2 - ui.Width(text)
	d.g.Fill(ui.Rect{X: at, Y: y, W: ui.Width(text), H: 1}, cards.Sky)
	d.g.Text(at, y, cards.SkyInk|ui.Bold, text)
}
