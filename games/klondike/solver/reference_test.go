package solver

import (
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/klondike"
)

// plain is Klondike played card by card with no idea of the solver's: its rules are
// written again here, so that the two can be held against each other.
type plain struct {
	rules   Rules
	columns [7][]klondike.Card
	down    [7]int
	found   [4]int
	stock   []klondike.Card
	waste   []klondike.Card
	redeals int // used
}

func newPlain(p Position, r Rules) *plain {
	g := &plain{rules: r, found: p.Foundation, stock: slices.Clone(p.Stock), waste: slices.Clone(p.Waste), redeals: p.RedealsUsed}
	for i, c := range p.Columns {
		g.columns[i] = append(slices.Clone(c.Down), c.Up...)
		g.down[i] = len(c.Down)
	}
	return g
}

func (g *plain) position() Position {
	p := Position{Foundation: g.found, Stock: slices.Clone(g.stock), Waste: slices.Clone(g.waste), RedealsUsed: g.redeals}
	for i, c := range g.columns {
		p.Columns[i] = Column{Down: slices.Clone(c[:g.down[i]]), Up: slices.Clone(c[g.down[i]:])}
	}
	return p
}

func (g *plain) clone() *plain {
	c := newPlain(g.position(), g.rules)
	return c
}

func (g *plain) won() bool { return g.found == [4]int{13, 13, 13, 13} }

// key tells positions apart, columns in any order.
func (g *plain) key() string {
	var cols [7]string
	for i, c := range g.columns {
		cols[i] = string(appendCards([]byte{byte(g.down[i])}, c))
	}
	slices.Sort(cols[:])
	var k []byte
	for _, c := range cols {
		k = append(append(k, c...), 255)
	}
	k = append(appendCards(k, g.stock), 255)
	k = append(appendCards(k, g.waste), 255)
	for _, n := range g.found {
		k = append(k, byte(n))
	}
	if g.rules.Redeals >= 0 {
		k = append(k, byte(g.redeals))
	}
	return string(k)
}

func appendCards(b []byte, c []klondike.Card) []byte {
	for _, c := range c {
		b = append(b, byte(c)+100)
	}
	return b
}

func top(c []klondike.Card) (klondike.Card, bool) {
	if len(c) == 0 {
		return 0, false
	}
	return c[len(c)-1], true
}

func (g *plain) fits(c klondike.Card, column int) bool {
	t, ok := top(g.columns[column])
	if !ok {
		return c.Rank() == 12
	}
	return t.Red() != c.Red() && t.Rank() == c.Rank()+1
}

func (g *plain) goesUp(c klondike.Card) bool { return g.found[c.Suit()] == int(c.Rank()) }

// legal lists every action.
func (g *plain) legal() []games.Action {
	var list []games.Action
	add := func(format string, a ...any) { list = append(list, games.Action(fmt.Sprintf(format, a...))) }
	if w, ok := top(g.waste); ok {
		if g.goesUp(w) {
			add("w>f")
		}
		for i := range 7 {
			if g.fits(w, i) {
				add("w>%d", i+1)
			}
		}
	}
	for i, c := range g.columns {
		if t, ok := top(c); ok && g.goesUp(t) {
			add("%d>f", i+1)
		}
		for at := g.down[i]; at < len(c); at++ {
			for j := range 7 {
				if j != i && g.fits(c[at], j) {
					add("%d>%d*%d", i+1, j+1, len(c)-at)
				}
			}
		}
	}
	if g.rules.F2T {
		for s, n := range g.found {
			if n > 0 {
				for j := range 7 {
					if g.fits(klondike.CardOf(klondike.Suit(s), klondike.Rank(n-1)), j) {
						add("%c>%d", "HDCS"[s], j+1)
					}
				}
			}
		}
	}
	if len(g.stock) > 0 {
		add("draw")
	} else if len(g.waste) > 0 && (g.rules.Redeals < 0 || g.redeals < g.rules.Redeals) {
		add("recycle")
	}
	return list
}

// apply plays a legal action.
func (g *plain) apply(a games.Action) {
	text := string(a)
	switch text {
	case "draw":
		for range min(g.rules.Draw, len(g.stock)) {
			g.waste = append(g.waste, g.stock[len(g.stock)-1])
			g.stock = g.stock[:len(g.stock)-1]
		}
		return
	case "recycle":
		g.redeals++
		g.stock, g.waste = g.waste, nil
		if !g.rules.Keep {
			slices.Reverse(g.stock)
		}
		return
	}
	from, to, _ := strings.Cut(text, ">")
	to, count, many := strings.Cut(to, "*")
	n := 1
	if many {
		fmt.Sscan(count, &n)
	}
	var run []klondike.Card
	switch s := strings.Index("HDCS", from); {
	case from == "w":
		run = []klondike.Card{g.waste[len(g.waste)-1]}
		g.waste = g.waste[:len(g.waste)-1]
	case s >= 0:
		g.found[s]--
		run = []klondike.Card{klondike.CardOf(klondike.Suit(s), klondike.Rank(g.found[s]))}
	default:
		i := from[0] - '1'
		c := g.columns[i]
		run = slices.Clone(c[len(c)-n:])
		g.columns[i] = c[:len(c)-n]
		if k := len(c) - n; k > 0 && g.down[i] == k {
			g.down[i]--
		}
	}
	if to == "f" {
		g.found[run[0].Suit()]++
		return
	}
	g.columns[to[0]-'1'] = append(g.columns[to[0]-'1'], run...)
}

// play plays actions that must all be legal, and tells what is wrong.
func (g *plain) play(actions []games.Action) error {
	for i, a := range actions {
		if !slices.Contains(g.legal(), a) {
			return fmt.Errorf("action %d of %d, %q, is not legal", i+1, len(actions), a)
		}
		g.apply(a)
	}
	return nil
}

// solvePlain tries everything, depth first, and gives up beyond a number of positions.
func solvePlain(g *plain, limit int) Status {
	seen := map[string]bool{g.key(): true}
	queue := []*plain{g}
	for len(queue) > 0 {
		g := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if g.won() {
			return Solvable
		}
		if len(seen) > limit {
			return Unsolved
		}
		for _, a := range g.legal() {
			n := g.clone()
			n.apply(a)
			if k := n.key(); !seen[k] {
				seen[k] = true
				queue = append(queue, n)
			}
		}
	}
	return Unsolvable
}
