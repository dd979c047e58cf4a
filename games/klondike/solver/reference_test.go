package solver

import (
	"bytes"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/games/klondike"
)

// pile has cards from the bottom up, in a comparable form.
type pile struct {
	n     uint8
	cards [31]klondike.Card
}

func pileOf(lists ...[]klondike.Card) (p pile) {
	for _, l := range lists {
		for _, c := range l {
			p.push(c)
		}
	}
	return p
}

func (p *pile) push(c klondike.Card) { p.cards[p.n] = c; p.n++ }

func (p *pile) pop() klondike.Card {
	p.n--
	c := p.cards[p.n]
	p.cards[p.n] = 0 // so that equal piles are equal
	return c
}

func (p *pile) list() []klondike.Card { return slices.Clone(p.cards[:p.n]) }

// plain is Klondike played card by card without any of the solver's ideas. It implements the rules again,
// so that the two can be compared.
type plain struct {
	columns      [7]pile
	down         [7]uint8
	found        [4]uint8
	stock, waste pile
	redeals      int // used up so far
}

func newPlain(p Position) (g plain) {
	g = plain{stock: pileOf(p.Stock), waste: pileOf(p.Waste), redeals: p.RedealsUsed}
	for i, n := range p.Foundation {
		g.found[i] = uint8(n)
	}
	for i, c := range p.Columns {
		g.columns[i] = pileOf(c.Down, c.Up)
		g.down[i] = uint8(len(c.Down))
	}
	return g
}

func (g *plain) position() Position {
	p := Position{Stock: g.stock.list(), Waste: g.waste.list(), RedealsUsed: g.redeals}
	for i, n := range g.found {
		p.Foundation[i] = int(n)
	}
	for i, c := range g.columns {
		p.Columns[i] = Column{Down: c.list()[:g.down[i]], Up: c.list()[g.down[i]:]}
	}
	return p
}

func (g *plain) won() bool { return g.found == [4]uint8{13, 13, 13, 13} }

// same returns the position with its columns sorted, to recognise it again.
func (g plain) same(r klondike.Rules) plain {
	for i := range g.columns {
		for j := i; j > 0 && bytes.Compare(g.bytes(j), g.bytes(j-1)) < 0; j-- {
			g.columns[j], g.columns[j-1] = g.columns[j-1], g.columns[j]
			g.down[j], g.down[j-1] = g.down[j-1], g.down[j]
		}
	}
	if r.Redeals < 0 {
		g.redeals = 0
	}
	return g
}

func (g *plain) bytes(column int) []byte {
	b := []byte{g.down[column]}
	for _, c := range g.columns[column].cards[:g.columns[column].n] {
		b = append(b, byte(c))
	}
	return b
}

func (g *plain) fits(c klondike.Card, column int) bool {
	p := &g.columns[column]
	if p.n == 0 {
		return c.Rank() == 12
	}
	t := p.cards[p.n-1]
	return t.Red() != c.Red() && t.Rank() == c.Rank()+1
}

func (g *plain) goesUp(c klondike.Card) bool { return g.found[c.Suit()] == uint8(c.Rank()) }

// Places of an action besides the columns 0 to 6.
const (
	atStock = 10 + iota // draw, or recycle where the stock is empty
	atWaste
	atFoundation // of suit n if the card comes from there
)

// action takes n cards from one place to another.
type action struct{ from, to, n int }

func (a action) text(g *plain) games.Action {
	to := fmt.Sprint(a.to + 1)
	if a.to == atFoundation {
		to = "f"
	}
	switch {
	case a.from == atStock && g.stock.n > 0:
		return "draw"
	case a.from == atStock:
		return "recycle"
	case a.from == atWaste:
		return games.Action("w>" + to)
	case a.from == atFoundation:
		return games.Action("HDCS"[a.n:a.n+1] + ">" + to)
	case a.to == atFoundation:
		return games.Action(fmt.Sprintf("%d>f", a.from+1))
	}
	return games.Action(fmt.Sprintf("%d>%s*%d", a.from+1, to, a.n))
}

// legal lists every action, the most promising last.
func (g *plain) legal(r klondike.Rules, list []action) []action {
	for s, n := range g.found {
		for j := range 7 {
			if r.F2T && n > 0 && g.fits(klondike.CardOf(klondike.Suit(s), klondike.Rank(n-1)), j) {
				list = append(list, action{atFoundation, j, s})
			}
		}
	}
	if g.stock.n > 0 || g.waste.n > 0 && (r.Redeals < 0 || g.redeals < r.Redeals) {
		list = append(list, action{from: atStock})
	}
	for i := range g.columns {
		c := &g.columns[i]
		if c.n > 0 && g.goesUp(c.cards[c.n-1]) {
			list = append(list, action{i, atFoundation, 1})
		}
		for at := g.down[i]; at < c.n; at++ {
			for j := range 7 {
				if j != i && g.fits(c.cards[at], j) {
					list = append(list, action{i, j, int(c.n - at)})
				}
			}
		}
	}
	if g.waste.n > 0 {
		w := g.waste.cards[g.waste.n-1]
		if g.goesUp(w) {
			list = append(list, action{atWaste, atFoundation, 1})
		}
		for i := range 7 {
			if g.fits(w, i) {
				list = append(list, action{atWaste, i, 1})
			}
		}
	}
	return list
}

// apply plays a legal action.
func (g *plain) apply(r klondike.Rules, a action) {
	switch {
	case a.from == atStock && g.stock.n > 0:
		for range min(r.Draw, int(g.stock.n)) {
			g.waste.push(g.stock.pop())
		}
		return
	case a.from == atStock:
		g.redeals++
		if r.Recycle == klondike.Keep {
			g.stock, g.waste = g.waste, g.stock
		}
		for g.waste.n > 0 {
			g.stock.push(g.waste.pop())
		}
		return
	}
	var run []klondike.Card
	switch a.from {
	case atWaste:
		run = append(run, g.waste.pop())
	case atFoundation:
		g.found[a.n]--
		run = append(run, klondike.CardOf(klondike.Suit(a.n), klondike.Rank(g.found[a.n])))
	default:
		for range a.n {
			run = append(run, g.columns[a.from].pop())
		}
		if n := g.columns[a.from].n; n > 0 && n == g.down[a.from] {
			g.down[a.from]--
		}
	}
	for _, c := range slices.Backward(run) {
		if a.to == atFoundation {
			g.found[c.Suit()]++
		} else {
			g.columns[a.to].push(c)
		}
	}
}

// play plays actions that must all be legal, and returns an error otherwise.
func (g *plain) play(r klondike.Rules, texts []games.Action) error {
	for i, text := range texts {
		list := g.legal(r, nil)
		k := slices.IndexFunc(list, func(a action) bool { return a.text(g) == text })
		if k < 0 {
			return fmt.Errorf("action %d of %d, %q, is not legal", i+1, len(texts), text)
		}
		g.apply(r, list[k])
	}
	if !g.won() {
		return fmt.Errorf("no win after %d actions", len(texts))
	}
	return nil
}

// solvePlain tries everything, depth first, and gives up after that many positions.
func solvePlain(g plain, r klondike.Rules, limit int) games.SolveStatus {
	seen := map[plain]bool{g.same(r): true}
	stack := []plain{g}
	var list []action
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if g.won() {
			return games.Solvable
		}
		if len(seen) > limit {
			return games.Unsolved
		}
		list = g.legal(r, list[:0])
		for _, a := range list {
			n := g
			n.apply(r, a)
			if k := n.same(r); !seen[k] {
				seen[k] = true
				stack = append(stack, n)
			}
		}
	}
	return games.Unsolvable
}
