package klondike

import (
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/ui"
)

// pilePlan arranges the cards of a column: visible rows of a covered open card, visible rows of the last
// one, and whether face-down cards are folded into one row.
type pilePlan struct {
	seen, last int
	folded     bool
}

// height returns the rows of n cards, down of them face down.
func (l pilePlan) height(n, down int) int {
	if l.folded {
		down, n = min(down, 1), n-down+min(down, 1)
	}
	return down + max(n-down-1, 0)*l.seen + app.Either(n > down, l.last, 0)
}

// planOf returns the roomiest arrangement for which a column has room.
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

// allFit reports whether all columns have room with that many rows for a covered card.
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
	x, pile, down := p.col(n), p.view.Tableau[n], p.view.FaceDown[n]
	p.hit(x, p.at.numbers, p.at.w, p.at.tab+p.at.rows-p.at.numbers, spot{inColumn, n, max(len(pile)-1, 0)})
	edge, chosen := p.edgeOf(spot{inColumn, n, max(len(pile)-1, 0)})
	if edge != cards.Sky {
		chosen = false
	}
	p.number(n, x, chosen)
	if len(pile) == 0 {
		p.place(x, p.at.tab, p.at.h, "K", app.Either(edge == ui.Text, cards.SlotLine, edge), chosen)
		return
	}
	plan := p.planOf(len(pile), down)
	y := p.at.tab
	hit := func(i, rows int) {
		p.hit(x, y, p.at.w, rows, spot{inColumn, n, max(i, down)})
		y += rows
	}
	for i := range down {
		text := ""
		switch {
		case plan.folded && i > 0:
			continue
		case plan.folded:
			text = " x" + app.Itoa(down)
		case !pile[i].Hidden: // in a replay nothing is hidden
			text = pile[i].Card.Rank().String() + cards.SuitSign(pile[i].Card.Suit())
		}
		p.backRow(x, y, text)
		hit(i, 1)
	}
	for i := down; i < len(pile); i++ {
		look := p.lookOf(n, i, edge, chosen)
		look.rows = app.Either(look.last, plan.last, plan.seen)
		p.card(x, y, pile[i].Card, look)
		hit(i, look.rows)
	}
	p.shadow(x, p.at.tab, y-p.at.tab)
}

// lookOf returns the look of the i-th card of a column. A target's edges are its last card's.
func (p *picturing) lookOf(n, i int, edge ui.Token, chosen bool) cardLook {
	look := cardLook{paper: cards.Covered, top: i == 0, last: i == len(p.view.Tableau[n])-1}
	if look.last {
		look.paper = app.Either(chosen, cards.Invited, cards.Whole)
		look.edge = app.Either(edge == cards.Sky, cards.Sky, ui.Text)
	}
	if !p.Playing() {
		return look
	}
	held, at := p.v.held, p.v.at
	switch {
	case held != nil && held.zone == inColumn && held.n == n && i >= held.i:
		look.paper, look.edge = app.Either(look.last, cards.Straw, cards.StrawCovered), cards.Gold
	case held == nil && at.zone == inColumn && at.n == n && i >= at.i:
		look.edge = cards.Gold
	}
	return look
}

// number draws a column's number: on sky for a target of the picked card, in gold over a focused or picked
// card.
func (p *picturing) number(n, x int, chosen bool) {
	name := app.Itoa(n + 1)
	if p.aims(n) {
		p.chip(x, p.at.numbers, name, chosen)
		return
	}
	ink := cards.FeltDim
	in := p.v.at
	if p.v.held != nil {
		in = *p.v.held
	}
	if p.Playing() && in.zone == inColumn && in.n == n {
		ink = cards.Gold | ui.Bold
	}
	p.g.Text(x+p.at.w/2, p.at.numbers, ink, name)
}
