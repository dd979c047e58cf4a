package klondike

import (
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// pilePlan is how the cards of a column are laid out: how many rows a covered card face up shows,
// how many the last one, and whether those face down are folded into one row.
type pilePlan struct {
	seen, last int
	folded     bool
}

// height is how many rows n cards take, down of them face down.
func (l pilePlan) height(n, down int) int {
	if l.folded {
		down, n = min(down, 1), n-down+min(down, 1)
	}
	return down + max(n-down-1, 0)*l.seen + app.Either(n > down, l.last, 0)
}

// planOf is the roomiest layout in which a column has room.
func (p *picturing) planOf(n, down int) pilePlan {
	plan := pilePlan{p.seen, p.at.h, false}
	for _, next := range []pilePlan{{1, p.at.h, false}, {1, 2, false}, {1, p.at.h, true}, {1, 2, true}, {1, 1, true}} {
		if plan.height(n, down) <= p.at.rows {
			break
		}
		plan = next
	}
	return plan
}

// allFit reports whether all columns have room with so many rows for a covered card.
func (p *picturing) allFit(seen int) bool {
	plan := pilePlan{seen, p.at.h, false}
	for n, cards := range p.view.Tableau {
		if plan.height(len(cards), p.view.FaceDown[n]) > p.at.rows {
			return false
		}
	}
	return true
}

// column draws a column with its number.
func (p *picturing) column(n int) {
	x, cards, down := p.col(n), p.view.Tableau[n], p.view.FaceDown[n]
	p.hit(x, p.at.numbers, cardW, p.at.tab+p.at.rows-p.at.numbers, spot{inColumn, n, max(len(cards)-1, 0)})
	edge, chosen := p.edgeOf(spot{inColumn, n, max(len(cards)-1, 0)})
	if edge != sky {
		chosen = false
	}
	p.number(n, x, chosen)
	if len(cards) == 0 {
		p.place(x, p.at.tab, p.at.h, "K", app.Either(edge == ui.Text, slotLine, edge), chosen)
		return
	}
	plan := p.planOf(len(cards), down)
	y := p.at.tab
	hit := func(i, rows int) {
		p.hit(x, y, cardW, rows, spot{inColumn, n, max(i, down)})
		y += rows
	}
	for i := range down {
		text := ""
		switch {
		case plan.folded && i > 0:
			continue
		case plan.folded:
			text = " x" + app.Itoa(down)
		case !cards[i].Hidden: // in a replay nothing is hidden
			text = cards[i].Card.Rank().String() + suitSign(cards[i].Card.Suit())
		}
		p.backRow(x, y, text)
		hit(i, 1)
	}
	for i := down; i < len(cards); i++ {
		look := p.lookOf(n, i, edge, chosen)
		look.rows = app.Either(look.last, plan.last, plan.seen)
		p.card(x, y, cards[i].Card, look)
		hit(i, look.rows)
	}
	p.shadow(x, p.at.tab, y-p.at.tab)
}

// lookOf is how the i-th card of a column lies. A target's edges are those of its last card.
func (p *picturing) lookOf(n, i int, edge ui.Token, chosen bool) cardLook {
	look := cardLook{paper: covered, top: i == 0, last: i == len(p.view.Tableau[n])-1}
	if look.last {
		look.paper = app.Either(chosen, invited, whole)
		look.edge = app.Either(edge == sky, sky, ui.Text)
	}
	if !p.Playing() {
		return look
	}
	held, at := p.v.held, p.v.at
	switch {
	case held != nil && held.zone == inColumn && held.n == n && i >= held.i:
		look.paper, look.edge = app.Either(look.last, straw, strawCovered), gold
	case held == nil && at.zone == inColumn && at.n == n && i >= at.i:
		look.edge = gold
	}
	return look
}

// number draws a column's number: on sky where what is picked may go, in gold over what is in
// focus or picked.
func (p *picturing) number(n, x int, chosen bool) {
	name := app.Itoa(n + 1)
	if p.aims(n) {
		p.chip(x, p.at.numbers, name, chosen)
		return
	}
	ink := feltDim
	in := p.v.at
	if p.v.held != nil {
		in = *p.v.held
	}
	if p.Playing() && in.zone == inColumn && in.n == n {
		ink = gold | ui.Bold
	}
	p.g.Text(x+cardW/2, p.at.numbers, ink, name)
}
